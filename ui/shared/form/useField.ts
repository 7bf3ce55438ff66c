import { type FieldPathByValue, type FieldValues, useController } from 'react-hook-form'
import { useText } from '../i18n/useText'
import { fieldError } from './fieldError'
import type { Form } from './useForm'

/** Names of the fields of a form that hold a `V`. */
export type FieldName<In extends FieldValues, V> = FieldPathByValue<In, V>

/** What a field of the kit takes; each names the value it holds. */
export type FieldProps<In extends FieldValues, Out, V> = {
  form: Form<In, Out>
  name: FieldName<In, V>
  label: string
  hint?: string
  optional?: boolean
}

/** The value of a field of a form whose control is ours, its error in the reader's words, and how to change both. */
export function useField<V, In extends FieldValues, Out>(form: Form<In, Out>, name: FieldName<In, V>) {
  const t = useText()
  const { field, fieldState } = useController({ control: form.control, name })
  return {
    // `name` is one that holds a `V`, which the form's own types cannot follow.
    value: field.value as V,
    onChange: (value: V) => field.onChange(value),
    onBlur: field.onBlur,
    ref: field.ref,
    error: fieldError(t, fieldState.error),
    /** Refuses what was tried, with a reason; the value stays. */
    refuse: (message: string) => form.setError(name, { type: 'server', message }),
  }
}
