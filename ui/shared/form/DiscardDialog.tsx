import { useText } from '../i18n/useText'
import { ConfirmDialog } from '../kit/ConfirmDialog'

type Props = { open: boolean; onStay(): void; onDiscard(): void }

/** Asks before a dialog closes in which something was written. */
export function DiscardDialog({ open, onStay, onDiscard }: Props) {
  const t = useText()
  return (
    <ConfirmDialog
      open={open}
      onClose={onStay}
      title={t('common.unsaved.title')}
      cancel={t('common.unsaved.keep')}
      confirm={t('common.unsaved.discard')}
      onConfirm={onDiscard}
    >
      {t('common.unsaved.text')}
    </ConfirmDialog>
  )
}
