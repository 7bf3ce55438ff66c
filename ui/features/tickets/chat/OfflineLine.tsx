import { WifiOff } from 'lucide-react'
import { useText } from '../../../shared/i18n/useText'
import { useLiveState } from '../../../shared/live/LiveProvider'
import { PHONE, useMedia } from '../../../shared/useMedia'

/** On a phone a conversation hides the top bar: it says itself that no news arrive. */
export function OfflineLine() {
  const t = useText()
  const isOffline = useLiveState() === 'reconnecting'
  const isPhone = useMedia(PHONE)
  return (
    <p role="status" className="offline-line">
      {isOffline && isPhone && (
        <>
          <WifiOff />
          {t('shell.offline')}
        </>
      )}
    </p>
  )
}
