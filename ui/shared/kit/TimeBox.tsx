import { type Ref, useState } from 'react'
import { completeTime, isClockTime } from '../i18n/clock'
import { classes } from './classes'
import type { FieldControl } from './Field'

type Props = {
  /** `09:00`; empty for none. */
  value: string
  onChange(time: string): void
  onBlur?(): void
  control?: Partial<FieldControl>
  label?: string
  className?: string
  ref?: Ref<HTMLInputElement>
}

/** Maximum length: `09:00`. */
const WHOLE = 5

/** A 24-hour time field that completes 9, 930 and 9h30. Invalid text is passed on as typed: the field reports it. */
export function TimeBox({ value, onChange, onBlur, control, label, className, ref }: Props) {
  const [draft, setDraft] = useState<string | null>(null)
  const type = (typed: string) => {
    setDraft(typed)
    if (typed.length === WHOLE || typed === '') onChange(completeTime(typed))
  }
  const finish = () => {
    if (draft === null) return
    onChange(completeTime(draft))
    setDraft(null)
  }
  const shown = draft ?? value
  const isWrong = shown !== '' && (draft === null || draft.length === WHOLE) && !isClockTime(completeTime(shown))
  return (
    <input
      {...control}
      ref={ref}
      className={classes('input nums', className)}
      inputMode="numeric"
      autoComplete="off"
      placeholder="08:00"
      maxLength={WHOLE}
      aria-label={label}
      aria-invalid={control?.['aria-invalid'] || isWrong || undefined}
      value={shown}
      onChange={({ target }) => type(target.value)}
      onBlur={() => {
        finish()
        onBlur?.()
      }}
      onKeyDown={(event) => {
        if (event.key === 'Enter') finish()
      }}
    />
  )
}
