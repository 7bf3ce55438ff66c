import { Bell, Check, CircleAlert, MessageCircle } from 'lucide-react'
import type { Schedule } from '../../../../src/features/schedules/contract'
import type { CalendarEntry } from '../../../shared/calendar/CalendarGrid'
import { useText } from '../../../shared/i18n/useText'
import { localTime } from '../../../shared/i18n/zoned'
import { useUser } from '../../../shared/session/useUser'
import { mayMove } from '../spec'

const icons = { mensagem: MessageCircle, lembrete: Bell }
const tones = { sucess: 'quiet', err: 'error' } as const

/** A schedule on a calendar: its kind by icon, its status by tone. */
export function useScheduleEntry(): (schedule: Schedule) => CalendarEntry {
  const t = useText()
  const { timeZone } = useUser().company
  return (schedule) => {
    const { id, type, status, contact, sendAt } = schedule
    const Icon = status === 'sucess' ? Check : status === 'err' ? CircleAlert : icons[type]
    const isOver = status === 'sucess' || status === 'err'
    return {
      id: String(id),
      title: contact.name,
      start: localTime(sendAt, timeZone),
      tone: isOver ? tones[status] : type === 'mensagem' ? 'primary' : 'neutral',
      icon: <Icon aria-label={t(status === 'pending' ? `schedules.kinds.${type}` : `schedules.states.${status}`)} />,
      mayMove: mayMove(schedule, Date.now()),
    }
  }
}
