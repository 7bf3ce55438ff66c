/**
 * Receives messages: contact → ticket → message → screens. One transaction for all that arrived together, from top to
 * bottom.
 */
import type { Actor } from '../../actor'
import type { Incoming, IncomingMedia } from '../../channels/channel'
import { findConnection } from '../../channels/connections/queries'
import type { Connection } from '../../channels/connections/tables'
import { SENT } from '../../channels/contract'
import { groupDue, pictureDue } from '../../channels/events'
import { isPictureDue } from '../../channels/pictures'
import { openWindow } from '../../channels/windows/windows'
import { findContactIds, recogniseContact } from '../../contacts/actions'
import { addressKey } from '../../contacts/address'
import { learnMemberName } from '../../contacts/groups/actions'
import { memberNameOf, roleIn } from '../../contacts/groups/queries'
import { findContactOrFail } from '../../contacts/queries'
import type { Contact } from '../../contacts/tables'
import type { Cx } from '../../platform/cx'
import { execute, getValue } from '../../platform/sql'
import { type Db, isFileError } from '../../platform/sqlite'
import { HOUR } from '../../platform/time'
import { isEnabled } from '../../settings/settings'
import { announceTicket } from '../announce'
import {
  type Arrival,
  type Arriving,
  answerArrival,
  type ClosedTicketAutoResponder,
  type Writer,
} from '../auto-responders'
import { ticketUpdated } from '../contract'
import { ticketOpened, ticketReferred, ticketWaiting } from '../events'
import { withMentions } from '../groups/mentions'
import { summarizeTicket } from '../lists/summaries'
import { mergeAll } from '../merging/merge'
import { applyWaitingActions, applyWaitingActionsOf } from '../message-actions/receive-actions'
import { type Message, messageCreated } from '../messages/contract'
import { mediaDue, messageReceived } from '../messages/events'
import { noteExpiry } from '../messages/expiry'
import { findKnown } from '../messages/identity'
import { countBehindLast, type Last, showLast, showLastOf } from '../messages/last-message'
import { previewOf, shownAt, UNDECIPHERED } from '../messages/message'
import { findMessage, insertMessage, newestAt } from '../messages/queries'
import type { NewMessage, StoredMedia, StoredMessage } from '../messages/tables'
import { ticketFor, withoutTicket } from '../moves/ticket-for'
import { findTicket } from '../queries'
import { announceChange, announceMessage } from '../reading/changed'
import { readMessage, showNew } from '../reading/shown'
import type { Ticket } from '../tables'
import { canSee } from '../visibility'
import { type ConversationIds, readQuote } from './read-quote'
import { type Judgement, judge, judgeAgain, labelled, remember } from './who-wrote'

/** Stores incoming messages, each once and in order; durable when it returns. */
export function receiveMessages(cx: Cx, connectionId: number, incoming: readonly Incoming[]) {
  try {
    cx.transaction((cx) => {
      const connection = findConnection(cx.db, connectionId)
      if (connection) for (const one of incoming) receiveMessage(cx, connection, one)
    })
  } catch (error) {
    if (incoming.length < 2 || isFileError(error)) throw error
    receiveOneByOne(cx, connectionId, incoming)
  }
}

/**
 * A message that cannot be stored holds back what comes after it in its conversation, because it may be stored later, and
 * nothing else.
 */
function receiveOneByOne(cx: Cx, connectionId: number, incoming: readonly Incoming[]) {
  const broken: unknown[] = []
  const held = new Set<string>()
  for (const one of incoming) {
    const addresses = one.chat.map(addressKey)
    if (addresses.some((address) => held.has(address))) continue
    try {
      receiveMessages(cx, connectionId, [one])
    } catch (error) {
      broken.push(error)
      for (const address of addresses) held.add(address)
    }
  }
  if (broken.length > 0)
    throw new AggregateError(broken, `${broken.length} of ${incoming.length} messages could not be stored`)
}

