import { EllipsisVertical } from 'lucide-react'
import { useText } from '../i18n/useText'
import { IconButton } from '../kit/IconButton'
import { Menu, MenuItem } from '../kit/Menu'
import type { RowAction } from './columns'

/** At most this many actions stand in the row; with more, all but the first are in a menu. */
const MOST_INLINE = 2

export function RowActions({ actions }: { actions: readonly RowAction[] }) {
  const t = useText()
  const inline = actions.length > MOST_INLINE ? actions.slice(0, 1) : actions
  const more = actions.slice(inline.length)
  return (
    <span className="row-actions">
      {inline.map(({ label, icon, onSelect }) => (
        <IconButton key={label} label={label} onClick={onSelect}>
          {icon}
        </IconButton>
      ))}
      {more.length > 0 && (
        <Menu
          trigger={
            <IconButton label={t('kit.more')}>
              <EllipsisVertical />
            </IconButton>
          }
        >
          {more.map(({ label, icon, isDanger = false, onSelect }) => (
            <MenuItem key={label} icon={icon} danger={isDanger} onSelect={onSelect}>
              {label}
            </MenuItem>
          ))}
        </Menu>
      )}
    </span>
  )
}
