import { CircleAlert, Clock } from 'lucide-react'
import type { CompanyRow } from '../../../src/operator/tenants/contract'
import { useFormat } from '../../shared/i18n/useFormat'
import { useText } from '../../shared/i18n/useText'
import { daysLeft, dueDayOf, toneOf } from './spec'

/** The day, and in words how near it is. */
export function Due({ company, now }: { company: CompanyRow; now: number }) {
  const t = useText()
  const { day } = useFormat()
  const days = daysLeft(company, now)
  if (days === null) return t('companies.due.never')
  const tone = toneOf(days)
  const date = <span className="nums">{day(dueDayOf(company))}</span>
  if (tone === 'fine') return date
  return (
    <span className="two">
      {date}
      <span className={`due due-${tone}`}>
        {tone === 'late' ? <CircleAlert /> : <Clock />}
        {days < 0
          ? t('companies.due.past', { count: -days })
          : days === 0
            ? t('companies.due.today')
            : t('companies.due.soon', { count: days })}
      </span>
    </span>
  )
}
