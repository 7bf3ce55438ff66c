import { useDays } from '../../shared/i18n/useDays'
import { useText } from '../../shared/i18n/useText'

const DAY = 24 * 3_600_000

/** "hoje, 14:00", "amanhã, 09:00", "17/11, 09:00" */
export function useDueWords(): (at: string, now: number) => string {
  const t = useText()
  const days = useDays()
  return (at, now) => {
    const day =
      days.key(at) === days.key(now + DAY) ? t('tasks.tomorrow') : (days.dateBefore(at, now) ?? t('common.today'))
    return `${day}, ${days.time(at)}`
  }
}
