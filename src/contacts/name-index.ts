/**
 * The word index of contact names: a needle leads to the few words that contain it, and each word to exactly the
 * matching contacts.
 */
import type { Cx } from '../platform/cx'
import { execute, getRow } from '../platform/sql'
import type { Condition, Db } from '../platform/sqlite'

/** Words are found by three consecutive characters; the blank after a word counts as one. */
const TRIGRAM = 3
/** Sorts after any text. */
const LAST = '\u{10FFFF}'

/**
 * Selects, once each, the `id` of every contact whose folded name contains `name`; for two characters, of those with a
 * word that starts with them. Undefined if the index cannot answer: for a single character, or while it is being built.
 */
export function byWords(db: Db, name: string): Condition | undefined {
  const blank = name.indexOf(' ')
  const [word, rest] = blank < 0 ? [name, ''] : [name.slice(0, blank), name.slice(blank)]
  if ([...word].length < TRIGRAM - 1 || isBuilding(db)) return undefined
  if (rest) return leadingOn(wordsWith(`${word} `), { rest, again: name })
  return [...word].length < TRIGRAM
    ? leadingOn(wordsFrom(word), { rest, again: ` ${word}` })
    : leadingOn(wordsWith(word), { rest, again: word })
}

const wordsWith = (part: string): Condition => ({
  sql: 'SELECT rowid AS word_id FROM name_word_search WHERE name_word_search MATCH ?',
  params: [quoted(part)],
})
const wordsFrom = (beginning: string): Condition => ({
  sql: 'SELECT id AS word_id FROM name_words WHERE word >= ? AND word < ?',
  params: [beginning, beginning + LAST],
})

/**
 * A name may match several times: rows in which `again` occurs once more after the word are left out, so only the last
 * match counts.
 */
const leadingOn = (words: Condition, { rest, again }: { rest: string; again: string }): Condition => ({
  sql: `SELECT contact_id AS id FROM (${words.sql}) w CROSS JOIN contact_words cw
    ON cw.word_id = w.word_id AND cw.rest >= ? AND cw.rest < ? WHERE instr(cw.rest, ?) = 0`,
  params: [...words.params, rest, rest + LAST, again],
})

/** An FTS5 string literal: input is searched literally, not parsed as a query. */
export const quoted = (text: string) => `"${text.replaceAll('"', '""').replaceAll('\0', ' ')}"`

const isBuilding = (db: Db): boolean => getRow(db, 'SELECT 1 FROM contact_words_due') !== undefined

/** Contacts per transaction: takes 5 ms in a company with 300,000. */
const SLICE = 200

/** Indexes the next slice of the contacts that are older than the word index. */
export function indexNames(cx: Cx): void {
  if (!isBuilding(cx.db)) return
  cx.transaction(({ db }) => {
    execute(db, `UPDATE contact_words_due SET below = max(0, below - ${SLICE})`)
    execute(db, 'DELETE FROM contact_words_due WHERE below = 0')
  })
}
