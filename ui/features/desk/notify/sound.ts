import type { TicketSummary } from '../../../../src/tickets/contract'
import type { Message } from '../../../../src/tickets/messages/contract'
import type { NoticeKind } from '../../../shared/notices'

type Arrival = {
  message: Pick<Message, 'fromMe'>
  ticket: Pick<TicketSummary, 'status' | 'userId' | 'isBot' | 'isGroup'>
}

/** The notice setting that covers this message, or a ticket that was given to the user. */
export const noticeKindOf = ({ ticket }: Pick<Arrival, 'ticket'>): NoticeKind =>
  ticket.isGroup ? 'groups' : ticket.status === 'pending' ? 'waiting' : 'own'

/** Whether a message makes a sound: in own and waiting tickets, not in those of colleagues or the bot. */
export const concerns = ({ message, ticket }: Arrival, userId: number): boolean =>
  !message.fromMe &&
  !ticket.isBot &&
  ticket.status !== 'closed' &&
  (ticket.status === 'pending' || ticket.userId === userId)
