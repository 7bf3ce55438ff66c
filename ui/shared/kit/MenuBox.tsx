import { Menu as Base } from '@base-ui/react/menu'
import { Check } from 'lucide-react'
import { classes } from './classes'
import { type ChoiceProps, type ItemProps, MenuParts, type MenuProps } from './menuParts'

/** Open initially: it is mounted when its button is first pressed. */
export function MenuBox({ trigger, align = 'end', side = 'bottom', finalFocus, children }: MenuProps) {
  return (
    <Base.Root defaultOpen>
      <Base.Trigger render={trigger} />
      <Base.Portal>
        <Base.Positioner className="float-place" align={align} side={side} sideOffset={4} collisionPadding={8}>
          <Base.Popup className="float menu-list" {...(finalFocus ? { finalFocus } : {})}>
            <MenuParts value={{ Item, Separator, Choice }}>{children}</MenuParts>
          </Base.Popup>
        </Base.Positioner>
      </Base.Portal>
    </Base.Root>
  )
}

export function Item({ icon, onSelect, danger = false, disabled = false, hint, children }: ItemProps) {
  return (
    <Base.Item className={classes('menu-row', danger && 'text-error-ink')} disabled={disabled} onClick={onSelect}>
      {icon}
      <span>{children}</span>
      {hint !== undefined && <span className="menu-hint">{hint}</span>}
    </Base.Item>
  )
}

export function Separator() {
  return <Base.Separator className="menu-line" />
}

export function Choice<V extends string>({ label, value, onChange, options }: ChoiceProps<V>) {
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
