import type { Schedule } from '../../../src/features/schedules/contract'
import { useText } from '../../shared/i18n/useText'
import { StatusDot } from '../../shared/kit/StatusDot'

const tones = { pending: 'wait', sending: 'wait', sucess: 'ok', err: 'bad' } as const

/** Where it stands; of a failed one, why. */
export function ScheduleState({ schedule: { status, type, failure } }: { schedule: Schedule }) {
  const t = useText()
  const words = status === 'sucess' && type === 'lembrete' ? 'reminded' : status
  const why = failure && (t.find(`schedules.failure.${failure}`) ?? t.find(`messages.failure.${failure}`))
  return (
    <span className="two">
      <StatusDot tone={tones[status]}>{t(`schedules.states.${words}`)}</StatusDot>
      {status === 'err' && why && (
        <small className="max-w-64 truncate" title={why}>
          {why}
        </small>
      )}
    </span>
  )
}
