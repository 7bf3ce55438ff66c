import { WifiOff } from 'lucide-react'
import { useText } from '../i18n/useText'
import { Note } from './Note'

/** Says that the shown data could not be refreshed, and offers a retry. */
export function StaleNote({ onRetry }: { onRetry(): void }) {
  const t = useText()
  const retry = (
    <button type="button" onClick={onRetry}>
      {t('common.retry')}
    </button>
  )
  return (
    <Note tone="error" role="alert" icon={<WifiOff />} className="rounded-none" action={retry}>
      {t('common.error.stale')}
    </Note>
  )
}
