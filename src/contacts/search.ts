/**
 * Searches contacts by a part of name or number, through the word index or the trigram index, without scanning all
 * rows.
 */

import { getOrMake } from '../platform/maps'
import { needleOf } from '../platform/needle'
import { getColumn, getValue } from '../platform/sql'
import { type Condition, type Db, type Raw, remembered } from '../platform/sqlite'
import { likeContaining, likeEach } from '../platform/text'
import { byWords, quoted } from './name-index'
import { numberNeedles } from './number-needle'
import { anyUsernames, byUsername, usernameNeedle } from './usernames'

/** If there are more matches, only the newest are used. */
const MAX_MATCHES = 5000
/** Shorter needles have no trigram: they match the beginnings of words. */
const TRIGRAM = 3

/** Needles for all of them, for names only, for numbers only, and for usernames only; blank ones are ignored. */
export type Needles = {
  readonly either: string
  readonly name: string
  readonly number: string
  readonly username?: string | undefined
}

/**
 * Contacts and groups whose name (as `searchable`) contains every word of the needle, whose number contains it in one of
 * its forms, or whose username starts with it. A word of two characters starts a word of the name. A needle of one
 * character matches the start of the name.
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
  /** Several words, which few contacts have. */
  readonly isNarrow?: boolean
}

/** No username has a blank. */
const NOBODY = ' '

/** One search per needle; a contact must match all of them. */
export function searchesFor(db: Db, { either, name, number, username = '' }: Needles): Search[] {
  return [
    ...(either.trim() === '' ? [] : [searchFor(db, either)]),
    ...(name.trim() === '' ? [] : [named(db, needleOf(name))]),
    ...(number.trim() === '' ? [] : [numbered(numberNeedles(number))]),
    ...(username.trim() === '' ? [] : [usernamed(usernameNeedle(username)?.needle ?? NOBODY)]),
  ]
}

/** Searches names, numbers and usernames; with a leading @ only usernames. */
export function searchFor(db: Db, either: string): Search {
  const username = usernameNeedle(either)
  const inUsernames = username && usernamed(username.needle)
  if (inUsernames && username.isOnly) return inUsernames
  const others = searchForOthers(db, either)
  if (!inUsernames || !anyUsernames(db) || countIds(db, inUsernames.ids, 1) === 0) return others
  return union(others, inUsernames)
}

function union(a: Search, b: Search): Search {
  const both = (one: Condition, other: Condition): Condition => ({
    sql: `SELECT id FROM (${one.sql}) UNION SELECT id FROM (${other.sql})`,
    params: [...one.params, ...other.params],
  })
  return { ids: both(a.ids, b.ids), newest: both(a.newest, b.newest), claim: anyOf(a.claim, b.claim), byWords: false }
}

function usernamed(needle: string): Search {
  const ids = byUsername(needle)
  return { ids, newest: ids, claim: { sql: `c.id IN (${ids.sql})`, params: ids.params }, byWords: false }
}

function searchForOthers(db: Db, either: string): Search {
  const [words, numbers] = [needleOf(either), numberNeedles(either)]
  const [first = ''] = words
  const inNames = named(db, words)
  if ((numbers[0] ?? '').length < TRIGRAM) return inNames
  const inNumbers = numbered(numbers)
  if (inNames.byWords && countIds(db, inNames.ids, 1) === 0) return inNumbers
  const claim = anyOf(inNames.claim, inNumbers.claim)
  if (words.length !== 1) return union(inNames, inNumbers)
  const ids = containing(first, claim, [inAnyForm(numbers)])
  return { ids, newest: ids, claim, byWords: false }
}

/** Whether at least one contact in a hundred matches, given that at least `atLeast` do. */
export function matchesMany(db: Db, { ids }: Search, atLeast: number): boolean {
  const enough = roughCount(db) / 100
  return atLeast >= enough || countIds(db, ids, MAX_MATCHES) >= enough
}

/** The approximate number of contacts, without counting. */
export const roughCount = (db: Db): number => Number(getValue(db, 'SELECT max(id) FROM contacts'))

/** Counts matches up to `most`. */
const countIds = (db: Db, ids: Condition, most: number): number => {
  const { sql, params } = counting(ids, most)
  return Number(getValue(db, sql, params))
}

const counting = ({ sql, params }: Condition, most: number): Condition => ({
  sql: `SELECT count(*) FROM (SELECT 1 FROM (${sql}) LIMIT ${most})`,
  params,
})

/** Kept until a contact changes: further pages ask the same, and the lists of contacts and tickets do. */
function keptColumn(db: Db, { sql, params }: Condition): readonly number[] {
  const read = getOrMake(keptColumns, db.$client, () =>
    remembered(
      db.$client,
      (key: string) => {
        const [sql, params] = JSON.parse(key) as [string, Condition['params']] // written below
        return getColumn<number>(db, sql, params)
      },
      ['contacts'],
    ),
  )
  return read(JSON.stringify([sql, params]))
}
const keptColumns = new WeakMap<Raw, (key: string) => readonly number[]>()

