/** Brings a conversation before it is opened. */
import type { QueryClient } from '@tanstack/react-query'
import type { TicketSummary } from '../../../src/tickets/contract'
import type { LiveBus } from '../../shared/live/bus'
import { liveListQuery } from '../../shared/live/live-query'
import { threadSpec } from './queries'

type Options = { client: QueryClient; bus: LiveBus; userId: number }

/** The server takes its holder's fetching the first page for reading: unread news wait until they are opened. */
export function prefetchThread(ticket: TicketSummary, { client, bus, userId }: Options): void {
  if (ticket.status === 'pending' && !ticket.isGroup) return
  const wouldRead = (ticket.unreadMessages > 0 || ticket.isMarkUnread) && (ticket.isGroup || ticket.userId === userId)
  if (!wouldRead) void client.prefetchQuery(liveListQuery(client, bus, threadSpec(ticket)))
}
