import './escalation.css'
import type { Escalation } from '../../../src/queues/contract'
import { useText } from '../../shared/i18n/useText'
import { minutesOffered } from './values'

type StepId = 'queue' | 'supervisor' | 'whatsapp'
type Props = {
  value: Escalation
  onChange(value: Escalation): void
  /** In place of what a step says below its name. */
  hints?: Partial<Record<StepId, string>>
}

const steps: readonly StepId[] = ['queue', 'supervisor', 'whatsapp']

/** Who is told when nobody opens a conversation, as a ladder in time. */
export function Ladder({ value, onChange, hints = {} }: Props) {
  const t = useText()
  return (
    <ol className="ladder">
      <li>
        <time>{t('escalation.atOnce')}</time>
        <span className="ordinal">1</span>
        <span>
          <b>{t('escalation.attendant')}</b>
          <small>{t('escalation.attendantHint')}</small>
        </span>
        <span className="text-xs text-faint">{t('escalation.always')}</span>
      </li>
      {steps.map((step, at) => (
        <Step
          key={step}
          step={step}
          ordinal={at + 2}
          hint={hints[step] ?? t(`escalation.${step}Hint`)}
          minutes={value[`${step}After`]}
          onChange={(minutes) => onChange({ ...value, [`${step}After`]: minutes })}
        />
      ))}
    </ol>
  )
}

type StepProps = {
  step: StepId
  ordinal: number
  hint: string
  minutes: number | null
  onChange(minutes: number | null): void
}

function Step({ step, ordinal, hint, minutes, onChange }: StepProps) {
  const t = useText()
  return (
    <li data-off={minutes === null || undefined}>
      <time>{minutes === null ? '–' : t('escalation.minutes', { count: minutes })}</time>
      <span className="ordinal">{ordinal}</span>
      <span>
        <b>{t(`escalation.${step}`)}</b>
        <small>{hint}</small>
      </span>
      <select
        className="select select-sm w-44"
        aria-label={t(`escalation.${step}`)}
        value={minutes ?? ''}
        onChange={({ target }) => onChange(target.value === '' ? null : Number(target.value))}
      >
        <option value="">{t('escalation.never')}</option>
        {minutesOffered(minutes).map((count) => (
          <option key={count} value={count}>
            {t('escalation.after', { count })}
          </option>
        ))}
      </select>
    </li>
  )
}