function receiveMessage(cx: Cx, connection: Connection, incoming: Incoming) {
  const known = findKnown(cx.db, connection.id, incoming)
  if (known && isBackfilled(cx.db, known.id)) return receiveAsNews(cx, connection, known.id, incoming)
  if (known) return void receiveAgain(cx, known, incoming) // messengers repeat themselves after a reconnection
  if (incoming.isGroup && isEnabled(cx.db, 'CheckMsgIsGroup')) return
  const contact = contactOf(cx, incoming)
  const arriving = { connection, contact, incoming }
  noteHeard(cx, arriving)
  const { ticket, isNew, claimedBy } = contact.active ? ticketFor(cx, arriving) : withoutTicket
  const createdAt = shownAt(incoming.sentAt, incoming.late?.behind ?? newestAt(cx.db, contact.id), cx.now())
  const judgement = judge(cx, arriving, ticket)
  const stored = storeMessage(cx, { connection, contact, ticket, createdAt }, labelled(incoming, judgement))
  remember(cx, arriving, judgement, stored.id)
  if (contact.isGroup) learnOfGroup(cx, connection, contact, incoming)
  if (isPictureDue(contact, cx.now())) cx.happened(pictureDue({ connectionId: connection.id, contactId: contact.id }))
  const ticketId = ticket?.id ?? null
  takeContent(cx, { connectionId: connection.id, contactId: contact.id, messageId: stored.id, ticketId }, incoming)
  const arrived = { ...stored, writer: judgement.writer, sentAt: incoming.sentAt }
  if (ticket) announceArrival(cx, ticket, arrived, showNew(cx.db, stored, contact.name))
  // Written on our own phone, without a ticket: shown where the conversation is open, and nobody is notified.
  else if (incoming.fromMe) announceMessage(cx, stored.id)
  if (ticket && isNew) cx.happened(ticketOpened({ ticket, userId: null }))
  react(cx, arrivalOf(cx, arriving, { messageId: stored.id, ticket, judgement }), claimedBy)
  applyWaitingActions(cx, stored)
}

const arrivalOf = (
  cx: Cx,
  { connection, contact, incoming }: Arriving,
  {
    messageId,
    ticket = null,
    judgement,
  }: {
    readonly messageId: number
    readonly ticket: Ticket | null | undefined
    readonly judgement: Judgement
  },
): Arrival => ({
  connection,
  contact,
  incoming,
  messageId,
  writer: judgement.writer,
  ticket,
  isFirst: ticket !== null && isBegunByIt(ticket),
  isRecent: isRecent(cx, incoming),
})

/** The consequences of a message, once it is stored and announced. */
function react(cx: Cx, arrival: Arrival, claimedBy?: ClosedTicketAutoResponder) {
  const { ticket } = arrival
  judgeAgain(cx, arrival)
  if (!arrival.incoming.placeholder) cx.happened(messageReceived(arrival))
  if (ticket === null) return
  if (claimedBy) return claimedBy.answer(cx, { ...arrival, ticket })
  answerArrival(cx, { ...arrival, ticket })
  if ((arrival.isFirst || ticket.isBot) && !arrival.incoming.fromMe) announceWaiting(cx, ticket)
}

/** No auto-responder has answered, or the bot no longer does. */
function announceWaiting(cx: Cx, { id }: Ticket) {
  const ticket = findTicket(cx.db, id)
  if (ticket?.status === 'pending' && !ticket.isBot && !ticket.isGroup) cx.happened(ticketWaiting({ ticket }))
}

/** Before anything is announced: a ticket's row says how long we may answer. */
function noteHeard(cx: Cx, { connection, contact, incoming: { fromMe, sentAt } }: Arriving) {
  if (!fromMe) openWindow(cx.db, { connectionId: connection.id, contactId: contact.id }, Math.min(sentAt, cx.now()))
}

/** A group's first message makes us request its description; each message carries its author's name. */
function learnOfGroup(cx: Cx, connection: Connection, group: Contact, { author, fromMe }: Incoming) {
  if (roleIn(cx.db, group.id, connection.id) === undefined)
    cx.happened(groupDue({ connectionId: connection.id, contactId: group.id }))
  if (!fromMe) learnMemberName(cx, group.id, author)
}

const isBackfilled = (db: Db, messageId: number): boolean =>
  getValue(db, 'SELECT imported FROM messages WHERE id = ?', messageId) === 1

/** A message that was imported before it arrived live counts as new: its author is waiting for an answer. */
function receiveAsNews(cx: Cx, connection: Connection, messageId: number, incoming: Incoming) {
  const contact = contactOf(cx, incoming)
  const before = findMessage(cx.db, messageId) // reread: the message may have moved to that contact
  if (before?.contactId !== contact.id) return
  execute(cx.db, 'UPDATE messages SET imported = 0 WHERE id = ?', messageId)
  const arriving = { connection, contact, incoming }
  noteHeard(cx, arriving)
  if (incoming.fromMe || !contact.active) return
  const { ticket, isNew, claimedBy } = ticketFor(cx, arriving)
  if (!ticket || ticket.id === before.ticketId) return
  execute(cx.db, 'UPDATE messages SET ticket_id = ? WHERE id = ?', [ticket.id, messageId])
  if (before.ticketId !== null) showWithout(cx, before.ticketId)
  if (before.media?.state === 'missing') planDownload(cx, messageId)
  const judgement = judge(cx, arriving, ticket)
  const arrived = { ...before, writer: judgement.writer, sentAt: incoming.sentAt }
  takeReferral(cx, { messageId, ticketId: ticket.id }, incoming)
  announceArrival(cx, ticket, arrived, readMessage(cx.db, messageId))
  if (isNew) cx.happened(ticketOpened({ ticket, userId: null }))
  react(cx, arrivalOf(cx, arriving, { messageId, ticket, judgement }), claimedBy)
}

