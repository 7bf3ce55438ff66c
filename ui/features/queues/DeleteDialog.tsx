import { useMutation, useQueryClient } from '@tanstack/react-query'
import type { QueueDetail } from '../../../src/queues/contract'
import { errorText } from '../../shared/errorText'
import type { Text } from '../../shared/i18n/translate'
import { useText } from '../../shared/i18n/useText'
import { ConfirmDialog } from '../../shared/kit/ConfirmDialog'
import { ErrorNote } from '../../shared/kit/ErrorNote'
import { toast } from '../../shared/kit/toast'
import { ApiError } from '../../shared/session/failure'
import { deleteQueue, queuesQuery } from './api'
import { withoutQueue } from './apply'

/** Confirms the deletion of a queue: says what becomes of its tickets and who sees them. */
export function DeleteDialog({ queue: { id, name, figures }, onClose }: { queue: QueueDetail; onClose(): void }) {
  const t = useText()
  const queries = useQueryClient()
  const remove = useMutation({
    mutationFn: () => deleteQueue(id),
    onSuccess: () => {
      queries.setQueryData(queuesQuery.queryKey, (queues) => queues && withoutQueue(queues, id))
      toast.success(t('queues.delete.done', { name }))
      onClose()
    },
  })
  const { activeTickets = 0, people = 0, connections = 0 } = figures ?? {}
  return (
    <ConfirmDialog
      open
      onClose={onClose}
      title={t('queues.delete.title', { name })}
      confirm={t('queues.delete.confirm')}
      busy={remove.isPending}
      onConfirm={() => remove.mutate()}
    >
      <p>
        {activeTickets > 0 ? t('queues.delete.tickets', { count: activeTickets }) : t('queues.delete.noTickets')}{' '}
        {people > 0 && t('queues.delete.people', { count: people })}{' '}
        {connections > 0 && t('queues.delete.connections', { count: connections })}
      </p>
      <p className="mt-2">{t('queues.delete.sight')}</p>
      {remove.error && <ErrorNote className="mt-3">{whyNot(t, remove.error)}</ErrorNote>}
    </ConfirmDialog>
  )
}

function whyNot(t: Text, failure: unknown): string {
  if (failure instanceof ApiError && failure.code === 'ERR_QUEUE_OF_IMPORT') {
    const { details } = failure
    if (typeof details === 'object' && details !== null && 'connections' in details && isNames(details.connections))
      return t('queues.delete.blocked', { connections: details.connections.join(', ') })
  }
  return errorText(t, failure)
}

const isNames = (value: unknown): value is string[] =>
  Array.isArray(value) && value.every((name) => typeof name === 'string')
