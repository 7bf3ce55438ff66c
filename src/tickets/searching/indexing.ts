/**
 * The full-text index of messages. A job writes it behind the messages: each stored, changed or deleted message is
 * marked as due with it, so nothing is lost if the process ends, and receiving does not wait.
 */
import type { Mention } from '../../channels/contract'
import { spoken } from '../../channels/mentions/contract'
import type { Cx } from '../../platform/cx'
import { execute, getRow } from '../../platform/sql'
import { type Db, isFileError, type Raw, statement } from '../../platform/sqlite'
import { HOUR, SECOND } from '../../platform/time'
import { bucketsAt, PLACES } from './index-places'
import { wordsOf } from './search-terms'

/** Characters per text that are searched; hardly anybody writes more. */
export const SEARCHED = 32_768
/** The most that is indexed in one go, because indexing blocks the event loop. */
const SLICE = { messages: 100, letters: 40_000 } as const
/** Index pages merged with each slice. */
const MERGED = 100

/** The columns of a `Text`, for message `m`. */
export const besideBody = `m.extra ->> '$.mentions' AS mentions, CASE WHEN m.kind = 'document' THEN m.media ->> '$.name' END AS file`
export const textColumns = `substr(m.body, 1, ${SEARCHED}) AS body, ${besideBody}`
/** `file`: the name of a document. */
export type Text = { readonly body: string; readonly mentions: string | null; readonly file: string | null }
/** The text as shown. */
export function searchableText({ body, mentions, file }: Text): string {
  const said = mentions === null ? body : spoken(body, JSON.parse(mentions) as Mention[]) // written by insertMessage
  return file === null || said === file ? said : `${said}\n${file}`.trim()
}

/** Whether anything is due for indexing, in SQL. */
export const TO_INDEX = 'SELECT 0 FROM message_search_due UNION ALL SELECT 0 FROM message_search_backlog LIMIT 1'

/** Indexes a slice of what is due; returns whether there was anything to do. */
export function indexNext(cx: Cx): boolean {
  if (!isDue(cx.db) && !isBuilding(cx.db)) return false
  cx.transaction(({ db }) => indexSlice(db))
  return true
}

/** Whether earlier messages are still missing. */
const isBuilding = (db: Db): boolean => getRow(db, 'SELECT 1 FROM message_search_backlog') !== undefined
const isDue = (db: Db): boolean => getRow(db, 'SELECT 1 FROM message_search_due') !== undefined

/** Indexes the latest messages, so that a search finds them; if nothing can be written, the search does without. */
export function indexLatest(cx: Cx): void {
  if (!isDue(cx.db)) return
  try {
    cx.transaction(({ db }) => indexSlice(db))
  } catch (error) {
    if (!isFileError(error)) throw error
  }
}

function indexSlice(db: Db): void {
  write(db, takeDue(db) ?? takeOld(db))
  execute(db, `INSERT INTO message_search (message_search, rank) VALUES ('merge', ${MERGED})`)
}

/** Without text it must not be found: the message was deleted. */
type IndexedText = Omit<Text, 'body'> & {
  readonly id: number
  /** Its place in the index, if it has one. */
  readonly place: number | null
  readonly createdAt: number | null
  readonly body: string | null
}
type Due = IndexedText & { readonly n: number }

/** Latest first: people search for recent messages while many arrive. */
function takeDue(db: Db): IndexedText[] | undefined {
  const due = withinSlice(
    statement(
      db.$client,
      `SELECT d.n, d.message_id AS id, s.place, m.created_at AS createdAt, ${textColumns}
       FROM message_search_due d LEFT JOIN messages m ON m.id = d.message_id AND m.is_deleted = 0
         LEFT JOIN searched_messages s ON s.message_id = d.message_id
       ORDER BY d.n DESC LIMIT ${SLICE.messages}`,
    ).iterate() as Iterable<Due>, // the columns are listed
  )
  const oldest = due.at(-1)
  if (!oldest) return undefined
  execute(db, 'DELETE FROM message_search_due WHERE n >= (? + 0)', oldest.n)
  return due
}

