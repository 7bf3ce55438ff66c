/** What an open page tells over its socket: that its person is typing, and which conversation it shows. */
import type { Actor } from '../actor'
import type { Listener } from '../platform/listeners'
import type { TypingSign } from '../platform/wire'
import { findOpenChat, findTypingChat } from '../tickets/messages/typing'
import type { Server } from './server'

/** Best effort: nothing depends on it. */
export function sendTyping(server: Server, actor: Actor, { ticketId, state }: TypingSign) {
  const cx = server.cxOf(actor.tenantUuid)
  const reached = findTypingChat(cx, actor, ticketId)
  if (!reached || !server.sessions.canSend(cx, reached.connectionId)) return
  server.channel
    .setTyping({ tenantUuid: actor.tenantUuid, connectionId: reached.connectionId }, reached.chat, state)
    .catch((error: unknown) => server.log.debug({ err: error }, 'typing could not be passed on'))
}

/** While a page shows a conversation, the contact's typing is received and the account appears online. */
export function noteLook(server: Server, page: Listener, ticketId: number | null) {
  const { tenantUuid } = page.actor
  const at = ticketId === null ? undefined : findOpenChat(server.cxOf(tenantUuid), page.actor, ticketId)
  server.attention.look(page, at && { ref: { tenantUuid, connectionId: at.connectionId }, chat: at.chat })
}
