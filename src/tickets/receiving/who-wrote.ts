/**
 * Who wrote a message that came from our own phone: a person, or the WhatsApp Business app with its greeting or away
 * message. WhatsApp does not say it. Whatever concludes that somebody answered asks here.
 */
import { createHash } from 'node:crypto'
import type { Incoming } from '../../channels/channel'
import type { MessageExtra } from '../../channels/contract'
import type { Contact } from '../../contacts/tables'
import { isOpenAt } from '../../hours/opening'
import { openingHoursOf } from '../../hours/queries'
import type { Cx } from '../../platform/cx'
import { defineDomainEvent } from '../../platform/extensions'
import { execute, getOnlyRow, getRows, getValue } from '../../platform/sql'
import { mayHold } from '../../platform/sqlite'
import { DAY, MINUTE, SECOND } from '../../platform/time'
import type { Arrival, Arriving, Writer } from '../auto-responders'
import { announceChange } from '../reading/changed'
import type { Ticket } from '../tables'

/** The app answers this fast. WhatsApp's times are whole seconds. */
export const AUTOMATIC_ANSWER_MS = 3 * SECOND
/** So many contacts have to get a text at once before it counts as automatic at any time. */
const ENOUGH = 3
/** The app answers a message once: another text within this time is a person's. */
const ONE_ANSWER = 10 * MINUTE
const KEPT = 90 * DAY

/** What is known about a text from our own phone. */
export type Clues = {
  /** Milliseconds since the contact's latest message, by the messenger's clock; null without one. */
  readonly since: number | null
  /** It quotes or forwards something, which the app never does. */
  readonly refers: boolean
  /** The contacts who got this text at once after their message, and at another time; this one included. */
  readonly atOnce: number
  readonly later: number
  /** The phone has just sent this contact another text. */
  readonly hasSpoken: boolean
  /** Outside opening hours. */
  readonly isClosed: boolean
  /** The first answer to the message that began the conversation, of a kind that the app can send. */
  readonly isFirst: boolean
}

/** Whether several contacts got the text as only a program sends it. A quick reply sent by hand mostly comes later. */
export const isAutomatic = ({ atOnce, later }: Pick<Clues, 'atOnce' | 'later'>): boolean =>
  atOnce >= ENOUGH && atOnce > later

/**
 * Until a greeting has gone to `ENOUGH` contacts, the first answer within seconds counts as one: a person who was that
 * fast ends the bot with the next message, while a bot ended by a greeting would be silent for good.
 */
export function writerOf(clues: Clues): Exclude<Writer, 'contact'> {
  const { since, refers, hasSpoken, isClosed, isFirst } = clues
  if (since === null || Math.abs(since) > AUTOMATIC_ANSWER_MS || refers) return 'person'
  if (isAutomatic(clues)) return 'app'
  return !hasSpoken && (isClosed || isFirst) ? 'app' : 'person'
}

/** A message that counted as a person's was automatic after all: the contact's own, which it answers, arrived late. */
export const turnedOutAutomatic = defineDomainEvent<{ readonly ticketId: number; readonly messageId: number }>(
  'message.turnedOutAutomatic',
)

/** The connection's app sends automatic texts; announced once. */
export const appTextsFound = defineDomainEvent<{ readonly connectionId: number }>('connection.appTextsFound')

/** `text`: its digest; null if the message says nothing about the app. */
export type Judgement = { readonly writer: Writer; readonly text: string | null; readonly atOnce: boolean }

const byContact: Judgement = { writer: 'contact', text: null, atOnce: false }
const byPerson: Judgement = { writer: 'person', text: null, atOnce: false }
const byOther: Judgement = { writer: 'elsewhere', text: null, atOnce: false }

