import { useMutation } from '@tanstack/react-query'
import { MessagesSquare } from 'lucide-react'
import { isMeta } from '../../../src/channels/acts'
import type { ConnectionSummary } from '../../../src/channels/connections/contract'
import type { ChannelKind } from '../../../src/channels/contract'
import { useFormat } from '../../shared/i18n/useFormat'
import { useText } from '../../shared/i18n/useText'
import { ConfirmDialog } from '../../shared/kit/ConfirmDialog'
import { DeleteDialog } from '../../shared/kit/DeleteDialog'
import { LoadDialog } from '../../shared/kit/LoadDialog'
import { Note } from '../../shared/kit/Note'
import { toast } from '../../shared/kit/toast'
import { useCrud } from '../../shared/live/useCrud'
import { ApiError } from '../../shared/session/failure'
import type { useRowDialog } from '../../shared/table/useRowDialog'
import { connections, queuesQuery } from '../directory/api'
import { disconnect, fetchHealth, restartAll } from './api'
import { ConnectionForm } from './ConnectionForm'
import { HealthDialog } from './HealthDialog'
import { KindDialog } from './kinds/KindDialog'
import { OfficialDialog } from './official/OfficialDialog'
import { PagesDialog } from './pages/PagesDialog'
import { PairDialog } from './pair/PairDialog'

export type DialogName =
  | 'kinds'
  | 'create'
  | 'official'
  | 'pages'
  | 'edit'
  | 'delete'
  | 'disconnect'
  | 'health'
  | 'pair'
  | 'renew'
  | 'restart'
export type Dialogs = ReturnType<typeof useRowDialog<ConnectionSummary, DialogName>>

/** How a new connection of each channel is set up. */
const dialogOf: Record<ChannelKind, DialogName> = {
  whatsapp: 'create',
  whatsapp_cloud: 'official',
  facebook: 'pages',
  instagram: 'pages',
}

/** The dialogs of the page, one at a time. */
export function ConnectionDialogs(props: Dialogs & { count: number; onLeave(): void }) {
  const { what, row, open, close, count, onLeave } = props
  const t = useText()
  if (what === 'kinds')
    return <KindDialog count={count} onChoose={(channel) => open(dialogOf[channel])} onClose={onLeave} />
  if (what === 'official') return <OfficialDialog onClose={onLeave} onDone={(made) => open('edit', made)} />
  if (what === 'pages') return <PagesDialog found={null} count={count} onClose={onLeave} />
  if (what === 'create')
    return (
      <LoadDialog query={queuesQuery} title={t('connections.form.create')} onClose={onLeave}>
        {(queues) => (
          <ConnectionForm
            isFirst={count === 0}
            queues={queues}
            onClose={onLeave}
            onCreated={(made) => open('pair', made)}
          />
        )}
      </LoadDialog>
    )
  if (what === 'restart') return <RestartDialog onClose={close} />
  if (!row) return null
  switch (what) {
    case 'edit':
      return <ConnectionForm connection={row} isFirst={false} queues={[]} onClose={close} />
    case 'delete':
      return <DeleteConnection connection={row} onClose={close} />
    case 'disconnect':
      return <DisconnectDialog connection={row} onClose={close} />
    case 'health':
      return <HealthDialog connection={row} onClose={close} onDisconnect={() => open('disconnect', row)} />
    case 'renew':
      return row.channel === 'whatsapp_cloud' ? (
        <ConnectionForm connection={row} isFirst={false} queues={[]} isRenewing onClose={close} />
      ) : (
        <PagesDialog found={null} count={count} onClose={close} />
      )
    case 'pair':
      return <PairDialog connection={row} onClose={close} />
    default:
      return null
  }
}

type Props = { connection: ConnectionSummary; onClose(): void }

/** Says what is deleted and what stays; blocks while it has active tickets. */
function DeleteConnection({ connection: { id, name, number, channel }, onClose }: Props) {
  const t = useText()
  const format = useFormat()
  const { remove } = useCrud(connections)
  const blocked = (count: number) => t('connections.delete.blocked', { count })
  return (
    <DeleteDialog
      title={t('connections.delete.title', { name })}
      confirm={t('connections.delete.confirm')}
      done={t('connections.delete.done', { name })}
      onDelete={() => remove(id)}
      onClose={onClose}
      counts={async () => {
        const { pending, open } = (await fetchHealth(id)).tickets
        return pending + open
      }}
      isBlocked={(active) => active > 0}
      whyNot={(failure) => {
        const count = ticketsIn(failure)
        return count === undefined ? undefined : blocked(count)
      }}
    >
      {(active = 0) =>
        active > 0 ? (
          <Note icon={<MessagesSquare />}>{blocked(active)}</Note>
        ) : isMeta(channel) ? (
          t('connections.meta.deleteText', { name })
        ) : number ? (
          t('connections.delete.text', { number: format.phone(number) })
        ) : (
          t('connections.delete.textUnlinked')
        )
      }
    </DeleteDialog>
  )
}

/** Number of active tickets, if they block the deletion. */
function ticketsIn(failure: unknown): number | undefined {
  if (!(failure instanceof ApiError) || failure.code !== 'ERR_CONNECTION_HAS_TICKETS') return undefined
  const { details } = failure
  if (typeof details !== 'object' || details === null || !('count' in details)) return undefined
  return typeof details.count === 'number' ? details.count : undefined
}

function DisconnectDialog({ connection: { id, name, number, channel }, onClose }: Props) {
  const t = useText()
  const format = useFormat()
  const leave = useMutation({
    mutationFn: () => disconnect(id),
    onSuccess: () => {
      toast.success(t('connections.disconnect.done', { name }))
      onClose()
    },
    onError: toast.failure,
  })
  return (
    <ConfirmDialog
      open
      onClose={onClose}
      title={t('connections.disconnect.title', { name })}
      confirm={t('connections.disconnect.confirm')}
      busy={leave.isPending}
      onConfirm={() => leave.mutate()}
    >
      {isMeta(channel)
        ? t('connections.meta.disconnectText', { name })
        : t('connections.disconnect.text', { number: number ? format.phone(number) : name })}
    </ConfirmDialog>
  )
}

function RestartDialog({ onClose }: { onClose(): void }) {
  const t = useText()
  const restart = useMutation({
    mutationFn: restartAll,
    onSuccess: () => {
      toast.info(t('connections.restarted'))
      onClose()
    },
    onError: toast.failure,
  })
  return (
    <ConfirmDialog
      open
      onClose={onClose}
      tone="primary"
      title={t('connections.restartDialog.title')}
      confirm={t('connections.restartDialog.confirm')}
      busy={restart.isPending}
      onConfirm={() => restart.mutate()}
    >
      {t('connections.restartDialog.text')}
    </ConfirmDialog>
  )
}
