/**
 * A connection may later be linked to another number. Actions on messages of the former number then no longer reach the
 * contact's phone, so each message stores its `account`: the number of its connection that it used.
 */
import { execute, getValue } from '../../platform/sql'
import type { Db } from '../../platform/sqlite'
import { WAITING } from '../contract'

/** Index of the connection's current number; 0 if it never changed. */
export const accountOf = (connectionId: string): string =>
  `ifnull((SELECT a.account FROM connections c JOIN connection_accounts a ON a.connection_id = c.id AND a.number = c.number WHERE c.id = ${connectionId}), 0)`

/**
 * SQL condition on a row `m` of messages; a queued one has not used any number yet. SQLite evaluates the EXISTS once
 * for all rows, and the rest only if a number has changed.
 */
export const isOfFormerNumber = `EXISTS (SELECT 1 FROM connection_accounts) AND m.ack <> ${WAITING} AND m.account <> ${accountOf('m.connection_id')}`

type NumberOwner = { readonly connectionId: number; readonly account: number }

export const wentOverFormerNumber = (db: Db, { connectionId, account }: NumberOwner): boolean =>
  account !== presentAccount(db, connectionId)

export const presentAccount = (db: Db, connectionId: number): number =>
  Number(getValue(db, `SELECT ${accountOf('(? + 0)')}`, connectionId))

/** Called when a phone with another number was linked. Read receipts for the former number can no longer be sent. */
export function changeNumber(
  db: Db,
  connectionId: number,
  { from, to }: { readonly from: string; readonly to: string },
) {
  for (const number of [from, to])
    execute(
      db,
      'INSERT OR IGNORE INTO connection_accounts (connection_id, number, account) SELECT ?, ?, count(*) FROM connection_accounts WHERE connection_id = ?',
      [connectionId, number, connectionId],
    )
  execute(db, 'DELETE FROM read_wishes WHERE connection_id = ?', connectionId)
}
