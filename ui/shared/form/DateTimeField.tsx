import { useState } from 'react'
import type { FieldValues } from 'react-hook-form'
import { useImpossible } from '../i18n/useImpossible'
import { useText } from '../i18n/useText'
import type { When } from '../i18n/when'
import { instantOf, localTime } from '../i18n/zoned'
import { DayBox } from '../kit/DayBox'
import { Field } from '../kit/Field'
import { TimeBox } from '../kit/TimeBox'
import { useUser } from '../session/useUser'
import { type FieldProps, useField } from './useField'

/** The day, chosen before a time is set. */
const MORNING = '09:00'

type Proposal = { readonly label: string; when(now: string): When }

type Props<In extends FieldValues, Out> = FieldProps<In, Out, string | null | undefined> & {
  /** The earliest selectable instant. */
  min?: string
  /** Suggestions below the field: in an hour, tomorrow at nine. `now` is the company's wall clock. */
  proposals?: readonly Proposal[]
}

/**
 * Day and time in the company's time zone, typed together ("amanhã 9") or separately. The form value is the instant, or
 * null.
 */
export function DateTimeField<In extends FieldValues, Out>(props: Props<In, Out>) {
  const { form, name, min, hint, proposals = [], ...field } = props
  const t = useText()
  const { timeZone } = useUser().company
  const { value, onChange, onBlur, ref, error } = useField<string | null | undefined, In, Out>(form, name)
  const impossible = useImpossible()
  // A day without a time, or the reverse, is not an instant yet.
  const [part, setPart] = useState<When>({})
  const [day = null, time = null] = value ? localTime(value, timeZone).split('T') : [part.day, part.time]
  const set = (when: When) => {
    const next = { ...(day && { day }), ...(time && { time }), ...when }
    setPart(next)
    onChange(next.day ? instantOf(`${next.day}T${next.time ?? MORNING}`, timeZone) : null)
  }
  // A user in another time zone must see which zone applies.
  const isAway = timeZone !== Intl.DateTimeFormat().resolvedOptions().timeZone
  const zone = isAway ? t('kit.dates.zone', { zone: cityOf(timeZone) }) : ''
  const words = [hint, zone].filter(Boolean).join(' ')
  const now = () => localTime(new Date().toISOString(), timeZone)
  return (
    <Field {...field} {...(words ? { hint: words } : {})} error={impossible(time ?? '') ?? error}>
      {(control) => (
        <span className="grid gap-2">
          <span className="grid grid-cols-[minmax(0,1fr)_5.5rem] gap-2">
            <DayBox
              control={control}
              ref={ref}
              min={min && localTime(min, timeZone).slice(0, 10)}
              value={day}
              onBlur={onBlur}
              onChange={(next) => {
                if (next) set({ day: next })
                else {
                  setPart({})
                  onChange(null)
                }
              }}
              onWhen={set}
            />
            <TimeBox label={t('kit.dates.time')} value={time ?? ''} onChange={(next) => set({ time: next })} />
          </span>
          {proposals.length > 0 && (
            <span className="flex flex-wrap gap-1.5">
              {proposals.map(({ label, when }) => (
                <button key={label} type="button" className="filter-chip" onClick={() => set(when(now()))}>
                  {label}
                </button>
              ))}
            </span>
          )}
        </span>
      )}
    </Field>
  )
}

/** America/Sao_Paulo → Sao Paulo */
const cityOf = (timeZone: string) => (timeZone.split('/').at(-1) ?? timeZone).replaceAll('_', ' ')
