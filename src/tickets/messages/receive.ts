/** A message arrives: contact → ticket → message → screens. One transaction for all that came together, top to bottom. */
import type { Incoming, IncomingMedia } from '../../channels/channel'
import { findConnection, queueIdsOfConnection } from '../../channels/connections/queries'
import type { Connection } from '../../channels/connections/tables'
import { findContactIds, recogniseContact } from '../../contacts/actions'
import type { Contact } from '../../contacts/tables'
import type { Cx } from '../../platform/cx'
import { type Db, isSqliteError, statement } from '../../platform/sqlite'
import { isEnabled } from '../../settings/settings'
import { announceTicket } from '../announce'
import { type Last, showLast } from '../last-message'
import { writeLog } from '../log/log'
import { mergeContacts } from '../merge'
import { findActiveTicket, findTicket, summarizeTicket } from '../queries'
import type { Ticket } from '../tables'
import { canSee } from '../visibility'
import { announceChange } from './changed'
import { messageCreated } from './contract'
import { previewOf, SENT, shownAt, UNDECIPHERED } from './message'
import { findMessage, findMessageIdByExternalId, insertMessage, readMessage } from './queries'
import { applyWaitingActs } from './receive-acts'
import type { StoredMedia, StoredQuote } from './tables'

/** Stores what came in, each message once and in order; durable when it returns. */
export function receiveMessages(cx: Cx, connectionId: number, incoming: readonly Incoming[]) {
  try {
    cx.transaction((cx) => {
      const connection = findConnection(cx.db, connectionId)
      if (connection) for (const one of incoming) receiveMessage(cx, connection, one)
    })
  } catch (error) {
    if (incoming.length < 2 || isSqliteError(error)) throw error
    receiveOneByOne(cx, connectionId, incoming)
  }
}

/** One message that breaks us must not keep its neighbours from being stored. */
function receiveOneByOne(cx: Cx, connectionId: number, incoming: readonly Incoming[]) {
  const broken: unknown[] = []
  for (const one of incoming) {
    try {
      receiveMessages(cx, connectionId, [one])
    } catch (error) {
      broken.push(error)
    }
  }
  if (broken.length > 0)
    throw new AggregateError(broken, `${broken.length} of ${incoming.length} messages could not be stored`)
}

function receiveMessage(cx: Cx, connection: Connection, incoming: Incoming) {
  const known = findMessageIdByExternalId(cx.db, connection.id, incoming.externalId)
  if (known !== undefined) return receiveAgain(cx, known, incoming) // messengers repeat themselves after a reconnection
  if (incoming.isGroup && isEnabled(cx.db, 'CheckMsgIsGroup')) return
  const contact = contactOf(cx, incoming)
  const ticket = contact.active ? ticketFor(cx, connection, contact, incoming) : undefined
  const messageId = store(cx, connection, contact, ticket, incoming)
  if (incoming.media) planDownload(cx, messageId)
  if (ticket) announceArrival(cx, ticket, incoming, messageId)
  applyWaitingActs(cx, connection.id, incoming.externalId)
}

function announceArrival(cx: Cx, ticket: Ticket, incoming: Incoming, messageId: number) {
  touchTicket(cx, ticket, incoming, messageId)
  const summary = summarizeTicket(cx.db, ticket.id)
  cx.emit(messageCreated({ message: readMessage(cx.db, messageId), ticket: summary }), (listener) =>
    canSee(listener, ticket),
  )
}

/** A message that could not be deciphered stands as a placeholder until the phone sends it again under the same id. */
function receiveAgain(cx: Cx, messageId: number, incoming: Incoming) {
  const before = findMessage(cx.db, messageId)
  if (before?.failure !== UNDECIPHERED || incoming.placeholder) return
  const media = incoming.media && announcedMedia(incoming.media)
  const { kind, body } = incoming
  statement(cx.db.$client, 'UPDATE messages SET kind = ?, body = ?, media = ?, failure = NULL WHERE id = ?').run(
    kind,
    body,
    media && JSON.stringify(media),
    messageId,
  )
  if (media) planDownload(cx, messageId)
  announceChange(cx, messageId)
  applyWaitingActs(cx, before.connectionId, incoming.externalId)
}

/** In a conversation with one person the name on the envelope is theirs only when they wrote it. */
function contactOf(cx: Cx, { chat, isGroup, fromMe, pushName }: Incoming): Contact {
  const known = findContactIds(cx.db, chat)
  const [kept, ...others] = known
  if (kept !== undefined) for (const other of others) mergeContacts(cx, kept, other)
  return recogniseContact(cx, { addresses: chat, name: fromMe || isGroup ? null : pushName, isGroup })
}

/** The active ticket; a new one when the contact wrote. What we typed on the phone itself joins a ticket and opens none. */
function ticketFor(cx: Cx, connection: Connection, contact: Contact, incoming: Incoming): Ticket | undefined {
  const active = findActiveTicket(cx.db, contact.id, connection.id)
  if (active) return active
  return incoming.fromMe ? latestTicket(cx.db, contact.id, connection.id) : openTicket(cx, connection, contact)
}

function latestTicket(db: Db, contactId: number, connectionId: number): Ticket | undefined {
  const id = statement(
    db.$client,
    'SELECT id FROM tickets WHERE contact_id = ? AND connection_id = ? ORDER BY created_at DESC, id DESC LIMIT 1',
  )
    .pluck()
    .get(contactId, connectionId)
  return typeof id === 'number' ? findTicket(db, id) : undefined
}

