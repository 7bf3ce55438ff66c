/** Sends a message: stores it with its outbox row in one transaction, shows it at once; the outbox sends it. */
import * as v from 'valibot'
import type { Actor } from '../../actor'
import { isMeta } from '../../channels/acts'
import type { AskedAgain, Outgoing, OutgoingAction } from '../../channels/channel'
import { accountOf, wentOverFormerNumber } from '../../channels/connections/former-numbers'
import { channelOf } from '../../channels/connections/queries'
import type { OutboxRow } from '../../channels/connections/tables'
import { FAILED, type MessageExtra, SendableKind, WAITING } from '../../channels/contract'
import { isLack, messageOver } from '../../channels/lacks'
import { isUntried, putInOutbox, putNewInOutbox, takeFromOutbox } from '../../channels/outbox/queue'
import { addressOver } from '../../channels/reach'
import { type Manner, mayWrite, requireWindow, stateOfWindow } from '../../channels/windows/windows'
import { addressKey } from '../../contacts/address'
import { fail } from '../../errors'
import type { Cx } from '../../platform/cx'
import { execute } from '../../platform/sql'
import type { Db } from '../../platform/sqlite'
import { mentionsIn, outgoingMentions, type RequestedMentions } from '../groups/mentions'
import { requireWritable } from '../groups/writable'
import { summarizeTicket } from '../lists/summaries'
import { editOnceMore, findSentAction } from '../message-actions/send-actions'
import { type Message, messageCreated } from '../messages/contract'
import { messagePosted } from '../messages/events'
import { expiryOf } from '../messages/expiry'
import { findAskedFor } from '../messages/identity'
import { type Last, showLast } from '../messages/last-message'
import { newExternalId, previewOf, shownAt } from '../messages/message'
import { findMessage, findMessageIdByClientId, findVisibleMessage, insertMessage, newestAt } from '../messages/queries'
import type { NewMessage, StoredMedia, StoredMessage, StoredQuote } from '../messages/tables'
import { findAnswerable, requireAnswerable, requireAttending } from '../moves/attending'
import { findTicket, findVisibleTicket } from '../queries'
import { readMessage } from '../reading/shown'
import { writeAck, writeFailure } from '../receipts/receipts'
import type { Ticket } from '../tables'
import { canSee } from '../visibility'
import { colleaguesIn } from './colleagues'
import { destinationOf } from './destination'
import { finalText, signatureOf } from './final-text'
import { kindOver } from './over-channel'
import type { Values } from './variables'

export type Draft = {
  readonly kind: 'chat' | 'note' | Outgoing['kind']
  readonly body: string
  readonly media: StoredMedia | null
  readonly extra?: MessageExtra | null
  readonly mentions?: RequestedMentions
  /** Ids of users mentioned in a note. */
  readonly colleagueIds?: readonly number[]
  readonly quotedId: number | null
  /** Whether the sender's name goes above the text. */
  readonly sign?: boolean
  /** The user whose name goes above a text that no attendant sends. */
  readonly signAs?: number | null
  /** Variables of this text only. */
  readonly values?: Values
  /** Chosen by the client: the same id again is the same message. */
  readonly clientId: string | null
}

const NOBODY: RequestedMentions = { memberIds: [], everybody: false }

/**
 * Sends an attendant's message. The ticket must be open, and not a colleague's; a note may be left on any visible one.
 */
export function sendMessage(cx: Cx, actor: Actor, ticketId: number, draft: Draft): Message {
  return cx.transaction((cx) => {
    const ticket = findVisibleTicket(cx.db, actor, ticketId)
    const repeated = draft.clientId === null ? undefined : findMessageIdByClientId(cx.db, draft.clientId)
    if (repeated !== undefined) return repeatedAnswer(cx, actor, ticket, repeated)
    if (draft.kind !== 'note') requireAnswerable(cx.db, actor, ticket)
    if (draft.quotedId !== null) findVisibleMessage(cx.db, actor, draft.quotedId) // a quote reveals the message
    const { body, mentions = NOBODY, colleagueIds = [] } = draft
    const said = mentionsIn(cx.db, ticket, { body, mentions })
    const colleagues = colleaguesIn(cx, actor, ticket, { body, ids: colleagueIds })
    const extra = { ...draft.extra, ...said.extra, ...(colleagues.length > 0 && { colleagues }) }
    return postMessage(cx, ticket, {
      ...draft,
      body: said.body,
      extra: Object.keys(extra).length > 0 ? extra : null,
      userId: actor.userId,
    })
  })
}

