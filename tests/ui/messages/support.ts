/** Our own sent text message and an open ticket of ours; `more` overrides fields. */
import type { TicketSummary } from '../../../src/tickets/contract'
import type { Message } from '../../../src/tickets/messages/contract'

export const SAID_AT = Date.parse('2026-11-21T10:00:00.000Z')

export const message = (more: Partial<Message> = {}): Message => ({
  id: 1,
  ticketId: 7,
  contactId: 9,
  whatsappId: 2,
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

/** A downloaded picture, unless overridden. */
export const media = (more: Partial<NonNullable<Message['media']>> = {}): NonNullable<Message['media']> => ({
  name: null,
  mimetype: 'image/png',
  size: null,
  seconds: null,
  width: null,
  height: null,
  waveform: null,
  thumbnail: null,
  state: 'ready',
  ...more,
})

export const ME = 1

export const ticket = (more: Partial<TicketSummary> = {}): TicketSummary => ({
  id: 7,
  uuid: 'u7',
  code: '202611217',
  status: 'open',
  isGroup: false,
  isBot: false,
  channel: 'whatsapp',
  queueId: 3,
  queue: null,
  userId: ME,
  user: null,
  contactId: 9,
  contact: { id: 9, name: 'Mariana', number: null, username: null, profilePicUrl: null },
  whatsappId: 2,
  whatsapp: { id: 2, name: 'Loja', farewellMessage: '' },
  tags: [],
  hasNotes: false,
  referral: null,
  campaign: null,
  replyWindow: null,
  lastMessage: '',
  last: null,
  heard: null,
  unreadMessages: 0,
  isMarkUnread: false,
  sendingBlocked: null,
  waitingSince: null,
  createdAt: '2026-11-21T10:00:00.000Z',
  updatedAt: '2026-11-21T10:00:00.000Z',
  lastMessageAt: new Date(SAID_AT).toISOString(),
  closedAt: null,
  ...more,
})
