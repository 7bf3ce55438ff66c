import type { ReactNode, Ref } from 'react'
import { Field } from './Field'

type Props = {
  label: ReactNode
  /** Translated. */
  error?: ReactNode
  options: readonly { readonly id: number; readonly name: string }[]
  value: number | null
  onChange(id: number | null): void
  /** Text of the empty option, whose value is null. */
  none: string
  isNoneDisabled?: boolean
  ref?: Ref<HTMLSelectElement>
}

/** A labelled select of one item by id. */
export function IdSelect({ label, error, options, value, onChange, none, isNoneDisabled = false, ref }: Props) {
  return (
    <Field label={label} error={error}>
      {(control) => (
        <select
          {...control}
          ref={ref}
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
