/** How much bots say to a contact: beyond the bounds, people take over. All bots of a conversation count together. */
import type { Cx } from '../../platform/cx'
import { getRow } from '../../platform/sql'
import { MINUTE } from '../../platform/time'
import { MOST_IN_A_ROW, MOST_SAID_IN_A_MINUTE } from './contract'

/** The latest messages of a conversation that are looked at; contacts write in between. */
const LOOKED_AT = 100

/**
 * How many messages a bot may still send in a conversation, in answer to this message of the contact. Null: to none,
 * but to a timer.
 */
export function roomFor(cx: Cx, ticketId: number, messageId: number | null): number {
  const said = getRow<{ inMinute: number; inRow: number }>(
    cx.db,
    `SELECT count(*) AS inMinute, ifnull(sum(id > @messageId), 0) AS inRow FROM (
       SELECT id, created_at, from_me, user_id, extra FROM messages WHERE ticket_id = @ticketId
       ORDER BY id DESC LIMIT ${LOOKED_AT})
     WHERE from_me = 1 AND user_id IS NULL AND abs(created_at - @now) < ${MINUTE} AND extra ->> '$.origin.by' = 'bot'`,
    { ticketId, messageId: messageId ?? Number.MAX_SAFE_INTEGER, now: cx.now() },
  )
  return Math.max(0, Math.min(MOST_IN_A_ROW - (said?.inRow ?? 0), MOST_SAID_IN_A_MINUTE - (said?.inMinute ?? 0)))
}

type AnyAction = { readonly do: string; readonly text?: string }

export const isMessage = (action: AnyAction): boolean =>
  action.do === 'say' || action.do === 'sendFile' || (action.do === 'close' && action.text !== '')

/** The actions up to the first message for which there is no room; undefined: there is room for all. */
export function cutToRoom<A extends AnyAction>(actions: readonly A[], room: number): readonly A[] | undefined {
  let messages = 0
  const end = actions.findIndex((action) => isMessage(action) && ++messages > room)
  return end < 0 ? undefined : actions.slice(0, end)
}