/** Sends all of them or none; returns the last. There must be one. */
export const sendMessages = (cx: Cx, actor: Actor, ticketId: number, drafts: readonly Draft[]): Message =>
  cx.transaction((cx) => {
    const last = drafts.map((draft) => sendMessage(cx, actor, ticketId, draft)).at(-1)
    return last ?? fail('ERR_MESSAGE_EMPTY')
  })

/**
 * Refuses what `sendMessages` would refuse, but stores nothing, because a file with its final name stays for a day.
 * Returns false if they were sent before, under the same client ids.
 */
export function dryRunMessages(cx: Cx, actor: Actor, ticketId: number, drafts: readonly Draft[]): boolean {
  const areKnown = drafts.every(({ clientId }) => clientId !== null && findMessageIdByClientId(cx.db, clientId))
  cx.dryRun((cx) => sendMessages(cx, actor, ticketId, drafts))
  return !areKnown
}

/** Posts any message on a ticket, whoever sends it; inside the caller's transaction. */
export function postMessage(cx: Cx, ticket: Ticket, draft: Draft & { readonly userId: number | null }): Message {
  const leaves = draft.kind !== 'note'
  const { body, extra } = wordsOf(cx, ticket, draft)
  const carries = draft.media !== null || draft.extra?.place || draft.extra?.cards
  if (body === '' && !carries) fail('ERR_MESSAGE_EMPTY')
  if (leaves) {
    requireWritable(ticket)
    requireWindow(cx.db, ticket, mannerOf(draft), cx.now())
  }
  const kind = draft.kind === 'note' ? 'note' : kindOver(cx.db, ticket.connectionId, { ...draft, kind: draft.kind })
  const to = addressOver(cx.db, ticket.connectionId, ticket.contactId)
  const row: NewMessage = {
    ticketId: ticket.id,
    contactId: ticket.contactId,
    connectionId: ticket.connectionId,
    externalId: leaves ? newExternalId() : null,
    chat: leaves && to ? addressKey(to) : null,
    clientId: draft.clientId,
    fromMe: true,
    kind,
    body,
    ack: leaves ? WAITING : 0,
    failure: null,
    quotedId: draft.quotedId,
    quoted: draft.quotedId === null ? null : quoteOf(cx, ticket, draft.quotedId),
    author: null,
    authorAddresses: null,
    userId: draft.userId,
    media: draft.media,
    extra: leaves ? expiring(cx.db, ticket, extra) : extra,
    secret: null,
    createdAt: shownAt(cx.now(), newestAt(cx.db, ticket.contactId), cx.now()),
  }
  const messageId = insertMessage(cx.db, row)
  const { connectionId, contactId } = ticket
  if (leaves) putNewInOutbox(cx, { connectionId, contactId, messageId })
  const message = readMessage(cx.db, messageId)
  const last: Last = {
    messageId,
    preview: previewOf(row),
    kind: row.kind,
    fromMe: true,
    ack: row.ack,
    author: message.user?.name ?? null,
    createdAt: row.createdAt,
    // Automatic messages do not count as an answer.
    by: leaves && draft.userId !== null ? 'us' : 'nobody',
  }
  // A campaign message within a conversation does not become the row's last message.
  const isAside = draft.extra?.origin?.by === 'campaign' && ticket.status !== 'closed'
  if (!isAside) showLast(cx.db, ticket.id, last, cx.now())
  cx.emit(messageCreated({ message, ticket: summarizeTicket(cx, ticket.id) }), (listener) => canSee(listener, ticket))
  cx.happened(messagePosted({ ticket, message, userId: draft.userId }))
  return message
}

/** Only what an attendant wrote counts as theirs: an API token or a campaign may send in a user's name. */
const mannerOf = ({ userId, extra }: Pick<StoredMessage, 'userId'> & Pick<Draft, 'extra'>): Manner => ({
  isByPerson: userId !== null && !extra?.origin,
  isTemplate: extra?.template !== undefined,
})

