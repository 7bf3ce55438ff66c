/** Who is meant by a part of a name or number: found by three signs in a row, without reading everybody. */
import { type Condition, type Db, oneOf, statement } from '../platform/sqlite'
import { fold, likeContaining } from '../platform/text'

/** A search that finds more is not meant as it stands: of these, the newest. */
const MOST = 5000
/** What is shorter has no three signs in a row: it is looked for where words begin. */
const TRIGRAM = 3

/** What is looked for in either, in names, in numbers; what is blank is not. */
export type Wanted = { readonly either: string; readonly name: string; readonly number: string }

/**
 * Ids of the contacts, groups among them, whose name, without case and accents, or number contains what is looked for; of
 * one or two signs, whose name has a word that begins with them. The newest first, at most 5,000; undefined when nothing
 * is looked for.
 */
export function listContactIdsLike(db: Db, { either, name, number }: Wanted): number[] | undefined {
  const sought = [
    ...(fold(either) === '' ? [] : [soughtBy(either).ids]),
    ...(fold(name) === '' ? [] : [namedLike(fold(name)).ids]),
    ...(number.trim() === '' ? [] : [numberedLike(digitsOf(number))]),
  ]
  return sought.length > 0 ? idsOf(db, sought) : undefined
}

/** The same as a claim of rows that are read newest first, whose column `id` names a contact: all of them are found. */
export function contactLike(db: Db, id: string, search: string): Condition {
  const sought = soughtBy(search)
  const ids = idsOf(db, [sought.ids])
  if (ids.length < MOST) return oneOf(id, ids)
  const { sql, params } = sought.walk // one that fits is soon met
  return { sql: `EXISTS (SELECT 1 FROM contacts c WHERE c.id = ${id} AND ${sql})`, params }
}

/** Of those that each of the queries finds. */
const idsOf = (db: Db, queries: readonly Condition[]) =>
  statement(
    db.$client,
    `${queries.map(({ sql }) => `SELECT id FROM (${sql})`).join(' INTERSECT ')} ORDER BY id DESC LIMIT ${MOST}`,
  )
    .pluck()
    .all(...queries.flatMap(({ params }) => params)) as number[] // ids are integers

type Sought = {
  /** A query for their ids. */
  readonly ids: Condition
  /** The same as a claim of a row `c` of contacts. */
  readonly walk: Condition
}

function soughtBy(search: string): Sought {
  const name = fold(search)
  return isShort(name) ? beginning(name) : containing(name, digitsOf(search))
}

const namedLike = (name: string): Sought => (isShort(name) ? beginning(name) : containing(name, ''))

/** One or two digits are looked for where numbers begin; without any, nobody is meant. */
function numberedLike(digits: string): Condition {
  if (digits === '') return { sql: 'SELECT id FROM contacts WHERE false', params: [] }
  return digits.length < TRIGRAM
    ? { sql: 'SELECT id FROM contacts WHERE number >= ? AND number < ?', params: [digits, `${digits}:`] }
    : matching(`number : ${quoted(digits)}`)
}

const isShort = (name: string) => [...name].length < TRIGRAM
const digitsOf = (text: string) => text.replace(/\D/g, '')
const matching = (words: string): Condition => ({
  sql: 'SELECT rowid AS id FROM contact_search WHERE contact_search MATCH ?',
  params: [words],
})

function containing(name: string, digits: string): Sought {
  const hasNumber = digits.length >= TRIGRAM
  const walk: Condition = {
    sql: `(c.name_folded LIKE ? ESCAPE '\\'${hasNumber ? ` OR c.number LIKE ? ESCAPE '\\'` : ''})`,
    params: [likeContaining(name), ...(hasNumber ? [likeContaining(digits)] : [])],
  }
  const find = (name: string) => [name, ...(hasNumber ? [`number : ${quoted(digits)}`] : [])].join(' OR ')
  const samples = samplesOf(name)
  if (samples.length === 0) return { ids: matching(find(`name_folded : ${quoted(name)}`)), walk }
  return { ids: verified(find(`name_folded : (${samples.map(quoted).join(' AND ')})`), walk), walk }
}

/** Of a long name, three signs of its beginning, its middle and its end: few others have all of them. */
function samplesOf(name: string): string[] {
  const signs = [...name]
  if (signs.length < 3 * TRIGRAM) return []
  const last = signs.length - TRIGRAM
  return [0, Math.floor(last / 2), last].map((at) => signs.slice(at, at + TRIGRAM).join(''))
}

/** A long name costs the index as much as it has signs: it is asked for some of them, and who is found is looked at. */
const verified = (words: string, claim: Condition): Condition => ({
  sql: `SELECT contact_search.rowid AS id FROM contact_search CROSS JOIN contacts c ON c.id = contact_search.rowid
    WHERE contact_search MATCH ? AND ${claim.sql}`,
  params: [words, ...claim.params],
})

function beginning(name: string): Sought {
  const first = likeContaining(name).slice(1)
  return {
    ids: {
      sql: `SELECT id FROM contacts WHERE is_group = 0 AND name_folded >= ? AND name_folded < ?
        UNION SELECT id FROM contacts WHERE is_group = 1 AND name_folded LIKE ? ESCAPE '\\'
        UNION SELECT rowid FROM contact_search WHERE contact_search MATCH ?`,
      params: [name, `${name}\u{10FFFF}`, first, `name_folded : ${quoted(` ${name}`)}`],
    },
    walk: {
      sql: `(c.name_folded LIKE ? ESCAPE '\\' OR c.name_folded LIKE ? ESCAPE '\\')`,
      params: [first, `% ${first}`],
    },
  }
}

/** As FTS5 reads a string: what people type is looked for as it is, not as a query. */
const quoted = (text: string) => `"${text.replaceAll('"', '""').replaceAll('\0', ' ')}"`
