/** Calculations on the reports' figures. Pure. */
import type { ReportFigures, ReportHours, ReportSummary } from '../../../src/features/reports/contract'
import type { ReportsView, Sort } from './view'

/**
 * Whether the charts above the list count the same tickets: they are drawn from sums by hour of opening, queue,
 * attendant and connection.
 */
export const canChart = ({ anytime, by, search, status, tag, contact, rated }: Partial<ReportsView>): boolean =>
  !anytime && !by && !search && !status && !tag && contact === undefined && !rated

type Row = ReportSummary['rows'][number]

const figureOf = {
  opened: 'opened',
  closed: 'closed',
  wait: 'avgWaitTime',
  support: 'avgSupportTime',
  received: 'received',
  sent: 'sent',
  rating: 'rating',
  satisfied: 'satisfied',
  asked: 'asked',
  answered: 'answered',
  promoters: 'promoters',
  passives: 'passives',
  detractors: 'detractors',
  nps: 'nps',
} as const satisfies Record<Exclude<Sort, 'name'>, keyof ReportFigures>

/** Names from A, figures from the highest; rows without the figure, and the one without a name, are last. */
export function sortedRows(rows: readonly Row[], { sort = 'opened', desc }: Pick<ReportsView, 'sort' | 'desc'>): Row[] {
  const turn = desc ? -1 : 1
  if (sort === 'name')
    return rows.toSorted(
      (a, b) => Number(a.name === null) - Number(b.name === null) || turn * (a.name ?? '').localeCompare(b.name ?? ''),
    )
  const figure = figureOf[sort]
  return rows.toSorted((a, b) => {
    const [one, other] = [a[figure], b[figure]]
    if (one === null || other === null) return Number(one === null) - Number(other === null)
    return turn * (other - one)
  })
}

export type Heat = {
  readonly rows: readonly { readonly weekday: number; readonly values: readonly number[] }[]
  readonly columns: readonly number[]
  /** The hottest value. */
  readonly top: number
  readonly weeks: number
  readonly isMean: boolean
  readonly busiest: { readonly weekday: number; readonly hour: number; readonly value: number } | undefined
}

/** The usual working day; extended to hours with activity. */
const [FIRST, LAST] = [7, 19]

/** Means for each hour of each weekday; sums if every mean is below one. */
export function heatOf({ cells, days }: ReportHours): Heat {
  const weekdays = (weekday: number) => Math.max(1, days[weekday - 1] ?? 0)
  const isMean = cells.some(({ weekday, opened }) => opened >= weekdays(weekday))
  const often = (weekday: number) => (isMean ? weekdays(weekday) : 1)
  const values = cells.map(({ weekday, hour, opened }) => ({ weekday, hour, value: opened / often(weekday) }))
  const first = Math.min(FIRST, ...cells.map(({ hour }) => hour))
  const last = Math.max(LAST, ...cells.map(({ hour }) => hour))
  const columns = Array.from({ length: last - first + 1 }, (_, at) => first + at)
  const at = (weekday: number, hour: number) =>
    values.find((one) => one.weekday === weekday && one.hour === hour)?.value ?? 0
  const busiest = values.reduce<Heat['busiest']>(
    (best, one) => (one.value > (best?.value ?? 0) ? one : best),
    undefined,
  )
  return {
    rows: [1, 2, 3, 4, 5, 6, 7].map((weekday) => ({ weekday, values: columns.map((hour) => at(weekday, hour)) })),
    columns,
    top: busiest?.value ?? 1,
    weeks: Math.max(1, ...days),
    isMean,
    busiest,
  }
}

/** The rows of a page, counted from 1. */
export const rangeOf = (page: number, size: number, total: number) => ({
  from: total === 0 ? 0 : (page - 1) * size + 1,
  to: Math.min(page * size, total),
})
