/** Loaded before the server: watches from inside how long its main loop is held and how much memory it takes, and tells over a port of its own. */
const OFTEN = 20
let stalls: number[] = []
let peak = 0
let due = performance.now() + OFTEN
let worked = workedMs()

/** Held is as long as it came late, and no longer than this thread worked meanwhile: what others on the machine took is theirs. */
setInterval(() => {
  const [now, before] = [performance.now(), worked]
  worked = workedMs()
  stalls.push(Math.min(now - due, worked - before))
  due = now + OFTEN
  peak = Math.max(peak, process.memoryUsage.rss())
}, OFTEN).unref()

function workedMs(): number {
  const { user, system } = process.threadCpuUsage()
  return (user + system) / 1000
}

export type Watched = {
  /** Milliseconds. */
  readonly max: number
  readonly over20: number
  readonly over50: number
  readonly peakMb: number
  readonly nowMb: number
}

/** What was seen since the last question. */
function report(): Watched {
  const watched = {
    max: Math.round(Math.max(0, ...stalls)),
    over20: stalls.filter((ms) => ms > 20).length,
    over50: stalls.filter((ms) => ms > 50).length,
    peakMb: Math.round(peak / 2 ** 20),
    nowMb: Math.round(process.memoryUsage.rss() / 2 ** 20),
  }
  stalls = []
  peak = 0
  return watched
}

const server = Bun.serve({ hostname: '127.0.0.1', port: 0, fetch: () => Response.json(report()) })
console.log(`loop watched at ${server.port}`)
