/**
 * Usernames: each belongs to a LID, can change at any time, and is all that is shown of somebody who hides their
 * number.
 */
import type { Cx } from '../platform/cx'
import { execute, getOnlyValue, getRow, getValue } from '../platform/sql'
import { type Condition, type Db, mayHold } from '../platform/sqlite'
import type { Address } from './address'
import { usernameChanged } from './events'

const lower = (username: string): string => username.toLowerCase()

/**
 * SQL: the username of the contact with this id; of several LIDs the latest. SQLite checks once per statement, not per
 * row, whether there are usernames at all.
 */
export const usernameOfContact = (id: string): string =>
  `iif(EXISTS (SELECT 1 FROM usernames WHERE lid > ''), (SELECT u.username FROM contact_addresses a JOIN usernames u ON u.lid = a.value WHERE a.contact_id = ${id} AND a.kind = 'lid' ORDER BY u.since DESC LIMIT 1), NULL)`

export const anyUsernames = mayHold('usernames')

/** `usernameOfContact` for a statement that is built for each request: shorter where there are no usernames. */
export const usernameColumn = (db: Db, id: string): string => (anyUsernames(db) ? usernameOfContact(id) : 'NULL')

export const usernameOf = (db: Db, contactId: number): string | null =>
  anyUsernames(db) ? getOnlyValue<string | null>(db, `SELECT ${usernameOfContact('(? + 0)')}`, contactId) : null

export const usernameOfLid = (db: Db, lid: string | null): string | null =>
  lid === null || !anyUsernames(db)
    ? null
    : (getValue<string>(db, 'SELECT username FROM usernames WHERE lid = ?', lid) ?? null)

type Change = { readonly lid: string; readonly from: string | null; readonly to: string | null }

/**
 * Stores the usernames of these addresses. Returns the changes, including those of people who lost a name to somebody
 * else.
 */
export function storeUsernames(db: Db, now: number, addresses: readonly Address[]): Change[] {
  return addresses.flatMap(({ kind, value: lid, username }) => {
    if (kind !== 'lid' || username === undefined) return []
    const from = usernameOfLid(db, lid)
    if (from === username) return []
    const lost = username === null ? undefined : takeFromOther(db, lid, username)
    if (username === null) execute(db, 'DELETE FROM usernames WHERE lid = ?', lid)
    else
      execute(
        db,
        `INSERT INTO usernames (lid, username, folded, since) VALUES (?, ?, ?, ?)
         ON CONFLICT (lid) DO UPDATE SET username = excluded.username, folded = excluded.folded, since = excluded.since`,
        [lid, username, lower(username), now],
      )
    return [...(lost ? [lost] : []), { lid, from, to: username }]
  })
}

function takeFromOther(db: Db, lid: string, username: string): Change | undefined {
  const other = getRow<Pick<Change, 'lid'> & { from: string }>(
    db,
    'DELETE FROM usernames WHERE folded = ? AND lid <> ? RETURNING lid, username AS "from"',
    [lower(username), lid],
  )
  return other && { ...other, to: null }
}

/** Notifies other modules that somebody known by a username has another one. */
export function notifyUsernameChange(cx: Cx, contactId: number, { from, to }: Change) {
  if (from !== null) cx.happened(usernameChanged({ contactId, from, to }))
}

/** The contact with exactly this username, with or without the @. */
export const findContactIdByUsername = (db: Db, typed: string): number | undefined =>
  getValue<number>(
    db,
    `SELECT a.contact_id FROM usernames u JOIN contact_addresses a ON a.kind = 'lid' AND a.value = u.lid WHERE u.folded = ?`,
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
  sql: `SELECT DISTINCT a.contact_id AS id FROM usernames u CROSS JOIN contact_addresses a ON a.kind = 'lid' AND a.value = u.lid
    WHERE u.folded >= (? || '') AND u.folded < (? || '')`,
  params: [needle, `${needle}\u{10FFFF}`],
})
