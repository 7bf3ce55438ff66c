import { Download } from 'lucide-react'
import { useText } from '../../../shared/i18n/useText'
import { Button, buttonClass } from '../../../shared/kit/Button'

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
