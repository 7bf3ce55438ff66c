import type { FieldValues } from 'react-hook-form'
import { Field } from '../kit/Field'
import { type FieldProps, useField } from './useField'

type Value = string | number

type Props<In extends FieldValues, Out, V extends Value> = FieldProps<In, Out, V | null | undefined> & {
  options: readonly { readonly value: V; readonly label: string }[]
  /** The words of an empty choice, which is null; without them something is always chosen. */
  none?: string
}

/** One of a few. */
export function SelectField<In extends FieldValues, Out, V extends Value>({
  form,
  name,
  options,
  none,
  ...field
}: Props<In, Out, V>) {
  const { value, onChange, onBlur, ref, error } = useField<V | null | undefined, In, Out>(form, name)
  return (
    <Field {...field} error={error}>
      {(control) => (
        <select
          {...control}
          ref={ref}
          className="select"
          value={value ?? ''}
          onBlur={onBlur}
          onChange={({ target }) =>
            onChange(options.find((option) => String(option.value) === target.value)?.value ?? null)
          }
        >
          {none !== undefined && <option value="">{none}</option>}
          {options.map((option) => (
            <option key={option.value} value={option.value}>
              {option.label}
            </option>
          ))}
        </select>
      )}
    </Field>
  )
}
