import { type ClipboardEvent, type KeyboardEvent, type ReactNode, useId, useRef } from 'react'
import type { FieldPathByValue, FieldValues, PathValue } from 'react-hook-form'
import { useController } from 'react-hook-form'
import { RESET_CODE_DIGITS } from '../../../src/features/password-reset/contract'
import { fieldError } from '../../shared/form/fieldError'
import type { Form } from '../../shared/form/useForm'
import { useText } from '../../shared/i18n/useText'
import { FieldError } from '../../shared/kit/Field'

type Props<In extends FieldValues, Out> = {
  form: Form<In, Out>
  name: FieldPathByValue<In, string>
  /** Below the cells, at their two ends. */
  children: ReactNode
}

/** One cell for each digit. Typing moves to the next one, and a pasted code fills them all. */
export function CodeField<In extends FieldValues, Out>({ form, name, children }: Props<In, Out>) {
  const t = useText()
  const id = useId()
  const cells = useRef<(HTMLInputElement | null)[]>([])
  const { field, fieldState } = useController({ control: form.control, name })
  const digits = String(field.value)
  const error = fieldError(t, fieldState.error)

  const focus = (at: number) => cells.current[Math.max(0, Math.min(at, RESET_CODE_DIGITS - 1))]?.focus()
  const put = (at: number, typed: string) => {
    const added = typed.replace(/\D/g, '').slice(0, RESET_CODE_DIGITS - at)
    const next = (digits.slice(0, at).padEnd(at, ' ') + added + digits.slice(at + added.length)).slice(
      0,
      RESET_CODE_DIGITS,
    )
    field.onChange(next.trimEnd() as PathValue<In, typeof name>) // `name` names a text
    if (added) focus(at + added.length)
  }
  const onKeyDown = (at: number) => (event: KeyboardEvent<HTMLInputElement>) => {
    if (event.key === 'ArrowLeft') focus(at - 1)
    else if (event.key === 'ArrowRight') focus(at + 1)
    else if (event.key === 'Backspace') {
      event.preventDefault()
      const from = (digits[at] ?? ' ') === ' ' ? Math.max(0, at - 1) : at
      field.onChange(`${digits.slice(0, from)} ${digits.slice(from + 1)}`.trimEnd() as PathValue<In, typeof name>) // likewise
      focus(from)
    }
  }
  const onPaste = (at: number) => (event: ClipboardEvent) => {
    event.preventDefault()
    put(at, event.clipboardData.getData('text'))
  }

  return (
    <div className="field">
      <span id={id} className="text-sm font-medium">
        {t('passwordReset.code')}
      </span>
      {/* biome-ignore lint/a11y/useSemanticElements: a fieldset cannot be a grid in every browser */}
      <div className="code-row" role="group" aria-labelledby={id}>
        {Array.from({ length: RESET_CODE_DIGITS }, (_, at) => (
          <input
            // biome-ignore lint/suspicious/noArrayIndexKey: the cells never change places
            key={at}
            ref={(cell) => {
              cells.current[at] = cell
              if (at === 0) field.ref(cell)
            }}
            className="code-cell"
            inputMode="numeric"
            autoComplete={at === 0 ? 'one-time-code' : 'off'}
            aria-label={t('passwordReset.digit', { number: at + 1 })}
            aria-invalid={error ? true : undefined}
            value={digits[at]?.trim() ?? ''}
            onChange={({ target }) =>
              put(at, target.value.slice(-RESET_CODE_DIGITS).replace(digits[at] ?? '', '') || target.value)
            }
            onKeyDown={onKeyDown(at)}
            onPaste={onPaste(at)}
            onFocus={({ target }) => target.select()}
            onBlur={field.onBlur}
            // biome-ignore lint/a11y/noAutofocus: the next thing that a person does here
            autoFocus={at === 0}
          />
        ))}
      </div>
      {error && <FieldError>{error}</FieldError>}
      <span className="flex items-center justify-between">{children}</span>
    </div>
  )
}
