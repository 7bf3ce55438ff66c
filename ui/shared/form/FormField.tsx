import type { ComponentProps, ReactNode } from 'react'
import type { FieldValues, Path } from 'react-hook-form'
import { useText } from '../i18n/useText'
import { Field } from '../kit/Field'
import { TextArea } from '../kit/TextArea'
import { fieldError } from './fieldError'
import type { Form } from './useForm'

type Props<In extends FieldValues, Out> = Omit<ComponentProps<'input'>, 'form' | 'name' | 'children'> & {
  form: Form<In, Out>
  name: Path<In>
  label: ReactNode
  hint?: ReactNode
  optional?: boolean
  aside?: ReactNode
  /** Makes it a text area with this many rows at first. */
  lines?: number
}

/** A text field of a form, by its name in the schema. */
export function FormField<In extends FieldValues, Out>({
  form,
  name,
  label,
  hint,
  optional = false,
  aside,
  lines,
  ...rest
}: Props<In, Out>) {
  const t = useText()
  const error = fieldError(t, form.getFieldState(name, form.formState).error)
  return (
    <Field label={label} hint={hint} optional={optional} aside={aside} error={error}>
      {(control) =>
        lines ? (
          <TextArea
            {...control}
            {...form.register(name)}
            rows={lines}
            placeholder={rest.placeholder}
            maxLength={rest.maxLength}
          />
        ) : (
          <input {...rest} {...control} {...form.register(name)} className="input" />
        )
      }
    </Field>
  )
}
