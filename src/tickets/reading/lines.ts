/**
 * The messages of a page as SQLite writes them: one text with a JSON object per line. The driver takes longer to hand
 * over a row than SQLite to read it, so all rows are handed over as one.
 */
import type { Actor } from '../../actor'
import { fail } from '../../errors'
import { getOrMake } from '../../platform/maps'
import { getOnlyValue } from '../../platform/sql'
import type { Condition, Db } from '../../platform/sqlite'
import { type Conversation, findMessage, ofConversation, visibilityClause } from '../messages/queries'
import { isSpecial, plainJson, type Row, specialJson } from './message-fields'

export const PAGE_SIZE = 20
/** One more shows whether older ones exist. */
const ROWS_READ = PAGE_SIZE + 1

/** A long page, to reach a message far back. */
const FAR_SIZE = 500

/** A page number counts from the newest message at that moment; a page before a given message does not shift. */
export type PageStart = { readonly page: number } | { readonly before: number; readonly isFar?: boolean }

export const sizeOf = (place: PageStart): number => ('before' in place && place.isFar ? FAR_SIZE : PAGE_SIZE)

export type Lines = { readonly text: Buffer; readonly lines: readonly Line[] }
export type Line = PlainLine | Row

/** A message that is only text. */
export type PlainLine = {
  /**
   * Where its first fields are in the text, already in the wire format:
   * `{"ticketId":…,"id":…,"clientId":…,"body":…,"createdAt":`.
   */
  readonly start: number
  readonly end: number
  readonly ticketId: number | null
  readonly createdAt: number
  /** Sender, connection and delivery status in one number; see `message-fields.ts`. */
  readonly sent: number
}

export const isPlain = (line: Line): line is PlainLine => 'sent' in line

/** Up to one more than a page holds, oldest first. */
export function readLines(db: Db, actor: Actor, conversation: Conversation, place: PageStart): Lines {
  const { sql, params } = writtenAsLines(actor, conversation, place)
  const text = getOnlyValue<Buffer | null>(db, sql, params) // null without messages
  if (text) return { text, lines: linesIn(text) }
  // Nothing older, or no such message in this conversation?
  if ('before' in place && findMessage(db, place.before)?.contactId !== conversation.contactId)
    fail('ERR_NO_MESSAGE_FOUND')
  return { text: Buffer.alloc(0), lines: [] }
}

/** Builds the statement. Its few long texts are built only once, because the statement cache hashes each new string. */
function writtenAsLines(actor: Actor, conversation: Conversation, place: PageStart): Condition {
  const sight = visibilityClause(actor)
  const of = ofConversation(conversation)
  const way = wayTo(place, sight.sql === '' && !conversation.isGroup)
  const sql = getOrMake(texts, `${way} ${conversation.isGroup} ${sight.sql}`, () =>
    joined(ways[way](`FROM messages m ${sight.join} WHERE ${of.sql} ${sight.sql}`)),
  )
  const params = [...of.params, ...sight.params]
  if ('before' in place) return { sql, params: [...params, place.before, conversation.contactId] }
  return { sql, params: way === 'upwards' ? [...params, ...params] : [...params, PAGE_SIZE * (place.page - 1)] }
}
const texts = new Map<string, string>()

/** In reading order most ids are consecutive: SQLite finds each row right after the previous one. */
const joined = (chosen: string): string =>
  `SELECT CAST(group_concat(iif(${isSpecial}, ${specialJson}, ${plainJson}), '\n,') AS BLOB)
   FROM (${chosen}) page CROSS JOIN messages m ON m.id = page.id`

const wayTo = (place: PageStart, isSimple: boolean): keyof typeof ways => {
  if ('before' in place) return place.isFar ? 'farBefore' : 'before'
  return place.page === 1 && isSimple ? 'upwards' : 'numbered'
}

const newestFirst = 'ORDER BY m.created_at DESC, m.id DESC LIMIT'
const turned = (newest: string): string =>
  `SELECT id FROM (SELECT m.id, m.created_at ${newest}) ORDER BY created_at, id`

const older = (seen: string, most: number): string =>
  `${seen} AND (m.created_at, m.id) < (
     SELECT b.created_at, b.id FROM messages b WHERE b.id = (? + 0) AND b.contact_id = (? + 0)) ${newestFirst} ${most}`

/** Selects the ids of a page in reading order, visible messages only. */
const ways = {
  numbered: (seen: string) => turned(`${seen} ${newestFirst} ${ROWS_READ} OFFSET ?`),
  before: (seen: string) => turned(older(seen, ROWS_READ)),
  farBefore: (seen: string) => turned(older(seen, FAR_SIZE + 1)),
  /**
   * Upwards from the oldest message of the newest page: finding that first is cheaper than sorting, if no other
   * condition applies.
   */
  upwards: (seen: string) =>
    `SELECT m.id ${seen} AND (m.created_at, m.id) >= (
       SELECT * FROM (SELECT m.created_at, m.id ${seen} ${newestFirst} 1 OFFSET ${PAGE_SIZE})
       UNION ALL SELECT 0, 0 LIMIT 1) ORDER BY m.created_at, m.id`,
} as const

const codeOf = (sign: string): number => sign.charCodeAt(0)
const [NEWLINE, COLON, ZERO, NINE] = [codeOf('\n'), codeOf(':'), codeOf('0'), codeOf('9')]

function linesIn(text: Buffer): Line[] {
  const lines: Line[] = []
  for (let start = 0; start < text.length; ) {
    const newline = text.indexOf(NEWLINE, start)
    const end = newline < 0 ? text.length : newline
    lines.push(lineAt(text, start, end))
    start = end + '\n,'.length
  }
  return lines
}

/** `plainJson` starts with the ticket's id, `specialJson` with the message's. */
const PLAIN = '{"ticketId":'

function lineAt(text: Buffer, start: number, end: number): Line {
  if (text[start + 2] !== PLAIN.charCodeAt(2)) return JSON.parse(text.toString('utf8', start, end)) as Row // written by `specialJson`
  const sent = afterColon(text, end)
  const createdAt = afterColon(text, sent - 1)
  return {
    start,
    end: createdAt,
    ticketId: numberAt(text, start + PLAIN.length) || null,
    createdAt: numberAt(text, createdAt),
    sent: numberAt(text, sent),
  }
}

/** The position after the last colon before `end`. */
function afterColon(text: Buffer, end: number): number {
  let at = end
  while (text[at - 1] !== COLON) at -= 1
  return at
}

/** 0 if there is no number. */
function numberAt(text: Buffer, start: number): number {
  let number = 0
  for (let at = start; at < text.length; at++) {
    const sign = text[at] ?? 0
    if (sign < ZERO || sign > NINE) break
    number = number * 10 + sign - ZERO
  }
  return number
}
