/** Whether a new message plays a sound. */
import type { TicketSummary } from '../../../../src/tickets/contract'
import type { Message } from '../../../../src/tickets/messages/contract'

type News = {
  message: Pick<Message, 'fromMe'>
  ticket: Pick<TicketSummary, 'status' | 'userId' | 'isBot'>
}

/** For one's own and waiting tickets; not for colleagues' tickets or conversations with the bot. */
export const concerns = ({ message, ticket }: News, userId: number): boolean =>
  !message.fromMe &&
  !ticket.isBot &&
  ticket.status !== 'closed' &&
  (ticket.status === 'pending' || ticket.userId === userId)
