/**
 * The runner loads this before test files: what each of them cost is appended to the file that `BALCAO_TEST_COSTS` names. The processor's
 * time, with that of the processes it started and saw end, is the same on a loaded machine; time on the clock is not.
 */
import { afterAll, beforeAll } from 'bun:test'
import { appendFileSync, readFileSync } from 'node:fs'
import { relative } from 'node:path'

export type Cost = { readonly file: string; readonly seconds: number; readonly processor: number }

const TICKS_PER_SECOND = 100
const path = process.env.BALCAO_TEST_COSTS

function processorSeconds(): number {
  if (process.platform !== 'linux') return process.cpuUsage().user / 1e6
  // From user time on: behind the name, which may contain anything.
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
