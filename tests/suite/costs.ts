/**
 * Preloaded by the runner: appends the cost of each test file to the file in `BALCAO_TEST_COSTS`. Processor time,
 * including ended child processes, does not depend on the machine's load; wall time does.
 */
import { afterAll, beforeAll } from 'bun:test'
import { appendFileSync, readFileSync } from 'node:fs'
import { relative } from 'node:path'

export type Cost = { readonly file: string; readonly seconds: number; readonly processor: number }

const TICKS_PER_SECOND = 100
const path = process.env.BALCAO_TEST_COSTS

function processorSeconds(): number {
  if (process.platform !== 'linux') return process.cpuUsage().user / 1e6
  // Splits after the process name, which may contain anything.
  const fields = readFileSync('/proc/self/stat', 'latin1').split(') ')[1]?.split(' ') ?? []
  return fields.slice(11, 15).reduce((sum, ticks) => sum + Number(ticks), 0) / TICKS_PER_SECOND
}

if (path) {
  let begun = { seconds: 0, processor: 0 }
  const now = () => ({ seconds: performance.now() / 1000, processor: processorSeconds() })
  beforeAll(() => {
    begun = now()
  })
  afterAll(() => {
    const end = now()
    const cost: Cost = {
      file: relative(process.cwd(), Bun.main),
      seconds: end.seconds - begun.seconds,
      processor: end.processor - begun.processor,
    }
    appendFileSync(path, `${JSON.stringify(cost)}\n`)
  })
}
