import { Menu as Base } from '@base-ui/react/menu'
import { Check } from 'lucide-react'
import type { ReactElement, ReactNode } from 'react'
import { classes } from './classes'

type Align = 'start' | 'center' | 'end'

type Props = {
  /** The button that opens it: `<IconButton …/>` or `<Button …/>`. */
  trigger: ReactElement
  align?: Align
  side?: 'top' | 'bottom' | 'left' | 'right'
  /** Receives the focus when it closes; by default the trigger. */
  finalFocus?: () => HTMLElement | true
  children: ReactNode
}

/** A list of things to do, on a button. */
export function Menu({ trigger, align = 'end', side = 'bottom', finalFocus, children }: Props) {
  return (
    <Base.Root>
      <Base.Trigger render={trigger} />
      <Base.Portal>
        <Base.Positioner className="float-place" align={align} side={side} sideOffset={4} collisionPadding={8}>
          <Base.Popup className="float menu-list" {...(finalFocus ? { finalFocus } : {})}>
            {children}
          </Base.Popup>
        </Base.Positioner>
      </Base.Portal>
    </Base.Root>
  )
}

type ItemProps = {
  icon?: ReactNode
  onSelect(): void
  danger?: boolean
  disabled?: boolean
  hint?: ReactNode
  children: ReactNode
}

export function MenuItem({ icon, onSelect, danger = false, disabled = false, hint, children }: ItemProps) {
  return (
    <Base.Item className={classes('menu-row', danger && 'text-error-ink')} disabled={disabled} onClick={onSelect}>
      {icon}
      <span>{children}</span>
      {hint !== undefined && <span className="menu-hint">{hint}</span>}
    </Base.Item>
  )
}

export function MenuSeparator() {
  return <Base.Separator className="menu-line" />
}

type ChoiceProps<V extends string> = {
  label: ReactNode
  value: V
  onChange(value: NoInfer<V>): void
  options: readonly { value: NoInfer<V>; label: ReactNode }[]
}

/** One of several, with a tick at the chosen one. Stays open, so that the effect can be seen. */
export function MenuChoice<V extends string>({ label, value, onChange, options }: ChoiceProps<V>) {
  return (
    <Base.Group>
      <Base.GroupLabel className="menu-label">{label}</Base.GroupLabel>
      <Base.RadioGroup value={value} onValueChange={onChange}>
        {options.map((option) => (
          <Base.RadioItem key={option.value} value={option.value} className="menu-row" closeOnClick={false}>
            <Base.RadioItemIndicator keepMounted className="menu-tick">
              <Check />
            </Base.RadioItemIndicator>
            <span>{option.label}</span>
          </Base.RadioItem>
        ))}
      </Base.RadioGroup>
    </Base.Group>
  )
}
