import './escalation.css'
import { Info } from 'lucide-react'
import { useId } from 'react'
import type { Escalation } from '../../../src/queues/contract'
import { useText } from '../../shared/i18n/useText'
import { Note } from '../../shared/kit/Note'
import { Toggle } from '../../shared/kit/Toggle'
import { minutesOffered } from './values'

type Props = { value: Escalation; onChange(value: Escalation): void }

const steps = ['queue', 'supervisor', 'whatsapp'] as const

/** Who is told when nobody opens a conversation of the queue, as a ladder in time. */
export function EscalationTab({ value, onChange }: Props) {
  const t = useText()
  const id = useId()
  return (
    <div className="dialog-body grid max-w-3xl content-start gap-4">
      <label htmlFor={id} className="flex items-start justify-between gap-4">
        <span className="two">
          <span className="text-sm font-semibold">{t('escalation.active')}</span>
          <small>{t('escalation.activeHint')}</small>
        </span>
        <Toggle id={id} size="sm" checked={value.active} onChange={(active) => onChange({ ...value, active })} />
      </label>
      {value.active && (
        <>
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
                minutes={value[`${step}After`]}
                onChange={(minutes) => onChange({ ...value, [`${step}After`]: minutes })}
              />
            ))}
          </ol>
          <Note tone="info" icon={<Info />}>
            {t('escalation.note')}
          </Note>
        </>
      )}
    </div>
  )
}

type StepProps = {
  step: (typeof steps)[number]
  ordinal: number
  minutes: number | null
  onChange(minutes: number | null): void
}

function Step({ step, ordinal, minutes, onChange }: StepProps) {
  const t = useText()
  return (
    <li data-off={minutes === null || undefined}>
      <time>{minutes === null ? '–' : t('escalation.minutes', { count: minutes })}</time>
      <span className="ordinal">{ordinal}</span>
      <span>
        <b>{t(`escalation.${step}`)}</b>
        <small>{t(`escalation.${step}Hint`)}</small>
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
