/** Loaded before the server: blocks its main loop forever on request over a separate port. */
import { writeSync } from 'node:fs'

const server = Bun.serve({
  hostname: '127.0.0.1',
  port: 0,
  fetch() {
    setTimeout(() => {
      writeSync(1, 'standing still for ever\n')
      Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0) // blocks as a loop without end does, but leaves the processor to others
    }, 10)
    return new Response(null, { status: 204 })
  },
})
writeSync(1, `standing still at ${server.port}\n`)
