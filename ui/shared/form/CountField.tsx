import type { FieldValues } from 'react-hook-form'
import { Field } from '../kit/Field'
import { type FieldProps, useField } from './useField'

type Props<In extends FieldValues, Out> = FieldProps<In, Out, number | undefined> & { max: number }

/** A whole number from 0; an empty field is 0. */
export function CountField<In extends FieldValues, Out>({ form, name, max, ...field }: Props<In, Out>) {
  const { value, onChange, onBlur, ref, error } = useField<number | undefined, In, Out>(form, name)
  return (
    <Field {...field} error={error}>
      {(control) => (
        <input
          {...control}
          type="number"
          inputMode="numeric"
          className="input w-28"
          min={0}
          max={max}
          step={1}
          name={name}
          ref={ref}
          value={value ?? 0}
          onBlur={onBlur}
          onChange={(event) => onChange(event.target.value === '' ? 0 : event.target.valueAsNumber)}
        />
      )}
    </Field>
  )
}