/** With one queue on the connection the ticket belongs there at once; with several or none it waits without. */
function openTicket(cx: Cx, connection: Connection, contact: Contact): Ticket | undefined {
  const queueIds = queueIdsOfConnection(cx.db, connection.id)
  const queueId = queueIds.length === 1 ? (queueIds[0] ?? null) : null
  const now = cx.now()
  const { lastInsertRowid } = statement(
    cx.db.$client,
    `INSERT INTO tickets (uuid, status, is_group, channel, contact_id, connection_id, queue_id, last_message_at, created_at, updated_at) VALUES (?, 'pending', ?, ?, ?, ?, ?, ?, ?, ?)`,
  ).run(
    crypto.randomUUID(),
    contact.isGroup ? 1 : 0,
    connection.channel,
    contact.id,
    connection.id,
    queueId,
    0,
    now,
    now,
  )
  const id = Number(lastInsertRowid)
  writeLog(cx, id, 'created', null, { connection: connection.name })
  if (queueId !== null) writeLog(cx, id, 'queueSet', null, { queueId })
  return findTicket(cx.db, id)
}

function store(
  cx: Cx,
  connection: Connection,
  contact: Contact,
  ticket: Ticket | undefined,
  incoming: Incoming,
): number {
  const quoted = quoteOf(cx.db, connection.id, incoming)
  return insertMessage(cx.db, {
    ticketId: ticket?.id ?? null,
    contactId: contact.id,
    connectionId: connection.id,
    externalId: incoming.externalId,
    clientId: null,
    fromMe: incoming.fromMe,
    kind: incoming.kind,
    body: incoming.body,
    ack: incoming.fromMe ? SENT : 0,
    failure: incoming.placeholder ? UNDECIPHERED : null,
    quotedId: quoted.id,
    quoted: quoted.quote,
    author: memberName(incoming),
    authorAddresses: incoming.isGroup && !incoming.fromMe ? (incoming.author?.addresses ?? null) : null,
    userId: null,
    media: incoming.media && announcedMedia(incoming.media),
    createdAt: shownAt(incoming.sentAt, ticket?.lastMessageAt ?? 0, cx.now()),
  })
}

/** Which member of a group wrote. */
const memberName = ({ author, isGroup, fromMe }: Incoming): string | null =>
  isGroup && !fromMe ? (author?.name ?? author?.addresses.find(({ kind }) => kind === 'phone')?.value ?? null) : null

function quoteOf(
  db: Db,
  connectionId: number,
  { quotedExternalId, quotedBody }: Incoming,
): { id: number | null; quote: StoredQuote | null } {
  if (quotedExternalId === null) return { id: null, quote: null }
  const id = findMessageIdByExternalId(db, connectionId, quotedExternalId)
  const original = id === undefined ? undefined : readMessage(db, id)
  const quote: StoredQuote = {
    externalId: quotedExternalId,
    body: original?.body ?? quotedBody ?? '',
    fromMe: original?.fromMe ?? false,
    kind: original?.mediaType ?? 'chat',
    author: original?.user?.name ?? original?.contact?.name ?? null,
  }
  return { id: id ?? null, quote }
}

function announcedMedia({
  mimetype,
  name,
  size,
  seconds,
  width,
  height,
  waveform,
  thumbnail,
  ticket,
}: IncomingMedia): StoredMedia {
  return {
    mimetype,
    name,
    size,
    seconds,
    width,
    height,
    waveform: waveform && [...waveform],
    thumbnail,
    state: 'missing',
    file: null,
    ticket,
  }
}

/** The message never waits for its file. */
function planDownload(cx: Cx, messageId: number) {
  statement(cx.db.$client, 'INSERT INTO downloads (message_id, next_at) VALUES (?, ?)').run(messageId, cx.now())
  cx.signal({ what: 'media', messageId })
}

function touchTicket(cx: Cx, ticket: Ticket, incoming: Incoming, messageId: number) {
  const { kind, body, media, fromMe } = incoming
  const createdAt = Number(
    statement(cx.db.$client, 'SELECT created_at FROM messages WHERE id = ?').pluck().get(messageId),
  )
  const last: Last = {
    messageId,
    preview: previewOf(kind, body, media?.name ?? null),
    kind,
    fromMe,
    ack: fromMe ? SENT : 0,
    author: memberName(incoming),
    createdAt,
  }
  showLast(cx.db, ticket.id, last, fromMe ? 'us' : 'contact', cx.now())
}

/** The messenger tells that these addresses are one person: two records of them become one. */
export function receiveSameContact(cx: Cx, addresses: Incoming['chat']) {
  cx.transaction((cx) => {
    const [kept, ...others] = findContactIds(cx.db, addresses)
    if (kept === undefined) return
    for (const other of others) mergeContacts(cx, kept, other)
    recogniseContact(cx, { addresses, name: null, isGroup: false })
    for (const id of statement(cx.db.$client, `SELECT id FROM tickets WHERE contact_id = ? AND status <> 'closed'`)
      .pluck()
      .all(kept)) {
      const ticket = findTicket(cx.db, Number(id))
      if (ticket) announceTicket(cx, null, ticket)
    }
  })
}
