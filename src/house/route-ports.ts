/** What the routes of the chapters need from the house: sessions to ask the messenger, folders, who is looking. */
import { REFRESH_COOKIE } from '../access/routes'
import type { Actor } from '../actor'
import { findDefaultConnection } from '../channels/connections/queries'
import { setActive } from '../channels/pending-updates/blocks'
import type { ContactPorts } from '../contacts/routes'
import { fail } from '../errors'
import type { Cx } from '../platform/cx'
import { createAllowance } from '../platform/limiter'
import type { Listener } from '../platform/listeners'
import { MINUTE, SECOND } from '../platform/time'
import type { Visitor } from '../platform/visitor'
import type { TypingSign } from '../platform/wire'
import type { QueuePorts } from '../queues/routes'
import type { MessagePorts } from '../tickets/messages/routes'
import { chatLookedAt, whomTypingReaches } from '../tickets/messages/typing'
import { hasNoTicket, seesContact } from '../tickets/queries'
import { removeQueue } from '../tickets/remove-queue'
import { listMerges, undoMerge } from '../tickets/unmerge'
import type { House } from './house'

export function queuePorts(house: House): QueuePorts {
  return {
    async remove(cx, actor, id) {
      await removeQueue(cx, actor, id)
      house.sessions.announceAll(cx)
    },
  }
}

export function messagePorts(house: House, visitor: Visitor): MessagePorts {
  return {
    folderOf: (cx) => house.folderOf(cx.tenant.uuid),
    parseFor: (cx) => house.parseFor(cx.tenant.uuid),
    recheck: (actor) => house.auth.recheck(actor) ?? fail('ERR_SESSION_EXPIRED'),
    isLeaving: (cx, connectionId, messageId) =>
      house.outbox.isLeaving({ tenantUuid: cx.tenant.uuid, connectionId }, messageId),
    async identifyReader(request) {
      const token = visitor.bearerOf(request)
      return token === null
        ? house.auth.identifyByCookie(visitor.readCookie(request, REFRESH_COOKIE) ?? '')
        : house.auth.identify(token)
    },
  }
}

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

/** For one person: the messenger stops answering those who query it too often. */
const LOOK_UPS = { most: 30, window: MINUTE }

export function contactPorts(house: House): ContactPorts {
  const lookUps = createAllowance(house.clock, LOOK_UPS)
  const waitOf = ({ tenantId, userId }: Actor) => lookUps.take(`${tenantId}/${userId}`)
  return {
    checkNumber: async (cx, actor, number) => (waitOf(actor) > 0 ? [] : checkNumber(house, cx, number)),
    async lookUp(cx, actor, number) {
      const wait = waitOf(actor)
      if (wait > 0) fail('ERR_TOO_MANY_ATTEMPTS', { retryAfter: Math.ceil(wait / SECOND) })
      const connection = findDefaultConnection(cx.db)
      if (!connection || !house.sessions.canSend(cx, connection.id)) return fail('ERR_WAPP_NOT_INITIALIZED')
      const ref = { tenantUuid: cx.tenant.uuid, connectionId: connection.id }
      return house.channel.lookUp(ref, number).catch(() => fail('ERR_WAPP_CHECK_CONTACT'))
    },
    setActive,
    seesGroup: (cx, actor, groupId) => seesContact(cx.db, actor, groupId),
    hasNoTicket,
    listMerges: (cx, contactId) => listMerges(cx.db, contactId),
    undoMerge,
  }
}

/** Without an open connection or an answer a number is not checked, nor where somebody enters very many: it is stored as typed, and the first message shows whether it exists. */
async function checkNumber(house: House, cx: Cx, number: string) {
  const connection = findDefaultConnection(cx.db)
  if (!connection || !house.sessions.canSend(cx, connection.id)) return []
  const ref = { tenantUuid: cx.tenant.uuid, connectionId: connection.id }
  const found = await house.channel.lookUp(ref, number).catch(() => [])
  return found ?? fail('ERR_CHECK_NUMBER')
}
