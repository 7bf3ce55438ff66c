/** Full-text search over the company's messages, newest first, in slices that yield to the event loop in between. */

import type { Actor } from '../../actor'
import type { Cx } from '../../platform/cx'
import { createFairQueues } from '../../platform/fair-queues'
import { getColumn, getOnlyRow, getRows, getValue } from '../../platform/sql'
import { type Condition, type Db, reading, statement } from '../../platform/sqlite'
import { mayUseConnection } from '../../users/permissions'
import { seesContact } from '../queries'
import { canRead, canSee, visibleTo } from '../visibility'
import { bucketing } from './index-places'
import { indexLatest, searchableText, type Text, textColumns } from './indexing'
import { hasWords, isBeginning, type SearchTerms, snippetOf } from './search-terms'

/** A message, and the ticket in which the searching user sees it. */
export type FoundMessage = {
  readonly place: number
  readonly id: number
  readonly ticketId: number
  /** Whether it belongs to that ticket. */
  readonly isOfTicket: boolean
  readonly text: string
  /** Older messages of a bot that say the same. */
  repeats: number
}

export type Search = {
  readonly wanted: SearchTerms
  /** A further condition on a message's ticket `t`; null: none. */
  readonly narrowed: Condition | null
  /** Searches backwards from here. */
  readonly before: number
  readonly most: number
  /** Of a bot's messages that say the same around the words, as its menus do, only the latest counts. */
  readonly foldsBots: boolean
}

/** Messages and characters per slice, and the most slices per request. */
const SLICE = { messages: 50, letters: 50_000 } as const
const MOST_SLICES = 60

/** `next`: where to continue, unless the end was reached. */
export async function findMessages(
  cx: Cx,
  actor: Actor,
  { wanted, narrowed, before, most, foldsBots }: Search,
): Promise<{ found: FoundMessage[]; next: number | null }> {
  indexLatest(cx)
  const plan = planOf(cx.db, wanted)
  if (!plan) return { found: [], next: null }
  const found: FoundMessage[] = []
  const saidByBots = new Map<string, FoundMessage>()
  let isFull = false
  /** Returns where the next slice starts. */
  const look = (from: number): number | null => {
    const { db } = cx
    const { places, next } = reading(db.$client, () => stepFrom(db, plan, from))
    let letters = 0
    for (const row of rowsAt(db, places, narrowed)) {
      letters += row.text.length
      const ticketId = hasWords(row.text, wanted) ? visibleTicketOf(db, actor, row) : null
      const said = foldsBots && ticketId !== null && row.isBot === 1 ? snippetOf(row.text, wanted).body : null
      const again = said === null ? undefined : saidByBots.get(said)
      if (again) {
        again.repeats += 1
        continue
      }
      isFull = ticketId !== null && found.length === most
      if (isFull) return found.at(-1)?.place ?? null
      if (ticketId !== null) {
        const { place, id, text } = row
        const one = { place, id, ticketId, isOfTicket: ticketId === row.ticketId, text, repeats: 0 }
        found.push(one)
        if (said !== null) saidByBots.set(said, one)
      }
      if (letters > SLICE.letters) return row.place
    }
    return next
  }
  let next: number | null = before
  for (let slice = 0; next !== null && !isFull && slice < MOST_SLICES; slice++) next = await inTurn(actor, look, next)
  return { found, next }
}

const slices = createFairQueues({ atOnce: 1, each: 1 })

/** Runs one slice per iteration of the event loop, however many searches there are; users take turns. */
const inTurn = <T>({ tenantId, userId }: Actor, look: (from: number) => T, from: number): Promise<T> =>
  slices.run(`${tenantId}/${userId}`, async () => {
    const result = look(from)
    await new Promise(setImmediate)
    return result
  })

/** The index expression, and how it is split over time. */
type Plan = { readonly expression: string; readonly bucketAt: ReturnType<typeof bucketing> }

/** How many endings of the last word are searched, those in the most messages first; out of this many that are read. */
const [MOST_ENDINGS, ENDINGS_READ] = [48, 2000]
/** Sorts after any text. */
const LAST = '\u{10FFFF}'

type WordCount = { readonly word: string; readonly messages: number }

/** Undefined if one of the words occurs in no message. */
function planOf(db: Db, { whole, beginning, parts }: SearchTerms): Plan | undefined {
  const said = (word: string): WordCount[] =>
    getRows<WordCount>(db, 'SELECT word, messages FROM message_words WHERE word = ?', word)
  const begun = (word: string): WordCount[] => (isBeginning(word) ? beginningWith(db, word) : said(word))
  /** In one word, or in those that an apostrophe separates. */
  const groupOf = (word: string, ended: (word: string) => WordCount[]): Group => {
    const separate = parts.get(word) ?? []
    const each = separate.map((part, at) => (at === separate.length - 1 ? ended(part) : said(part)))
    const areSaid = each.length > 0 && each.every((one) => one.length > 0)
    return { either: ended(word), or: areSaid ? each : [] }
  }
  const groups = [...whole.map((word) => groupOf(word, said)), groupOf(beginning, begun)]
  if (groups.some(({ either, or }) => either.length === 0 && or.length === 0)) return undefined
  const { from, to } = getOnlyRow<{ from: number; to: number }>(
    db,
    'SELECT (SELECT min(place) FROM searched_messages) AS "from", (SELECT max(place) FROM searched_messages) AS "to"',
  ) // the words occur
  const entries = groups.flatMap(({ either, or }) => [either, ...or]).flat()
  const count = entries.reduce((sum, { messages }) => sum + messages, 0)
  return { expression: groups.map(expressionOf).join(' AND '), bucketAt: bucketing(count, from, to) }
}

