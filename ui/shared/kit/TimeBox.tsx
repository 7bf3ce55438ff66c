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

/** `09:00`: nothing more can be typed. */
const WHOLE = 5

/** A time on a clock of 24 hours; 9, 930 and 9h30 are completed. What is no time is handed on as it was typed: the field says so. */
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
