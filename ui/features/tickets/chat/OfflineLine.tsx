import { OfflineNotice } from '../../../shared/live/OfflineNotice'
import { PHONE, useMedia } from '../../../shared/useMedia'

/** On a phone the conversation hides the top bar, so it says itself that no events arrive. */
export function OfflineLine() {
  const isPhone = useMedia(PHONE)
  return (
    <p role="status" className="offline-line">
      {isPhone && <OfflineNotice />}
    </p>
  )
}
