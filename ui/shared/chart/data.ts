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
/** Each row has one value for each series. `ticks` are the values of a scale with fixed ends. */
export type ChartData = {
  readonly series: readonly Series[]
  readonly rows: readonly ChartRow[]
  readonly ticks?: readonly number[]
}
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

/** Of a line's label at its end, in pixels; and of the chart's plot, as its styles size it. */
const LABEL = 14
const PLOT = 170

/**
 * How far each label at the end of a line is moved, in pixels downwards, so that none covers another. Undefined: not
 * drawn, because the lines of equal values meet. `most` is the highest value drawn.
 */
export function labelShifts(ends: readonly number[], most: number): (number | undefined)[] {
  const heights = [...new Set(ends)]
    .sort((a, b) => b - a)
    .map((value) => ({ value, own: most > 0 ? (1 - value / most) * PLOT : PLOT, at: 0 }))
  let free = -LABEL
  for (const one of heights) {
    one.at = Math.max(one.own, free)
    free = one.at + LABEL
  }
  let limit = PLOT
  for (const one of heights.toReversed()) {
    one.at = Math.min(one.at, limit)
    limit = one.at - LABEL
  }
  const shifts = new Map(heights.map(({ value, own, at }) => [value, at - own]))
  return ends.map((value, at) => (ends.indexOf(value) === at ? shifts.get(value) : undefined))
}
