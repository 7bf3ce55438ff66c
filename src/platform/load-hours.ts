/** Samples by hour, for the last week, in control.db: one commit an hour. */
import * as v from 'valibot'
import { type ControlWrites, defineControlWrite } from './control-writes'
import type { Sample } from './samples'
import { execute, getRows } from './sql'
import type { ControlDb } from './sqlite'
import { DAY } from './time'

const KEPT = 7 * DAY

export type LoadHours = ReturnType<typeof createLoadHours>

export function createLoadHours(control: ControlDb, controlWrites: ControlWrites) {
  const raw = control.$client
  return {
    /** `at` is the hour's start. An hour in which the server was restarted has several samples. */
    keep(hour: Sample): void {
      if (!raw.open) return
      // A full disk or a locked file: this hour is missing in the chart.
      controlWrites.run(keepLoad, hour).catch(() => {})
    },
    since: (time: number): Sample[] =>
      getRows<Sample>(
        control,
        `SELECT at, p50, p99, max, memory, received, settled, requests, slow FROM load_hours
         WHERE at >= (? + 0) ORDER BY at`,
        time,
      ),
  }
}

/** Adds to the hour what another sample of it has counted. */
export const keepLoad = defineControlWrite(
  'load.keep',
  v.object({
    at: v.number(),
    p50: v.number(),
    p99: v.number(),
    max: v.number(),
    memory: v.number(),
    received: v.number(),
    settled: v.number(),
    requests: v.number(),
    slow: v.number(),
  }),
  (control, _now, hour) => {
    execute(
      control,
      `INSERT INTO load_hours (at, p50, p99, max, memory, received, settled, requests, slow)
       VALUES (@at, @p50, @p99, @max, @memory, @received, @settled, @requests, @slow)
       ON CONFLICT DO UPDATE SET p50 = max(p50, excluded.p50), p99 = max(p99, excluded.p99), max = max(max, excluded.max),
         memory = max(memory, excluded.memory), received = received + excluded.received,
         settled = settled + excluded.settled, requests = requests + excluded.requests, slow = slow + excluded.slow`,
      hour,
    )
    execute(control, 'DELETE FROM load_hours WHERE at < (? + 0)', hour.at - KEPT)
  },
)
