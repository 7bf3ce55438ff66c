/** Server jobs. */
import { describe, expect, test } from 'bun:test'
import { defineServerJob, startJobs } from '../../src/platform/jobs'
import { until } from '../support/until'

describe('jobs', () => {
  test('run by the clock without overlap, and a failed one is logged and retried', async () => {
    const logged: unknown[] = []
    const log = { error: (line: unknown) => void logged.push(line) }
    let [running, most, runs, failures] = [0, 0, 0, 0]
    const slow = defineServerJob<null>({
      name: 'slow',
      every: '* * * * * *',
      async run() {
        most = Math.max(most, ++running)
        runs++
        await Bun.sleep(1500)
        running--
      },
    })
    const failing = defineServerJob<null>({
      name: 'failing',
      every: '* * * * * *',
      run() {
        failures++
        throw new Error('broken')
      },
    })
    const clockwork = startJobs(null, [slow, failing], log as never) // only `error` is used
    await until(() => failures >= 3 && runs >= 2, 'three seconds of jobs', 6000)
    clockwork.stop()
    expect(most).toBe(1)
    expect(logged.length).toBeGreaterThanOrEqual(2)
    expect(JSON.stringify(logged[0])).toContain('failing')
  })
})
