import { useMutation } from '@tanstack/react-query'
import { Copy, KeyRound } from 'lucide-react'
import { useState } from 'react'
import { useText } from '../i18n/useText'
import { Button } from '../kit/Button'
import { ConfirmDialog } from '../kit/ConfirmDialog'
import { IconButton } from '../kit/IconButton'
import { toast } from '../kit/toast'
import { FieldGroup } from './FieldGroup'

type Props = {
  /** Whose token it is. */
  name: string
  hint: string
  hasToken: boolean
  /** The token just generated; the dialog keeps it, so that it is still shown after switching tabs. */
  token: string | undefined
  make(): Promise<{ readonly token: string }>
  onMade(token: string): void
}

/** An API token: generated here, and shown only once. */
export function TokenField({ name, hint, hasToken, token, make, onMade }: Props) {
  const t = useText()
  const [isAsking, setAsking] = useState(false)
  const renew = useMutation({
    mutationFn: make,
    onSuccess: (made) => onMade(made.token),
    onSettled: () => setAsking(false),
    onError: toast.failure,
  })
  const copy = () => void navigator.clipboard?.writeText(token ?? '').then(() => toast.success(t('common.copied')))
  return (
    <FieldGroup label={t('kit.token.label')} hint={token ? t('kit.token.once') : hasToken ? t('kit.token.has') : hint}>
      {token && (
        <div className="flex items-center gap-2">
          <input
            className="input min-w-0 flex-1 font-mono text-sm"
            readOnly
            value={token}
            aria-label={t('kit.token.label')}
            onFocus={({ target }) => target.select()}
          />
          {navigator.clipboard && (
            <IconButton label={t('common.act.copy')} onClick={copy}>
              <Copy />
            </IconButton>
          )}
        </div>
      )}
      <Button
        size="sm"
        icon={<KeyRound />}
        className="justify-self-start"
        busy={renew.isPending}
        onClick={() => (hasToken || token ? setAsking(true) : renew.mutate())}
      >
        {hasToken || token ? t('kit.token.renew') : t('kit.token.make')}
      </Button>
      <ConfirmDialog
        open={isAsking}
        onClose={() => setAsking(false)}
        title={t('kit.token.title', { name })}
        confirm={t('kit.token.renew')}
        busy={renew.isPending}
        onConfirm={() => renew.mutate()}
      >
        {t('kit.token.text')}
      </ConfirmDialog>
    </FieldGroup>
  )
}
