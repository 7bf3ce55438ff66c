/**
 * A connection may be linked to another number later. From there, nothing done to a message of the former number reaches
 * the contact's phone, so each message knows which of its connection's numbers it came or went over: its `account`.
 */
import { type Db, statement } from '../../platform/sqlite'
import { WAITING } from '../contract'

/** Which of its numbers the connection is linked to; 0 where it never changed. */
export const accountOf = (connectionId: string): string =>
  `ifnull((SELECT a.account FROM connections c JOIN connection_accounts a ON a.connection_id = c.id AND a.number = c.number WHERE c.id = ${connectionId}), 0)`

/** Of a row `m` of messages; one that waits has not gone over any number yet. SQLite looks up the EXISTS once for all rows, and the rest only where a number has changed. */
export const isOfFormerNumber = `EXISTS (SELECT 1 FROM connection_accounts) AND m.ack <> ${WAITING} AND m.account <> ${accountOf('m.connection_id')}`

type Placed = { readonly connectionId: number; readonly account: number }

export const wentOverFormerNumber = (db: Db, { connectionId, account }: Placed): boolean =>
  account !== presentAccount(db, connectionId)

export const presentAccount = (db: Db, connectionId: number): number =>
  Number(
    statement(db.$client, `SELECT ${accountOf('(? + 0)')}`)
      .pluck()
      .get(connectionId),
  )

/** A phone with another number was linked. What was read on the former one can no longer be told. */
export function changeNumber(
  db: Db,
  connectionId: number,
  { from, to }: { readonly from: string; readonly to: string },
) {
  for (const number of [from, to])
    statement(
      db.$client,
      'INSERT OR IGNORE INTO connection_accounts (connection_id, number, account) SELECT ?, ?, count(*) FROM connection_accounts WHERE connection_id = ?',
    ).run(connectionId, number, connectionId)
  statement(db.$client, 'DELETE FROM read_wishes WHERE connection_id = ?').run(connectionId)
}
