/** Reading several conversations at once, without looking at them. */
import type { Actor } from '../../actor'
import type { Cx } from '../../platform/cx'
import { findVisibleConversation } from '../queries'
import { readConversation } from './actions'

/** As opening each would: those of colleagues and those that wait stay unread. */
export function readSeveral(cx: Cx, actor: Actor, ticketIds: readonly number[]): void {
  const conversations = ticketIds.map((id) => findVisibleConversation(cx.db, actor, id))
  for (const conversation of conversations) readConversation(cx, actor, conversation)
}
