import { Popover as Base } from '@base-ui/react/popover'
import type { ReactElement, ReactNode } from 'react'
import { classes } from './classes'

type Props = {
  trigger: ReactElement
  /** Its accessible name. */
  label: string
  align?: 'start' | 'center' | 'end'
  side?: 'top' | 'bottom' | 'left' | 'right'
  className?: string
  open?: boolean
  onOpenChange?(open: boolean): void
  /** Receives the focus when it closes; by default the trigger. */
  finalFocus?: () => HTMLElement | true
  children: ReactNode
}

/** A small panel on a button, for things that are not a list of commands. */
export function Popover({
  trigger,
  label,
  align = 'end',
  side = 'bottom',
  className,
  open,
  onOpenChange,
  finalFocus,
  children,
}: Props) {
  return (
    <Base.Root
      {...(open === undefined ? {} : { open })}
      {...(onOpenChange ? { onOpenChange: (now: boolean) => onOpenChange(now) } : {})}
    >
      <Base.Trigger render={trigger} />
      <Base.Portal>
        <Base.Positioner className="float-place" align={align} side={side} sideOffset={4} collisionPadding={8}>
          <Base.Popup
            className={classes('float', className ?? 'p-3')}
            aria-label={label}
            {...(finalFocus ? { finalFocus } : {})}
          >
            {children}
          </Base.Popup>
        </Base.Positioner>
      </Base.Portal>
    </Base.Root>
  )
}
