/** A form whose rules are the server's: the contract's schema decides in both places. */
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

/** Any contract schema of an object. */
type Schema<In extends FieldValues, Out> = v.GenericSchema<In, Out>

export type Form<In extends FieldValues, Out> = UseFormReturn<In, unknown, Out>

export function useForm<In extends FieldValues, Out>(
  schema: Schema<In, Out>,
  values: DefaultValues<In>,
): Form<In, Out> {
  return useHookForm<In, unknown, Out>({
    resolver: valibotResolver(schema),
    defaultValues: values,
    // Words about a mistake come when a field is left, and go as soon as it is mended.
    mode: 'onTouched',
    shouldFocusError: true,
  })
}

/** Puts the server's complaints beside their fields; false when none belongs to this form. */
export function showFieldFailures<In extends FieldValues, Out>(form: Form<In, Out>, failure: unknown): boolean {
  if (!(failure instanceof ApiError)) return false
  const known = failure.fields.filter((field) => field.field in form.getValues())
  // Of a code of its own (name taken) the words are the answer's; of a schema's complaint, each field's.
  const words = (field: FieldFailure) =>
    failure.code === 'ERR_INVALID_INPUT' ? field.message : failure.message || field.message
  for (const [at, field] of known.entries()) {
    // Checked the line above: the name is one of the form's.
    form.setError(field.field as Path<In>, { type: 'server', message: words(field) }, { shouldFocus: at === 0 })
  }
  return known.length > 0
}
