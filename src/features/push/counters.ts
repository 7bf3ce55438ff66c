/** What became of notifications, counted by day in the company's time zone. */
import type { Cx } from '../../platform/cx'
import { execute, getOnlyRow, getRow } from '../../platform/sql'
import { mayHold } from '../../platform/sqlite'
import { DAY, MINUTE } from '../../platform/time'
import { localTime } from '../../tenancy/due'
import type { PushWeek } from './contract'
import type { StoredNotice } from './tables'

/** Opened within this time, a conversation counts as seen soon. */
const SOON = 5 * MINUTE
const KEPT_DAYS = 60
/** Kinds that are about a message which its person has not read. */
const awaitedKinds: readonly StoredNotice['kind'][] = ['own', 'given']

/** False in companies without devices, where opening a conversation then reads nothing else. */
const anyAwaited = mayHold('push_awaited')

/** Its push service took it. In a transaction. */
export function countSent(cx: Cx, { kind, data }: StoredNotice, userId: number): void {
  if (kind === 'test') return
  const isAwaited = data.ticketId !== undefined && awaitedKinds.includes(kind) && awaitRead(cx, data.ticketId, userId)
  const day = today(cx)
  const { changes } = execute(cx.db, 'INSERT OR IGNORE INTO push_days (day) VALUES (?)', day.toString())
  if (changes > 0) forgetOld(cx, day)
  execute(cx.db, 'UPDATE push_days SET sent = sent + 1, awaited = awaited + ? WHERE day = ?', [
    Number(isAwaited),
    day.toString(),
  ])
}

/** False while an earlier notification of the conversation is still fresh. */
function awaitRead({ db, now }: Cx, ticketId: number, userId: number): boolean {
  const { changes } = execute(
    db,
    `INSERT INTO push_awaited (ticket_id, user_id, sent_at) SELECT id, @userId, @now FROM tickets WHERE id = @ticketId AND unread > 0
     ON CONFLICT DO UPDATE SET sent_at = excluded.sent_at WHERE sent_at <= @stale`,
    { ticketId, userId, now: now(), stale: now() - SOON },
  )
  return changes > 0
}

/** Somebody opened the conversation. In a transaction. */
export function countSeen(cx: Cx, ticketId: number, userId: number): void {
  if (!anyAwaited(cx.db)) return
  const row = getRow<{ sentAt: number }>(
    cx.db,
    'DELETE FROM push_awaited WHERE ticket_id = ? AND user_id = ? RETURNING sent_at AS sentAt',
    [ticketId, userId],
  )
  if (!row || row.sentAt < cx.now() - SOON) return
  execute(cx.db, 'UPDATE push_days SET seen_soon = seen_soon + 1 WHERE day = ?', dayOf(cx, row.sentAt).toString())
}

export const readWeek = (cx: Cx): PushWeek =>
  getOnlyRow<PushWeek>(
    cx.db,
    `SELECT ifnull(sum(sent), 0) AS sent, ifnull(sum(awaited), 0) AS awaited, ifnull(sum(seen_soon), 0) AS seenSoon
     FROM push_days WHERE day >= ?`,
    monday(cx),
  )

function forgetOld(cx: Cx, day: Temporal.PlainDate): void {
  execute(cx.db, 'DELETE FROM push_days WHERE day < ?', day.subtract({ days: KEPT_DAYS }).toString())
  execute(cx.db, 'DELETE FROM push_awaited WHERE sent_at < ?', cx.now() - DAY)
}

const dayOf = ({ tenant }: Cx, at: number) => localTime(at, tenant.timeZone).toPlainDate()
const today = (cx: Cx) => dayOf(cx, cx.now())
const monday = (cx: Cx): string =>
  today(cx)
    .subtract({ days: today(cx).dayOfWeek - 1 })
    .toString()
