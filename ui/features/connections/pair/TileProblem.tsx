import { CircleAlert, QrCode } from 'lucide-react'
import { errorText, referenceOf } from '../../../shared/errorText'
import { useText } from '../../../shared/i18n/useText'
import { Button } from '../../../shared/kit/Button'
import { Reference } from '../../../shared/kit/Reference'

type Props = { words?: string; error?: unknown; busy: boolean; onRetry(): void }

/** Shown instead of a code: why there is none, and how to get one. */
export function TileProblem({ words, error, busy, onRetry }: Props) {
  const t = useText()
  const reference = referenceOf(error)
  return (
    <div className="qr-problem" role="alert">
      <CircleAlert />
      <p>{words ?? errorText(t, error)}</p>
      <Button size="sm" icon={<QrCode />} busy={busy} onClick={onRetry}>
        {t('connections.pair.newCode')}
      </Button>
      {reference && <Reference id={reference} />}
    </div>
  )
}
