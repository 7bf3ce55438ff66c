import { CloudOff, RotateCw } from 'lucide-react'
import type { ReactNode } from 'react'
import { errorText, referenceOf } from '../errorText'
import { useText } from '../i18n/useText'
import { Button } from './Button'
import { Reference } from './Reference'

type Props = { error: unknown; onRetry(): void; title?: ReactNode }

/** A failed load: what happened, a retry button, and the error reference. */
export function ErrorState({ error, onRetry, title }: Props) {
  const t = useText()
  const reference = referenceOf(error)
  return (
    <div className="blank" role="alert">
      <CloudOff />
      <h3>{title ?? t('common.error.title')}</h3>
      <p>{errorText(t, error)}</p>
      <Button size="sm" icon={<RotateCw />} onClick={onRetry}>
        {t('common.retry')}
      </Button>
      {reference && <Reference id={reference} />}
    </div>
  )
}
