import { useFormat } from '../../../shared/i18n/useFormat'
import { useText } from '../../../shared/i18n/useText'
import { useNow } from '../../../shared/kit/useNow'

/** `hoje às 03:00`, for an instant within the next day. */
export function useDayWords(): (at: string) => string {
  const t = useText()
  const format = useFormat()
  const now = useNow(60_000)
  return (at) => t(`machines.${format.isSameDay(at, now) ? 'today' : 'tomorrow'}`, { time: format.time(at) })
}
