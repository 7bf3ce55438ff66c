import { useMutation } from '@tanstack/react-query'
import { useText } from '../../shared/i18n/useText'
import { ConfirmDialog } from '../../shared/kit/ConfirmDialog'
import { toast } from '../../shared/kit/toast'
import { restartAll } from './api'

export function RestartDialog({ onClose }: { onClose(): void }) {
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
