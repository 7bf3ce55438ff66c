import type { ReactNode } from 'react'
import { useText } from '../i18n/useText'
import { Button } from '../kit/Button'

type Props = {
  /** What the form does, as the word on its button. */
  action: string
  icon?: ReactNode
  busy?: boolean
  disabled?: boolean
  onCancel(): void
}

/** The foot of a form in a dialog: never mind, or do it. */
export function FormFoot({ action, icon, busy = false, disabled = false, onCancel }: Props) {
  const t = useText()
  return (
    <footer className="dialog-foot">
      <Button tone="ghost" onClick={onCancel}>
        {t('common.cancel')}
      </Button>
      <Button tone="primary" type="submit" busy={busy} disabled={disabled} icon={icon}>
        {action}
      </Button>
    </footer>
  )
}
