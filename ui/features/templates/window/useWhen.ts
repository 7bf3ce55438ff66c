import { useDays } from '../../../shared/i18n/useDays'
import { useText } from '../../../shared/i18n/useText'
import { dayOf } from './rules'

/** amanhã às 14:24 · ontem às 17:03 · 17/11 às 16:40 */
export function useWhen(): (at: string, now: number) => string {
  const t = useText()
  const days = useDays()
  return (at, now) => {
    const day = dayOf(at, now, (moment) => days.key(moment))
    const time = days.time(at)
    return day === 'date'
      ? t('templates.when.date', { date: days.dateBefore(at, now) ?? '', time })
      : t(`templates.when.${day}`, { time })
  }
}
