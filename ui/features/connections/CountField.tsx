import { Controller } from 'react-hook-form'
import type { CreateConnection } from '../../../src/channels/connections/contract'
import { fieldError } from '../../shared/form/fieldError'
import type { Form } from '../../shared/form/useForm'
import { useText } from '../../shared/i18n/useText'
import { Field } from '../../shared/kit/Field'

export type ConnectionFormState = Form<CreateConnection, CreateConnection>

type Props = {
  form: ConnectionFormState
  name: 'messagesPerMinute' | 'expiresTicket'
  label: string
  hint: string
  max: number
}

/** A whole number from 0; an empty field is 0. */
export function CountField({ form, name, label, hint, max }: Props) {
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
