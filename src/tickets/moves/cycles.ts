/**
 * Waiting time and handling time per day, queue and attendant. A ticket has a cycle for each time it was closed, from
 * its start or its reopening. Groups and imported messages have none. The tables still say `stretch`.
 */
import type { Cx } from '../../platform/cx'
import { on, type Subscriber } from '../../platform/extensions'
import { execute, getValue } from '../../platform/sql'
import type { Db } from '../../platform/sqlite'
import { ticketClosed, ticketMoving } from '../events'

/** Selects the cycles of closed tickets `t` from their rows. */
const closedCycles = `
  SELECT id, began, accepted, closed_at, max(0, accepted - began), max(0, closed_at - accepted), user_id, queue_id
  FROM (SELECT t.*, ifnull(t.reopened_at, t.created_at) AS began, ifnull(t.reopened_at, t.accepted_at) AS accepted FROM tickets t)
  WHERE status = 'closed' AND closed_at IS NOT NULL AND is_group = 0 AND (imported = 0 OR reopened_at IS NOT NULL)`

/**
 * A ticket that closes again without a reopening by a user, such as after an undone merge, is still in the same cycle.
 */
function storeCycle(db: Db, ticketId: number) {
  execute(db, `INSERT OR REPLACE INTO ticket_stretches ${closedCycles} AND id = (? + 0)`, ticketId)
}

export const cycleSubscribers: readonly Subscriber[] = [
  on(ticketClosed, 'inTransaction', (cx, { after }) => storeCycle(cx.db, after.id)),
  // A ticket that was closed before cycles existed may not have its own yet.
  on(ticketMoving, 'inTransaction', (cx, { ticket, move }) => {
    if (move.want === 'reopen') storeCycle(cx.db, ticket.id)
  }),
]

/** Tickets per transaction. */
const SLICE = 500

/** The next slice of tickets that were closed before cycles existed, latest first. */
export function storeFormerCycles(cx: Cx) {
  const below = getValue(cx.db, 'SELECT below FROM ticket_stretches_due')
  if (typeof below !== 'number') return
  const from = Math.max(1, below - SLICE)
  cx.transaction(({ db }) => {
    execute(db, `INSERT OR IGNORE INTO ticket_stretches ${closedCycles} AND id >= (? + 0) AND id < (? + 0)`, [
      from,
      below,
    ])
    execute(db, 'UPDATE ticket_stretches_due SET below = ?', from)
    if (from === 1) execute(db, 'DELETE FROM ticket_stretches_due')
  })
}
