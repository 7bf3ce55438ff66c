import { useId, useState } from 'react'
import { useText } from '../../../shared/i18n/useText'
import { ConfirmDialog } from '../../../shared/kit/ConfirmDialog'
import { Toggle } from '../../../shared/kit/Toggle'
import type { Farewell } from '../rules/closing'

type CloseProps = { count: number; onConfirm(farewell: Farewell): void; onClose(): void }

/** Always confirmed: closing several is not as easily undone as closing one. */
export function CloseSeveral({ count, onConfirm, onClose }: CloseProps) {
  const t = useText()
  const id = useId()
  const [speaks, setSpeaks] = useState(true)
  return (
    <ConfirmDialog
      open
      onClose={onClose}
      title={t('desk.several.closeTitle', { count })}
      confirm={t('desk.several.close')}
      tone="primary"
      onConfirm={() => {
        onClose()
        onConfirm(speaks ? 'with farewell' : 'silently')
      }}
    >
      <span className="grid gap-3">
        {t('desk.several.closeText')}
        <label htmlFor={id} className="flex cursor-pointer items-center gap-3">
          <Toggle id={id} size="sm" checked={speaks} onChange={setSpeaks} />
          {t('desk.several.farewell')}
        </label>
      </span>
    </ConfirmDialog>
  )
}