/** `ticket`: as it was before the message. `messageId`: of a message that is stored already. */
export function judge(cx: Cx, arriving: Arriving, ticket: Ticket | null | undefined, messageId = 0): Judgement {
  const { connection, contact, incoming } = arriving
  if (!incoming.fromMe) return byContact
  if (incoming.extra?.origin) return byOther // the messenger says who wrote it
  if (contact.isGroup) return byPerson
  const heardAt = ticket ? ticket.heardAt : lastHeard(cx, connection.id, contact.id)
  const since = heardAt === null ? null : incoming.sentAt - heardAt
  const atOnce = since !== null && Math.abs(since) <= AUTOMATIC_ANSWER_MS
  // Undeciphered: nobody knows yet. What counts as an answer waits for the text.
  if (incoming.placeholder) return { writer: atOnce ? 'app' : 'person', text: null, atOnce }
  const text = digestOf(incoming, contact)
  const clues = cluesOf(cx, arriving, { ticket, since, text, atOnce, messageId })
  const writer = writerOf(clues)
  if (writer === 'app' && (clues.isClosed || isAutomatic(clues))) reportApp(cx, connection.id)
  return { writer, text, atOnce }
}

type Circumstances = {
  readonly ticket: Ticket | null | undefined
  readonly since: number | null
  readonly text: string
  readonly atOnce: boolean
  readonly messageId: number
}

function cluesOf(
  cx: Cx,
  { connection, contact, incoming }: Arriving,
  { ticket, since, text, atOnce, messageId }: Circumstances,
): Clues {
  const known = getOnlyRow<{ atOnce: number; later: number }>(
    cx.db,
    `SELECT ifnull(sum(at_once), 0) AS atOnce, ifnull(sum(1 - at_once), 0) AS later FROM phone_texts
     WHERE connection_id = ? AND text = ? AND contact_id <> ?`,
    [connection.id, text, contact.id],
  )
  const spoken = getValue(
    cx.db,
    'SELECT 1 FROM phone_texts WHERE connection_id = ? AND contact_id = ? AND text <> ? AND abs(sent_at - ?) < ? LIMIT 1',
    [connection.id, contact.id, text, incoming.sentAt, ONE_ANSWER],
  )
  const hours = openingHoursOf(cx, ticket?.queueId ?? null)
  return {
    since,
    refers: incoming.quotedExternalId !== null || incoming.extra?.forwarded !== undefined,
    atOnce: known.atOnce + (atOnce ? 1 : 0),
    later: known.later + (atOnce ? 0 : 1),
    hasSpoken: spoken !== undefined,
    isClosed: hours !== null && !isOpenAt(hours, incoming.sentAt),
    isFirst: atOnce && sendable.has(incoming.kind) && (!ticket || isFirstAnswer(cx, ticket, messageId)),
  }
}

/** What the app can send by itself. Nobody records a voice message in three seconds either. */
const sendable: ReadonlySet<Incoming['kind']> = new Set(['chat', 'image', 'video', 'document'])

/** No person has answered or moved the ticket, and the contact has only just begun it. */
function isFirstAnswer(cx: Cx, { id, status, userId, acceptedAt }: Ticket, messageId: number): boolean {
  if (status !== 'pending' || userId !== null || acceptedAt !== null) return false
  const { spoken, span } = getOnlyRow<{ spoken: number; span: number }>(
    cx.db,
    `SELECT ifnull(max(from_me = 1 AND (user_id IS NOT NULL OR ifnull(extra ->> '$.origin.by', 'app') = 'app')), 0) AS spoken,
       ifnull(max(iif(from_me = 0, created_at, NULL)) - min(iif(from_me = 0, created_at, NULL)), 0) AS span
     FROM (SELECT from_me, user_id, extra, created_at FROM messages WHERE ticket_id = ? AND id <> ? ORDER BY id LIMIT ${FIRST_MESSAGES})`,
    [id, messageId],
  )
  return spoken === 0 && span <= AUTOMATIC_ANSWER_MS
}
const FIRST_MESSAGES = 30

const lastHeard = (cx: Cx, connectionId: number, contactId: number): number | null =>
  getValue<number | null>(cx.db, 'SELECT max(heard_at) FROM tickets WHERE contact_id = ? AND connection_id = ?', [
    contactId,
    connectionId,
  ]) ?? null

