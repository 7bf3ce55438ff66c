import { useFormat } from '../../../shared/i18n/useFormat'
import { useText } from '../../../shared/i18n/useText'
import { useNow } from '../../../shared/kit/useNow'

/** The day, above the first message of it. */
export function DayMark({ at, after }: { at: string; after: string | undefined }) {
  const t = useText()
  const format = useFormat()
  const now = useNow(60_000)
  if (after !== undefined && format.isSameDay(at, after)) return null
  return <p className="handset-day">{format.isSameDay(at, now) ? t('simulator.today') : format.date(at)}</p>
}
