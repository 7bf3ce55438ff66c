/** Conversations, and what is fetched about single messages. */
import { queryOptions } from '@tanstack/react-query'
import type { Message } from '../../../src/tickets/messages/contract'
import type { LiveListSpec } from '../../shared/live/live-query'
import { type Fetching, fetchDeleted, fetchMessages, fetchReceipts } from './api'
import { liveThread } from './live'
import type { ThreadExtra } from './rules/messages'

/** The whole conversation with a contact, over all their tickets. */
export const threadSpec = (
  ticket: Parameters<typeof liveThread>[0],
  fetching: Fetching = 'reading',
): LiveListSpec<Message, ThreadExtra> => ({
  ...liveThread(ticket),
  fetchPage: ({ after }, signal) => fetchMessages(ticket.id, { before: after, fetching }, signal),
})

/** Only for people with permission; fetched each time and not cached. */
export const deletedQuery = (messageId: number) =>
  queryOptions({
    queryKey: ['deleted-message', messageId],
    queryFn: ({ signal }) => fetchDeleted(messageId, signal),
    gcTime: 0,
  })

/** Who received our message. */
export const receiptsQuery = (messageId: number) =>
  queryOptions({
    queryKey: ['receipts', messageId],
    queryFn: ({ signal }) => fetchReceipts(messageId, signal),
    gcTime: 0,
  })
