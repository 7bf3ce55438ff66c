import { useMutation } from '@tanstack/react-query'
import type { ConnectionSummary } from '../../../src/channels/connections/contract'
import { useFormat } from '../../shared/i18n/useFormat'
import { useText } from '../../shared/i18n/useText'
import { ConfirmDialog } from '../../shared/kit/ConfirmDialog'
import { toast } from '../../shared/kit/toast'
import { disconnect } from './api'

export function DisconnectDialog({
  connection: { id, name, number },
  onClose,
}: {
  connection: ConnectionSummary
  onClose(): void
}) {
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
      {t('connections.disconnect.text', { number: number ? format.phone(number) : name })}
    </ConfirmDialog>
  )
}
