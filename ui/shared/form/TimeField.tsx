import type { FieldValues } from 'react-hook-form'
import { useImpossible } from '../i18n/useImpossible'
import { Field } from '../kit/Field'
import { TimeBox } from '../kit/TimeBox'
import { type FieldProps, useField } from './useField'

type Props<In extends FieldValues, Out> = Omit<FieldProps<In, Out, string>, 'hint'> & { hint?: string | undefined }

/** A time of day, `09:00`. */
export function TimeField<In extends FieldValues, Out>({ form, name, ...field }: Props<In, Out>) {
  const { value, onChange, onBlur, ref, error } = useField<string, In, Out>(form, name)
  const impossible = useImpossible()
  return (
    <Field {...field} error={impossible(value) ?? error}>
      {(control) => <TimeBox control={control} ref={ref} value={value} onBlur={onBlur} onChange={onChange} />}
    </Field>
  )
}
