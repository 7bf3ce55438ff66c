import type { FieldValues } from 'react-hook-form'
import { FieldGroup } from './FieldGroup'
import { type FieldProps, useField } from './useField'
import { VariableEditor } from './VariableEditor'

type Props<In extends FieldValues, Out> = FieldProps<In, Out, string | undefined> & {
  /** In characters. */
  max: number
  /** Variables that are replaced in this text, if more than the usual ones. */
  names?: readonly string[]
}

/** A text to a contact, with variables such as the contact's name as chips. */
export function VariablesField<In extends FieldValues, Out>({ form, name, max, names, ...field }: Props<In, Out>) {
  const { value = '', onChange, onBlur, ref, error } = useField<string | undefined, In, Out>(form, name)
  return (
    <FieldGroup {...field} error={error}>
      <VariableEditor
        label={field.label}
        value={value}
        onChange={onChange}
        onBlur={onBlur}
        max={max}
        isInvalid={error !== undefined}
        ref={ref}
        {...(names && { names })}
      />
    </FieldGroup>
  )
}
