/** Named date ranges. Pure. */
import type { RangeName } from '../../../src/platform/formats'
import { addDays } from '../i18n/zoned'

/** Both days inclusive: `2026-11-01` to `2026-11-19`. */
export type DayRange = { readonly from: string; readonly to: string }

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
    case 'lastWeek': {
      const monday = addDays(today, -((new Date(today).getUTCDay() + 6) % 7))
      return { from: addDays(monday, -7), to: addDays(monday, -1) }
    }
    case 'month':
      return { from: first, to: today }
    case 'lastMonth': {
      const last = addDays(first, -1)
      return { from: `${last.slice(0, 8)}01`, to: last }
    }
  }
}
