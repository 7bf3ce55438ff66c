/** What each event means for a conversation. Free of the page, so that tests run the same. */
import { contactUpdated } from '../../../src/contacts/contract'
import { type TicketSummary, ticketUpdated } from '../../../src/tickets/contract'
import { type Message, messageAcked, messageCreated, messageUpdated } from '../../../src/tickets/messages/contract'
import { on } from '../../shared/live/bus'
import type { LiveListSpec } from '../../shared/live/live-query'
import { withQuoteOf } from './rules/acts'
import { byAge, isOf, joinSeams, laterMessage, seamsIn, type ThreadExtra, updateIn, withWriter } from './rules/messages'
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
  joinExtra: joinSeams,
  extraHandlers: [
    on(ticketUpdated, (news) => seamsIn(ticket, news)),
    on(messageCreated, (news) => seamsIn(ticket, news)),
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
