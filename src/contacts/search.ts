/**
 * Searches contacts by a part of name or number, through the word index or the trigram index, without scanning all
 * rows.
 */
import { getColumn, getValue } from '../platform/sql'
import type { Condition, Db } from '../platform/sqlite'
import { fold, likeContaining } from '../platform/text'
import { byWords, quoted } from './name-index'
import { anyUsernames, byUsername, usernameNeedle } from './usernames'

/** If there are more matches, only the newest are used. */
const MOST = 5000
/** Shorter needles have no trigram: they match the beginnings of words. */
const TRIGRAM = 3

/** Needles for name or number, for names only, and for numbers only; blank ones are ignored. */
export type Needles = { readonly either: string; readonly name: string; readonly number: string }

/**
 * Contacts and groups whose name (ignoring case and accents) or number contains the needle, or whose username starts
 * with it. A needle of two characters matches names with a word that starts with it; one character matches the start of
 * the name.
 */
export type Search = {
  /** Selects the `id` of each match once; cheap if only a few rows are fetched. */
  readonly ids: Condition
  /** The same selection; cheap if ordered by id and limited to the newest. */
  readonly newest: Condition
  /** The same as a condition on row `c` of contacts. */
  readonly claim: Condition
  /** `ids` uses the word index, so counting is cheap, and `claim` reads only the name. */
  readonly byWords: boolean
  /** Several words in a row, which few contacts have. */
  readonly isNarrow?: boolean
}

/** One search per needle; a contact must match all of them. */
export function searchesFor(db: Db, { either, name, number }: Needles): Search[] {
  return [
    ...(fold(either) === '' ? [] : [searchFor(db, either)]),
    ...(fold(name) === '' ? [] : [named(db, fold(name))]),
    ...(number.trim() === '' ? [] : [numbered(digitsOf(number))]),
  ]
}

/** Searches names, numbers and usernames; with a leading @ only usernames. */
export function searchFor(db: Db, either: string): Search {
  const username = usernameNeedle(either)
  const inUsernames = username && usernamed(username.needle)
  if (inUsernames && username.isOnly) return inUsernames
  const others = searchForOthers(db, either)
  if (!inUsernames || !anyUsernames(db) || countIds(db, inUsernames.ids, 1) === 0) return others
  const union = (a: Condition, b: Condition): Condition => ({
    sql: `SELECT id FROM (${a.sql}) UNION SELECT id FROM (${b.sql})`,
    params: [...a.params, ...b.params],
  })
  return {
    ids: union(others.ids, inUsernames.ids),
    newest: union(others.newest, inUsernames.newest),
    claim: anyOf(others.claim, inUsernames.claim),
    byWords: false,
  }
}

function usernamed(needle: string): Search {
  const ids = byUsername(needle)
  return { ids, newest: ids, claim: { sql: `c.id IN (${ids.sql})`, params: ids.params }, byWords: false }
}

function searchForOthers(db: Db, either: string): Search {
  const [name, digits] = [fold(either), digitsOf(either)]
  const inNames = named(db, name)
  if (digits.length < TRIGRAM) return inNames
  const inNumbers = numbered(digits)
  if (inNames.byWords && countIds(db, inNames.ids, 1) === 0) return inNumbers
  const claim = anyOf(inNames.claim, inNumbers.claim)
  const ids = containing(name, claim, [`number : ${quoted(digits)}`])
  return { ids, newest: ids, claim, byWords: false }
}

/** Whether at least one contact in a hundred matches, given that at least `atLeast` do. */
export function matchesMany(db: Db, { ids }: Search, atLeast: number): boolean {
  const enough = roughCount(db) / 100
  return atLeast >= enough || countIds(db, ids, MOST) >= enough
}

/** The approximate number of contacts, without counting. */
export const roughCount = (db: Db): number => Number(getValue(db, 'SELECT max(id) FROM contacts'))

/** Counts matches up to `most`. */
const countIds = (db: Db, { sql, params }: Condition, most: number): number =>
  Number(getValue(db, `SELECT count(*) FROM (SELECT 1 FROM (${sql}) LIMIT ${most})`, params))

/** All matches, or undefined if there are more than `most`. */
export function listFew(db: Db, { ids }: Search, most: number): number[] | undefined {
  const found = idsOf(db, { sql: `${ids.sql} LIMIT ${most + 1}`, params: ids.params })
  return found.length <= most ? found : undefined
}

/** The ids that match every search, limited to the newest 5,000. */
export function listIds(db: Db, searches: readonly Search[]): readonly number[] {
  const [only, ...others] = searches
  if (!only || others.length > 0) return newestOf(db, intersection(searches.map(({ ids }) => ids)))
  return only.byWords ? countMatches(db, only).ids() : newestOf(db, only.newest)
}

