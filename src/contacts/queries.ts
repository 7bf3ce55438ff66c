import { fail } from '../errors'
import type { Period } from '../platform/days'
import { finder } from '../platform/finder'
import { instant } from '../platform/formats'
import { PAGE_SIZE, type Page, pageOf } from '../platform/pages'
import { type Condition, type Db, statement, within } from '../platform/sqlite'
import { fold } from '../platform/text'
import type { Address } from './address'
import type { ContactPage, ContactSummary } from './contract'
import { otherForm } from './number'
import { countMatches, listIds, type Matches, roughCount, type Search, searchesFor, type Wanted } from './search'
import { type Contact, type ContactAddress, contacts } from './tables'

export const { find: findContact, findOrFail: findContactOrFail } = finder(contacts, 'ERR_NO_CONTACT_FOUND')

/** Finds a person by any of their addresses; a Brazilian mobile in either form. */
export function findContactIdByAddress(db: Db, { kind, value }: Address): number | undefined {
  const find = statement(db.$client, 'SELECT contact_id FROM contact_addresses WHERE kind = ? AND value = ?').pluck()
  const id = find.get(kind, value)
  const other = id === undefined && kind === 'phone' ? otherForm(value) : undefined
  const found = (other ? find.get(kind, other) : id) ?? (kind === 'phone' ? findIdByNumber(db, value) : undefined)
  return typeof found === 'number' ? found : undefined
}

/** The messenger may name only a LID for a number that somebody typed. */
const findIdByNumber = (db: Db, number: string): unknown =>
  statement(db.$client, 'SELECT id FROM contacts WHERE number = ?').pluck().get(number)

/** The addresses to write to: the phone number before the LID, as WhatsApp itself does when it knows both. */
export function addressesOf(db: Db, contactId: number): ContactAddress[] {
  const order = ['group', 'phone', 'lid']
  const all = statement(
    db.$client,
    'SELECT kind, value, contact_id AS contactId FROM contact_addresses WHERE contact_id = (? + 0) ORDER BY value',
  ).all(contactId) as ContactAddress[] // the columns are listed
  return all.sort((a, b) => order.indexOf(a.kind) - order.indexOf(b.kind))
}

export type ContactFilter = Wanted & {
  readonly created: Period | null
  /** A further condition on the row. */
  readonly claim: Condition | null
  /** Who is meant when nothing is searched; everybody unless told otherwise. */
  readonly unsearched?: (() => readonly number[]) | undefined
  readonly page: number
}

/** One page (40) of people, by name, with the total; a search returns at most 5,000. */
export function listContacts(db: Db, filter: ContactFilter): ContactPage {
  const searches = searchesFor(db, filter)
  const [only, ...others] = searches
  if (only?.byWords && others.length === 0 && !filter.created && !filter.claim) {
    const matches = countMatches(db, only)
    return walkByName(db, only, matches, filter.page) ?? pageChosen(db, chosenBy(filter, matches.ids()), filter.page)
  }
  const ids = searches.length > 0 ? listIds(db, searches) : filter.unsearched?.()
  return pageChosen(db, chosenBy(filter, ids), filter.page)
}

const pageChosen = (db: Db, chosen: Chosen, page: number): ContactPage =>
  summarized(
    db,
    pageOf(
      {
        rows: (from, most) =>
          rowsOf(db, {
            sql: `SELECT id FROM ${chosen.sql} ORDER BY name_folded, id LIMIT ${most} OFFSET ?`,
            params: [...chosen.params, from],
          }),
        count: () => countOf(db, chosen),
      },
      page,
    ),
  )

const summarized = (db: Db, { rows, hasMore, count }: Page<Row>): ContactPage => ({
  contacts: rows.map((row) => summarizeContact(db, row)),
  hasMore,
  count,
})

const rowsOf = (db: Db, ids: Condition) =>
  statement(
    db.$client,
    `SELECT id, name, number, email, picture_url AS pictureUrl, is_group AS isGroup, active, accept_audio AS acceptAudio,
       disable_bot AS disableBot, created_at AS createdAt
     FROM contacts WHERE id IN (${ids.sql}) ORDER BY name_folded, id`,
  ).all(...ids.params) as Row[] // the columns are listed

/** Up to this many matches are cheaper to sort than to walk to. */
const FEW = 300
/** At most so many names are walked for a page. */
const WALK = 8000

/**
 * When many contacts match, walking all of them in the order of names soon fills a page, and nothing needs to be sorted.
 * Undefined when too few match, or when the page is not full after four times the expected number of names.
 */
