/** Whether a person may write in a ticket, and why not. A note is not for the contact: it may be left in every ticket that is shown. */
import { mayAttend } from '../../../../src/access/permissions'
import type { TicketSummary } from '../../../../src/tickets/contract'

export type NotWriting = 'pending' | 'closed' | 'colleague' | NonNullable<TicketSummary['sendingBlocked']>
export type Person = { id: number; profile: 'admin' | 'supervisor' | 'user'; allUserChat: boolean }
export type Place = Pick<TicketSummary, 'status' | 'userId' | 'isGroup' | 'sendingBlocked'>

/** If the connection is closed, messages wait. */
export function whyNotWrite(ticket: Place, person: Person): NotWriting | null {
  if (ticket.status !== 'open') return ticket.status
  return attends(person, ticket) ? ticket.sendingBlocked : 'colleague'
}

/** As the server judges it. */
export const attends = (person: Person, ticket: Place): boolean => mayAttend({ ...person, userId: person.id }, ticket)
