/** What a run found, and whether it reached what was promised. Absolute figures are told; only ratios and limits are judged. */
import { cpus, totalmem } from 'node:os'
import { version } from '../../src/version'

export type Result = { readonly id: string } & Readonly<Record<string, number | string>>
type Target = { readonly field: string; readonly least?: number; readonly most?: number }

const targets: Readonly<Record<string, readonly Target[]>> = {
  'tickets.open.p1': [
    { field: 'ratioToHello', least: 0.037 },
    { field: 'p99', most: 10 },
  ],
  'messages.p1': [{ field: 'ratioToHello', least: 0.12 }],
  'ingest.one': [
    { field: 'perSecond', least: 1500 },
    { field: 'surplus', least: 0, most: 0 },
  ],
  'ingest.twenty': [
    { field: 'perSecond', least: 2000 },
    { field: 'surplus', least: 0, most: 0 },
  ],
  send: [{ field: 'perSecond', least: 500 }],
  'live.500': [
    { field: 'p50', most: 3 },
    { field: 'p99', most: 20 },
  ],
  start: [{ field: 'firstAnswerMs', most: 200 }],
  'memory.idle': [{ field: 'rssMb', most: 130 }],
  'memory.fifty': [{ field: 'mbPerConnection', most: 2 }],
  history: [
    { field: 'missing', most: 0 },
    { field: 'over50ms', most: 0 },
  ],
  'desk.switch': [
    { field: 'cached', most: 50 },
    { field: 'fromServer', most: 150 },
  ],
  stall: [{ field: 'over100ms', most: 0 }],
}

export type Report = ReturnType<typeof createReport>

export function createReport() {
  const results: Result[] = []
  return {
    add(result: Result) {
      results.push(result)
      console.error(JSON.stringify(result))
    },
    toJson() {
      const failed = results.flatMap((result) =>
        (targets[result.id] ?? []).flatMap(({ field, least, most }) => {
          const value = Number(result[field])
          const isMet =
            (least === undefined || value >= least) && (most === undefined || value <= most) && Number.isFinite(value)
          return isMet ? [] : [{ id: result.id, field, value, target: least ?? most }]
        }),
      )
      const machine = { cpu: cpus()[0]?.model ?? '', cores: cpus().length, ramGb: Math.round(totalmem() / 2 ** 30) }
      return { version, machine, results, pass: failed.length === 0, failed }
    },
  }
}
