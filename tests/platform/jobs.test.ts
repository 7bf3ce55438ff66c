/** Server jobs. */
import { describe, expect, test } from 'bun:test'
import { silentLog } from '../../src/operator/installation'
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
      runsAt: 'node',
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
      runsAt: 'installation',
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

  test('of the installation run only while it is here, which is asked each time', async () => {
    const runs: string[] = []
    const job = (runsAt: 'node' | 'installation') =>
      defineServerJob<null>({ name: runsAt, every: '* * * * * *', runsAt, run: () => void runs.push(runsAt) })
    let isHere = false
    const clockwork = startJobs(null, [job('installation'), job('node')], silentLog(), {
      isInstallationHere: () => isHere,
    })
    await until(() => runs.length > 0, 'a job', 6000)
    expect(runs).not.toContain('installation')
    isHere = true
    await until(() => runs.includes('installation'), 'the installation’s job', 6000)
    isHere = false
    const count = runs.length
    await until(() => runs.length > count, 'another second', 6000)
    clockwork.stop()
    expect(runs.slice(count)).not.toContain('installation')
  })
})
