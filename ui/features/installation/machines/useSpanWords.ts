import { useFormat } from '../../../shared/i18n/useFormat'
import { useText } from '../../../shared/i18n/useText'
import { useNow } from '../../../shared/kit/useNow'

const DAY = 24 * 60 * 60_000

/** `5 dias`, or `3 min`: the time since an instant. */
export function useSpanWords(): (since: string) => string {
  const t = useText()
  const { number, span } = useFormat()
  const now = useNow(15_000)
  return (since) => {
    const ms = Math.max(0, now - Date.parse(since))
    const days = Math.floor(ms / DAY)
    return days > 1 ? t('machines.days', { n: number(days), count: days }) : span(ms / 1000)
  }
}
