import { useText } from '../../../shared/i18n/useText'
import { ConfirmDialog } from '../../../shared/kit/ConfirmDialog'
import { useCommand } from '../useCommand'

export function ResetDialog({ onClose }: { onClose(): void }) {
  const t = useText()
  const run = useCommand()
  return (
    <ConfirmDialog
      open
      onClose={onClose}
      title={t('simulator.reset.title')}
      confirm={t('simulator.reset.action')}
      busy={run.isPending}
      onConfirm={() => run.mutate({ do: 'reset' }, { onSuccess: onClose })}
    >
      {t('simulator.reset.text')}
    </ConfirmDialog>
  )
}
