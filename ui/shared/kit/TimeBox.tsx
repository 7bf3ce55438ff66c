import { type Ref, useState } from 'react'
import { completeTime } from '../i18n/clock'
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

const TIME = /^([01]\d|2[0-3]):[0-5]\d$/

/** A time on a clock of 24 hours; 9, 930 and 9h30 are completed. */
export function TimeBox({ value, onChange, onBlur, control, label, className, ref }: Props) {
  const [draft, setDraft] = useState<string | null>(null)
  const type = (typed: string) => {
    setDraft(typed)
    if (TIME.test(typed) || typed === '') onChange(typed)
  }
  const finish = () => {
    if (draft === null) return
    onChange(completeTime(draft))
    setDraft(null)
  }
  return (
    <input
      {...control}
      ref={ref}
      className={classes('input nums', className)}
      inputMode="numeric"
      autoComplete="off"
      placeholder="08:00"
      maxLength={5}
      aria-label={label}
      aria-invalid={
        control?.['aria-invalid'] || (draft === null && value !== '' && !TIME.test(value)) ? true : undefined
      }
      value={draft ?? value}
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
