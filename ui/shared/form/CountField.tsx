import { Controller, type FieldValues, type Path } from 'react-hook-form'
import { useText } from '../i18n/useText'
import { Field } from '../kit/Field'
import { fieldError } from './fieldError'
import type { Form } from './useForm'

type Props<In extends FieldValues, Out> = {
  form: Form<In, Out>
  name: Path<In>
  label: string
  hint: string
  max: number
}

/** A whole number from 0; an empty field is 0. */
export function CountField<In extends FieldValues, Out>({ form, name, label, hint, max }: Props<In, Out>) {
  const t = useText()
  return (
    <Controller
      control={form.control}
      name={name}
      render={({ field, fieldState }) => (
        <Field label={label} hint={hint} error={fieldError(t, fieldState.error)}>
          {(control) => (
            <input
              {...control}
              type="number"
              inputMode="numeric"
              className="input w-28"
              min={0}
              max={max}
              step={1}
              name={field.name}
              ref={field.ref}
              value={field.value ?? 0}
              onBlur={field.onBlur}
              onChange={(event) => field.onChange(event.target.value === '' ? 0 : event.target.valueAsNumber)}
            />
          )}
        </Field>
      )}
    />
  )
}
