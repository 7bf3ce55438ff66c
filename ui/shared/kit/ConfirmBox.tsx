import { AlertDialog } from '@base-ui/react/alert-dialog'
import { useText } from '../i18n/useText'
import { Button } from './Button'
import type { ConfirmProps } from './ConfirmDialog'
import { classes } from './classes'
import { useOrigin } from './useOrigin'

export function ConfirmBox({
  open,
  onClose,
  title,
  children,
  confirm,
  onConfirm,
  cancel,
  tone = 'danger',
  busy = false,
  disabled = false,
  finalFocus,
}: ConfirmProps) {
  const t = useText()
  const origin = useOrigin(open)
  return (
    <AlertDialog.Root open={open} onOpenChange={(now) => !now && onClose()}>
      <AlertDialog.Portal>
        <AlertDialog.Backdrop className="scrim-floor" />
        <AlertDialog.Viewport className="scrim">
          <AlertDialog.Popup
            className={classes('modal-box', 'dialog', 'max-w-[26rem]')}
            ref={origin.popup}
            finalFocus={finalFocus ?? origin.backTo}
          >
            <header className="dialog-head">
              <AlertDialog.Title>{title}</AlertDialog.Title>
            </header>
            <AlertDialog.Description render={<div />} className="px-5 pb-5 text-muted">
              {children}
            </AlertDialog.Description>
            <footer className="dialog-foot">
              <AlertDialog.Close render={<Button tone="ghost" />}>{cancel ?? t('common.cancel')}</AlertDialog.Close>
              <Button tone={tone} busy={busy} disabled={disabled} onClick={onConfirm}>
                {confirm}
              </Button>
            </footer>
          </AlertDialog.Popup>
        </AlertDialog.Viewport>
      </AlertDialog.Portal>
    </AlertDialog.Root>
  )
}
