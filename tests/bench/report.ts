/** Results of a run: each row as it is measured, and one JSON report at the end. */
import { version } from '../../src/version'
import { commit, machine } from './machine'
import { type Growth, growth, judgeGrowth } from './scale'
import { median } from './statistics'
import { type Failed, judge, type Result } from './targets'

export type Report = ReturnType<typeof createReport>

export type Findings = {
  readonly version: string
  readonly commit: string
  readonly machine: ReturnType<typeof machine>
  readonly baseline: { readonly bareRps: number }
  readonly results: readonly Result[]
  readonly scale: Readonly<Record<string, Growth>>
  readonly pass: boolean
  readonly failed: readonly Failed[]
}

export function createReport() {
  const results: Result[] = []
  const on = machine() // before anything uses the disk
  return {
    add(result: Result) {
      results.push(result)
      console.error(JSON.stringify(result))
    },
    toJson(): Findings {
      const scale = growth(results)
      const failed = [...results.flatMap(judge), ...judgeGrowth(scale)]
      const speeds = results.flatMap(({ bareRps }) => (bareRps === undefined ? [] : [Number(bareRps)]))
      return {
        version,
        commit: commit(),
        machine: on,
        baseline: { bareRps: median(speeds) },
        results,
        scale,
        pass: failed.length === 0,
        failed,
      }
    },
  }
}
