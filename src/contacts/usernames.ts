/**
 * Usernames: each belongs to an address of a person on WhatsApp or Instagram, can change at any time, and is all that is
 * shown of somebody who hides their number.
 */
import type { Cx } from '../platform/cx'
import { execute, getOnlyValue, getRow, getValue } from '../platform/sql'
import { type Condition, type Db, mayHold } from '../platform/sqlite'
import type { Address, AddressKind } from './address'
import { usernameChanged } from './events'

const lower = (username: string): string => username.toLowerCase()

/**
 * SQL: the username of the contact with this id; of several the latest. SQLite checks once per statement, not per
 * row, whether there are usernames at all.
 */
export const usernameOfContact = (id: string): string =>
  `iif(EXISTS (SELECT 1 FROM usernames WHERE kind > ''), (SELECT u.username FROM contact_addresses a JOIN usernames u ON u.kind = a.kind AND u.value = a.value WHERE a.contact_id = ${id} ORDER BY u.since DESC LIMIT 1), NULL)`

export const anyUsernames = mayHold('usernames')

/** `usernameOfContact` for a statement that is built for each request: shorter where there are no usernames. */
export const usernameColumn = (db: Db, id: string): string => (anyUsernames(db) ? usernameOfContact(id) : 'NULL')

export const usernameOf = (db: Db, contactId: number): string | null =>
  anyUsernames(db) ? getOnlyValue<string | null>(db, `SELECT ${usernameOfContact('(? + 0)')}`, contactId) : null

export const usernameOfLid = (db: Db, lid: string | null): string | null =>
  lid === null ? null : usernameOfAddress(db, { kind: 'lid', value: lid })

/** The one by which the messenger of this address knows the person. */
export const usernameOfAddress = (db: Db, { kind, value }: Address): string | null =>
  anyUsernames(db)
    ? (getValue<string>(db, 'SELECT username FROM usernames WHERE kind = ? AND value = ?', [kind, value]) ?? null)
    : null

type Change = { readonly address: Address; readonly from: string | null; readonly to: string | null }

/**
 * Stores the usernames of these addresses. Returns the changes, including those of people who lost a name to somebody
 * else.
 */
export function storeUsernames(db: Db, now: number, addresses: readonly Address[]): Change[] {
  return addresses.flatMap((address) => {
    const { kind, value, username } = address
    if (!haveUsernames.has(kind) || username === undefined) return []
    const from = usernameOfAddress(db, address)
    if (from === username) return []
    const lost = username === null ? undefined : takeFromOther(db, address, username)
    if (username === null) execute(db, 'DELETE FROM usernames WHERE kind = ? AND value = ?', [kind, value])
    else
      execute(
        db,
        `INSERT INTO usernames (kind, value, username, folded, since) VALUES (?, ?, ?, ?, ?)
         ON CONFLICT (kind, value) DO UPDATE SET username = excluded.username, folded = excluded.folded, since = excluded.since`,
        [kind, value, username, lower(username), now],
      )
    return [...(lost ? [lost] : []), { address, from, to: username }]
  })
}

const haveUsernames: ReadonlySet<AddressKind> = new Set(['lid', 'bsuid', 'igsid'])

function takeFromOther(db: Db, { kind, value }: Address, username: string): Change | undefined {
  const other = getRow<{ readonly value: string; readonly from: string }>(
    db,
    'DELETE FROM usernames WHERE folded = ? AND kind = ? AND value <> ? RETURNING value, username AS "from"',
    [lower(username), kind, value],
  )
  return other && { address: { kind, value: other.value }, from: other.from, to: null }
}

/** Notifies other modules that somebody known by a username has another one. */
export function notifyUsernameChange(cx: Cx, contactId: number, { from, to }: Change) {
  if (from !== null) cx.happened(usernameChanged({ contactId, from, to }))
}

/** The contact with exactly this username, with or without the @; one of WhatsApp before one of Instagram. */
export const findContactIdByUsername = (db: Db, typed: string): number | undefined =>
  getValue<number>(
    db,
    `SELECT a.contact_id FROM usernames u JOIN contact_addresses a ON a.kind = u.kind AND a.value = u.value WHERE u.folded = ?
     ORDER BY u.kind = 'igsid' LIMIT 1`,
    lower(typed.trim().replace(/^@/, '')),
  )

/** The username in a search text; undefined if it cannot be one. A leading @ means that nothing else is searched. */
export function usernameNeedle(typed: string): { readonly needle: string; readonly isOnly: boolean } | undefined {
  const text = typed.trim()
  const isOnly = text.startsWith('@')
  const needle = lower(isOnly ? text.slice(1) : text)
  return /^[a-z0-9_.]*$/.test(needle) && (isOnly || needle !== '') ? { needle, isOnly } : undefined
}

/** Selects the `id` of the contacts whose username starts with this. */
export const byUsername = (needle: string): Condition => ({
  sql: `SELECT DISTINCT a.contact_id AS id FROM usernames u CROSS JOIN contact_addresses a ON a.kind = u.kind AND a.value = u.value
    WHERE u.folded >= (? || '') AND u.folded < (? || '')`,
  params: [needle, `${needle}\u{10FFFF}`],
})
