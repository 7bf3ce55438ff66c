/** Chart data. Pure. */

/**
 * `bad` and `wait` are states with colours of their own. All other series take the chart colours in turn, or their own
 * `color` (from 1), so that attendants, for example, have the same colour in every chart.
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

/** The colour of each series. A state does not use up a chart colour. */
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

/** Each part's share of the total; 0 when the total is 0. */
export function sharesOf(parts: readonly Part[]): number[] {
  const whole = parts.reduce((sum, { value }) => sum + value, 0)
  return parts.map(({ value }) => (whole > 0 ? value / whole : 0))
}

/** Which line-end labels are drawn: equal values, whose lines meet, are labelled once. */
export const labelled = (values: readonly number[]): boolean[] =>
  values.map((value, at) => values.indexOf(value) === at)
