/** What an open page tells over its socket: that its person is typing, and which conversation it shows. */
import type { Actor } from '../actor'
import type { Listener } from '../platform/listeners'
import type { TypingSign } from '../platform/wire'
import { chatLookedAt, whomTypingReaches } from '../tickets/messages/typing'
import type { House } from './house'

/** Best effort: nothing depends on it. */
export function tellTyping(house: House, actor: Actor, { ticketId, state }: TypingSign) {
  const cx = house.cxOf(actor.tenantUuid)
  const reached = whomTypingReaches(cx, actor, ticketId)
  if (!reached || !house.sessions.canSend(cx, reached.connectionId)) return
  house.channel
    .setTyping({ tenantUuid: actor.tenantUuid, connectionId: reached.connectionId }, reached.chat, state)
    .catch((error: unknown) => house.log.debug({ err: error }, 'typing could not be passed on'))
}

/** While a page shows a conversation, the contact's typing is received and the account appears online. */
export function noteLook(house: House, page: Listener, ticketId: number | null) {
  const { tenantUuid } = page.actor
  const at = ticketId === null ? undefined : chatLookedAt(house.cxOf(tenantUuid), page.actor, ticketId)
  house.attention.look(page, at && { ref: { tenantUuid, connectionId: at.connectionId }, chat: at.chat })
}
