/** Whoever opens a colleague's conversation, or one that waits, is in its log. Groups are everybody's. */
import type { Actor } from '../../actor'
import type { Cx } from '../../platform/cx'
import { isStorageFull, statement } from '../../platform/sqlite'
import { HOUR } from '../../platform/time'
import { ticketLogged } from '../contract'
import type { TicketToRead } from '../queries'
import { canSee } from '../visibility'
import { writeLog } from './log'

/** A person is noted once in this time. */
const PATIENCE = HOUR

export function noteAccess(cx: Cx, actor: Actor, ticket: TicketToRead) {
  if (ticket.isGroup || ticket.userId === actor.userId || wasNoted(cx, actor, ticket.id)) return
  try {
    cx.transaction((cx) => {
      writeLog(cx, ticket.id, { kind: 'accessed', userId: actor.userId })
      cx.emit(ticketLogged({ ticketId: ticket.id }), (listener) => canSee(listener, ticket))
    })
  } catch (error) {
    if (!isStorageFull(error)) throw error // reading works on a full disk too
  }
}

function wasNoted(cx: Cx, { userId }: Actor, ticketId: number): boolean {
  const at = statement(
    cx.db.$client,
    `SELECT max(created_at) FROM ticket_log WHERE ticket_id = (? + 0) AND kind = 'accessed' AND user_id = ?`,
  )
    .pluck()
    .get(ticketId, userId)
  return typeof at === 'number' && Math.abs(cx.now() - at) < PATIENCE
}
