/** Whether a new message deserves a sound here. */
import type { TicketSummary } from '../../../../src/tickets/contract'
import type { Message } from '../../../../src/tickets/messages/contract'

type News = {
  message: Pick<Message, 'fromMe'>
  ticket: Pick<TicketSummary, 'status' | 'userId' | 'isGroup' | 'uuid' | 'isBot'>
}
type Here = { userId: number; openUuid: string | undefined; isLooking: boolean }

/** One's own tickets and the waiting ones ring; what one is reading, colleagues' tickets and talks with the bot do not. */
export function rings({ message, ticket }: News, { userId, openUuid, isLooking }: Here): boolean {
  if (message.fromMe || ticket.isBot || ticket.status === 'closed') return false
  if (isLooking && ticket.uuid === openUuid) return false
  return ticket.status === 'pending' || ticket.userId === userId
}

/** (4) Atendimentos · Balcão */
export const titleWith = (title: string, unread: number): string => (unread > 0 ? `(${unread}) ${title}` : title)
