import type { FieldValues } from 'react-hook-form'
import { useText } from '../i18n/useText'
import { instantOf, localTime } from '../i18n/zoned'
import { Field } from '../kit/Field'
import { useUser } from '../session/useUser'
import { type FieldProps, useField } from './useField'

type Props<In extends FieldValues, Out> = FieldProps<In, Out, string | null | undefined> & {
  /** The earliest instant that may be chosen. */
  min?: string
}

/** A day and a time in the company's zone; the form holds the instant, or null. */
export function DateTimeField<In extends FieldValues, Out>({ form, name, min, hint, ...field }: Props<In, Out>) {
  const t = useText()
  const { timeZone } = useUser().company
  const { value, onChange, onBlur, ref, error } = useField<string | null | undefined, In, Out>(form, name)
  // Whoever sits elsewhere must know whose clock it is.
  const isAway = timeZone !== Intl.DateTimeFormat().resolvedOptions().timeZone
  const zone = isAway ? t('kit.dates.zone', { zone: cityOf(timeZone) }) : ''
  const words = [hint, zone].filter(Boolean).join(' ')
  return (
    <Field {...field} {...(words ? { hint: words } : {})} error={error}>
      {(control) => (
        <input
          {...control}
          ref={ref}
          type="datetime-local"
          className="input"
          min={min && localTime(min, timeZone)}
          value={value ? localTime(value, timeZone) : ''}
          onBlur={onBlur}
          onChange={({ target }) => onChange(instantOf(target.value, timeZone))}
        />
      )}
    </Field>
  )
}

/** America/Sao_Paulo → Sao Paulo */
const cityOf = (timeZone: string) => (timeZone.split('/').at(-1) ?? timeZone).replaceAll('_', ' ')