export type Matches = {
  readonly count: number
  /** The smallest possible id of a match. */
  readonly oldest: number
  ids(): readonly number[]
}

/** Few matches are listed rather than counted and then listed. */
const FEW = 100

/** Counts the matches through the word index, limited to the newest 5,000. */
export function countMatches(db: Db, search: Search): Matches {
  const { ids, newest, isNarrow = false } = search
  const few = isNarrow ? listFew(db, search, FEW) : undefined
  if (few) return { count: few.length, oldest: 0, ids: () => few }
  const count = countIds(db, ids, MOST)
  if (count < MOST) return { count, oldest: 0, ids: () => idsOf(db, ids) }
  const cut = newestOf(db, newest)
  return { count: cut.length, oldest: cut.at(-1) ?? 0, ids: () => cut }
}

const newestOf = (db: Db, { sql, params }: Condition) =>
  idsOf(db, { sql: `SELECT id FROM (${sql}) ORDER BY id DESC LIMIT ${MOST}`, params })

const idsOf = (db: Db, { sql, params }: Condition) => getColumn<number>(db, sql, params)

const intersection = (queries: readonly Condition[]): Condition => ({
  sql: queries.map(({ sql }) => `SELECT id FROM (${sql})`).join(' INTERSECT '),
  params: queries.flatMap(({ params }) => params),
})
const anyOf = (...claims: readonly Condition[]): Condition => ({
  sql: `(${claims.map(({ sql }) => sql).join(' OR ')})`,
  params: claims.flatMap(({ params }) => params),
})
const like = (column: string, pattern: string): Condition => ({
  sql: `${column} LIKE ? ESCAPE '\\'`,
  params: [pattern],
})

const isShort = (name: string) => [...name].length < TRIGRAM
const digitsOf = (text: string) => text.replace(/\D/g, '')

function named(db: Db, name: string): Search {
  const claim = isShort(name) ? beginningClaim(name) : like('c.name_folded', likeContaining(name))
  const newest = isShort(name) ? beginning(name) : containing(name, claim)
  const words = byWords(db, name)
  return { ids: words ?? newest, newest, claim, byWords: words !== undefined, isNarrow: name.includes(' ') }
}

/** One or two digits match the beginning of numbers; without any digit nothing matches. */
function numbered(digits: string): Search {
  const ids = digits.length < TRIGRAM ? numberBeginning(digits) : matching(`number : ${quoted(digits)}`)
  return { ids, newest: ids, claim: like('c.number', likeContaining(digits)), byWords: false }
}

const numberBeginning = (digits: string): Condition =>
  digits === ''
    ? { sql: 'SELECT id FROM contacts WHERE false', params: [] }
    : { sql: 'SELECT id FROM contacts WHERE number >= ? AND number < ?', params: [digits, `${digits}:`] }

const matching = (words: string): Condition => ({
  sql: 'SELECT rowid AS id FROM contact_search WHERE contact_search MATCH ?',
  params: [words],
})

/**
 * The cost of a trigram search grows with the needle: for a long one only samples are searched, and the rows found are
 * checked.
 */
function containing(name: string, claim: Condition, others: readonly string[] = []): Condition {
  const samples = samplesOf(name)
  const inName = samples.length === 0 ? quoted(name) : `(${samples.map(quoted).join(' AND ')})`
  const found = matching([`name_folded : ${inName}`, ...others].join(' OR '))
  if (samples.length === 0) return found
  return {
    sql: `SELECT found.id FROM (${found.sql}) found CROSS JOIN contacts c ON c.id = found.id WHERE ${claim.sql}`,
    params: [...found.params, ...claim.params],
  }
}

/** The first, middle and last trigram of a long name: few other names contain all three. */
function samplesOf(name: string): string[] {
  const signs = [...name]
  if (signs.length < 3 * TRIGRAM) return []
  const last = signs.length - TRIGRAM
  return [0, Math.floor(last / 2), last].map((at) => signs.slice(at, at + TRIGRAM).join(''))
}

const firstLike = (name: string) => likeContaining(name).slice(1)

const beginningClaim = (name: string): Condition =>
  [...name].length < 2
    ? like('c.name_folded', firstLike(name))
    : anyOf(like('c.name_folded', firstLike(name)), like('c.name_folded', `% ${firstLike(name)}`))

const beginning = (name: string): Condition => ({
  sql: `SELECT id FROM contacts WHERE is_group = 0 AND name_folded >= ? AND name_folded < ?
    UNION SELECT id FROM contacts WHERE is_group = 1 AND name_folded LIKE ? ESCAPE '\\'
    UNION SELECT rowid FROM contact_search WHERE contact_search MATCH ?`,
  params: [name, `${name}\u{10FFFF}`, firstLike(name), `name_folded : ${quoted(` ${name}`)}`],
})
