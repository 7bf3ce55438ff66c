/** When the subscription's end is worth a warning. Pure. */
import { localDay } from '../../shared/i18n/zoned'

const DAY = 86_400_000
const WARN_BELOW = 5

/** Calendar days from today until the due date; negative when it has passed. */
export const daysUntil = (dueDate: string, timeZone: string | undefined, now = Date.now()): number =>
  Math.round((Date.parse(localDay(dueDate, timeZone)) - Date.parse(localDay(now, timeZone))) / DAY)

export const isEnding = (dueDate: string, timeZone: string | undefined, now = Date.now()): boolean =>
  daysUntil(dueDate, timeZone, now) < WARN_BELOW
