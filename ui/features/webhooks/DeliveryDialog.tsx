import { RotateCw } from 'lucide-react'
import type { WebhookDelivery } from '../../../src/features/webhooks/contract'
import { useFormat } from '../../shared/i18n/useFormat'
import { useText } from '../../shared/i18n/useText'
import { Button } from '../../shared/kit/Button'
import { Dialog } from '../../shared/kit/Dialog'
import { LoadDialog } from '../../shared/kit/LoadDialog'
import { StatusDot } from '../../shared/kit/StatusDot'
import { deliveryQuery } from './api'

type Props = { delivery: WebhookDelivery; canSend: boolean; onAgain(): void; onClose(): void }

/** Request, response and every attempt. */
export function DeliveryDialog({ delivery, canSend, onAgain, onClose }: Props) {
  const t = useText()
  const format = useFormat()
  const title = t('webhooks.body.title')
  return (
    <LoadDialog query={deliveryQuery(delivery)} title={title} onClose={onClose}>
      {({ delivery: { eventId, history }, body, answer }) => (
        <Dialog
          open
          onClose={onClose}
          title={title}
          size="lg"
          footer={
            <Button tone="plain" icon={<RotateCw />} disabled={!canSend} onClick={onAgain}>
              {t('webhooks.again.action')}
            </Button>
          }
        >
          <div className="dialog-body grid gap-4">
            <p className="font-mono text-xs text-faint">webhook-id: {eventId}</p>
            <pre className="hook-code">{pretty(body)}</pre>
            <h3 className="text-sm font-medium">{t('webhooks.body.answer')}</h3>
            {answer ? (
              <pre className="hook-code">{answer}</pre>
            ) : (
              <p className="text-sm text-muted">{t('webhooks.body.noAnswer')}</p>
            )}
            {history.length > 0 && (
              <ol className="grid gap-1 text-sm" aria-label={t('webhooks.column.attempts')}>
                {history.map((one) => (
                  <li key={one.at} className="flex gap-4">
                    <time className="nums">{format.shortDateTime(one.at)}</time>
                    <StatusDot tone={one.fault === null ? 'ok' : 'bad'}>
                      {one.status ?? (one.fault && t(`webhooks.fault.${one.fault}`))}
                    </StatusDot>
                    <span className="nums ml-auto">{format.number(one.took)} ms</span>
                  </li>
                ))}
              </ol>
            )}
          </div>
        </Dialog>
      )}
    </LoadDialog>
  )
}

const pretty = (body: string): string => {
  try {
    return JSON.stringify(JSON.parse(body), null, 2)
  } catch {
    return body
  }
}
