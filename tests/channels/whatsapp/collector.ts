/** Loaded before the server: tells, when asked, how much memory it has and how much of it is in use, and lets go of what is not. */
import { heapStats } from 'bun:jsc'

const MB = 1024 * 1024

const server = Bun.serve({
  hostname: '127.0.0.1',
  port: 0,
  fetch() {
    const rss = Math.round(process.memoryUsage.rss() / MB)
    Bun.gc(true)
    return Response.json({ rss, used: Math.round(heapStats().heapSize / MB) })
  },
})
console.log(`collector at ${server.port}.`)
