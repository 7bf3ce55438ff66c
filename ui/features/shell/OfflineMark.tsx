import { WifiOff } from 'lucide-react'
import { useText } from '../../shared/i18n/useText'
import { useLiveState } from '../../shared/live/LiveProvider'

/** The connection to the server is lost: said calmly, because it is restored automatically. */
export function OfflineMark() {
  const t = useText()
  const offline = useLiveState() === 'reconnecting'
  return (
    <span role="status" className="flex items-center gap-1.5 text-xs px-2 text-warning-ink empty:px-0">
      {offline && (
        <>
          <WifiOff className="size-4!" />
          <span className="max-lg:sr-only">{t('shell.offline')}</span>
        </>
      )}
    </span>
  )
}