function walkByName(db: Db, { claim }: Search, { count, oldest }: Matches, page: number): ContactPage | undefined {
  const walk = (4 * PAGE_SIZE * page * roughCount(db)) / count
  if (count <= FEW || walk > 2 * WALK) return undefined
  const groups = statement(
    db.$client,
    `SELECT count(*) FROM contacts c INDEXED BY contacts_groups WHERE c.is_group = 1 AND c.id >= ? AND ${claim.sql}`,
  ).pluck()
  const found = pageOf(
    {
      rows: (from, most) =>
        rowsOf(db, {
          sql: `SELECT id FROM (SELECT id, name_folded FROM contacts INDEXED BY contacts_name WHERE is_group = 0
              ORDER BY name_folded, id LIMIT (? + 0)) c
            WHERE c.id >= ? AND ${claim.sql} LIMIT ${most} OFFSET ?`,
          params: [Math.min(Math.ceil(walk), WALK), oldest, ...claim.params, from],
        }),
      count: () => count - Number(groups.get(oldest, ...claim.params)),
    },
    page,
  )
  return found.hasMore ? summarized(db, found) : undefined
}

/** A search, or no filter at all, is counted without reading rows: all matches, less the few groups among them. */
function countOf(db: Db, { sql, params, ids, isNarrowed }: Chosen): number {
  const count = (sql: string, params: Condition['params'] = []) =>
    Number(
      statement(db.$client, sql)
        .pluck()
        .get(...params),
    )
  if (isNarrowed) return count(`SELECT count(*) FROM ${sql}`, params)
  if (!ids) return count('SELECT count(*) FROM contacts') - count('SELECT count(*) FROM contacts WHERE is_group = 1')
  const groups = new Set(statement(db.$client, 'SELECT id FROM contacts WHERE is_group = 1').pluck().all())
  return groups.size === 0 ? ids.length : ids.filter((id) => !groups.has(id)).length
}

type Chosen = Condition & {
  /** The matches of a search, groups included; undefined without a search. */
  readonly ids: readonly number[] | undefined
  readonly isNarrowed: boolean
}

/** Matches are looked up one by one, without SQLite building a temporary index of them. */
function chosenBy({ created, claim }: ContactFilter, ids: readonly number[] | undefined): Chosen {
  const index = created ? 'contacts INDEXED BY contacts_created' : 'contacts'
  const from = ids ? '(SELECT value AS found FROM json_each(?)) CROSS JOIN contacts ON id = found' : index
  const conditions = [...(created ? [within('created_at', created)] : []), ...(claim ? [claim] : [])]
  return {
    sql: `${from} WHERE ${['is_group = 0', ...conditions.map(({ sql }) => sql)].join(' AND ')}`,
    params: [...(ids ? [JSON.stringify(ids)] : []), ...conditions.flatMap(({ params }) => params)],
    ids,
    isNarrowed: conditions.length > 0,
  }
}

/** One person: by the number, in either form, or else the first with exactly this name. */
export function findPerson(db: Db, { number, name }: { number: string; name: string }): Contact {
  const id = number === '' ? firstNamed(db, name) : findContactIdByAddress(db, { kind: 'phone', value: number })
  return (id === undefined ? undefined : findContact(db, id)) ?? fail('ERR_NO_CONTACT_FOUND')
}

const firstNamed = (db: Db, name: string) =>
  statement(db.$client, 'SELECT id FROM contacts WHERE is_group = 0 AND name_folded = ? ORDER BY id LIMIT 1')
    .pluck()
    .get(fold(name)) as number | undefined // ids are integers

/** A new picture has a new address, so that a browser may keep the old one. */
export const pictureAddress = (contactId: number, sha256: string | null): string | null =>
  sha256 && `/api/contacts/${contactId}/picture/${sha256.slice(0, 16)}`

type Shown = 'id' | 'name' | 'number' | 'email' | 'pictureUrl' | 'createdAt'
type Yes = 'isGroup' | 'active' | 'acceptAudio' | 'disableBot'
/** SQLite has no truth values of its own. */
type Row = Pick<Contact, Shown> & Record<Yes, number>

export function summarizeContact(
  db: Db,
  contact: Pick<Contact, Shown> & Record<Yes, number | boolean>,
): ContactSummary {
  const { id, name, number, email, isGroup, active, disableBot } = contact
  return {
    id,
    name,
    number,
    isNumberHidden: number === null && !isGroup && addressesOf(db, id).length > 0,
    email,
    profilePicUrl: contact.pictureUrl,
    isGroup: Boolean(isGroup),
    active: Boolean(active),
    acceptAudioMessage: Boolean(contact.acceptAudio),
    disableBot: Boolean(disableBot),
    createdAt: instant(contact.createdAt),
  }
}
