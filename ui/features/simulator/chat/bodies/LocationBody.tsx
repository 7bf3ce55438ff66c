import { MapPin } from 'lucide-react'
import type { MessageView } from '../../../../../src/simulator/contract'
import { useText } from '../../../../shared/i18n/useText'
import { Meta } from '../Meta'

/** A location. No map is fetched: nothing leaves this machine. */
export function LocationBody({ message }: { message: MessageView }) {
  const t = useText()
  const { text, place } = message
  return (
    <>
      <div className="bubble-place" aria-hidden="true">
        <MapPin />
      </div>
      <p>
        {text || t(place?.live ? 'simulator.livePlace' : 'simulator.kind.location')}
        {place && (
          <small className="nums block text-xs text-faint">
            {place.latitude.toFixed(4)}, {place.longitude.toFixed(4)}
          </small>
        )}{' '}
        <Meta message={message} />
      </p>
    </>
  )
}
