import { type ReactNode, useState } from 'react'
import { useText } from '../../../shared/i18n/useText'
import { Button } from '../../../shared/kit/Button'
import { classes } from '../../../shared/kit/classes'

export type Shot =
  | 'drop'
  | 'outage'
  | 'endStream'
  | 'redirect'
  | 'streamError'
  | 'logout'
  | 'replaced'
  | 'restrict'
  | 'ban'
  | 'keys'
  | 'expire'

type Props = {
  shot: Shot
  /** The label of the button, if not the usual one. */
  action?: string
  on?: boolean
  danger?: boolean
  disabled?: boolean
  /** The amount, chosen beside the button. */
  children?: ReactNode
  onRun(): void
}

/** A fault that happens once, with what the attendant should see of it. */
export function OneShot({ shot, action, on = false, danger = false, disabled = false, children, onRun }: Props) {
  const t = useText()
  const label = t(`simulator.break.${shot}.label`)
  const word = action ?? t(`simulator.break.${shot}.action`)
  return (
    <div className="fault" data-on={on || undefined}>
      <span>{label}</span>
      <span className="fault-hand flex items-center gap-1.5 min-h-7.25">
        {children}
        <Button
          size="sm"
          className={classes(danger && 'text-error-ink')}
          disabled={disabled}
          aria-label={`${label}: ${word}`}
          onClick={onRun}
        >
          {word}
        </Button>
      </span>
      <small>{t(`simulator.break.${shot}.expect`)}</small>
    </div>
  )
}

type ChoiceProps = { label: string; choices: readonly number[]; say(value: number): string; initial: number }

/** The choice of an amount beside a button. */
export function useChoice({ label, choices, say, initial }: ChoiceProps) {
  const [value, setValue] = useState(initial)
  const select = (
    <select
      className="select select-xs"
      aria-label={label}
      value={value}
      onChange={(event) => setValue(Number(event.target.value))}
    >
      {choices.map((one) => (
        <option key={one} value={one}>
          {say(one)}
        </option>
      ))}
    </select>
  )
  return [value, select] as const
}
