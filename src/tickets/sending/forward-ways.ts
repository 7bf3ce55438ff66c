/** The connections over which messages may be forwarded to a contact, and why not over the others. */
import type { Actor } from '../../actor'
import { listConnections } from '../../channels/connections/queries'
import type { ChannelKind } from '../../channels/contract'
import { messageOver } from '../../channels/lacks'
import type { Cx } from '../../platform/cx'
import { mayUseConnection } from '../../users/permissions'
import type { Door } from '../contract'
import type { ForwardWay } from '../messages/contract'
import type { StoredMessage } from '../messages/tables'
import { doorsOf } from '../moves/doors'
import { findContactKnownTo, findVisibleTicket } from '../queries'
import { findSource } from './forward'
import { isSendable } from './send'

type ForwardQuestion = { readonly ticketId: number; readonly messageIds: readonly number[]; readonly contactId: number }

/**
 * The preferred ones first: where the contact has an active ticket, then the connection of the messages. Empty for a
 * group, which is reached over its own connection alone.
 */
export function forwardWays(cx: Cx, actor: Actor, { ticketId, messageIds, contactId }: ForwardQuestion): ForwardWay[] {
  const from = findVisibleTicket(cx.db, actor, ticketId)
  const messages = messageIds.map((id) => findSource(cx, actor, from, id))
  if (findContactKnownTo(cx.db, actor, contactId).isGroup) return []
  const doors = doorsOf(cx, actor, { contactId, connectionId: from.connectionId, isGroup: false }).sort(
    (a, b) => Number(b.ticket !== null) - Number(a.ticket !== null),
  )
  const unreached = listConnections(cx.db).filter(
    ({ id }) => mayUseConnection(actor, id) && !doors.some(({ whatsapp }) => whatsapp.id === id),
  )
  return [
    ...doors.map((door) => wayOf(door, messages)),
    ...unreached.map(({ id, name, channel }): ForwardWay => {
      return { whatsapp: { id, name, channel }, address: null, obstacle: 'unknown', lack: null }
    }),
  ]
}

function wayOf({ whatsapp, address, state, mayWrite }: Door, messages: readonly StoredMessage[]): ForwardWay {
  const lack = lackOver(whatsapp.channel, messages)
  const obstacle = !mayWrite ? 'held' : lack ? 'lacks' : state === 'open' ? null : state
  return { whatsapp, address, obstacle, lack }
}

/** What the channel lacks for the first message that it does not take. */
function lackOver(channel: ChannelKind, messages: readonly StoredMessage[]): ForwardWay['lack'] {
  for (const { kind, media } of messages) {
    const over = isSendable(kind) ? messageOver(channel, { kind, file: media }) : kind
    if (typeof over !== 'string') return { ...over, types: [...(over.types ?? [])] }
  }
  return null
}
