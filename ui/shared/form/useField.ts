import { type FieldPathByValue, type FieldValues, useController } from 'react-hook-form'
import { useText } from '../i18n/useText'
import { fieldError } from './fieldError'
import type { Form } from './useForm'

/** Names of the form fields that hold a `V`. */
export type FieldName<In extends FieldValues, V> = FieldPathByValue<In, V>

/** Props shared by the form's fields; each adds the type of its value. */
export type FieldProps<In extends FieldValues, Out, V> = {
  form: Form<In, Out>
  name: FieldName<In, V>
  label: string
  hint?: string
  optional?: boolean
}

/** Binds a custom control to a form field: its value, its translated error, and setters for both. */
export function useField<V, In extends FieldValues, Out>(form: Form<In, Out>, name: FieldName<In, V>) {
  const t = useText()
  const { field, fieldState } = useController({ control: form.control, name })
  return {
    // `name` holds a `V`, which the form's own types cannot express.
    value: field.value as V,
    onChange: (value: V) => field.onChange(value),
    onBlur: field.onBlur,
    ref: field.ref,
    error: fieldError(t, fieldState.error),
    /** Rejects an input with a reason; the value stays. */
    refuse: (message: string) => form.setError(name, { type: 'server', message }),
  }
}
