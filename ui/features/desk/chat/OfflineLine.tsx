import { WifiOff } from 'lucide-react'
import { useText } from '../../../shared/i18n/useText'
import { useLiveState } from '../../../shared/live/LiveProvider'
import { PHONE, useMedia } from '../../../shared/useMedia'

/** On a phone the conversation hides the top bar, so it says itself that the connection to the server is lost. */
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
