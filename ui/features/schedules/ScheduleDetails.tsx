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
      <dl className="grid grid-cols-[5rem_1fr] gap-y-1.5 gap-x-2 py-2 px-3.5 type-sm">
        <dt className="text-muted">{t('common.field.status')}</dt>
        <dd className="min-w-0">
          <ScheduleState schedule={schedule} />
        </dd>
        {sentAt && type === 'mensagem' && (
          <>
            <dt className="text-muted">{t('schedules.states.sucess')}</dt>
            <dd className="min-w-0">{dateTime(sentAt)}</dd>
          </>
        )}
        <dt className="text-muted">{t('schedules.column.user')}</dt>
        <dd className="truncate min-w-0">{user.name}</dd>
        {mediaName && (
          <>
            <dt className="text-muted">{t('common.field.file')}</dt>
            <dd className="truncate min-w-0">{mediaName}</dd>
          </>
        )}
      </dl>
    </div>
  )
}
