import { useId } from 'react'
import type { FieldValues } from 'react-hook-form'
import { FieldError } from '../kit/Field'
import { Toggle } from '../kit/Toggle'
import { type FieldProps, useField } from './useField'

type Props<In extends FieldValues, Out> = Omit<FieldProps<In, Out, boolean | undefined>, 'optional'> & {
  disabled?: boolean
}

/** A switch with its description at the left. */
export function ToggleField<In extends FieldValues, Out>({ form, name, label, hint, disabled }: Props<In, Out>) {
  const id = useId()
  const { value, onChange, error } = useField<boolean | undefined, In, Out>(form, name)
  return (
    <div className="grid gap-1">
      <label htmlFor={id} className="flex items-start justify-between gap-4">
        <span className="two">
          <span className="text-sm font-medium">{label}</span>
          {hint && <small>{hint}</small>}
        </span>
        <Toggle
          id={id}
          size="sm"
          checked={value ?? false}
          disabled={disabled}
          onChange={onChange}
          aria-describedby={error ? `${id}-error` : undefined}
        />
      </label>
      {error && (
        <span className="field">
          <FieldError id={`${id}-error`}>{error}</FieldError>
        </span>
      )}
    </div>
  )
}
