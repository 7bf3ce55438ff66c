import type { FieldPathValue, FieldValues } from 'react-hook-form'
import { Field } from '../kit/Field'
import { type FieldName, type FieldProps, useField } from './useField'

type Value = string | number | null | undefined
/** The field's value type without null. */
type OptionValue<In extends FieldValues, N extends FieldName<In, Value>> = NonNullable<FieldPathValue<In, N>>

type Props<In extends FieldValues, Out, N extends FieldName<In, Value>> = Omit<FieldProps<In, Out, Value>, 'name'> & {
  name: N
  options: readonly { readonly value: OptionValue<In, N>; readonly label: string }[]
  /** Label of the empty option, whose value is null; without it an option is always selected. */
  none?: string
}

/** Selects one of a few options. */
export function SelectField<In extends FieldValues, Out, N extends FieldName<In, Value>>(props: Props<In, Out, N>) {
  const { form, name, options, none, ...field } = props
  const { value, onChange, onBlur, ref, error } = useField<Value, In, Out>(form, name)
  const chosen = (key: string) => options.find((option) => String(option.value) === key)?.value ?? null
  return (
    <Field {...field} error={error}>
      {(control) => (
        <select
          {...control}
          ref={ref}
          className="select"
          value={value ?? ''}
          onBlur={onBlur}
          onChange={({ target }) => onChange(chosen(target.value))}
        >
          {none !== undefined && <option value="">{none}</option>}
          {options.map((option) => (
            <option key={String(option.value)} value={String(option.value)}>
              {option.label}
            </option>
          ))}
        </select>
      )}
    </Field>
  )
}