/** Equal for the same text to different people, also where it names them. A file counts by its kind and size. */
export function digestOf(
  { kind, body, media }: Pick<Incoming, 'kind' | 'body' | 'media'>,
  contact: Pick<Contact, 'name' | 'number'>,
): string {
  const words = namesOf(contact).reduce(
    (text, name) =>
      text.replace(new RegExp(`(?<![\\p{L}\\p{N}])${RegExp.escape(name)}(?![\\p{L}\\p{N}])`, 'giu'), '\0'),
    body.normalize('NFC').replace(/\s+/g, ' ').trim(),
  )
  const file = media ? [media.mimetype, media.size] : []
  return createHash('sha256')
    .update(JSON.stringify([kind, words, ...file]))
    .digest('base64url')
    .slice(0, 22)
}

/** The longest first: a first name is part of the whole. */
function namesOf({ name, number }: Pick<Contact, 'name' | 'number'>): string[] {
  const whole = name.normalize('NFC').replace(/\s+/g, ' ').trim()
  return [whole, whole.split(' ')[0] ?? '', number ?? ''].filter((one) => one.length > 1)
}

/** The message as it is stored: screens show that no person wrote it. */
export const labelled = (incoming: Incoming, { writer, text }: Judgement): Incoming =>
  writer === 'app' && text !== null ? { ...incoming, extra: { ...incoming.extra, ...BY_APP } } : incoming
const BY_APP = { origin: { by: 'app', name: '' } } as const satisfies MessageExtra

/** Keeps what the next judgements need, once the message is stored. */
export function remember(
  cx: Cx,
  { connection, contact, incoming }: Arriving,
  { text, atOnce }: Judgement,
  messageId: number,
) {
  if (text === null) return
  execute(cx.db, 'INSERT OR REPLACE INTO phone_texts VALUES (?, ?, ?, ?, ?, ?)', [
    connection.id,
    contact.id,
    text,
    messageId,
    incoming.sentAt,
    atOnce ? 1 : 0,
  ])
  execute(cx.db, 'DELETE FROM phone_texts WHERE sent_at < ?', cx.now() - KEPT)
}

const anyTexts = mayHold('phone_texts')

/** The contact's message has arrived behind the app's answer to it, which then looked like a person's. */
export function judgeAgain(cx: Cx, { connection, contact, incoming, ticket }: Arrival) {
  if (incoming.fromMe || contact.isGroup || !anyTexts(cx.db)) return
  const early = getRows<{ text: string; messageId: number; sentAt: number }>(
    cx.db,
    `SELECT text, message_id AS messageId, sent_at AS sentAt FROM phone_texts
     WHERE connection_id = ? AND contact_id = ? AND at_once = 0 AND sent_at >= ? AND sent_at <= ?`,
    [connection.id, contact.id, incoming.sentAt, incoming.sentAt + AUTOMATIC_ANSWER_MS],
  )
  for (const { text, messageId, sentAt } of early) {
    execute(cx.db, 'UPDATE phone_texts SET at_once = 1 WHERE connection_id = ? AND contact_id = ? AND text = ?', [
      connection.id,
      contact.id,
      text,
    ])
    const kind = getValue<Incoming['kind']>(cx.db, 'SELECT kind FROM messages WHERE id = ?', messageId)
    if (kind === undefined) continue
    const answer = { ...incoming, fromMe: true, kind, sentAt, quotedExternalId: null, extra: null }
    const clues = cluesOf(
      cx,
      { connection, contact, incoming: answer },
      { ticket, since: sentAt - incoming.sentAt, text, atOnce: true, messageId },
    )
    if (writerOf(clues) !== 'app') continue
    if (clues.isClosed || isAutomatic(clues)) reportApp(cx, connection.id)
    execute(cx.db, `UPDATE messages SET extra = json_patch(ifnull(extra, '{}'), ?) WHERE id = ?`, [
      JSON.stringify(BY_APP),
      messageId,
    ])
    announceChange(cx, messageId)
    if (ticket) cx.happened(turnedOutAutomatic({ ticketId: ticket.id, messageId }))
  }
}

/** Administrators are informed once for each connection. */
function reportApp(cx: Cx, connectionId: number) {
  const changed = execute(
    cx.db,
    `UPDATE connections SET app_texts = 'found' WHERE id = ? AND app_texts = 'none'`,
    connectionId,
  )
  if (changed.changes > 0) cx.happened(appTextsFound({ connectionId }))
}
