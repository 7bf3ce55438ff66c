import { CalendarDays, CalendarX2, MapPin, Navigation, ShoppingBag, ShoppingCart } from 'lucide-react'
import type { Place } from '../../../../src/channels/contract'
import type { Message } from '../../../../src/tickets/messages/contract'
import { locales } from '../../../shared/i18n/languages'
import { useFormat } from '../../../shared/i18n/useFormat'
import { useText } from '../../../shared/i18n/useText'
import { classes } from '../../../shared/kit/classes'
import { BubbleMeta } from '../bubble/BubbleMeta'
import { titled } from '../rules/formatting'
import { mapAddress, pointText, priceText } from '../rules/kinds'
import { TextBody } from './TextBody'

/**
 * A location: its name, and a link to a map. No map is embedded, so that third parties get no request without a click.
 */
export function LocationBody({ message, place }: { message: Message; place: Place }) {
  const t = useText()
  const name = place.name ?? t(place.live ? 'messages.livePlace' : 'tickets.kind.location')
  return (
    <>
      <div className="bubble-file bubble-card">
        <span className="kind text-primary-ink!">{place.live ? <Navigation /> : <MapPin />}</span>
        <span className="bubble-caption">
          <b dir="auto">{name}</b>
          {place.address && <span dir="auto">{place.address}</span>}
          {place.live && <small>{place.name ? t('messages.livePlaceNote') : t('messages.livePlaceStart')}</small>}
          <small>{pointText(place)}</small>
          <a href={mapAddress(place)} target="_blank" rel="noopener noreferrer nofollow">
            {t('messages.openMap')}
          </a>
        </span>
      </div>
      <BubbleMeta message={message} />
    </>
  )
}

/** An event invitation: what, when and where. Accepting or declining is only possible on the phone. */
export function EventBody({ message }: { message: Message }) {
  const t = useText()
  const format = useFormat()
  const { title, rest } = titled(message.body)
  const { startsAt = null, endsAt = null, place = null, isCanceled = false } = message.extra?.event ?? {}
  return (
    <>
      <div className="bubble-file bubble-card">
        <span className={classes('kind', !isCanceled && 'text-primary-ink!')}>
          {isCanceled ? <CalendarX2 /> : <CalendarDays />}
        </span>
        <span className="bubble-caption">
          <b dir="auto" className={classes(isCanceled && 'line-through')}>
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

/** A product or an order: name, quantity, price. */
export function ProductBody({ message }: { message: Message }) {
  const t = useText()
  const isOrder = message.mediaType === 'order'
  const { title, rest } = titled(message.body)
  const { price } = message.extra ?? {}
  const cost = price && priceText(price, locales[t.language])
  const { media, mediaUrl } = message
  const picture = mediaUrl && media?.state === 'ready' ? mediaUrl : media?.thumbnail
  return (
    <>
      <div className="bubble-file bubble-card">
        {picture ? (
          <img className="product-picture" src={picture} alt="" loading="lazy" decoding="async" />
        ) : (
          <span className="kind text-primary-ink!">{isOrder ? <ShoppingCart /> : <ShoppingBag />}</span>
        )}
        <span className="bubble-caption">
          <b dir="auto">{title || t(isOrder ? 'tickets.kind.order' : 'tickets.kind.product')}</b>
          {price?.count != null && <span>{t('messages.items', { count: price.count })}</span>}
          {cost && <span className="nums font-semibold">{cost}</span>}
        </span>
      </div>
      <TextBody message={message} text={rest} />
    </>
  )
}
