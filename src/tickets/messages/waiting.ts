/** Message actions and receipts that arrive before their message wait here until it arrives. */
import type { MessageAction, Receipt } from '../../channels/channel'
import type { Cx } from '../../platform/cx'
import { execute, getOnlyValue, getRow, getRows } from '../../platform/sql'
import { type Db, mayHold, statement } from '../../platform/sqlite'
import { DAY } from '../../platform/time'

export type WaitingItem = MessageAction | { readonly do: 'tick'; readonly receipt: Receipt }

/** How long a phone may take to repeat a message. */
const REPEAT_WINDOW_MS = 30 * DAY
/** Shorter for receipts: there may be one per group member, for something that is never stored as a message. */
const RECEIPTS_WAIT = DAY

const FORGOTTEN_AT_ONCE = 10_000

/** More actions on one unknown message are an attack. */
const MOST_ACTS = 50

export function storeWaiting({ db, now }: Cx, connectionId: number, target: string, waiting: WaitingItem) {
  if (waiting.do !== 'tick' && countActions(db, connectionId, target) >= MOST_ACTS) return
  execute(db, 'INSERT INTO waiting_acts (connection_id, target, act, created_at) VALUES (?, ?, ?, ?)', [
    connectionId,
    target,
    JSON.stringify(waiting),
    now(),
  ])
}

/** When the first may be forgotten, in SQL: receipts go sooner than actions, which stay until later. */
export const NEXT_FORGOTTEN = `SELECT min(created_at) + ${RECEIPTS_WAIT} + 1 FROM waiting_acts`

/** Forgets by age and in slices: rows that stay must be examined, too, and anybody can send any number of them. */
export function forgetWaiting({ db, now }: Cx) {
  execute(
    db,
    `DELETE FROM waiting_acts WHERE id IN (SELECT id FROM waiting_acts
       WHERE created_at < ? AND (act ->> 'do' = 'tick' OR created_at < ?) ORDER BY created_at LIMIT ${FORGOTTEN_AT_ONCE})`,
    [now() - RECEIPTS_WAIT, now() - REPEAT_WINDOW_MS],
  )
}

const countActions = (db: Db, connectionId: number, target: string): number =>
  getOnlyValue<number>(
    db,
    `SELECT count(*) FROM waiting_acts WHERE connection_id = ? AND target = ? AND act ->> 'do' <> 'tick'`,
    [connectionId, target],
  )

export const isAwaited = (db: Db, connectionId: number, target: string): boolean =>
  anyWaiting(db) &&
  getRow(db, `SELECT 1 FROM waiting_acts WHERE connection_id = (? + 0) AND target = (? || '') LIMIT 1`, [
    connectionId,
    target,
  ]) !== undefined
const anyWaiting = mayHold('waiting_acts')

/** Removes and returns what waits for this message, in order of arrival. */
export function takeWaiting(
  db: Db,
  connectionId: number,
  target: string,
  isMeant: (waiting: WaitingItem) => boolean,
): readonly WaitingItem[] {
  const rows = getRows<{ readonly id: number; readonly act: string }>(
    db,
    `SELECT id, act FROM waiting_acts WHERE connection_id = (? + 0) AND target = (? || '') ORDER BY id`,
    [connectionId, target],
  )
  const meant = rows
    .map(({ id, act }) => ({ id, waiting: JSON.parse(act) as WaitingItem })) // written by storeWaiting
    .filter(({ waiting }) => isMeant(waiting))
  const forget = statement(db.$client, 'DELETE FROM waiting_acts WHERE id = ?')
  for (const { id } of meant) forget.run(id)
  return meant.map(({ waiting }) => waiting)
}
