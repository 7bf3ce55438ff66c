import { Copy, Pencil, Trash2 } from 'lucide-react'
import { isLocked, type Schedule } from '../../../../src/features/schedules/contract'
import { CalendarCard } from '../../../shared/calendar/CalendarCard'
import { useFormat } from '../../../shared/i18n/useFormat'
import { useText } from '../../../shared/i18n/useText'
import { Button } from '../../../shared/kit/Button'
import { Face } from '../../../shared/kit/Face'
import { ScheduleDetails } from '../ScheduleDetails'
import { copyOf, type ScheduleDialogRequest } from '../SchedulesPage'

type Props = { schedule: Schedule; anchor: HTMLElement; onClose(): void; ask(asked: ScheduleDialogRequest): void }

/** Details of a schedule, beside its calendar entry. */
export function ScheduleCard({ schedule, anchor, onClose, ask }: Props) {
  const t = useText()
  const { dateTime } = useFormat()
  const { contact, sendAt } = schedule
  const then = (asked: ScheduleDialogRequest) => () => {
    onClose()
    ask(asked)
  }
  return (
    <CalendarCard
      anchor={anchor}
      title={contact.name}
      when={dateTime(sendAt)}
      mark={<Face name={contact.name} size={2.25} />}
      onClose={onClose}
      actions={
        <>
          {!isLocked(schedule) && (
            <Button tone="ghost" size="sm" icon={<Pencil />} onClick={then({ what: 'edit', schedule })}>
              {t('common.act.edit')}
            </Button>
          )}
          <Button tone="ghost" size="sm" icon={<Copy />} onClick={then({ what: 'create', start: copyOf(schedule) })}>
            {t('common.act.copy')}
          </Button>
          {schedule.status !== 'sending' && (
            <Button
              tone="ghost"
              size="sm"
              icon={<Trash2 />}
              className="ml-auto text-error-ink"
              onClick={then({ what: 'delete', schedule })}
            >
              {t('common.act.delete')}
            </Button>
          )}
        </>
      }
    >
      <ScheduleDetails schedule={schedule} />
    </CalendarCard>
  )
}
