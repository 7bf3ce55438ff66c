/** Fails expired deliveries, and deletes old ones. */
import type { Cx } from '../../platform/cx'
import { execute, getColumn } from '../../platform/sql'
import { DAY, HOUR } from '../../platform/time'
import { KEPT_DAYS, MOST_SETTLED } from './contract'
import { noteChanged } from './health'

/** Deliveries per run. */
const ROWS_PER_RUN = 500
const KEPT = KEPT_DAYS * DAY

export const NEXT_TO_TIDY = `SELECT min(at) FROM (
  SELECT min(expires_at) + 1 AS at FROM webhook_deliveries WHERE status = 'waiting'
  UNION ALL
  SELECT min(created_at) + ${KEPT} FROM webhook_deliveries WHERE status <> 'waiting'
  UNION ALL
  SELECT 0 FROM webhook_states WHERE settled >= ${MOST_SETTLED + ROWS_PER_RUN})`

export function tidy(cx: Cx): boolean {
  return cx.transaction((cx) => {
    const changes = [expireSome(cx), deleteOld(cx), ...overfull(cx).map((id) => deleteOldest(cx, id))]
    return changes.includes(ROWS_PER_RUN)
  })
}

function expireSome(cx: Cx): number {
  const expired = getColumn<number>(
    cx.db,
    `UPDATE webhook_deliveries SET status = 'failed', fault = ifnull(fault, 'expired')
     WHERE id IN (SELECT id FROM webhook_deliveries WHERE status = 'waiting' AND expires_at < ? LIMIT ${ROWS_PER_RUN})
     RETURNING webhook_id`,
    cx.now(),
  )
  for (const id of new Set(expired)) noteChanged(cx, id)
  return expired.length
}

function deleteOld({ db, now }: Cx): number {
  const before = now() - KEPT
  execute(db, 'DELETE FROM webhook_hours WHERE hour < ?', Math.floor(before / HOUR))
  return execute(
    db,
    `DELETE FROM webhook_deliveries WHERE id IN (
       SELECT id FROM webhook_deliveries WHERE status <> 'waiting' AND created_at <= ? LIMIT ${ROWS_PER_RUN})`,
    before,
  ).changes
}

const overfull = ({ db }: Cx): number[] =>
  getColumn<number>(db, `SELECT webhook_id FROM webhook_states WHERE settled >= ${MOST_SETTLED + ROWS_PER_RUN}`)

const deleteOldest = ({ db }: Cx, webhookId: number): number =>
  execute(
    db,
    `DELETE FROM webhook_deliveries WHERE id IN (
       SELECT id FROM webhook_deliveries WHERE webhook_id = ? AND status <> 'waiting' ORDER BY id LIMIT ${ROWS_PER_RUN})`,
    webhookId,
  ).changes
