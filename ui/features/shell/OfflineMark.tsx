import { OfflineNotice } from '../../shared/live/OfflineNotice'

/** In the top bar, where nothing is shown while events arrive. */
export const OfflineMark = () => (
  <span role="status" className="flex items-center gap-1.5 text-xs px-2 text-warning-ink empty:px-0 [&_svg]:size-4!">
    <OfflineNotice wordsClass="max-lg:sr-only" />
  </span>
)
