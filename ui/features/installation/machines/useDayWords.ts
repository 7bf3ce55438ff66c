import { useFormat } from '../../../shared/i18n/useFormat'
import { useText } from '../../../shared/i18n/useText'
import { useNow } from '../../../shared/kit/useNow'

/** `hoje às 03:00`, for an instant within the next day; on a button with a capital letter. */
export function useDayWords(where: 'line' | 'button' = 'line'): (at: string) => string {
  const t = useText()
  const format = useFormat()
  const now = useNow(60_000)
  return (at) => {
    const words = { time: format.time(at) }
    if (format.isSameDay(at, now)) return where === 'line' ? t('machines.today', words) : t('machines.atToday', words)
    return where === 'line' ? t('machines.tomorrow', words) : t('machines.atTomorrow', words)
  }
}
