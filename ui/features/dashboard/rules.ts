/** Calculations on the dashboard's figures. Pure. */
import type { AttendantFigures, Point } from '../../../src/features/dashboard/contract'
import { sortRows } from '../../shared/table/view'
import type { DashboardView } from './view'

/** The relative change of a figure against the period before; null if there is nothing to compare. */
export const changeOf = (now: number, before: number): number | null => (before === 0 ? null : (now - before) / before)

/** Above it, a percentage says less than the two figures. */
export const isManifold = (change: number): boolean => change >= 2

/** The usual hours, extended to all with activity, so that a quiet night is not drawn. */
export function busyHours(points: readonly Point[]): readonly Point[] {
  const isBusy = ({ total, closed, received, sent }: Point) => total + closed + received + sent > 0
  const [first, last] = [points.findIndex(isBusy), points.findLastIndex(isBusy)]
  const [from, to] = first < 0 ? [8, 18] : [Math.min(first, 8), Math.max(last, 18)]
  return points[0]?.hour == null ? points : points.filter(({ hour }) => hour !== null && hour >= from && hour <= to)
}

export const peakOf = (points: readonly Point[]): Point | undefined =>
  points.reduce<Point | undefined>((best, one) => (one.total > (best?.total ?? 0) ? one : best), undefined)

/** Maximum of points in a line; more days are grouped. */
const MOST_POINTS = 10

/** Values of a sparkline, without future hours. Empty if all values are zero. */
export function sparkOf(points: readonly Point[], of: (point: Point) => number | null): number[] {
  const shown = busyHours(points)
  const last = shown.findLastIndex(({ total, closed, received, sent }) => total + closed + received + sent > 0)
  const values = shown.slice(0, last + 1).map((point) => of(point) ?? 0)
  if (values.every((value) => value === 0)) return []
  const together = Math.ceil(values.length / MOST_POINTS)
  return Array.from({ length: Math.ceil(values.length / together) }, (_, at) => {
    const part = values.slice(at * together, (at + 1) * together)
    return part.reduce((sum, value) => sum + value, 0) / part.length
  })
}

const orZero = (of: (one: AttendantFigures) => number | null) => (a: AttendantFigures, b: AttendantFigures) =>
  (of(b) ?? -1) - (of(a) ?? -1)

/** By closed tickets unless sorted otherwise; inactive users last. */
export const sortedAttendants = (rows: readonly AttendantFigures[], view: DashboardView): AttendantFigures[] =>
  sortRows(
    rows,
    view,
    {
      name: (a, b) => a.name.localeCompare(b.name),
      open: orZero(({ open }) => open),
      closed: (a, b) => b.closed - a.closed || b.open - a.open || a.name.localeCompare(b.name),
      wait: orZero(({ avgWaitTime }) => avgWaitTime),
      support: orZero(({ avgSupportTime }) => avgSupportTime),
      rating: orZero(({ rating }) => rating),
    },
    'closed',
  )
