import { MapPin } from 'lucide-react'
import type { Message } from '../../../../../src/tickets/messages/contract'
import { useText } from '../../../../shared/i18n/useText'
import { mapAddress, placeOf } from '../../rules/readable'
import { BubbleMeta } from '../BubbleMeta'
import { TextBody } from '../MessageBody'

/** A place: its name, and where it is on a map. No map is drawn: nothing leaves the house by itself. */
export function PlaceBody({ message }: { message: Message }) {
  const t = useText()
  const place = placeOf(message.body)
  if (!place) return <TextBody message={message} />
  const point = `${place.latitude.toFixed(5)}, ${place.longitude.toFixed(5)}`
  return (
    <>
      <div className="bubble-file">
        <span className="kind">
          <MapPin />
        </span>
        <span className="min-w-0 flex-1">
          <b>{place.label || t('tickets.kind.location')}</b>
          <small>
            <a href={mapAddress(place)} target="_blank" rel="noopener noreferrer nofollow">
              {t('messages.openMap')}
            </a>{' '}
            · {point}
          </small>
        </span>
      </div>
      <BubbleMeta message={message} />
    </>
  )
}
