import { useQuery } from '@tanstack/react-query'
import type { QueueDetail } from '../../../src/queues/contract'
import { useText } from '../../shared/i18n/useText'
import { Dialog } from '../../shared/kit/Dialog'
import { ErrorState } from '../../shared/kit/ErrorState'
import { Loading } from '../../shared/kit/Loading'
import { Skeleton } from '../../shared/kit/Skeleton'
import { queueUsersQuery } from './api'
import { DeleteDialog } from './DeleteDialog'
import { QueueForm } from './QueueForm'

/** Which dialog is open. */
export type Opened = null | { what: 'create' } | { what: 'edit' | 'delete'; id: number }
export type Open = (next: Opened) => void

/** The dialogs, one at a time; deleting the queue elsewhere closes its dialog. */
export function QueueDialogs({ list, opened, open }: { list: readonly QueueDetail[]; opened: Opened; open: Open }) {
  const close = () => open(null)
  if (!opened) return null
  if (opened.what === 'create') return <QueueForm queues={list} onClose={close} />
  const queue = list.find(({ id }) => id === opened.id)
  if (!queue) return null
  return opened.what === 'edit' ? (
    <EditQueue queue={queue} queues={list} onClose={close} />
  ) : (
    <DeleteDialog queue={queue} onClose={close} />
  )
}

/** Fetches the queue's people before the form opens. */
function EditQueue({
  queue,
  queues,
  onClose,
}: {
  queue: QueueDetail
  queues: readonly QueueDetail[]
  onClose(): void
}) {
  const t = useText()
  const { data, error, refetch } = useQuery(queueUsersQuery(queue.id))
  if (data) return <QueueForm edited={{ queue, userIds: data.map(({ id }) => id) }} queues={queues} onClose={onClose} />
  return (
    <Dialog open onClose={onClose} title={t('queues.form.edit', { name: queue.name })} size="sm">
      {error ? (
        <ErrorState error={error} onRetry={() => void refetch()} />
      ) : (
        <Loading className="dialog-body grid gap-4">
          <Skeleton className="h-9" />
          <Skeleton className="h-40" />
          <Skeleton className="h-32" />
        </Loading>
      )}
    </Dialog>
  )
}
