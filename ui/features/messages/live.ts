/** What each event means for a conversation. Independent of the page, so that tests run the same code. */
import type { QueryClient } from '@tanstack/react-query'
import { connectionUpdated } from '../../../src/channels/connections/contract'
import { contactDeleted, contactRestored, contactUpdated } from '../../../src/contacts/contract'
import { queueDeleted, queueUpdated } from '../../../src/queues/contract'
import { type TicketSummary, ticketDeleted, ticketStepped, ticketUpdated } from '../../../src/tickets/contract'
import {
  type Message,
  messageAcked,
  messageCreated,
  messageUpdated,
  type Shelf,
} from '../../../src/tickets/messages/contract'
import type { LoadedList } from '../../shared/live/apply'
import { type EventHandler, on } from '../../shared/live/bus'
import { type LiveListSpec, refreshLists } from '../../shared/live/live-query'
import { isOn } from './rules/kinds'
import { withQuoteOf } from './rules/messageActions'
import {
  boundariesIn,
  byAge,
  isConversationOf,
  isOf,
  joinBoundaries,
  lacks,
  laterMessage,
  renamedIn,
  stepIn,
  type ThreadExtra,
  updateIn,
  withWriter,
} from './rules/messages'
import { laterAck } from './rules/receipts'

/** The whole conversation with a contact, over all their tickets. */
export const liveThread = (
  ticket: Pick<TicketSummary, 'id' | 'contactId' | 'isGroup' | 'whatsappId'>,
): Omit<LiveListSpec<Message, ThreadExtra>, 'fetchPage'> => ({
  key: ['messages', ticket.id],
  id: ({ id }) => id,
  belongs: () => true,
  compare: byAge,
  merge: laterMessage,
  joinExtra: joinBoundaries,
  extraHandlers: [
    on(ticketUpdated, (news) => boundariesIn(ticket, news)),
    on(messageCreated, (news) => boundariesIn(ticket, news)),
    on(ticketStepped, (news) => stepIn(ticket, news)),
    on(connectionUpdated, ({ whatsapp }) => renamedIn(whatsapp)),
  ],
  tail: 'kept',
  handlers: [
    on(messageCreated, (news) => (isOf(ticket, news) ? { put: news.message } : undefined)),
    on(messageUpdated, ({ message }) => updateIn(ticket, message)),
    on(messageUpdated, ({ message }) => ({ each: (row) => withQuoteOf(row, message) })),
    on(contactUpdated, ({ contact }) => ({ each: (row) => withWriter(row, contact) })),
    on(messageAcked, ({ message: { id, ack, failure } }) => ({
      patch: id,
      with: (row) => {
        const later = laterAck(row.ack, ack)
        return later === row.ack && failure === row.failure
          ? row
          : { ...row, ack: later, failure: later === 0 ? failure : null }
      },
    })),
  ],
})

/** The contact's media, files and links. */
export const liveGallery = (
  ticket: Parameters<typeof liveThread>[0],
  shelf: Shelf,
): Omit<LiveListSpec<Message>, 'fetchPage'> => ({
  key: ['gallery', ticket.id, shelf],
  id: ({ id }) => id,
  belongs: (message) => isOn(shelf, message),
  compare: byAge,
  merge: laterMessage,
  handlers: [
    ...liveThread(ticket).handlers,
    // An edit may add a link.
    on(messageUpdated, ({ message }) =>
      message.contactId === ticket.contactId && !ticket.isGroup ? { put: message } : undefined,
    ),
  ],
  refetchOn: [
    on(ticketDeleted, () => true),
    on(contactDeleted, () => true),
    on(contactRestored, () => true),
    on(ticketUpdated, ({ ticket: { contactId } }) => contactId === ticket.contactId || undefined),
  ],
})

/**
 * Refetches conversations that changed without an event per message: a merge or its undo changed which conversations
 * belong together; a ticket was imported or became visible; or a ticket was deleted, and its contact's other tickets
 * show its messages too. The last are refetched from their end, because the cursors of older pages may be deleted
 * messages.
 */
export function refetchChanged(client: QueryClient): readonly EventHandler<unknown>[] {
  // The dividers between tickets name queues.
  const askAgain = () => client.invalidateQueries({ queryKey: ['messages'] })
  const refresh = ({ contactId, mergedInto }: { readonly contactId: number; readonly mergedInto: number | null }) =>
    refreshLists(client, isConversationOf([contactId, mergedInto ?? contactId]))
  return [
    on(contactDeleted, refresh),
    on(contactRestored, refresh),
    on(queueUpdated, askAgain),
    on(queueDeleted, askAgain),
    on(ticketUpdated, ({ ticket }) => refreshLists(client, lacks(ticket))),
    on(ticketDeleted, ({ ticketId }) =>
      client.resetQueries({
        queryKey: ['messages'],
        predicate: ({ queryKey, state }) =>
          // Its own conversation closes.
          queryKey[1] !== ticketId &&
          // Only conversations are stored under this key.
          (state.data as LoadedList<Message> | undefined)?.items.some((message) => message.ticketId === ticketId) ===
            true,
      }),
    ),
  ]
}
