import { Menu as Base } from '@base-ui/react/menu'
import { Fragment, type RefObject, useRef } from 'react'
import { Item as MenuItem, Separator as MenuSeparator } from '../../../shared/kit/MenuBox'
import { writingTarget } from '../composer/box'
import { ToolWords } from './ToolWords'
import type { Tool } from './useTools'

type Props = {
  tools: readonly Tool[]
  /** Its button, or a position. */
  anchor: RefObject<HTMLButtonElement | null> | { getBoundingClientRect(): DOMRect }
  open: boolean
  onOpenChange(open: boolean): void
}

/** The less frequent actions on a message. */
export function ToolMenu({ tools, anchor, open, onOpenChange }: Props) {
  /** Replying and editing move the focus to the composer. */
  const isWriting = useRef(false)
  const choose = ({ name, run }: Tool) => {
    isWriting.current = name === 'reply' || name === 'edit'
    run()
  }
  const leave = () => {
    const next = isWriting.current ? writingTarget() : 'current' in anchor ? anchor.current : true
    isWriting.current = false
    return next
  }
  return (
    <Base.Root open={open} onOpenChange={(now) => onOpenChange(now)}>
      <Base.Portal>
        <Base.Positioner className="float-place" anchor={anchor} align="end" sideOffset={4} collisionPadding={8}>
          <Base.Popup className="float menu-list" finalFocus={leave}>
            {tools.map((tool) => (
              <Fragment key={tool.name}>
                {tool.name === 'delete' && tools.length > 1 && <MenuSeparator />}
                <MenuItem
                  icon={tool.icon}
                  danger={tool.name === 'delete'}
                  disabled={tool.off !== undefined}
                  onSelect={() => choose(tool)}
                >
                  <ToolWords tool={tool} />
                </MenuItem>
              </Fragment>
            ))}
          </Base.Popup>
        </Base.Positioner>
      </Base.Portal>
    </Base.Root>
  )
}