/** All matches, or undefined if there are more than `most`. */
export function listFew(db: Db, { ids, isNarrow }: Search, most: number): readonly number[] | undefined {
  const limited = { sql: `${ids.sql} LIMIT ${most + 1}`, params: ids.params }
  const found = isNarrow ? keptColumn(db, limited) : idsOf(db, limited)
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
  const [count = 0] = keptColumn(db, counting(ids, MAX_MATCHES))
  if (count < MAX_MATCHES) return { count, oldest: 0, ids: () => idsOf(db, ids) }
  const cut = newestOf(db, newest)
  return { count: cut.length, oldest: cut.at(-1) ?? 0, ids: () => cut }
}

const newestOf = (db: Db, { sql, params }: Condition) =>
  idsOf(db, { sql: `SELECT id FROM (${sql}) ORDER BY id DESC LIMIT ${MAX_MATCHES}`, params })

const idsOf = (db: Db, { sql, params }: Condition) => getColumn<number>(db, sql, params)

const intersection = (queries: readonly Condition[]): Condition => ({
  sql: queries.map(({ sql }) => `SELECT id FROM (${sql})`).join(' INTERSECT '),
  params: queries.flatMap(({ params }) => params),
})
const anyOf = (...claims: readonly Condition[]): Condition => ({
  sql: `(${claims.map(({ sql }) => sql).join(' OR ')})`,
  params: claims.flatMap(({ params }) => params),
})
const allOf = (claims: readonly Condition[]): Condition => ({
  sql: claims.map(({ sql }) => sql).join(' AND '),
  params: claims.flatMap(({ params }) => params),
})
const like = (column: string, pattern: string): Condition => ({
  sql: `${column} LIKE ? ESCAPE '\\'`,
  params: [pattern],
})

const isShort = (name: string) => [...name].length < TRIGRAM

function named(db: Db, words: readonly string[]): Search {
  const [name = '', ...others] = words
  const indexed = byWords(db, words)
  if (words.length === 0) return { ids: nobody, newest: nobody, claim: { sql: 'false', params: [] }, byWords: true }
  if (others.length > 0) return namedByEach(words, indexed)
  const claim = isShort(name) ? beginningClaim(name) : like('c.name_folded', likeContaining(name))
  const newest = isShort(name) ? beginning(name) : containing(name, claim)
  return { ids: indexed ?? newest, newest, claim, byWords: indexed !== undefined }
}

function namedByEach(words: readonly string[], indexed: ReturnType<typeof byWords>): Search {
  const claim = allOf(words.flatMap((word) => (isShort(word) ? startingWord(word) : likeEach('c.name_folded', [word]))))
  const ids = indexed?.isWhole ? indexed : checked(indexed ?? holdingEach(words), claim)
  return { ids, newest: ids, claim, byWords: indexed !== undefined, isNarrow: true }
}

/** Through the trigram index, which has no short words: some of the matches are wrong. */
function holdingEach(words: readonly string[]): Condition {
  const long = words.filter((word) => !isShort(word))
  return long.length > 0
    ? matching(`name_folded : (${long.map(quoted).join(' AND ')})`)
    : { sql: 'SELECT id FROM contacts', params: [] }
}

const checked = (found: Condition, claim: Condition): Condition => ({
  sql: `SELECT found.id FROM (${found.sql}) found CROSS JOIN contacts c ON c.id = found.id WHERE ${claim.sql}`,
  params: [...found.params, ...claim.params],
})

/** One or two digits match the beginning of numbers; without any digit nothing matches. */
function numbered(forms: readonly string[]): Search {
  const [typed = ''] = forms
  const ids = typed.length < TRIGRAM ? numberBeginning(typed) : matching(inAnyForm(forms))
  const claim = anyOf(...(typed === '' ? [''] : forms).map((form) => like('c.number', likeContaining(form))))
  return { ids, newest: ids, claim, byWords: false }
}

const inAnyForm = (forms: readonly string[]): string =>
  forms.length === 1 ? `number : ${quoted(forms[0] ?? '')}` : `number : (${forms.map(quoted).join(' OR ')})`

const nobody: Condition = { sql: 'SELECT id FROM contacts WHERE false', params: [] }

const numberBeginning = (digits: string): Condition =>
  digits === ''
    ? nobody
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
  return samples.length === 0 ? found : checked(found, claim)
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
  [...name].length < 2 && /[\p{L}\p{N}]/u.test(name)
    ? like('c.name_folded', firstLike(name))
    : anyOf(like('c.name_folded', firstLike(name)), like('c.name_folded', `% ${firstLike(name)}`))

const startingWord = (word: string): Condition => like(`' ' || c.name_folded`, `% ${firstLike(word)}`)

const beginning = (name: string): Condition => ({
  sql: `SELECT id FROM contacts WHERE is_group = 0 AND name_folded >= ? AND name_folded < ?
    UNION SELECT id FROM contacts WHERE is_group = 1 AND name_folded LIKE ? ESCAPE '\\'
    UNION SELECT rowid FROM contact_search WHERE contact_search MATCH ?`,
  params: [name, `${name}\u{10FFFF}`, firstLike(name), `name_folded : ${quoted(` ${name}`)}`],
})
