/**
 * Loaded before the server: measures from inside how long its main loop is blocked and its memory, and reports over a
 * separate port.
 */
import { watchHeld } from '../../support/held'

let stalls: number[] = []
let peak = 0

watchHeld((ms) => {
  stalls.push(ms)
  peak = Math.max(peak, process.memoryUsage.rss())
})

export type Watched = {
  /** Milliseconds. */
  readonly max: number
  readonly over20: number
  readonly over50: number
  readonly peakMb: number
  readonly nowMb: number
}

/** Values since the last request. */
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
