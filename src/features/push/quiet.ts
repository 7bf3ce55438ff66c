/** When people are left in peace. Pure. */
import { isOnDuty } from '../../users/hours'
import type { User } from '../../users/tables'
import type { PushSettings } from './contract'

/** Every day from `from` to `to`, past midnight if `to` is earlier. */
export function isQuietAt(quiet: PushSettings['quiet'], timeZone: string, now: number): boolean {
  if (!quiet || quiet.from === quiet.to) return false
  const { hour, minute } = Temporal.Instant.fromEpochMilliseconds(now).toZonedDateTimeISO(timeZone)
  const at = `${String(hour).padStart(2, '0')}:${String(minute).padStart(2, '0')}`
  return quiet.from < quiet.to ? quiet.from <= at && at < quiet.to : quiet.from <= at || at < quiet.to
}

type Person = Pick<User, 'profile' | 'hours' | 'status'>

/** Outside of their working hours, in their quiet hours, and while they are away. */
export const wantsPeace = (person: Person, { quiet }: PushSettings, timeZone: string, now: number): boolean =>
  person.status === 'away' || !isOnDuty(person, timeZone, now) || isQuietAt(quiet, timeZone, now)
