import { UserRound } from 'lucide-react'
import type { TicketSummary } from '../../../../src/tickets/contract'
import { useText } from '../../../shared/i18n/useText'
import { useUser } from '../../../shared/session/useUser'

/** Somebody else attends this ticket: who may write all the same knows it before both answer. */
export function ColleagueHere({ ticket }: { ticket: TicketSummary }) {
  const t = useText()
  const user = useUser()
  if (ticket.isGroup || ticket.user === null || ticket.user.id === user.id) return null
  return (
    <p className="composer-hint" role="status">
      <UserRound className="size-3.5!" />
      {t('messages.colleagueHere', { name: ticket.user.name })}
    </p>
  )
}
