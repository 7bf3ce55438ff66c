import { Copy, TriangleAlert } from 'lucide-react'
import { useState } from 'react'
import type { Webhook } from '../../../src/features/webhooks/contract'
import { useText } from '../../shared/i18n/useText'
import { Button } from '../../shared/kit/Button'
import { Dialog } from '../../shared/kit/Dialog'
import { Note } from '../../shared/kit/Note'
import { toast } from '../../shared/kit/toast'
import { addressOf } from './spec'

type Props = { webhook: Webhook; secret: string; isNew: boolean; onClose(): void }

/** Shows the secret, only once. Closes when the user confirms that it is stored. */
export function SecretDialog({ webhook: { url }, secret, isNew, onClose }: Props) {
  const t = useText()
  const [isStored, setStored] = useState(false)
  const copy = () => void navigator.clipboard?.writeText(secret).then(() => toast.success(t('common.copied')))
  return (
    <Dialog
      open
      onClose={() => isStored && onClose()}
      title={
        <span className="two">
          <span>{t('webhooks.secret.name')}</span>
          <small className="font-normal text-faint">{addressOf(url)}</small>
        </span>
      }
      footer={
        <>
          {!isNew && <span className="mr-auto text-sm text-faint">{t('webhooks.secret.oldValid')}</span>}
          <Button tone="plain" disabled={!isStored} onClick={onClose}>
            {t('webhooks.secret.done')}
          </Button>
        </>
      }
    >
      <div className="dialog-body grid gap-4">
        <Note icon={<TriangleAlert />}>{t('webhooks.secret.once')}</Note>
        <div className="flex gap-2">
          <input
            className="input min-w-0 flex-1 font-mono text-sm"
            readOnly
            value={secret}
            aria-label={t('webhooks.secret.name')}
            onFocus={({ target }) => target.select()}
          />
          {navigator.clipboard && (
            <Button tone="primary" icon={<Copy />} onClick={copy}>
              {t('common.act.copy')}
            </Button>
          )}
        </div>
        <div className="grid gap-1.5">
          <p className="text-xs text-muted">{t('webhooks.secret.check')}</p>
          <pre className="hook-code">
            {`webhook-id: evt_019ac1f0…\nwebhook-timestamp: 1795109521\nwebhook-signature: v1,${t('webhooks.secret.formula')}`}
          </pre>
        </div>
        <label className="flex cursor-pointer items-center gap-2 text-sm">
          <input
            type="checkbox"
            className="checkbox checkbox-primary checkbox-sm"
            checked={isStored}
            onChange={({ target }) => setStored(target.checked)}
          />
          {t('webhooks.secret.stored')}
        </label>
      </div>
    </Dialog>
  )
}
