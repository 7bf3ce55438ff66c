import { NIGHT } from './contract'

/** Pure. */
export function isNight(timeZone: string, now: number): boolean {
  const at = Temporal.Instant.fromEpochMilliseconds(now)
    .toZonedDateTimeISO(timeZone)
    .toPlainTime()
    .toString()
    .slice(0, 5)
  return at >= NIGHT.from || at < NIGHT.to
}
