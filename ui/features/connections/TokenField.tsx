import { useMutation } from '@tanstack/react-query'
import { Copy, KeyRound } from 'lucide-react'
import { useState } from 'react'
import type { ConnectionSummary } from '../../../src/channels/connections/contract'
import { FieldGroup } from '../../shared/form/FieldGroup'
import { useText } from '../../shared/i18n/useText'
import { Button } from '../../shared/kit/Button'
import { ConfirmDialog } from '../../shared/kit/ConfirmDialog'
import { IconButton } from '../../shared/kit/IconButton'
import { toast } from '../../shared/kit/toast'
import { renewToken } from './api'

type Props = {
  connection: ConnectionSummary
  /** Just made. */
  token: string | undefined
  onMade(token: string): void
}

/** The key with which other programs write over the connection: made here, and shown this once. */
export function TokenField({ connection: { id, name, hasToken }, token, onMade }: Props) {
  const t = useText()
  const [isAsking, ask] = useState(false)
  const renew = useMutation({
    mutationFn: () => renewToken(id),
    onSuccess: (made) => onMade(made.token),
    onSettled: () => ask(false),
    onError: toast.failure,
  })
  const copy = () => void navigator.clipboard?.writeText(token ?? '').then(() => toast.success(t('common.copied')))
  return (
    <FieldGroup
      label={t('connections.token.label')}
      hint={token ? t('connections.token.once') : hasToken ? t('connections.token.has') : t('connections.token.hint')}
    >
      {token && (
        <div className="flex items-center gap-2">
          <input
            className="input min-w-0 flex-1 font-mono text-sm"
            readOnly
            value={token}
            aria-label={t('connections.token.label')}
            onFocus={({ target }) => target.select()}
          />
          {navigator.clipboard && (
            <IconButton label={t('connections.pair.copy')} onClick={copy}>
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
        onClick={() => (hasToken || token ? ask(true) : renew.mutate())}
      >
        {hasToken || token ? t('connections.token.renew') : t('connections.token.make')}
      </Button>
      <ConfirmDialog
        open={isAsking}
        onClose={() => ask(false)}
        title={t('connections.token.title', { name })}
        confirm={t('connections.token.renew')}
        busy={renew.isPending}
        onConfirm={() => renew.mutate()}
      >
        {t('connections.token.text')}
      </ConfirmDialog>
    </FieldGroup>
  )
}
