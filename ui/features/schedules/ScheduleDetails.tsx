import './schedules.css'
import type { Schedule } from '../../../src/features/schedules/contract'
import { useFormat } from '../../shared/i18n/useFormat'
import { useText } from '../../shared/i18n/useText'
import { VariableText } from '../../shared/kit/VariableText'
import { ScheduleState } from './ScheduleState'

/** Its full text, and its outcome. */
export function ScheduleDetails({ schedule }: { schedule: Schedule }) {
  const t = useText()
  const { dateTime } = useFormat()
  const { body, user, mediaName, sentAt, type } = schedule
  return (
    <div className="schedule-details">
      <p>
        <VariableText text={body} />
      </p>
      <dl>
        <dt>{t('common.field.status')}</dt>
        <dd>
          <ScheduleState schedule={schedule} />
        </dd>
        {sentAt && type === 'mensagem' && (
          <>
            <dt>{t('schedules.states.sucess')}</dt>
            <dd>{dateTime(sentAt)}</dd>
          </>
        )}
        <dt>{t('schedules.column.user')}</dt>
        <dd className="truncate">{user.name}</dd>
        {mediaName && (
          <>
            <dt>{t('common.field.file')}</dt>
            <dd className="truncate">{mediaName}</dd>
          </>
        )}
      </dl>
    </div>
  )
}
