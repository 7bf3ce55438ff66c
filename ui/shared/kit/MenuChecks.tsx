import { Menu as Base } from '@base-ui/react/menu'
import { Check } from 'lucide-react'
import type { ReactNode } from 'react'

type Props<V extends string> = {
  label: ReactNode
  values: readonly V[]
  onChange(values: NoInfer<V>[]): void
  options: readonly { readonly value: NoInfer<V>; readonly label: ReactNode }[]
}

/** Any number of options in an open `Menu`, with a tick at each selected one. Stays open. */
export function MenuChecks<V extends string>({ label, values, onChange, options }: Props<V>) {
  return (
    <Base.Group>
      <Base.GroupLabel className="menu-label">{label}</Base.GroupLabel>
      {options.map((option) => (
        <Base.CheckboxItem
          key={option.value}
          className="menu-row"
          closeOnClick={false}
          checked={values.includes(option.value)}
          // In the order of the options, so that one choice has one address.
          onCheckedChange={(on) =>
            onChange(
              options
                .map(({ value }) => value)
                .filter((value) => (value === option.value ? on : values.includes(value))),
            )
          }
        >
          <Base.CheckboxItemIndicator keepMounted className="menu-tick">
            <Check />
          </Base.CheckboxItemIndicator>
          <span>{option.label}</span>
        </Base.CheckboxItem>
      ))}
    </Base.Group>
  )
}
