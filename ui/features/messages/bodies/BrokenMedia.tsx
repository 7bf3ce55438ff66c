import { Download } from 'lucide-react'
import { useState } from 'react'
import { useText } from '../../../shared/i18n/useText'
import { Button, buttonClass } from '../../../shared/kit/Button'
import { useLiveState } from '../../../shared/live/LiveProvider'

type Props = { url: string; name: string | null; onRetry(): void }

/** The file is stored but does not open: it arrived damaged, or this browser does not support it. */
export function BrokenMedia({ url, name, onRetry }: Props) {
  const t = useText()
  return (
    <span className="media-gate" role="status">
      {t('messages.notOpened')}
      <Button size="xs" onClick={onRetry}>
        {t('common.retry')}
      </Button>
      <a className={buttonClass('plain', 'xs')} href={url} download={name ?? ''}>
        <Download />
        {t('messages.downloadIt')}
      </a>
    </span>
  )
}

/** Whether the file at an address could not be opened. Reset by another address, another attempt, or a reconnection. */
export function useBroken(url: string) {
  const [brokenUrl, setBroken] = useState<string | null>(null)
  const isLive = useLiveState() === 'live'
  const [wasLive, setWasLive] = useState(isLive)
  if (isLive !== wasLive) {
    setWasLive(isLive)
    if (isLive) setBroken(null)
  }
  return { isBroken: brokenUrl === url, onError: () => setBroken(url), retry: () => setBroken(null) }
}
