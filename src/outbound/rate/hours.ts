/** When campaigns may send, by the company's clock. Pure. */
import type { DayHours, WeekHours } from '../../hours/contract'
import { closesAt, isOpenAt, type OpeningHours, opensAt } from '../../hours/opening'
import { type Period, periodOfDay } from '../../platform/days'
import { DAY } from '../../platform/time'
import type { CampaignSettings } from '../contract'

type Times = Pick<CampaignSettings, 'sendFrom' | 'sendTo' | 'sendDays'>

const weekOf = ({ sendFrom, sendTo, sendDays }: Times): WeekHours => {
  const hours: DayHours = sendFrom === sendTo ? { from: '00:00', to: '23:59' } : { from: sendFrom, to: sendTo }
  // A week of opening hours begins on Monday; `sendDays` count from Sunday.
  const days = [1, 2, 3, 4, 5, 6, 0].map((day) => (sendDays.includes(day) ? hours : null))
  return { same: false, every: hours, days }
}

/** `daysOff` holds dates such as 2026-12-25. */
export const sendingHours = (times: Times, timeZone: string, daysOff?: ReadonlySet<string>): OpeningHours => ({
  week: weekOf(times),
  timeZone,
  isHoliday: (day) => daysOff?.has(day) ?? false,
})

/** Returns `now` if open, else the next opening time; null if there is none. */
export function openFrom(hours: OpeningHours, now: number): number | null {
  const known = open.get(hours)
  if (known && known.from <= now && now < known.to) return now
  if (!isOpenAt(hours, now)) return opensAt(hours, now)
  open.set(hours, { from: now, to: closesAt(hours, now) ?? now + DAY })
  return now
}
/** The last open period found for each: asking the calendar takes longer than sending a message. */
const open = new WeakMap<OpeningHours, Period>()

export type Today = Period & {
  /** Such as 2026-11-21. */
  readonly day: string
}

export function dayAt(now: number, timeZone: string): Today {
  const known = days.get(timeZone)
  if (known && known.from <= now && now < known.to) return known
  const day = Temporal.Instant.fromEpochMilliseconds(now).toZonedDateTimeISO(timeZone).toPlainDate().toString()
  const found = { day, ...(periodOfDay(day, timeZone) ?? { from: now, to: now + DAY }) }
  days.set(timeZone, found)
  return found
}
/** The latest day computed for each time zone. */
const days = new Map<string, Today>()
