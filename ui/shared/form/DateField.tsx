import type { FieldValues } from 'react-hook-form'
import { DayBox } from '../kit/DayBox'
import { Field } from '../kit/Field'
import { type FieldProps, useField } from './useField'

type Props<In extends FieldValues, Out> = FieldProps<In, Out, string | null | undefined> & {
  /** `2026-11-19` */
  min?: string
  max?: string
}

/** A calendar day, `2026-11-19`, or null. */
export function DateField<In extends FieldValues, Out>({ form, name, min, max, ...field }: Props<In, Out>) {
  const { value, onChange, onBlur, ref, error } = useField<string | null | undefined, In, Out>(form, name)
  return (
    <Field {...field} error={error}>
      {(control) => (
        <DayBox
          control={control}
          ref={ref}
          min={min}
          max={max}
          value={value ?? null}
          onBlur={onBlur}
          onChange={onChange}
        />
      )}
    </Field>
  )
}
