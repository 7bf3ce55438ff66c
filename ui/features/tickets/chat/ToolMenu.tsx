import { Menu as Base } from '@base-ui/react/menu'
import { Fragment, type RefObject } from 'react'
import { MenuItem, MenuSeparator } from '../../../shared/kit/Menu'
import type { Tool } from './useTools'

type Props = {
  tools: readonly Tool[]
  anchor: RefObject<HTMLButtonElement | null>
  open: boolean
  onOpenChange(open: boolean): void
}

/** What is done with a message less often. */
export function ToolMenu({ tools, anchor, open, onOpenChange }: Props) {
  return (
    <Base.Root open={open} onOpenChange={(now) => onOpenChange(now)}>
      <Base.Portal>
        <Base.Positioner className="float-place" anchor={anchor} align="end" sideOffset={4} collisionPadding={8}>
          <Base.Popup className="float menu-list" finalFocus={anchor}>
            {tools.map(({ name, label, icon, run }) => (
              <Fragment key={name}>
                {name === 'delete' && tools.length > 1 && <MenuSeparator />}
                <MenuItem icon={icon} danger={name === 'delete'} onSelect={run}>
                  {label}
                </MenuItem>
              </Fragment>
            ))}
          </Base.Popup>
        </Base.Positioner>
      </Base.Portal>
    </Base.Root>
  )
}
