import { MapPin, Navigation } from 'lucide-react'
import type { Place } from '../../../../src/channels/contract'
import type { Message } from '../../../../src/tickets/messages/contract'
import { useText } from '../../../shared/i18n/useText'
import { BubbleMeta } from '../bubble/BubbleMeta'
import { mapAddress, pointText } from '../rules/kinds'

/**
 * A location: its name, and a link to a map. No map is shown, so that nothing is requested from third parties without a
 * click.
 */
export function PlaceBody({ message, place }: { message: Message; place: Place }) {
  const t = useText()
  const name = place.name ?? t(place.live ? 'messages.livePlace' : 'tickets.kind.location')
  return (
    <>
      <div className="bubble-file bubble-card">
        <span className="kind text-primary-ink!">{place.live ? <Navigation /> : <MapPin />}</span>
        <span className="bubble-told">
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
