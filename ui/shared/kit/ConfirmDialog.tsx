import { AlertDialog } from '@base-ui/react/alert-dialog'
import type { ReactNode } from 'react'
import { useText } from '../i18n/useText'
import { Button } from './Button'
import { classes } from './classes'

type Props = {
  open: boolean
  onClose(): void
  /** Names the object: "Excluir a conexão Loja Centro?" */
  title: ReactNode
  /** What is lost. */
  children: ReactNode
  /** The verb on the button, never "OK". */
  confirm: ReactNode
  onConfirm(): void
  cancel?: ReactNode
  tone?: 'danger' | 'primary'
  busy?: boolean
  /** Something must be done in the dialog first. */
  disabled?: boolean
  /** Where the focus goes at closing; without it where it came from, if that is still there. */
  finalFocus?: () => HTMLElement | true
}

/** Asks before something that cannot be undone. Only Escape and the buttons close it. */
export function ConfirmDialog({
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
}: Props) {
  const t = useText()
  return (
    <AlertDialog.Root open={open} onOpenChange={(now) => !now && onClose()}>
      <AlertDialog.Portal>
        <AlertDialog.Backdrop className="scrim-floor" />
        <AlertDialog.Viewport className="scrim">
          <AlertDialog.Popup
            className={classes('modal-box', 'dialog', 'max-w-[26rem]')}
            {...(finalFocus ? { finalFocus } : {})}
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
