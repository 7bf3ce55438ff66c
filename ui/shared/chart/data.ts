/** What a chart shows. Pure. */

/**
 * `bad` and `wait` are states, drawn in their colours; all others take the chart's colours in turn, or a `color` of theirs,
 * which begins with 1: what is left by people is always rose.
 */
export type Series = {
  readonly id: string
  readonly name: string
  readonly tone?: 'bad' | 'wait'
  readonly color?: number
}
export type ChartRow = { readonly label: string; readonly values: readonly number[] }
/** Each row has one value for each series. */
export type ChartData = { readonly series: readonly Series[]; readonly rows: readonly ChartRow[] }
/** A part of a whole. */
export type Part = Series & { readonly value: number }

const COLORS = 6

/** The colour of each series; a state takes none of the others' turns. */
export function colorsOf(series: readonly Series[]): string[] {
  let turn = 0
  return series.map(({ tone, color }) => {
    if (tone === 'bad') return 'var(--color-error)'
    if (tone === 'wait') return 'var(--color-warning)'
    if (color !== undefined) return `var(--chart-${color})`
    turn++
    return `var(--chart-${((turn - 1) % COLORS) + 1})`
  })
}

/** Whether there is anything to draw. */
export const hasValues = ({ rows }: ChartData): boolean =>
  rows.some(({ values }) => values.some((value) => value !== 0))

/** Each part's share of the whole; of nothing every share is 0. */
export function sharesOf(parts: readonly Part[]): number[] {
  const whole = parts.reduce((sum, { value }) => sum + value, 0)
  return parts.map(({ value }) => (whole > 0 ? value / whole : 0))
}

/** Which of the values at the end of several lines are written beside them: equal ones, whose lines meet, once. */
export const labelled = (values: readonly number[]): boolean[] =>
  values.map((value, at) => values.indexOf(value) === at)
