import { Popover as Base } from '@base-ui/react/popover'
import { classes } from './classes'
import type { PopoverProps } from './Popover'

/** Open initially: it is mounted when its button is first pressed. */
export function PopoverBox({
  trigger,
  label,
  align = 'end',
  side = 'bottom',
  className,
  open,
  onOpenChange,
  finalFocus,
  children,
}: PopoverProps) {
  return (
    <Base.Root
      {...(open === undefined ? { defaultOpen: true } : { open })}
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
