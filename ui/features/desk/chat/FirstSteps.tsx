import { useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { Check } from 'lucide-react'
import type { ReactNode } from 'react'
import { useFormat } from '../../../shared/i18n/useFormat'
import { useText } from '../../../shared/i18n/useText'
import { Button, buttonClass } from '../../../shared/kit/Button'
import { useSettings } from '../../../shared/settings/useSettings'
import { connectionsQuery, peopleQuery, queuesQuery } from '../../directory/api'
import { useCountersOf } from '../moves/useCounters'
import { type FirstStep, firstSteps, stepsDone } from '../rules/firstSteps'

/** Setup checklist of a new company. Ticks itself, and disappears when done or dismissed. */
export function FirstSteps({ onOver }: { onOver(): void }) {
  const t = useText()
  const done = useStepsDone()
  if (!done) return null
  const next = firstSteps.find((step) => !done.has(step))
  return (
    <div className="first-steps">
      <h2 className="text-lg font-semibold">{t('firstSteps.title')}</h2>
      <p className="text-sm text-muted">
        {next ? t('firstSteps.text', { done: done.size, all: firstSteps.length }) : t('firstSteps.allDone')}
      </p>
      <ol>
        {firstSteps.map((step, at) => (
          <li key={step} data-done={done.has(step) || undefined} aria-current={step === next ? 'step' : undefined}>
            <span className="first-steps-mark" aria-hidden="true">
              {done.has(step) ? <Check /> : at + 1}
            </span>
            <span className="min-w-0 flex-1">
              <b className="block font-medium">
                {t(`firstSteps.${step}.title`)}
                {done.has(step) && <span className="sr-only"> ({t('firstSteps.done')})</span>}
              </b>
              <StepText step={step} />
            </span>
            {!done.has(step) && <StepAction step={step} isNext={step === next} />}
          </li>
        ))}
      </ol>
      <Button size="sm" tone="ghost" className="justify-self-center" onClick={onOver}>
        {t(next ? 'firstSteps.dismiss' : 'firstSteps.close')}
      </Button>
    </div>
  )
}

function useStepsDone() {
  const queues = useQuery(queuesQuery).data
  const connections = useQuery(connectionsQuery).data
  const people = useQuery(peopleQuery).data
  const counters = useCountersOf(true)
  const schedule = useSettings().find(({ key }) => key === 'scheduleType')?.value
  return (
    queues &&
    connections &&
    people &&
    stepsDone({
      queues,
      connections,
      people: people.length,
      attended: counters?.open ?? 0,
      hasHours: schedule !== undefined && schedule !== 'disabled',
    })
  )
}

function StepText({ step }: { step: FirstStep }): ReactNode {
  const t = useText()
  const { phone } = useFormat()
  const number = useQuery(connectionsQuery).data?.find((one) => one.number !== null)?.number
  const text =
    step === 'message' && number ? t('firstSteps.message.to', { number: phone(number) }) : t(`firstSteps.${step}.text`)
  return <small className="block text-muted">{text}</small>
}

/** Link to where the step is done; its form opens there and returns here. */
function StepAction({ step, isNext }: { step: FirstStep; isNext: boolean }) {
  const t = useText()
  const className = buttonClass(isNext ? 'primary' : 'plain', 'sm')
  switch (step) {
    case 'queue':
      return (
        <Link to="/queues" search={{ new: true }} className={className}>
          {t('firstSteps.queue.act')}
        </Link>
      )
    case 'connection':
      return (
        <Link to="/connections" search={{ new: true }} className={className}>
          {t('firstSteps.connection.act')}
        </Link>
      )
    case 'people':
      return (
        <Link to="/users" search={{ new: true }} className={className}>
          {t('firstSteps.people.act')}
        </Link>
      )
    case 'hours':
      return (
        <Link to="/settings" search={{ tab: 'hours' }} className={className}>
          {t('firstSteps.hours.act')}
        </Link>
      )
    case 'message':
      return null
  }
}