/**
 * A message has left this ticket: the ticket's row must not keep it, because no edit or deletion would reach it there.
 */
function showWithout(cx: Cx, ticketId: number) {
  showLastOf(cx.db, ticketId)
  const ticket = findTicket(cx.db, ticketId)
  if (ticket) announceTicket(cx, null, ticket)
}

/** When waiting messages arrive hours or days late, or others answer, nobody expects an automatic answer. */
const isRecent = (cx: Cx, { late, isOverheard, sentAt }: Incoming) => !late && !isOverheard && cx.now() - sentAt < HOUR

/** A ticket that this message opens is announced like any other change, because not every list listens for messages. */
function announceArrival(cx: Cx, ticket: Ticket, stored: ArrivedMessage, message: Message) {
  touchTicket(cx, ticket, stored)
  const summary = summarizeTicket(cx, ticket.id)
  const audience = (listener: Actor) => canSee(listener, ticket)
  if (isBegunByIt(ticket)) cx.emit(ticketUpdated({ ticket: summary }), audience)
  cx.emit(messageCreated({ message, ticket: summary }), audience)
}

/** Takes the ticket as it was before the message. */
const isBegunByIt = ({ lastMessageAt }: Ticket) => lastMessageAt === 0

/**
 * A message that could not be decrypted is a placeholder until the phone sends it again under the same id. Returns
 * false if it needs no change.
 */
export function receiveAgain(cx: Cx, known: StoredMessage, incoming: Incoming): boolean {
  if (known.failure !== UNDECIPHERED || incoming.placeholder) return false
  const contact = findContactOrFail(cx.db, known.contactId)
  const ticket = known.ticketId === null ? undefined : findTicket(cx.db, known.ticketId)
  const connection = findConnection(cx.db, known.connectionId)
  const arriving = connection && { connection, contact, incoming }
  const judgement = arriving && judge(cx, arriving, ticket, known.id)
  writeContent(cx.db, known, judgement ? labelled(incoming, judgement) : incoming)
  takeContent(cx, { ...known, messageId: known.id }, incoming)
  if (ticket && judgement?.writer === 'person') countBehindLast(cx.db, ticket, { ...known, by: 'us' }, cx.now())
  announceChange(cx, known.id)
  if (ticket && incoming.extra?.referral) announceTicket(cx, null, ticket)
  if (arriving && judgement) {
    remember(cx, arriving, judgement, known.id)
    react(cx, arrivalOf(cx, arriving, { messageId: known.id, ticket, judgement }))
  }
  applyWaitingActions(cx, known)
  return true
}

function writeContent(db: Db, { id, contactId, connectionId }: StoredMessage, incoming: Incoming) {
  const { kind, body, secret = null } = incoming
  const media = incoming.media && announcedMedia(incoming.media)
  const extra = withMentions(db, contactId, incoming)
  const quoted = readQuote(db, { connectionId, contactId }, incoming)
  const json = (value: object | null) => value && JSON.stringify(value)
  execute(
    db,
    'UPDATE messages SET kind = ?, body = ?, media = ?, extra = ?, secret = ?, quoted_id = ?, quoted = ?, failure = NULL WHERE id = ?',
    [kind, body, json(media), json(extra), secret, quoted.id, json(quoted.quote), id],
  )
}

type MessageRef = { readonly messageId: number; readonly ticketId: number | null }

/** The consequences of a message's content, besides showing it. */
function takeContent(cx: Cx, message: ConversationIds & MessageRef, incoming: Incoming) {
  const { media, extra } = incoming
  if (media) planDownload(cx, message.messageId)
  if (extra?.expiresIn) noteExpiry(cx.db, message, extra.expiresIn)
  takeReferral(cx, message, incoming)
}

