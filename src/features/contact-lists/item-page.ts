/** One page of a list's items, sorted by name. Search and filters use one index, without reading the rows. */

import { numberNeedles } from '../../contacts/number-needle'
import { byUsername, usernameNeedle } from '../../contacts/usernames'
import { needleOf } from '../../platform/needle'
import { pageOf } from '../../platform/pages'
import { getRows } from '../../platform/sql'
import { type Condition, type Db, reading } from '../../platform/sqlite'
import type { ItemState } from './contract'
import type { StoredItem, StoredList } from './tables'

/** End of the previous page. */
export type ItemCursor = { readonly id: number; readonly name: string }

export type ItemFilter = {
  readonly search: string
  readonly state: ItemState | null
  readonly page: number
  /** Replaces `page`. */
  readonly after: ItemCursor | null
}

export type ItemsFound = {
  readonly rows: StoredItem[]
  readonly hasMore: boolean
  readonly count: number | null
  readonly next: ItemCursor | null
}

const states: Readonly<Record<ItemState, string>> = {
  valid: 'is_whatsapp_valid = 1',
  invalid: 'is_whatsapp_valid = 0',
  unchecked: 'is_whatsapp_valid IS NULL',
  blacklist: 'in_blacklist = 1',
}

/** With fewer digits, only names are searched. */
const DIGITS = 3

export function pageItems(db: Db, list: StoredList, { search, state, page, after }: ItemFilter): ItemsFound {
  const parts: Condition[] = [
    { sql: 'list_id = ?', params: [list.id] },
    ...(after ? [{ sql: '(name_folded, id) > (?, ?)', params: [after.name, after.id] }] : []),
    ...(state ? [{ sql: states[state], params: [] }] : []),
    ...searchOf(search),
  ]
  const where = parts.map(({ sql }) => sql).join(' AND ')
  const params = parts.flatMap((one) => one.params)
  return reading(db.$client, () => {
    const rows = (from: number, most: number) =>
      getRows<Row>(
        db,
        `SELECT ${columns} FROM contact_list_items WHERE id IN (
           SELECT id FROM contact_list_items INDEXED BY contact_list_items_page
           WHERE ${where} ORDER BY name_folded, id LIMIT ${most} OFFSET ?)
         ORDER BY name_folded, id`,
        [...params, from],
      )
    const found = pageOf({ rows, count: () => 0 }, after ? 1 : page)
    const last = found.rows.at(-1)
    return {
      rows: found.rows.map(stored),
      hasMore: found.hasMore,
      count:
        search.trim() === '' ? counted(list, state) : after || page > 1 || found.hasMore ? null : found.rows.length,
      next: found.hasMore && last ? { id: last.id, name: last.nameFolded } : null,
    }
  })
}

function searchOf(search: string): Condition[] {
  const words = needleOf(search)
  if (words.length === 0) return []
  const numbers = numberNeedles(search)
  const inName = {
    sql: `(${words.map(() => 'instr(name_folded, ?) > 0').join(' AND ')})`,
    params: words,
  }
  const username = usernameNeedle(search)
  const inUsername = username && byUsername(username.needle)
  const parts: Condition[] = [
    inName,
    ...((numbers[0] ?? '').length < DIGITS
      ? []
      : numbers.map((form) => ({ sql: "(number GLOB '[0-9]*' AND instr(number, ?) > 0)", params: [form] }))),
    // For contacts without a number, the column `number` holds their key.
    ...(inUsername
      ? [{ sql: `number IN (SELECT 'contact ' || id FROM (${inUsername.sql}))`, params: inUsername.params }]
      : []),
  ]
  return [{ sql: `(${parts.map(({ sql }) => sql).join(' OR ')})`, params: parts.flatMap(({ params }) => params) }]
}

function counted({ contactsCount, validCount, invalidCount, blacklistCount }: StoredList, state: ItemState | null) {
  if (state === null) return contactsCount
  const unchecked = contactsCount - validCount - invalidCount
  return { valid: validCount, invalid: invalidCount, unchecked, blacklist: blacklistCount }[state]
}

const columns = `id, list_id AS listId, name, name_folded AS nameFolded, number, contact_id AS contactId, email, is_whatsapp_valid AS isWhatsappValid,
  checked_at AS checkedAt, tries, asked_at AS askedAt, wanted_at AS wantedAt, in_blacklist AS inBlacklist, extra, import_id AS importId, created_at AS createdAt,
  updated_at AS updatedAt`

/** Raw SQLite values. */
type Row = Omit<StoredItem, 'isWhatsappValid' | 'inBlacklist' | 'extra'> & {
  readonly isWhatsappValid: number | null
  readonly inBlacklist: number
  readonly extra: string
}
const stored = ({ isWhatsappValid, inBlacklist, extra, ...row }: Row): StoredItem => ({
  ...row,
  isWhatsappValid: isWhatsappValid === null ? null : isWhatsappValid === 1,
  inBlacklist: inBlacklist === 1,
  extra: JSON.parse(extra) as StoredItem['extra'], // written by this feature
})
