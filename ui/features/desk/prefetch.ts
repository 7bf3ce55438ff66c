/** Fetches a conversation before it is opened, without marking anything as read. */
import type { QueryClient } from '@tanstack/react-query'
import type { TicketSummary } from '../../../src/tickets/contract'
import type { LiveBus } from '../../shared/live/bus'
import { liveListQuery } from '../../shared/live/live-query'
import { threadSpec } from './queries'

export function prefetchThread(ticket: TicketSummary, { client, bus }: { client: QueryClient; bus: LiveBus }): void {
  // Messages of a waiting ticket are shown only to the person who accepts it.
  if (ticket.status === 'pending' && !ticket.isGroup) return
  void client.prefetchQuery(liveListQuery(client, bus, threadSpec(ticket, 'ahead')))
}
