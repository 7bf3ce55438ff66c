import { useNow } from '../../../shared/kit/useNow'
import { useDays } from '../useDays'

export function DayLabel({ at }: { at: string }) {
  const days = useDays()
  return <div className="day">{days.label(at, useNow(60_000))}</div>
}
