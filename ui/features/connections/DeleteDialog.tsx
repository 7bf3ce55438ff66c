import { useMutation, useQueryClient } from '@tanstack/react-query'
import type { ConnectionSummary } from '../../../src/channels/connections/contract'
import { errorText } from '../../shared/errorText'
import type { Text } from '../../shared/i18n/translate'
import { useFormat } from '../../shared/i18n/useFormat'
import { useText } from '../../shared/i18n/useText'
import { ConfirmDialog } from '../../shared/kit/ConfirmDialog'
import { ErrorNote } from '../../shared/kit/ErrorNote'
import { toast } from '../../shared/kit/toast'
import { ApiError } from '../../shared/session/failure'
import { connectionsQuery, deleteConnection } from './api'
import { withoutConnection } from './apply'

/**
 * Confirms the deletion of a connection: says what is deleted and what stays. Not possible while it has active tickets.
 */
export function DeleteDialog({
  connection: { id, name, number },
  onClose,
}: {
  connection: ConnectionSummary
  onClose(): void
}) {
  const t = useText()
  const format = useFormat()
  const queries = useQueryClient()
  const remove = useMutation({
    mutationFn: () => deleteConnection(id),
    onSuccess: () => {
      queries.setQueryData(connectionsQuery.queryKey, (list) => list && withoutConnection(list, id))
      toast.success(t('connections.delete.done', { name }))
      onClose()
    },
  })
  return (
    <ConfirmDialog
      open
      onClose={onClose}
      title={t('connections.delete.title', { name })}
      confirm={t('connections.delete.confirm')}
      busy={remove.isPending}
      onConfirm={() => remove.mutate()}
    >
      {number ? t('connections.delete.text', { number: format.phone(number) }) : t('connections.delete.textUnlinked')}
      {remove.error && <ErrorNote className="mt-3">{whyNot(t, remove.error)}</ErrorNote>}
    </ConfirmDialog>
  )
}

function whyNot(t: Text, failure: unknown): string {
  if (failure instanceof ApiError && failure.code === 'ERR_CONNECTION_HAS_TICKETS') {
    const { details } = failure
    if (typeof details === 'object' && details !== null && 'count' in details && typeof details.count === 'number') {
      return t('connections.delete.blocked', { count: details.count })
    }
  }
  return errorText(t, failure)
}
