import { Controller } from 'react-hook-form'
import { type CreateConnection, FASTEST_PACE } from '../../../src/channels/connections/contract'
import { fieldError } from '../../shared/form/fieldError'
import type { Form } from '../../shared/form/useForm'
import { useText } from '../../shared/i18n/useText'
import { Field } from '../../shared/kit/Field'

/** How many messages leave in a minute at most; an empty field is no limit. */
export function PaceField({ form }: { form: Form<CreateConnection, CreateConnection> }) {
  const t = useText()
  return (
    <Controller
      control={form.control}
      name="messagesPerMinute"
      render={({ field, fieldState }) => (
        <Field
          label={t('connections.form.pace')}
          hint={t('connections.form.paceHint')}
          error={fieldError(t, fieldState.error)}
        >
          {(control) => (
            <input
              {...control}
              type="number"
              inputMode="numeric"
              className="input w-28"
              min={0}
              max={FASTEST_PACE}
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
