/** Whether a new message is told with a sound. */
import type { TicketSummary } from '../../../../src/tickets/contract'
import type { Message } from '../../../../src/tickets/messages/contract'

type News = {
  message: Pick<Message, 'fromMe'>
  ticket: Pick<TicketSummary, 'status' | 'userId' | 'isBot'>
}

/** One's own tickets and the waiting ones; colleagues' tickets and talks with the bot do not. */
export const concerns = ({ message, ticket }: News, userId: number): boolean =>
  !message.fromMe &&
  !ticket.isBot &&
  ticket.status !== 'closed' &&
  (ticket.status === 'pending' || ticket.userId === userId)
