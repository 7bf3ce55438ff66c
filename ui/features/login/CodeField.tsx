import { type ChangeEvent, type MouseEvent, type ReactNode, useState } from 'react'
import type { FieldPathByValue, FieldValues, PathValue } from 'react-hook-form'
import { useController } from 'react-hook-form'
import { CODE_DIGITS } from '../../../src/features/password-reset/contract'
import { fieldError } from '../../shared/form/fieldError'
import type { Form } from '../../shared/form/useForm'
import { useText } from '../../shared/i18n/useText'
import { Field } from '../../shared/kit/Field'

type Props<In extends FieldValues, Out> = {
  form: Form<In, Out>
  name: FieldPathByValue<In, string>
  /** Below the cells, at their two ends. */
  children: ReactNode
}

/** One input drawn as a cell for each digit: the browser types, pastes and autofills it as any text. */
export function CodeField<In extends FieldValues, Out>({ form, name, children }: Props<In, Out>) {
  const t = useText()
  const { field, fieldState } = useController({ control: form.control, name })
  const [selection, setSelection] = useState<readonly [from: number, to: number] | null>(null)
  const digits = String(field.value)

  const change = ({ target }: ChangeEvent<HTMLInputElement>) => {
    const { value, selectionStart } = target
    const code = digitsOf(value).slice(0, CODE_DIGITS)
    // Done before React corrects the value, which would move the caret to the end.
    if (value !== code) {
      const caret = digitsOf(value.slice(0, selectionStart ?? value.length)).length
      target.value = code
      target.setSelectionRange(caret, caret)
    }
    field.onChange(code as PathValue<In, typeof name>) // `name` names a text
  }
  /** A click selects the digit of its cell, so that typing replaces it. */
  const click = ({ currentTarget, clientX }: MouseEvent<HTMLInputElement>) => {
    const { left, width } = currentTarget.getBoundingClientRect()
    const cell = Math.floor(((clientX - left) / width) * CODE_DIGITS)
    currentTarget.setSelectionRange(cell, cell + 1)
  }
  const follow = ({ selectionStart, selectionEnd }: HTMLInputElement) =>
    setSelection([selectionStart ?? 0, selectionEnd ?? 0])
  const isActive = (cell: number) => {
    if (!selection) return false
    const [from, to] = selection
    return from === to ? cell === Math.min(from, CODE_DIGITS - 1) : cell >= from && cell < to
  }

  return (
    <div className="grid gap-1.5">
      <Field label={t('login.code.label')} error={fieldError(t, fieldState.error)}>
        {(control) => (
          <div className="code-row relative grid grid-cols-8 gap-1.5">
            {Array.from({ length: CODE_DIGITS }, (_, cell) => (
              // biome-ignore lint/suspicious/noArrayIndexKey: the cells never change places
              <span key={cell} className="code-cell" data-active={isActive(cell) || undefined} aria-hidden>
                {digits[cell]}
              </span>
            ))}
            <input
              {...control}
              ref={field.ref}
              className="absolute inset-0 opacity-[0] cursor-text text-[1rem]"
              inputMode="numeric"
              autoComplete="one-time-code"
              value={digits}
              // A letter must not replace the selected digit.
              onBeforeInput={(event) => {
                if (digitsOf(event.data) === '') event.preventDefault()
              }}
              onChange={change}
              onClick={click}
              onFocus={({ target }) => {
                target.select()
                follow(target)
              }}
              onSelect={({ currentTarget }) => follow(currentTarget)}
              onBlur={() => {
                setSelection(null)
                field.onBlur()
              }}
              // biome-ignore lint/a11y/noAutofocus: the next thing that a person does here
              autoFocus
            />
          </div>
        )}
      </Field>
      <span className="flex items-center justify-between">{children}</span>
    </div>
  )
}

const digitsOf = (text: string): string => text.replace(/\D/g, '')