function takeReferral(cx: Cx, { messageId, ticketId }: MessageRef, { fromMe, isGroup, extra, sentAt }: Incoming) {
  if (extra?.referral && ticketId !== null && !fromMe && !isGroup)
    cx.happened(ticketReferred({ ticketId, messageId, referral: extra.referral, at: sentAt }))
}

/** In a single chat the push name is the contact's only if the contact wrote the message. */
function contactOf(cx: Cx, { chat, isGroup, fromMe, pushName }: Incoming): Contact {
  const known = findContactIds(cx.db, chat)
  mergeAll(cx, known)
  const contact = recogniseContact(cx, { addresses: chat, name: fromMe || isGroup ? null : pushName, isGroup })
  if (known.length > 1) applyWaitingActionsOf(cx, contact.id)
  return contact
}

/** Where a message belongs. Without a ticket it is shown only in its contact's conversation. */
type MessageTarget = {
  readonly connection: Connection
  readonly contact: Contact
  readonly ticket: Ticket | undefined
  /** In milliseconds. */
  readonly createdAt: number
}

/** Stores only the row, and returns it; the caller handles the consequences. */
export function storeMessage(
  cx: Cx,
  { connection, contact, ticket, createdAt }: MessageTarget,
  incoming: Incoming,
): NewMessage & { readonly id: number } {
  const quoted = readQuote(cx.db, { connectionId: connection.id, contactId: contact.id }, incoming)
  const message: NewMessage = {
    ticketId: ticket?.id ?? null,
    contactId: contact.id,
    connectionId: connection.id,
    externalId: incoming.externalId,
    chat: incoming.chat[0] ? addressKey(incoming.chat[0]) : null,
    clientId: null,
    fromMe: incoming.fromMe,
    kind: incoming.kind,
    body: incoming.body.toWellFormed(), // as the database will hold it
    ack: incoming.fromMe ? SENT : 0,
    failure: incoming.placeholder ? UNDECIPHERED : null,
    quotedId: quoted.id,
    quoted: quoted.quote,
    author: memberName(cx.db, incoming)?.toWellFormed() ?? null,
    authorAddresses: incoming.isGroup && !incoming.fromMe ? (incoming.author?.addresses ?? null) : null,
    userId: null,
    media: incoming.media && announcedMedia(incoming.media),
    extra: withMentions(cx.db, contact.id, incoming),
    secret: incoming.secret ?? null,
    createdAt,
  }
  return { ...message, id: insertMessage(cx.db, message) }
}

/** The name of the group member who wrote. */
const memberName = (db: Db, { author, isGroup, fromMe }: Incoming): string | null =>
  isGroup && !fromMe && author ? memberNameOf(db, author.addresses, author.name) : null

function announcedMedia({
  mimetype,
  name,
  size,
  seconds,
  width,
  height,
  waveform,
  thumbnail,
  pages,
  downloadKey: ticket,
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
    ...(pages && { pages }),
    state: 'missing',
    file: null,
    ticket,
  }
}

/** The message never waits for its file. */
function planDownload(cx: Cx, messageId: number) {
  execute(cx.db, 'INSERT OR IGNORE INTO downloads (message_id, next_at) VALUES (?, ?)', [messageId, cx.now()])
  cx.happened(mediaDue({ messageId }))
}

type ArrivedMessage = Pick<
  StoredMessage,
  'id' | 'kind' | 'body' | 'media' | 'extra' | 'fromMe' | 'author' | 'createdAt'
> & {
  readonly writer: Writer
  readonly sentAt: number
}

/** Nobody waits on a closed ticket that an answer does not reopen. What was written beside us answers nobody here. */
const effectOf = (writer: Writer, { status }: Ticket): Last['by'] =>
  writer === 'person' ? 'us' : writer !== 'contact' || status === 'closed' ? 'nobody' : 'contact'

/** The number of a menu's option. */
const CHOICE = /^\W*\d{1,2}\W*$/

function touchTicket(cx: Cx, ticket: Ticket, stored: ArrivedMessage) {
  const { id: messageId, kind, fromMe, author, createdAt, writer, sentAt } = stored
  const by = effectOf(writer, ticket)
  const heard = fromMe ? {} : { heardAt: sentAt }
  if (createdAt < ticket.lastMessageAt) return countBehindLast(cx.db, ticket, { by, createdAt, ...heard }, cx.now())
  const last: Last = {
    messageId,
    preview: previewOf(stored),
    kind,
    fromMe,
    ack: fromMe ? SENT : 0,
    author,
    createdAt,
    by,
    ...heard,
    isChoice: kind === 'chat' && CHOICE.test(stored.body),
  }
  showLast(cx.db, ticket.id, last, cx.now())
}
