import { CircleAlert } from 'lucide-react'
import { type ReactNode, useId } from 'react'
import { useText } from '../i18n/useText'

/** Props that the control of a field must accept. */
export type FieldControl = { id: string; 'aria-describedby'?: string; 'aria-invalid'?: true; required?: true }

type Props = {
  label: ReactNode
  hint?: ReactNode
  /** Translated; shown beside the field and announced. */
  error?: ReactNode
  optional?: boolean
  /** At the right of the label: a link, a counter. */
  aside?: ReactNode
  children(control: FieldControl): ReactNode
}

/** A labelled control: label above, hint and error below, linked for screen readers. */
export function Field({ label, hint, error, optional = false, aside, children }: Props) {
  const t = useText()
  const id = useId()
  const described = [error ? `${id}-error` : '', hint ? `${id}-hint` : ''].filter(Boolean).join(' ')
  return (
    <div className="field">
      <div className="flex justify-between gap-3 text-sm">
        <label htmlFor={id} className="font-medium">
          {label} {optional && <span className="font-normal text-faint">({t('common.optional')})</span>}
        </label>
        {aside}
      </div>
      {children({
        id,
        ...(described ? { 'aria-describedby': described } : {}),
        ...(error ? { 'aria-invalid': true } : {}),
      })}
      {error && <FieldError id={`${id}-error`}>{error}</FieldError>}
      {hint && <small id={`${id}-hint`}>{hint}</small>}
    </div>
  )
}

/** For controls that are more than one input; the others get it from `Field`. */
export function FieldError({ id, children }: { id?: string; children: ReactNode }) {
  return (
    <span className="field-error" id={id} role="alert">
      <CircleAlert />
      {children}
    </span>
  )
}
