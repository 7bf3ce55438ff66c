import type { Schedule } from '../../../src/features/schedules/contract'
import type { Wait } from '../../../src/outbound/contract'
import { useFormat } from '../../shared/i18n/useFormat'
import { useText } from '../../shared/i18n/useText'
import { StatusDot } from '../../shared/kit/StatusDot'

const tones = { pending: 'wait', sending: 'wait', sucess: 'ok', err: 'bad' } as const

/** Its status, with the reason if it failed or is held. */
export function ScheduleState({ schedule: { status, type, failure, wait } }: { schedule: Schedule }) {
  const t = useText()
  const format = useFormat()
  const words = status === 'sucess' && type === 'lembrete' ? 'reminded' : status
  const failed = failure && (t.find(`schedules.failure.${failure}`) ?? t.find(`messages.failure.${failure}`))
  const why = status === 'err' ? failed : status === 'pending' ? wait && waitIn(wait, t, format) : null
  return (
    <span className="two">
      <StatusDot tone={tones[status]}>{t(`schedules.states.${words}`)}</StatusDot>
      {why && (
        <small className="line-clamp-2 max-w-72 whitespace-normal" title={why}>
          {why}
        </small>
      )}
    </span>
  )
}

function waitIn({ why, until }: Wait, t: ReturnType<typeof useText>, format: ReturnType<typeof useFormat>) {
  if (why === 'restricted')
    return until === null
      ? t('schedules.waits.restrictedNow')
      : t('schedules.waits.restricted', { until: format.shortDateTime(until) })
  const isNamed = why === 'stopped' || why === 'resting' || why === 'overdue' || why === 'plan' || why === 'peopleLimit'
  return t(`schedules.waits.${isNamed ? why : 'coldCap'}`)
}
