/** Compares this version with another, metric by metric. */
import { median, quantile, rounded } from './statistics'

/** The compared metrics, and which direction is better. */
const better = {
  rps: 'more',
  perSecond: 'more',
  cpuUsEach: 'less',
  p50: 'less',
  firstAnswerMs: 'less',
  readyMs: 'less',
  rssMb: 'less',
  idleCpuPercent: 'less',
} as const
export type Metric = keyof typeof better
/** Metrics of one round. */
export type Metrics = Readonly<Partial<Record<Metric, number>>>
export type Pair = { readonly other: Metrics; readonly own: Metrics }

/** Lowest acceptable ratio. */
export const LEAST = 0.93

export type ComparisonVerdict = 'worse' | 'better' | 'same' | 'new' | 'failed'
export type Comparison = {
  readonly row: string
  readonly metric: Metric | ''
  /** Medians of the rounds. */
  readonly other?: number
  readonly own?: number
  /** Median and quartiles of the rounds' ratios. Above 1, this version is better. */
  readonly ratio?: number
  readonly low?: number
  readonly high?: number
  readonly verdict: ComparisonVerdict
}

/** One comparison for each metric both have. */
export function compareRow(row: string, pairs: readonly Pair[]): Comparison[] {
  const metrics = (Object.keys(better) as Metric[]).filter((metric) =>
    pairs.some(({ own }) => own[metric] !== undefined),
  ) // of `better`
  return metrics.map((metric) => {
    const both = pairs.map(({ other, own }) => [other[metric] ?? Number.NaN, own[metric] ?? Number.NaN] as const)
    const ratios = both.map(([other, own]) => ratioOf(metric, other, own))
    const [low, ratio, high] = [0.25, 0.5, 0.75].map((share) => quantile(ratios, share)) as [number, number, number] // of three
    return {
      row,
      metric,
      other: median(both.map(([other]) => other)),
      own: median(both.map(([, own]) => own)),
      ratio: rounded(ratio, 3),
      low: rounded(low, 3),
      high: rounded(high, 3),
      verdict: verdictOf(low, high),
    }
  })
}

/** A row missing in the other version. */
export const newRow = (row: string): Comparison => ({ row, metric: '', verdict: 'new' })

/** A row that could not be measured in this version. */
export const failedRow = (row: string): Comparison => ({ row, metric: '', verdict: 'failed' })

export const isBad = ({ verdict }: Comparison): boolean => verdict === 'worse' || verdict === 'failed'

function ratioOf(metric: Metric, other: number, own: number): number {
  if (other === own) return 1 // both may be 0
  return better[metric] === 'more' ? own / other : other / own
}

/** Three quarters of the rounds must agree, so that noise alone does not fail a row. */
const verdictOf = (low: number, high: number): ComparisonVerdict =>
  high < LEAST ? 'worse' : low > 1 / LEAST ? 'better' : 'same'

export function markdown(lines: readonly Comparison[], other: string): string {
  const head = `| row | metric | ${other} | this | ratio | quartiles | |\n|---|---|--:|--:|--:|--:|---|\n`
  const rows = lines.map((line) => {
    const { row, metric, ratio, low, high, verdict } = line
    const spread = low === undefined || high === undefined ? '' : `${low.toFixed(2)}–${high.toFixed(2)}`
    const cells = [`\`${row}\``, metric, shown(line.other), shown(line.own), ratio?.toFixed(2) ?? '', spread, verdict]
    return `| ${cells.join(' | ')} |\n`
  })
  return head + rows.join('')
}

const shown = (value: number | undefined): string =>
  value === undefined ? '' : rounded(value, value < 10 ? 2 : value < 100 ? 1 : 0).toLocaleString('en-US')
