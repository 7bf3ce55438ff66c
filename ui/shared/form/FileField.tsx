import type { FieldValues } from 'react-hook-form'
import { FileBox, type StoredFile } from './FileBox'
import { type FieldProps, useField } from './useField'

/** Undefined leaves the stored file alone, null removes it, a file replaces it. */
type Value = File | null | undefined

type Props<In extends FieldValues, Out> = FieldProps<In, Out, Value> & {
  /** Maximum size in bytes, as the server enforces it. */
  maxBytes: number
  /** As for `<input type="file">`: `image/*,.pdf`; by default any file. */
  accept?: string
  stored?: StoredFile | undefined
}

/** A file of a form. */
export function FileField<In extends FieldValues, Out>({ form, name, stored, ...field }: Props<In, Out>) {
  const { value, onChange, onBlur, error, refuse } = useField<Value, In, Out>(form, name)
  return (
    <FileBox
      {...field}
      shown={value === undefined ? stored : value}
      error={error}
      onChange={(file) => onChange(file ?? (stored ? null : undefined))}
      onBlur={onBlur}
      onRefuse={refuse}
    />
  )
}
