import { Link } from '@tanstack/react-router'
import { useAtom } from 'jotai/react'
import { CircleAlert, Clock, X } from 'lucide-react'
import { useEffect } from 'react'
import { payInvoices } from '../../../src/features/billing/contract'
import { text } from '../../shared/i18n/language'
import { useFormat } from '../../shared/i18n/useFormat'
import { useText } from '../../shared/i18n/useText'
import { localDay } from '../../shared/i18n/zoned'
import { IconButton } from '../../shared/kit/IconButton'
import { Rich } from '../../shared/kit/Rich'
import { toast } from '../../shared/kit/toast'
import { storedOfPerson } from '../../shared/session/ofPerson'
import { useMay, useUser } from '../../shared/session/useUser'
import { daysUntil, isEnding } from './subscription'

const hiddenOnAtom = storedOfPerson<string>('subscription.hiddenOn', '', (value) => typeof value === 'string')

/** The last days before the due date, on every page: amber, and may be hidden for a day; red on the day itself. */
export function SubscriptionStrip() {
  const t = useText()
  const format = useFormat()
  const { company, support: isGuest } = useUser()
  const { dueDate, timeZone } = company
  const mayPay = useMay()(payInvoices)
  const [hiddenOn, hide] = useAtom(hiddenOnAtom)
  const today = localDay(Date.now(), timeZone)
  const days = daysUntil(dueDate, timeZone)
  const isLast = days <= 0
  useWarning()
  // It is not for the operator who visits.
  if (!isEnding(dueDate, timeZone) || isGuest || (!isLast && hiddenOn === today)) return null
  const date = format.date(dueDate)
  return (
    <aside
      className={isLast ? 'status-strip status-strip-error' : 'status-strip status-strip-warn'}
      aria-label={t('subscription.name')}
    >
      {isLast ? <CircleAlert /> : <Clock />}
      <span>
        <Rich text={isLast ? t('subscription.today', { date }) : t('subscription.soon', { count: days, date })} />
      </span>
      {mayPay && (
        <Link className="font-semibold underline ml-auto whitespace-nowrap" to="/checkout" search={{}}>
          {t('subscription.pay')}
        </Link>
      )}
      {!isLast && (
        <IconButton label={t('subscription.hide')} size="xs" onClick={() => hide(today)}>
          <X />
        </IconButton>
      )}
    </aside>
  )
}

/** Once after sign-in, also where the strip is hidden. */
function useWarning() {
  const { dueDate, timeZone } = useUser().company
  useEffect(() => {
    const days = daysUntil(dueDate, timeZone)
    if (days > 0 && isEnding(dueDate, timeZone)) toast.warning(text()('subscription.ends', { count: days }), 8000)
  }, [dueDate, timeZone])
}