type Group = { readonly either: readonly WordCount[]; readonly or: readonly (readonly WordCount[])[] }

// Words are letters and digits: none has a meaning in the index's query syntax.
const anyOf = (words: readonly WordCount[]): string => `(${words.map(({ word }) => `"${word}"`).join(' OR ')})`
function expressionOf({ either, or }: Group): string {
  const separate = or.length === 0 ? [] : [`(${or.map(anyOf).join(' AND ')})`]
  return `(${[...(either.length === 0 ? [] : [anyOf(either)]), ...separate].join(' OR ')})`
}

const beginningWith = (db: Db, beginning: string): WordCount[] =>
  getRows<WordCount>(
    db,
    `SELECT word, messages FROM (SELECT word, messages FROM message_words WHERE word >= ? AND word < ? LIMIT ${ENDINGS_READ})
     ORDER BY word = ? DESC, messages DESC LIMIT ${MOST_ENDINGS}`,
    [beginning, beginning + LAST, beginning],
  )

type Step = { readonly places: readonly number[]; readonly next: number | null }

function stepFrom(db: Db, { expression, bucketAt }: Plan, before: number): Step {
  const top = getValue(db, 'SELECT max(place) FROM searched_messages WHERE place < (? + 0)', before)
  if (typeof top !== 'number') return { places: [], next: null }
  const bucket = bucketAt(top)
  const places = getColumn<number>(
    db,
    `SELECT rowid FROM message_search WHERE message_search MATCH ? AND rowid <= (? + 0)
     ORDER BY rowid DESC LIMIT ${SLICE.messages}`,
    [bucket ? `${expression} AND "${bucket.word}"` : expression, top],
  )
  const isFull = places.length === SLICE.messages
  return { places, next: isFull ? (places.at(-1) ?? null) : (bucket?.first ?? null) }
}

type Row = {
  readonly place: number
  readonly id: number
  readonly ticketId: number | null
  readonly contactId: number
  readonly connectionId: number
  readonly ticketConnectionId: number | null
  readonly queueId: number | null
  readonly userId: number | null
  readonly isBot: 0 | 1
}

function rowsAt(db: Db, places: readonly number[], narrowed: Condition | null): (Row & { readonly text: string })[] {
  const rows = getRows<Row & Text>(
    db,
    `SELECT s.place, m.id, m.ticket_id AS ticketId, m.contact_id AS contactId, m.connection_id AS connectionId,
       t.connection_id AS ticketConnectionId, t.queue_id AS queueId, t.user_id AS userId, ifnull(m.extra ->> '$.origin.by' = 'bot', 0) AS isBot, ${textColumns}
     FROM json_each(?) chosen CROSS JOIN searched_messages s ON s.place = chosen.value
     CROSS JOIN messages m ON m.id = s.message_id LEFT JOIN tickets t ON t.id = m.ticket_id
     WHERE m.is_deleted = 0 ${narrowed ? `AND ${narrowed.sql}` : ''} ORDER BY chosen.key`,
    [JSON.stringify(places), ...(narrowed?.params ?? [])],
  )
  return rows.map((row) => ({ ...row, text: searchableText(row) }))
}

/** The ticket in which a message is shown to this user, null if in none; the same decision as `findVisibleMessage`. */
function visibleTicketOf(db: Db, actor: Actor, row: Row): number | null {
  const { ticketId, contactId, connectionId, ticketConnectionId, queueId, userId } = row
  const place = ticketConnectionId === null ? null : { connectionId: ticketConnectionId, queueId, userId }
  if (place && canSee(actor, place)) return ticketId
  const isRead = place ? canRead(actor, place) : ticketId === null && mayUseConnection(actor, connectionId)
  return isRead && seesContact(db, actor, contactId) ? latestOf(db, actor, contactId, connectionId) : null
}

/** The contact's latest ticket that this user sees, preferably on the same connection. */
function latestOf(db: Db, actor: Actor, contactId: number, connectionId: number): number | null {
  const { sql, params } = visibleTo(actor)
  const latest = statement(
    db.$client,
    `SELECT t.id FROM tickets t WHERE t.contact_id = (? + 0) AND ${sql}
     ORDER BY t.connection_id = (? + 0) DESC, t.updated_at DESC, t.id DESC LIMIT 1`,
  ).pluck()
  return (latest.get(contactId, ...params, connectionId) as number | undefined) ?? null // an id
}
