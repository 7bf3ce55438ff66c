import { CalendarDays, CalendarX2 } from 'lucide-react'
import type { Message } from '../../../../src/tickets/messages/contract'
import { useFormat } from '../../../shared/i18n/useFormat'
import { useText } from '../../../shared/i18n/useText'
import { cx } from '../../../shared/kit/cx'
import { titled } from '../rules/formatting'
import { TextBody } from './TextBody'

/** An event invitation: what, when and where. Accepting or declining is only possible on the phone. */
export function EventBody({ message }: { message: Message }) {
  const t = useText()
  const format = useFormat()
  const { title, rest } = titled(message.body)
  const { startsAt = null, endsAt = null, place = null, isCanceled = false } = message.extra?.event ?? {}
  return (
    <>
      <div className="bubble-file bubble-card">
        <span className={cx('kind', !isCanceled && 'text-primary-ink!')}>
          {isCanceled ? <CalendarX2 /> : <CalendarDays />}
        </span>
        <span className="bubble-told">
          <b dir="auto" className={cx(isCanceled && 'line-through')}>
            {title || t('tickets.kind.event')}
          </b>
          {isCanceled && <small className="font-semibold text-error-ink!">{t('messages.eventCanceled')}</small>}
          {startsAt !== null && (
            <span>
              {format.dateTime(startsAt)}
              {endsAt !== null &&
                ` – ${format.isSameDay(startsAt, endsAt) ? format.time(endsAt) : format.dateTime(endsAt)}`}
            </span>
          )}
          {place && <span dir="auto">{place}</span>}
        </span>
      </div>
      <TextBody message={message} text={rest} />
    </>
  )
}
