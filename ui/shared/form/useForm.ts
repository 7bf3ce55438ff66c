/** Forms validate with the contract's schema, as the server does. */
import { valibotResolver } from '@hookform/resolvers/valibot'
import {
  type DefaultValues,
  type FieldValues,
  type Path,
  type UseFormReturn,
  useForm as useHookForm,
} from 'react-hook-form'
import type * as v from 'valibot'
import { ApiError, type FieldFailure } from '../session/failure'

/** Any object schema of a contract. */
type Schema<In extends FieldValues, Out> = v.GenericSchema<In, Out>

export type Form<In extends FieldValues, Out> = UseFormReturn<In, unknown, Out>

export function useForm<In extends FieldValues, Out>(
  schema: Schema<In, Out>,
  values: DefaultValues<In>,
): Form<In, Out> {
  return useHookForm<In, unknown, Out>({
    resolver: valibotResolver(schema),
    defaultValues: values,
    // Errors appear when a field is left, and disappear as soon as it is corrected.
    mode: 'onTouched',
    shouldFocusError: true,
  })
}

/**
 * Shows the server's errors beside their fields; returns false when none belongs to this form. An autosaved form does
 * not move the focus.
 */
export function showFieldFailures<In extends FieldValues, Out>(
  form: Form<In, Out>,
  failure: unknown,
  { isFocused = true } = {},
): boolean {
  if (!(failure instanceof ApiError)) return false
  const known = failure.fields.filter((field) => field.field in form.getValues())
  // A specific code (name taken) has one message for the whole response; a schema error has one per field.
  const words = (field: FieldFailure) =>
    failure.code === 'ERR_INVALID_INPUT' ? field.message : failure.message || field.message
  for (const [at, field] of known.entries()) {
    // Checked above: the name is one of the form's.
    form.setError(
      field.field as Path<In>,
      { type: 'server', message: words(field) },
      { shouldFocus: isFocused && at === 0 },
    )
  }
  return known.length > 0
}
