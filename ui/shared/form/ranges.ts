/** Named date ranges. Pure. */
import { addDays } from '../i18n/zoned'

/** Both days inclusive: `2026-11-01` to `2026-11-19`. */
export type DayRange = { readonly from: string; readonly to: string }

export const rangeNames = ['today', 'yesterday', 'week', 'month', 'lastMonth'] as const
export type RangeName = (typeof rangeNames)[number]

/** The days of a named range, relative to `today`. */
export function rangeOf(name: RangeName, today: string): DayRange {
  const first = `${today.slice(0, 8)}01`
  switch (name) {
    case 'today':
      return { from: today, to: today }
    case 'yesterday':
      return { from: addDays(today, -1), to: addDays(today, -1) }
    case 'week':
      return { from: addDays(today, -6), to: today }
    case 'month':
      return { from: first, to: today }
    case 'lastMonth': {
      const last = addDays(first, -1)
      return { from: `${last.slice(0, 8)}01`, to: last }
    }
  }
}
