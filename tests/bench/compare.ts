/** Two versions measured in turn: how the one beside the bench fares against the other, figure by figure. */
import { median, quantile, rounded } from './figures'

/** What is judged, and which direction is better. */
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
export type Figure = keyof typeof better
/** One round. */
export type Figures = Readonly<Partial<Record<Figure, number>>>
export type Pair = { readonly other: Figures; readonly own: Figures }

/** Least that a ratio may be. */
export const LEAST = 0.93

export type Verdict = 'worse' | 'better' | 'same' | 'new' | 'failed'
export type Line = {
  readonly row: string
  readonly figure: Figure | ''
  /** Medians of the rounds. */
  readonly other?: number
  readonly own?: number
  /** Median of the rounds' ratios, and their quartiles: above 1 this version is the better one. */
  readonly ratio?: number
  readonly low?: number
  readonly high?: number
  readonly verdict: Verdict
}

/** A line for each figure that both have. */
export function compareRow(row: string, pairs: readonly Pair[]): Line[] {
  const figures = (Object.keys(better) as Figure[]).filter((figure) =>
    pairs.some(({ own }) => own[figure] !== undefined),
  ) // of `better`
  return figures.map((figure) => {
    const both = pairs.map(({ other, own }) => [other[figure] ?? Number.NaN, own[figure] ?? Number.NaN] as const)
    const ratios = both.map(([other, own]) => ratioOf(figure, other, own))
    const [low, ratio, high] = [0.25, 0.5, 0.75].map((share) => quantile(ratios, share)) as [number, number, number] // of three
    return {
      row,
      figure,
      other: median(both.map(([other]) => other)),
      own: median(both.map(([, own]) => own)),
      ratio: rounded(ratio, 3),
      low: rounded(low, 3),
      high: rounded(high, 3),
      verdict: verdictOf(low, high),
    }
  })
}

/** A row that the other version does not have. */
export const newRow = (row: string): Line => ({ row, figure: '', verdict: 'new' })

/** Rows that this version could not be measured in. */
export const failedRow = (row: string): Line => ({ row, figure: '', verdict: 'failed' })

export const isBad = ({ verdict }: Line): boolean => verdict === 'worse' || verdict === 'failed'

function ratioOf(figure: Figure, other: number, own: number): number {
  if (other === own) return 1 // both may be nothing
  return better[figure] === 'more' ? own / other : other / own
}

/** Noise alone fails nothing: three quarters of the rounds must say so. */
const verdictOf = (low: number, high: number): Verdict => (high < LEAST ? 'worse' : low > 1 / LEAST ? 'better' : 'same')

export function markdown(lines: readonly Line[], other: string): string {
  const head = `| row | figure | ${other} | this | ratio | quartiles | |\n|---|---|--:|--:|--:|--:|---|\n`
  const rows = lines.map((line) => {
    const { row, figure, ratio, low, high, verdict } = line
    const spread = low === undefined || high === undefined ? '' : `${low.toFixed(2)}–${high.toFixed(2)}`
    const cells = [`\`${row}\``, figure, shown(line.other), shown(line.own), ratio?.toFixed(2) ?? '', spread, verdict]
    return `| ${cells.join(' | ')} |\n`
  })
  return head + rows.join('')
}

const shown = (value: number | undefined): string =>
  value === undefined ? '' : rounded(value, value < 10 ? 2 : value < 100 ? 1 : 0).toLocaleString('en-US')
