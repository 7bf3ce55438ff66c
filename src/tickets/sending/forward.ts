/** Forwarding: copies messages, with file, card or location, to other contacts, each into the contact's ticket. */

import type { Actor } from '../../actor'
import { findConnection } from '../../channels/connections/queries'
import type { MessageExtra } from '../../channels/contract'
import { forwardingMarks } from '../../channels/forwarded'
import { spoken } from '../../channels/mentions/contract'
import { fail } from '../../errors'
import type { Cx } from '../../platform/cx'
import type { Db } from '../../platform/sqlite'
import { mayUseConnection } from '../../users/permissions'
import { withChosenNames } from '../groups/mentions'
import { FORWARD_LIMIT, type ForwardMessages, type Message } from '../messages/contract'
import { UNDECIPHERED } from '../messages/message'
import { findMessageIdByClientId, findVisibleMessage } from '../messages/queries'
import type { StoredMessage } from '../messages/tables'
import { createTicket } from '../moves/actions'
import { findActiveFor, requireAttending } from '../moves/attending'
import { ticketOver } from '../moves/doors'
import { findContactKnownTo, findVisibleTicket } from '../queries'
import { readMessage } from '../reading/shown'
import type { Ticket } from '../tables'
import { mayUseQueue } from '../ticket'
import { type Draft, isSendable, postMessage } from './send'

/** Forwards all messages, or none. */
export function forwardMessages(cx: Cx, actor: Actor, { ticketId, ...wanted }: ForwardMessages): Message[] {
  return cx.transaction((cx) => {
    const from = findVisibleTicket(cx.db, actor, ticketId)
    const contactIds = [...new Set(wanted.contacts)]
    const over = new Map(wanted.over?.map(({ contactId, whatsappId }) => [contactId, whatsappId]))
    if (contactIds.length > FORWARD_LIMIT) fail('ERR_FORWARD_LIMIT', { limit: FORWARD_LIMIT })
    const copies = [...new Set(wanted.messageIds)]
      .map((id) => findSource(cx, actor, from, id))
      .sort((a, b) => a.createdAt - b.createdAt || a.id - b.id)
      .map((message) => ({ message, draft: copyOf(cx.db, message) }))
    return contactIds.flatMap((contactId) => {
      const keys = copies.map(({ message }) => keyOf(wanted.clientId, contactId, message.id))
      const known = keys.map((key) => (key === null ? undefined : findMessageIdByClientId(cx.db, key)))
      for (const id of known) if (id !== undefined) findVisibleMessage(cx.db, actor, id) // whoever guesses a client's id
      if (known.every((id) => id !== undefined)) return known.map((id) => readMessage(cx.db, id))
      const ticket = ticketFor(cx, actor, from, { contactId, connectionId: over.get(contactId) })
      return copies.map(({ draft }, index) => {
        const id = known[index]
        if (id !== undefined) return readMessage(cx.db, id)
        return postMessage(cx, ticket, { ...draft, clientId: keys[index] ?? null, userId: actor.userId })
      })
    })
  })
}

export function findSource(cx: Cx, actor: Actor, from: Ticket, id: number): StoredMessage {
  const message = findVisibleMessage(cx.db, actor, id)
  return message.contactId === from.contactId && !message.isDeleted ? message : fail('ERR_NO_MESSAGE_FOUND')
}

/** A copy contains names but no mentions: this conversation's tokens mean nothing elsewhere. */
function copyOf(db: Db, message: StoredMessage): Omit<Draft, 'clientId'> {
  const { kind, contactId, media, extra, failure } = message
  if (!isSendable(kind) || extra?.viewOnce || failure === UNDECIPHERED) return fail('ERR_MESSAGE_NOT_FORWARDABLE')
  if (isFile(kind) && (media?.state !== 'ready' || media.file === null)) return fail('ERR_NO_MEDIA_FOUND')
  const file = media && { ...media, ticket: null }
  const body = spoken(message.body, withChosenNames(db, contactId, extra?.mentions))
  return { kind, body, media: file, extra: forwardedExtra(extra), quotedId: null }
}

const isFile = (kind: StoredMessage['kind']) => kind !== 'chat' && kind !== 'location' && kind !== 'vcard'

function forwardedExtra(extra: MessageExtra | null): MessageExtra {
  const { place, cards, playback, forwardingScore = 0 } = extra ?? {}
  return {
    ...(place && { place }),
    ...(cards && { cards }),
    ...(playback && { playback }),
    ...forwardingMarks(forwardingScore + 1),
  }
}

const keyOf = (clientId: string | undefined, contactId: number, messageId: number): string | null =>
  clientId === undefined ? null : `${clientId}.${contactId}.${messageId}`

type Recipient = { readonly contactId: number; readonly connectionId: number | undefined }

/** The one over the chosen connection, else an active one of the contact, else a new one in one of the user's queues. */
function ticketFor(cx: Cx, actor: Actor, from: Ticket, { contactId, connectionId }: Recipient): Ticket {
  const contact = findContactKnownTo(cx.db, actor, contactId)
  const queueId = from.queueId !== null && mayUseQueue(actor, from.queueId) ? from.queueId : (actor.queueIds[0] ?? null)
  if (connectionId !== undefined) {
    const ticket = ticketOver(cx, actor, { contact, connectionId, queueId })
    requireAttending(cx.db, actor, ticket)
    return ticket
  }
  const active = findActiveFor(cx.db, actor, contactId)
  if (active) requireAttending(cx.db, actor, active.ticket)
  if (active?.mayWrite) return active.ticket
  const isOpenHere = findConnection(cx.db, from.connectionId) && mayUseConnection(actor, from.connectionId)
  return createTicket(cx, actor, { contactId, queueId, ...(isOpenHere && { whatsappId: from.connectionId }) })
}
