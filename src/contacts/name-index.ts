/**
 * The word index of contact names: a needle leads to the few words that contain it, and these to exactly the matching
 * contacts.
 */
import type { Cx } from '../platform/cx'
import { getOrMake } from '../platform/maps'
import { execute, getColumn, getRow } from '../platform/sql'
import { type Condition, type Db, type Raw, remembered, rememberedIn } from '../platform/sqlite'

/** Words are found by three consecutive characters. */
const TRIGRAM = 3
/** Sorts after any text. */
const LAST = '\u{10FFFF}'

/**
 * Selects, once each, the `id` of every contact whose folded name contains each of the words; shorter ones begin a word of
 * it. Undefined if the index cannot answer: for a single character, for words that too many names share, or while it is
 * being built. `isWhole`: otherwise the names must be compared, too.
 */
export function byWords(db: Db, words: readonly string[]): (Condition & { readonly isWhole: boolean }) | undefined {
  const [word = '', ...others] = words
  if (isBuilding(db)) return undefined
  if (others.length > 0) return byWordSets(db, words)
  const length = [...word].length
  if (length < TRIGRAM - 1 && /[\p{L}\p{N}]/u.test(word)) return undefined // too many; a sign such as an emoji is rare
  // A name may match several times: only its last matching word counts.
  const again = length < TRIGRAM ? ` ${word}` : word
  const { sql, params } = wordsOf(word)
  return {
    sql: `SELECT contact_id AS id FROM (${sql}) w CROSS JOIN contact_words cw ON cw.word_id = w.word_id WHERE instr(cw.rest, ?) = 0`,
    params: [...params, again],
    isWhole: true,
  }
}

/** Words of names that a word of the needle may mean. */
const MOST_MEANT = 100

function byWordSets(db: Db, words: readonly string[]): (Condition & { readonly isWhole: boolean }) | undefined {
  const groups = words.map((word) => meantBy(db, word))
  const narrow = groups.filter(({ length }) => length <= MOST_MEANT)
  if (narrow.length === 0) return undefined
  if (narrow.some(({ length }) => length === 0))
    return { sql: 'SELECT id FROM contacts WHERE false', params: [], isWhole: true }
  const expression = narrow.map((ids) => `(${ids.map((id) => `"${id}"`).join(' OR ')})`).join(' AND ')
  return {
    sql: 'SELECT rowid AS id FROM contact_word_sets WHERE contact_word_sets MATCH ?',
    params: [expression],
    isWhole: narrow.length === groups.length,
  }
}

/** Kept until a name gets a new word: most writes to contacts bring none. */
function meantBy(db: Db, word: string): readonly number[] {
  const read = getOrMake(meant, db.$client, () =>
    remembered(
      db.$client,
      (word: string) => {
        const { sql, params } = wordsOf(word)
        return getColumn<number>(db, `${sql} LIMIT ${MOST_MEANT + 1}`, params)
      },
      ['name_words'],
    ),
  )
  return read(word)
}
const meant = new WeakMap<Raw, (word: string) => readonly number[]>()

/** The words of names that contain a word, or begin with a short one. */
const wordsOf = (word: string): Condition =>
  [...word].length < TRIGRAM
    ? { sql: 'SELECT id AS word_id FROM name_words WHERE word >= ? AND word < ?', params: [word, word + LAST] }
    : { sql: 'SELECT rowid AS word_id FROM name_word_search WHERE name_word_search MATCH ?', params: [quoted(word)] }

/** An FTS5 string literal: input is searched literally, not parsed as a query. */
export const quoted = (text: string) => `"${text.replaceAll('"', '""').replaceAll('\0', ' ')}"`

const isBuilding = rememberedIn(
  (db) => getRow(db, 'SELECT 1 FROM contact_words_due') !== undefined,
  ['contact_words_due'],
)

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
