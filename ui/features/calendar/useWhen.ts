import { useFormat } from '../../shared/i18n/useFormat'
import { useText } from '../../shared/i18n/useText'
import { useUser } from '../../shared/session/useUser'
import { daysOf, localTimes } from './times'

/** The time of an event as text: 19/11/2026 14:00 – 14:45, or its days. */
export function useWhen() {
  const t = useText()
  const format = useFormat()
  const { timeZone } = useUser().company
  return (times: { readonly start: string; readonly end: string }): string => {
    const local = localTimes(times, timeZone)
    if (local.isAllDay) {
      const { from, to } = daysOf(local)
      return from === to ? format.day(from) : t('events.until', { from: format.day(from), to: format.day(to) })
    }
    if (format.isSameDay(times.start, times.end)) return `${format.dateTime(times.start)} – ${format.time(times.end)}`
    return t('events.until', { from: format.dateTime(times.start), to: format.dateTime(times.end) })
  }
}
