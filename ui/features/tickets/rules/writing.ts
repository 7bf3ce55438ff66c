/** Whether a person may write on a ticket, and why not. */
import type { TicketSummary } from '../../../../src/tickets/contract'

export type NotWriting = 'pending' | 'closed' | 'colleague' | NonNullable<TicketSummary['sendingBlocked']>
type Person = { id: number; profile: 'admin' | 'supervisor' | 'user'; allUserChat: boolean }

/** Supervisors may write on any ticket; if the connection is closed, messages wait. */
export function whyNotWrite(
  ticket: Pick<TicketSummary, 'status' | 'userId' | 'isGroup' | 'sendingBlocked'>,
  person: Person,
): NotWriting | null {
  if (ticket.status !== 'open') return ticket.status
  const isOurs = ticket.isGroup || ticket.userId === null || ticket.userId === person.id
  if (!isOurs && person.profile === 'user' && !person.allUserChat) return 'colleague'
  return ticket.sendingBlocked
}

/** Whether the person may close or transfer the ticket: a colleague's only with permission. */
export const mayMove = (ticket: Parameters<typeof whyNotWrite>[0], person: Person): boolean =>
  whyNotWrite(ticket, person) !== 'colleague'
