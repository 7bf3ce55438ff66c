import type { ReactNode } from 'react'
import { Field } from './Field'

type Props = {
  label: ReactNode
  options: readonly { readonly id: number; readonly name: string }[]
  value: number | null
  onChange(id: number | null): void
  /** Text of the empty option, whose value is null. */
  none: string
  isNoneDisabled?: boolean
}

/** A labelled select of one item by id. */
export function IdSelect({ label, options, value, onChange, none, isNoneDisabled = false }: Props) {
  return (
    <Field label={label}>
      {(control) => (
        <select
          {...control}
          className="select"
          value={value ?? ''}
          onChange={({ target }) => onChange(target.value === '' ? null : Number(target.value))}
        >
          <option value="" disabled={isNoneDisabled}>
            {none}
          </option>
          {options.map(({ id, name }) => (
            <option key={id} value={id}>
              {name}
            </option>
          ))}
        </select>
      )}
    </Field>
  )
}
