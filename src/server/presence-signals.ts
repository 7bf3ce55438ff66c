/** Signals from open pages: typing, and the conversation on screen. */
import type { Actor } from '../actor'
import type { Listener } from '../platform/listeners'
import type { TypingSign } from '../platform/wire'
import { findOpenChat, findTypingChat } from '../tickets/messages/typing'
import type { Server } from './server'

/** Best effort. */
export function sendTyping(server: Server, actor: Actor, { ticketId, state }: TypingSign) {
  const cx = server.cxOf(actor.tenantUuid)
  const reached = findTypingChat(cx, actor, ticketId)
  if (!reached || !server.sessions.canSend(cx, reached.connectionId)) return
  server.channel
    .setTyping({ tenantUuid: actor.tenantUuid, connectionId: reached.connectionId }, reached.chat, state)
    .catch((error: unknown) => server.log.debug({ err: error }, 'could not forward typing state'))
}

/** While a page shows a conversation, the account appears online and receives the contact's typing state. */
export function noteLook(server: Server, page: Listener, ticketId: number | null) {
  const { tenantUuid, userId } = page.actor
  const at = ticketId === null ? undefined : findOpenChat(server.cxOf(tenantUuid), page.actor, ticketId)
  const ref = at && { tenantUuid, connectionId: at.connectionId }
  server.attention.look(page, at && ref && ticketId !== null ? { ref, chat: at.chat, userId, ticketId } : undefined)
}
