import { type ReactNode, useId } from 'react'
import { useText } from '../i18n/useText'
import { FieldError } from '../kit/Field'

type Props = {
  label: string
  hint?: ReactNode
  error?: ReactNode
  optional?: boolean
  /** Right of the label. */
  aside?: ReactNode
  children: ReactNode
}

/** A field that is more than one control. */
export function FieldGroup({ label, hint, error, optional = false, aside, children }: Props) {
  const t = useText()
  const id = useId()
  const described = [error ? `${id}-error` : '', hint ? `${id}-hint` : ''].filter(Boolean).join(' ')
  return (
    <fieldset className="field" aria-describedby={described || undefined}>
      <legend className="sr-only">{label}</legend>
      <div className="flex items-center justify-between gap-3 text-sm">
        <span className="font-medium" aria-hidden="true">
          {label} {optional && <span className="font-normal text-faint">({t('common.optional')})</span>}
        </span>
        {aside}
      </div>
      {children}
      {error && <FieldError id={`${id}-error`}>{error}</FieldError>}
      {hint && <small id={`${id}-hint`}>{hint}</small>}
    </fieldset>
  )
}
