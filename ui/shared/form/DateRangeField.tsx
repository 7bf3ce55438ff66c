import { useId } from 'react'
import type { FieldValues } from 'react-hook-form'
import { useText } from '../i18n/useText'
import { DayBox } from '../kit/DayBox'
import { FieldGroup } from './FieldGroup'
import { type FieldName, useField } from './useField'
import type { Form } from './useForm'

type Day = string | null | undefined

type Props<In extends FieldValues, Out> = {
  form: Form<In, Out>
  /** Two fields of the form. */
  from: FieldName<In, Day>
  to: FieldName<In, Day>
  label: string
  hint?: string
  optional?: boolean
}

/** A date range; each end is a field of its own. */
export function DateRangeField<In extends FieldValues, Out>({ form, from, to, ...field }: Props<In, Out>) {
  const t = useText()
  const start = useField<Day, In, Out>(form, from)
  const end = useField<Day, In, Out>(form, to)
  const isReversed = Boolean(start.value && end.value && end.value < start.value)
  const error = start.error ?? end.error ?? (isReversed ? t('kit.dates.reversed') : undefined)
  return (
    <FieldGroup {...field} error={error}>
      <div className="grid grid-cols-2 gap-3">
        <DayInput label={t('kit.dates.from')} field={start} max={end.value} />
        <DayInput label={t('kit.dates.to')} field={end} min={start.value} />
      </div>
    </FieldGroup>
  )
}

type InputProps = { label: string; field: ReturnType<typeof useField<Day, FieldValues, unknown>>; min?: Day; max?: Day }

function DayInput({ label, field: { value, onChange, onBlur, ref, error }, min, max }: InputProps) {
  const id = useId()
  return (
    <span className="grid gap-1">
      <label htmlFor={id} className="text-xs text-muted">
        {label}
      </label>
      <DayBox
        control={{ id, ...(error ? { 'aria-invalid': true } : {}) }}
        ref={ref}
        min={min}
        max={max}
        value={value ?? null}
        onBlur={onBlur}
        onChange={onChange}
      />
    </span>
  )
}
