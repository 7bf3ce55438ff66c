/** A message of ours, sent and plain; `more` is what matters to the test. */
import type { Message } from '../../../src/tickets/messages/contract'

export const SAID_AT = Date.parse('2026-11-21T10:00:00.000Z')

export const message = (more: Partial<Message> = {}): Message => ({
  id: 1,
  ticketId: 7,
  contactId: 9,
  body: 'oi',
  fromMe: true,
  mediaType: 'chat',
  mediaUrl: null,
  media: null,
  isDeleted: false,
  isEdited: false,
  oldMessages: [],
  reactions: [],
  refused: null,
  revision: 0,
  ack: 2,
  failure: null,
  quotedMsg: null,
  contact: null,
  user: null,
  clientId: null,
  extra: null,
  createdAt: new Date(SAID_AT).toISOString(),
  ...more,
})
