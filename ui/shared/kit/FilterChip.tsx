import { ChevronDown } from 'lucide-react'
import type { ReactNode } from 'react'
import { Menu, MenuChoice } from './Menu'

type Props<V extends string> = {
  label: string
  value: V
  onChange(value: NoInfer<V>): void
  options: readonly { value: NoInfer<V>; label: ReactNode }[]
  /** Nothing is filtered out. */
  isUnset?: boolean
}

/** A table filter: its name, the current choice, and the choices on click. */
export function FilterChip<V extends string>({ label, value, onChange, options, isUnset }: Props<V>) {
  const chosen = options.find((option) => option.value === value)?.label
  return (
    <Menu
      align="start"
      trigger={
        <button type="button" className="filter-chip" data-unset={isUnset || undefined}>
          {label} <b>{chosen}</b>
          <ChevronDown />
        </button>
      }
    >
      <MenuChoice label={label} value={value} onChange={onChange} options={options} />
    </Menu>
  )
}
