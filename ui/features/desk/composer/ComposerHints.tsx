import { useQuery } from '@tanstack/react-query'
import { UserRound, WifiOff } from 'lucide-react'
import type { TicketSummary } from '../../../../src/tickets/contract'
import { useFormat } from '../../../shared/i18n/useFormat'
import { useText } from '../../../shared/i18n/useText'
import { useUser } from '../../../shared/session/useUser'
import { connectionsQuery } from '../../connections/api'
import { holdOf } from '../../connections/status'

/** The connection is closed: says when what is written now will be sent. */
export function ConnectionOff({ ticket }: { ticket: TicketSummary }) {
  const t = useText()
  const format = useFormat()
  const connection = useQuery(connectionsQuery).data?.find(({ id }) => id === ticket.whatsappId)
  const hold = connection ? holdOf(connection) : null
  if (!connection || !hold) return null
  const { name, until } = connection
  return (
    <p className="composer-hint" role="status">
      <WifiOff className="size-3.5!" />
      {t(`messages.connectionOff.${hold}`, { name, when: until === null ? '' : format.dateTime(until) })}
    </p>
  )
}

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
