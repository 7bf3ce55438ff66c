/** Scheduling from a conversation. */
import { useNavigate } from '@tanstack/react-router'
import { CalendarClock } from 'lucide-react'
import type { TicketSummary } from '../../../src/tickets/contract'
import type { DeskParts } from '../../shared/deskParts'
import { useText } from '../../shared/i18n/useText'
import { MenuItem } from '../../shared/kit/Menu'

function ScheduleItem({ ticket: { contactId, contact } }: { ticket: TicketSummary }) {
  const t = useText()
  const navigate = useNavigate()
  return (
    <MenuItem
      icon={<CalendarClock />}
      onSelect={() => void navigate({ to: '/schedules', search: { contactId, contactName: contact.name } })}
    >
      {t('schedules.form.message')}
    </MenuItem>
  )
}

export const deskParts: DeskParts = { MenuItems: ScheduleItem }
