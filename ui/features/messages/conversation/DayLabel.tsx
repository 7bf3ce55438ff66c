import { useDays } from '../../../shared/i18n/useDays'
import { useNow } from '../../../shared/kit/useNow'

export function DayLabel({ at }: { at: string }) {
  const days = useDays()
  return <div className="day">{days.label(at, useNow(60_000))}</div>
}
