/** Messages matching a search: requested from the server, kept up to date by events. */
import { contactUpdated } from '../../../src/contacts/contract'
import { queueDeleted, queueUpdated } from '../../../src/queues/contract'
import { ticketDeleted, ticketUpdated } from '../../../src/tickets/contract'
import { messageCreated, messageUpdated } from '../../../src/tickets/messages/contract'
import type { MessageHit } from '../../../src/tickets/searching/contract'
import { on } from '../../shared/live/bus'
import type { LiveListSpec } from '../../shared/live/live-query'
import { markedParts, wordsIn } from '../messages/rules/marks'
import { queryOf, type TicketFilter } from './rules/lists'

/** Query parameters; tab and segment are not part of them. */
export function hitsQueryOf(choice: TicketFilter) {
  const {
    status: _status,
    isGroup: _isGroup,
    showAll: _showAll,
    ...query
  } = queryOf({
    ...choice,
    status: null,
    isGroup: null,
  })
  return query
}

/** Whether a text could match; the server decides. */
const mayHave = (body: string, search: string): boolean =>
  wordsIn(search).every((word) =>
    markedParts(body, { needles: [word], atWords: true, messageId: null }).some(({ isMarked }) => isMarked),
  )

export const liveHits = (choice: TicketFilter): Omit<LiveListSpec<MessageHit>, 'fetchPage'> => ({
  key: ['hits', choice],
  id: ({ messageId }) => messageId,
  belongs: () => true,
  // Ordered like the server's index: by second, then by arrival.
  compare: (a, b) => b.createdAt.slice(0, 19).localeCompare(a.createdAt.slice(0, 19)),
  merge: (_current, incoming) => incoming,
  onlyServerAdds: true,
  handlers: [
    on(messageUpdated, ({ message: { id, isDeleted } }) => (isDeleted ? { drop: id } : undefined)),
    on(ticketUpdated, ({ ticket: { id, status, queue } }) => ({
      each: (hit) => (hit.ticketId === id ? withTicket(hit, { status, queue }) : hit),
    })),
    on(contactUpdated, ({ contact: { id, name, number, username, profilePicUrl } }) => ({
      each: (hit) =>
        hit.ticket.contactId === id ? withTicket(hit, { contact: { id, name, number, username, profilePicUrl } }) : hit,
    })),
    on(queueUpdated, ({ queue: { id, name, color } }) => ({
      each: (hit) => (hit.ticket.queue?.id === id ? withTicket(hit, { queue: { id, name, color } }) : hit),
    })),
    on(queueDeleted, ({ queueId }) => ({
      each: (hit) => (hit.ticket.queue?.id === queueId ? withTicket(hit, { queue: null }) : hit),
    })),
  ],
  refetchOn: [
    on(messageCreated, ({ message }) => (mayHave(message.body, choice.search) ? true : undefined)),
    on(messageUpdated, ({ message: { isDeleted, isEdited } }) => (isEdited && !isDeleted ? true : undefined)),
    // Its messages are gone; messages of the contact's other tickets may now appear elsewhere.
    on(ticketDeleted, () => true),
  ],
})

const withTicket = (hit: MessageHit, changed: Partial<MessageHit['ticket']>): MessageHit => ({
  ...hit,
  ticket: { ...hit.ticket, ...changed },
})