function takeOld(db: Db): IndexedText[] {
  const old = withinSlice(
    statement(
      db.$client,
      `SELECT m.id, s.place, m.created_at AS createdAt, CASE WHEN m.is_deleted = 0 THEN substr(m.body, 1, ${SEARCHED}) END AS body,
         ${besideBody}
       FROM messages m LEFT JOIN searched_messages s ON s.message_id = m.id WHERE m.id < (SELECT below FROM message_search_backlog) ORDER BY m.id DESC LIMIT ${SLICE.messages}`,
    ).iterate() as Iterable<IndexedText>, // the columns are listed
  )
  const last = old.at(-1)
  if (last) execute(db, 'UPDATE message_search_backlog SET below = (? + 0)', last.id)
  else execute(db, 'DELETE FROM message_search_backlog')
  return old
}

function withinSlice<T extends IndexedText>(rows: Iterable<T>): T[] {
  const taken: T[] = []
  let letters = 0
  for (const row of rows) {
    taken.push(row)
    letters += row.body?.length ?? 0
    if (letters > SLICE.letters) break
  }
  return taken
}

type Entry = { readonly place: number; readonly words: ReadonlySet<string> }

function write(db: Db, messages: readonly IndexedText[]) {
  const raw = db.$client
  const remove = statement(raw, 'DELETE FROM message_search WHERE rowid = (? + 0)')
  const forget = statement(raw, 'DELETE FROM searched_messages WHERE place = (? + 0)')
  const entries: Entry[] = []
  const takePlace = placing(raw)
  // Within a second, the earliest message gets the first place.
  for (const message of new Map(messages.map((one) => [one.id, one])).values().toArray().toReversed()) {
    const { place: before } = message
    if (before !== null) remove.run(before)
    const words = wordsOf(message.body === null ? '' : searchableText({ ...message, body: message.body }))
    if (words.size > 0) entries.push({ place: before ?? takePlace(message.id, message.createdAt ?? 0), words })
    else if (before !== null) forget.run(before)
  }
  const insert = statement(raw, 'INSERT INTO message_search (rowid, words) VALUES (?, ?)')
  // In any other order each would be a write of its own.
  for (const { place, words } of entries.toSorted((a, b) => a.place - b.place))
    insert.run(place, [...words, ...bucketsAt(place)].join(' '))
  countWords(db, entries)
}

/** Gives a message a place: after the others of its second, or, if that is full, of its hour. */
function placing(raw: Raw): (id: number, createdAt: number) => number {
  const highest = statement<number[], number | null>(
    raw,
    'SELECT max(place) FROM searched_messages WHERE place >= (? + 0) AND place < (? + 0)',
  ).pluck()
  const insert = statement(raw, 'INSERT INTO searched_messages VALUES (?, ?)')
  /** The last place given: in the second that starts at `first`, within a span that ends at `end`. */
  let given = { first: -1, place: -1, end: 0 }
  const nextIn = (first: number): typeof given => {
    if (given.first === first && given.place + 1 < given.end) return { ...given, place: given.place + 1 }
    for (const span of [PLACES, (HOUR / SECOND) * PLACES, Number.MAX_SAFE_INTEGER - first]) {
      const end = first + span
      const place = (highest.get(first, end) ?? first - 1) + 1
      if (place < end) return { first, place, end }
    }
    return { first, place: first, end: first }
  }
  return (id, createdAt) => {
    given = nextIn(Math.floor(createdAt / SECOND) * PLACES)
    insert.run(given.place, id)
    return given.place
  }
}

function countWords(db: Db, entries: readonly Entry[]) {
  const counts = new Map<string, number>()
  for (const { words } of entries) for (const word of words) counts.set(word, (counts.get(word) ?? 0) + 1)
  const add = statement(
    db.$client,
    'INSERT INTO message_words VALUES (?, ?) ON CONFLICT DO UPDATE SET messages = messages + excluded.messages',
  )
  for (const [word, count] of counts) add.run(word, count)
}