/**
 * Sends a failed message again, under its old id and with its newest text, at the end of its chat's queue: like an
 * answer, it requires an open ticket.
 */
export function retryMessage(cx: Cx, actor: Actor, messageId: number): Message {
  return cx.transaction((cx) => {
    const message = findVisibleMessage(cx.db, actor, messageId)
    const hasFailed = message.fromMe && message.ack === FAILED && message.kind !== 'note'
    if (!hasFailed || message.isDeleted) fail('ERR_NO_MESSAGE_FOUND')
    requireWritable(findAnswerable(cx.db, actor, message))
    requireWindow(cx.db, message, mannerOf(message), cx.now())
    const { connectionId, contactId } = message
    putInOutbox(cx, { connectionId, contactId, messageId, actionId: null })
    leaveOverPresentNumber(cx.db, message)
    editOnceMore(cx, message)
    writeAck(cx, message, WAITING, null)
    return readMessage(cx.db, messageId)
  })
}

/**
 * Cancels a waiting message: it stays in the conversation as failed, and can be sent again. Also in a closed ticket,
 * because the contact notices nothing.
 */
export function cancelMessage(cx: Cx, actor: Actor, messageId: number, isLeaving: (message: StoredMessage) => boolean) {
  return cx.transaction((cx) => {
    const message = findVisibleMessage(cx.db, actor, messageId)
    const ticket = message.ticketId === null ? undefined : findTicket(cx.db, message.ticketId)
    if (ticket) requireAttending(cx.db, actor, ticket)
    if (message.fromMe && isLeaving(message)) fail('ERR_MESSAGE_ON_ITS_WAY')
    if (message.ack !== WAITING || !takeFromOutbox(cx.db, messageId)) fail('ERR_MESSAGE_NOT_WAITING')
    writeFailure(cx, message, 'cancelled')
    return readMessage(cx.db, messageId)
  })
}

/** The path of a stored file; undefined if it is missing. */
type PathOf = (file: string) => string | undefined

/** Converts an outbox row for the channel. */
export function describeOutgoing(
  cx: Cx,
  row: Pick<OutboxRow, 'messageId'>,
  pathOf: PathOf,
): Outgoing | { failure: string } {
  const message = findMessage(cx.db, row.messageId)
  if (!message?.externalId || !isSendable(message.kind)) return { failure: 'unknown' }
  if (message.isDeleted) return { failure: 'deleted' } // deleted while it was waiting
  if (wentOverFormerNumber(cx.db, message)) {
    // The contact may have received it: whether to send it again from another number is for a person to decide.
    if (!isUntried(cx.db, message.id)) return { failure: 'formerNumber' }
    leaveOverPresentNumber(cx.db, message)
  }
  const to = destinationOf(cx.db, message)
  if (!to) return { failure: 'noAddress' }
  const manner = mannerOf(message)
  if (!mayWrite(cx.db, message, manner, cx.now())) return { failure: 'windowClosed' }
  const path = message.media?.file ? pathOf(message.media.file) : undefined
  if (message.media && path === undefined) return { failure: 'fileGone' }
  const over = messageOver(channelOf(cx.db, message.connectionId), { kind: message.kind, file: message.media })
  if (isLack(over)) return { failure: `lacks.${over.lacks}` }
  return {
    externalId: message.externalId,
    to,
    kind: over,
    body: message.body,
    media: message.media && path !== undefined ? mediaOf(message.media, path) : null,
    extra: message.extra,
    ...outgoingMentions(cx.db, message.contactId, message),
    isByPerson: manner.isByPerson,
    ...(stateOfWindow(cx.db, message, cx.now()) === 'people' && { tag: 'HUMAN_AGENT' as const }),
    quoted: quotedBy(cx.db, message),
  }
}

const leaveOverPresentNumber = (db: Db, { id, connectionId }: StoredMessage) =>
  void execute(db, `UPDATE messages SET account = ${accountOf('(? + 0)')} WHERE id = ?`, [connectionId, id])

/**
 * A quote never contains deleted or earlier texts that the contact has not seen. In a group it names the member who
 * wrote it.
 */
