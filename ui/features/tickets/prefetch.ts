/** Brings a conversation before it is opened. Nothing counts as read by it. */
import type { QueryClient } from '@tanstack/react-query'
import type { TicketSummary } from '../../../src/tickets/contract'
import type { LiveBus } from '../../shared/live/bus'
import { liveListQuery } from '../../shared/live/live-query'
import { threadSpec } from './queries'

export function prefetchThread(ticket: TicketSummary, { client, bus }: { client: QueryClient; bus: LiveBus }): void {
  // What waits shows to whoever takes it.
  if (ticket.status === 'pending' && !ticket.isGroup) return
  void client.prefetchQuery(liveListQuery(client, bus, threadSpec(ticket, 'ahead')))
}
