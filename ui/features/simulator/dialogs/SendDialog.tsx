import { SendHorizontal } from 'lucide-react'
import type { FormEventHandler, ReactNode } from 'react'
import { FormFoot } from '../../../shared/form/FormFoot'
import { useText } from '../../../shared/i18n/useText'
import { Dialog } from '../../../shared/kit/Dialog'

type Props = {
  title: string
  /** The label of the button; "send" when omitted. */
  action?: string
  busy: boolean
  disabled?: boolean
  onSubmit: FormEventHandler
  onClose(): void
  children: ReactNode
}

/** A small form whose button sends something from a simulated phone. */
export function SendDialog({ title, action, busy, disabled = false, onSubmit, onClose, children }: Props) {
  const t = useText()
  return (
    <Dialog open onClose={onClose} size="sm" title={title}>
      <form onSubmit={onSubmit} noValidate>
        <div className="dialog-body grid gap-4">{children}</div>
        <FormFoot
          action={action ?? t('simulator.send')}
          icon={action === undefined ? <SendHorizontal /> : undefined}
          busy={busy}
          disabled={disabled}
          onCancel={onClose}
        />
      </form>
    </Dialog>
  )
}
