import '../theme/table.css'
import { X } from 'lucide-react'
import type { ReactNode } from 'react'
import { useText } from '../i18n/useText'
import { IconButton } from '../kit/IconButton'

type Props = { count: number; onClear(): void; children: ReactNode }

/** Actions on all selected rows; floats over the table's end. */
export function BulkBar({ count, onClear, children }: Props) {
  const t = useText()
  return (
    <div className="bulk-bar" role="toolbar" aria-label={t('kit.selection')}>
      <span className="mr-2 font-[550] whitespace-nowrap" aria-live="polite">
        {t('kit.selected', { count })}
      </span>
      {children}
      <IconButton label={t('kit.clearSelection')} onClick={onClear}>
        <X />
      </IconButton>
    </div>
  )
}
