import { useQuery } from '@tanstack/react-query'
import { Ban, KeyRound, Pencil, Plus } from 'lucide-react'
import { useState } from 'react'
import type { ApiToken } from '../../../src/features/external-api/contract'
import { useFormat } from '../../shared/i18n/useFormat'
import { useText } from '../../shared/i18n/useText'
import { Button } from '../../shared/kit/Button'
import { ConfirmDialog } from '../../shared/kit/ConfirmDialog'
import { CopyButton } from '../../shared/kit/CopyButton'
import { Dialog } from '../../shared/kit/Dialog'
import { EmptyState } from '../../shared/kit/EmptyState'
import { ErrorState } from '../../shared/kit/ErrorState'
import { IconButton } from '../../shared/kit/IconButton'
import { Skeleton } from '../../shared/kit/Skeleton'
import { toast } from '../../shared/kit/toast'
import { useNow } from '../../shared/kit/useNow'
import type { Rows } from '../../shared/live/useCrud'
import { connectionsQuery, queuesQuery } from '../directory/api'
import { revokeApiToken } from './api'
import { isExpired } from './spec'
import { TokenForm } from './TokenForm'

type Props = { rows: Rows<ApiToken>; onClose(): void }

/** The tokens: created, changed and revoked. A new one is shown once. */
export function TokensDialog({ rows, onClose }: Props) {
  const t = useText()
  const [edited, setEdited] = useState<ApiToken | 'new' | null>(null)
  const [secret, setSecret] = useState<{ name: string; secret: string } | null>(null)
  const [doomed, setDoomed] = useState<ApiToken | null>(null)
  const [isBusy, setBusy] = useState(false)

  async function revoke(token: ApiToken) {
    setBusy(true)
    try {
      await revokeApiToken(token.id)
      toast.success(t('messagesApi.token.revoked', { name: token.name }))
    } catch (failure) {
      toast.failure(failure)
    }
    setBusy(false)
    setDoomed(null)
  }

  if (secret) return <SecretDialog {...secret} onClose={() => setSecret(null)} />
  if (edited)
    return (
      <TokenForm
        {...(edited !== 'new' && { token: edited })}
        onMade={(name, made) => setSecret({ name, secret: made })}
        onClose={() => setEdited(null)}
      />
    )
  return (
    <Dialog
      open
      size="lg"
      onClose={onClose}
      title={t('messagesApi.token.title')}
      footer={
        <Button tone="primary" icon={<Plus />} onClick={() => setEdited('new')}>
          {t('messagesApi.token.new')}
        </Button>
      }
    >
      <div className="dialog-body">
        <p className="mb-2 text-sm text-muted">{t('messagesApi.token.intro')}</p>
        {rows.error && <ErrorState error={rows.error} onRetry={rows.retry} />}
        {!rows.all && !rows.error && <Skeleton className="h-32 w-full" />}
        {rows.all?.length === 0 && (
          <EmptyState icon={<KeyRound />} title={t('messagesApi.token.none')}>
            {t('messagesApi.token.noneText')}
          </EmptyState>
        )}
        <ul className="api-tokens">
          {rows.all?.map((token) => (
            <TokenRow key={token.id} token={token} onEdit={() => setEdited(token)} onRevoke={() => setDoomed(token)} />
          ))}
        </ul>
      </div>
      <ConfirmDialog
        open={doomed !== null}
        onClose={() => setDoomed(null)}
        title={t('messagesApi.token.revokeTitle', { name: doomed?.name ?? '' })}
        confirm={t('messagesApi.token.revokeIt')}
        tone="danger"
        busy={isBusy}
        onConfirm={() => doomed && void revoke(doomed)}
      >
        {t('messagesApi.token.revokeText')}
      </ConfirmDialog>
    </Dialog>
  )
}

type RowProps = { token: ApiToken; onEdit(): void; onRevoke(): void }

function TokenRow({ token, onEdit, onRevoke }: RowProps) {
  const t = useText()
  const format = useFormat()
  const now = useNow(15_000)
  const { name, prefix, scopes, isMain, revokedAt, expiresAt, lastUsedAt } = token
  const state =
    revokedAt !== null
      ? t('messagesApi.token.revokedAt', { date: format.date(revokedAt) })
      : expiresAt === null
        ? null
        : t(isExpired(token, now) ? 'messagesApi.token.expired' : 'messagesApi.token.expires', {
            date: format.date(expiresAt),
          })
  const used =
    lastUsedAt === null
      ? t('messagesApi.token.neverUsed')
      : t('messagesApi.token.used', { when: format.ago(lastUsedAt, now) })
  const words = [useTargetName(token), scopes.map((scope) => t(`messagesApi.token.scope.${scope}`)).join(', '), used]
  return (
    <li data-off={revokedAt !== null || isExpired(token, now) || undefined}>
      <KeyRound className="text-faint" />
      <div>
        <b>{name}</b> {prefix && <code>{prefix}…</code>} {state && <em>{state}</em>}
        <small>{[...words, isMain && t('messagesApi.token.main')].filter(Boolean).join(' · ')}</small>
      </div>
      {revokedAt === null && (
        <span className="flex">
          <IconButton label={t('messagesApi.token.edit', { name })} onClick={onEdit}>
            <Pencil />
          </IconButton>
          <IconButton label={t('messagesApi.token.revoke', { name })} onClick={onRevoke}>
            <Ban />
          </IconButton>
        </span>
      )}
    </li>
  )
}

/** The token's connection or queue, or the company. */
function useTargetName({ whatsappId, queueId }: ApiToken): string {
  const t = useText()
  const connections = useQuery(connectionsQuery).data
  const queues = useQuery(queuesQuery).data
  if (whatsappId === null && queueId === null) return t('messagesApi.token.company')
  const isOfQueue = queueId !== null
  const name = (isOfQueue ? queues : connections)?.find(({ id }) => id === (queueId ?? whatsappId))?.name
  return t(isOfQueue ? 'messagesApi.token.queue' : 'messagesApi.token.connection', {
    name: name ?? t('messagesApi.token.gone'),
  })
}

function SecretDialog({ name, secret, onClose }: { name: string; secret: string; onClose(): void }) {
  const t = useText()
  return (
    <Dialog
      open
      onClose={onClose}
      title={t('messagesApi.token.secretTitle', { name })}
      footer={
        <Button tone="primary" onClick={onClose}>
          {t('messagesApi.token.copied')}
        </Button>
      }
    >
      <div className="dialog-body grid gap-3">
        <p className="text-sm">{t('messagesApi.token.secret')}</p>
        <div className="flex items-center gap-2">
          <input
            className="input min-w-0 flex-1 font-mono text-sm"
            readOnly
            value={secret}
            aria-label={t('messagesApi.try.token')}
            onFocus={({ target }) => target.select()}
          />
          <CopyButton label={t('common.act.copy')} text={secret} />
        </div>
      </div>
    </Dialog>
  )
}