function quotedBy(db: Db, { quoted, quotedId, connectionId }: StoredMessage): Outgoing['quoted'] {
  const original = quotedId === null ? undefined : findMessage(db, quotedId)
  // Meta knows its own ids only.
  if (original && original.connectionId !== connectionId && isMeta(channelOf(db, connectionId))) return null
  if (!quoted || (original?.fromMe && original.isDeleted && original.ack === FAILED)) return null
  const { externalId, fromMe, kind } = quoted
  const body = original?.fromMe && !original.isEdited ? original.body : quoted.body
  return { externalId, body, fromMe, kind, author: original?.authorAddresses?.[0] ?? null }
}

/**
 * Finds what we sent under an id, for a phone that could not decrypt it and requests it again. Knowing an id alone
 * proves nothing.
 */
export function findSent(
  cx: Cx,
  connectionId: number,
  asked: AskedAgain,
  pathOf: PathOf,
): Outgoing | OutgoingAction | undefined {
  const sent = findAskedFor(cx.db, connectionId, asked).find(({ fromMe }) => fromMe)
  if (!sent) return findSentAction(cx, connectionId, asked)
  const outgoing = describeOutgoing(cx, { messageId: sent.id }, pathOf)
  return 'failure' in outgoing ? undefined : outgoing
}

/** The stored file that `findSent` would send. */
export const findSentFile = (cx: Cx, connectionId: number, asked: AskedAgain): string | null | undefined =>
  findAskedFor(cx.db, connectionId, asked).find(({ fromMe }) => fromMe)?.media?.file

/** The text to store: notes, cards, locations, templates and forwarded copies stay unchanged. */
function wordsOf(cx: Cx, ticket: Ticket, draft: Draft & { readonly userId: number | null }) {
  const { extra = null } = draft
  if (sentAsTyped.has(draft.kind) || extra?.forwarded || extra?.template) return { body: draft.body.trim(), extra }
  const signature = signatureOf(cx, draft)
  const body = finalText(cx, ticket, draft.body, { ...draft, signature })
  return { body, extra: signature && body !== '' ? { ...extra, signature } : extra }
}
const sentAsTyped: ReadonlySet<Draft['kind']> = new Set(['note', 'location', 'vcard'])

/** Like a phone, marks messages in a disappearing conversation. */
function expiring(db: Db, { connectionId, contactId }: Ticket, extra: MessageExtra | null): MessageExtra | null {
  const expiresIn = expiryOf(db, { connectionId, contactId })
  return expiresIn > 0 ? { ...extra, expiresIn } : extra
}

/** In the same conversation: the response may have been lost, and the ticket merged with another since. */
function repeatedAnswer(cx: Cx, actor: Actor, ticket: Ticket, messageId: number): Message {
  const { contactId } = findVisibleMessage(cx.db, actor, messageId)
  return contactId === ticket.contactId ? readMessage(cx.db, messageId) : fail('ERR_NO_MESSAGE_FOUND')
}

/** Notes and deleted messages cannot be quoted. */
export const isQuotable = (message: StoredMessage): message is StoredMessage & { readonly externalId: string } =>
  message.externalId !== null && !message.isDeleted

function quoteOf(cx: Cx, ticket: Ticket, quotedId: number): StoredQuote {
  const original = findMessage(cx.db, quotedId)
  if (!original || original.contactId !== ticket.contactId || !isQuotable(original)) return fail('ERR_NO_MESSAGE_FOUND')
  const shown = readMessage(cx.db, quotedId)
  return {
    externalId: original.externalId,
    body: original.body,
    fromMe: original.fromMe,
    kind: original.kind,
    author: shown.user?.name ?? shown.contact?.name ?? null,
    ...(original.extra?.mentions && { mentions: original.extra.mentions }),
    ...(original.extra?.origin && { origin: original.extra.origin }),
  }
}

export const isSendable = (kind: StoredMessage['kind']): kind is SendableKind => v.is(SendableKind, kind)

function mediaOf(media: StoredMedia, path: string): NonNullable<Outgoing['media']> {
  return {
    path,
    mimetype: media.mimetype,
    name: media.name,
    seconds: media.seconds,
    width: media.width,
    height: media.height,
    waveform: media.waveform,
    thumbnail: media.thumbnail,
  }
}
