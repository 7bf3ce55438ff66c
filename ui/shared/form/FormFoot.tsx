import type { ReactNode } from 'react'
import { useText } from '../i18n/useText'
import { Button } from '../kit/Button'

type Props = {
  /** The verb on the submit button. */
  action: string
  icon?: ReactNode
  /** Left of the buttons. */
  note?: ReactNode
  busy?: boolean
  disabled?: boolean
  onCancel(): void
}

/** The buttons of a form in a dialog: cancel and submit. */
export function FormFoot({ action, icon, note, busy = false, disabled = false, onCancel }: Props) {
  const t = useText()
  return (
    <footer className="dialog-foot">
      {note && <span className="mr-auto text-xs text-muted">{note}</span>}
      <Button tone="ghost" onClick={onCancel}>
        {t('common.cancel')}
      </Button>
      <Button tone="primary" type="submit" busy={busy} disabled={disabled} icon={icon}>
        {action}
      </Button>
    </footer>
  )
}
