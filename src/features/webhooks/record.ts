/** Turns domain events into deliveries, in their transaction. */

import { channelOf } from '../../channels/connections/queries'
import type { Connection } from '../../channels/connections/tables'
import type { Referral } from '../../channels/contract'
import { connectionChanged } from '../../channels/events'
import { contactChanged, contactDeleting, contactMerging } from '../../contacts/events'
import { findContact } from '../../contacts/queries'
import type { Contact } from '../../contacts/tables'
import { usernameOf } from '../../contacts/usernames'
import type { Cx } from '../../platform/cx'
import { defineDomainEvent, on, type Subscriber } from '../../platform/extensions'
import { instant, instantOrNull } from '../../platform/formats'
import { execute, getRow } from '../../platform/sql'
import { type Db, statement } from '../../platform/sqlite'
import { cut } from '../../platform/text'
import { hasFeature } from '../../tenancy/contract'
import { ticketClosed, ticketDeleted, ticketMoved, ticketOpened, ticketWaiting } from '../../tickets/events'
import { extraOf } from '../../tickets/fields'
import { deliveryStatusRaised, messageFailed, messagePosted, messageReceived } from '../../tickets/messages/events'
import type { Ticket } from '../../tickets/tables'
import { campaignMovedOn } from '../campaigns/events'
import { chargeStored } from '../message-costs/events'
import { ratingGiven } from '../ratings/events'
import { type EventType, MOST_WAITING, type WebhookTopic } from './contract'
import { disable } from './health'
import { BODY_LENGTH, deliveryStatuses, PAYLOAD_VERSION, type PayloadOf } from './payloads'
import { findWebhook, listenersIn } from './queries'
import { RETRY_SPAN } from './retries'

/** A delivery can be made at once. */
export const deliveryDue = defineDomainEvent<{ readonly webhookId: number }>('webhook.deliveryDue')

const none: readonly number[] = []

/** Ids of the webhooks that receive a topic. */
const listenersTo = ({ db, tenant }: Cx, topic: WebhookTopic): readonly number[] =>
  hasFeature(tenant.features, 'useIntegrations') ? (listenersIn(db).get(topic) ?? none) : none

/** `make` is called only if a webhook subscribes. */
function publish<T extends EventType>(cx: Cx, topic: WebhookTopic, type: T, make: () => PayloadOf<T> | undefined) {
  const ids = listenersTo(cx, topic)
  if (ids.length === 0) return
  const data = make()
  if (data !== undefined) addDeliveries(cx, ids, type, data)
}

export function addDeliveries<T extends EventType>(cx: Cx, ids: readonly number[], type: T, data: PayloadOf<T>) {
  const now = cx.now()
  const eventId = `evt_${Bun.randomUUIDv7().replaceAll('-', '')}`
  const body = JSON.stringify({
    id: eventId,
    type,
    version: PAYLOAD_VERSION,
    timestamp: instant(now),
    companyId: cx.tenant.id,
    data,
  })
  const findWaiting = statement(cx.db.$client, 'SELECT waiting FROM webhook_states WHERE webhook_id = ?').pluck()
  const added: number[] = []
  for (const webhookId of ids) {
    const waiting = findWaiting.get(webhookId) as number | undefined // a column of integers
    if (waiting === undefined) continue
    if (waiting >= MOST_WAITING) {
      const hook = findWebhook(cx.db, webhookId)
      if (hook) disable(cx, hook, 'overflow')
      continue
    }
    const { lastInsertRowid } = execute(
      cx.db,
      `INSERT INTO webhook_deliveries (webhook_id, event_id, type, body, created_at, next_at, expires_at)
       VALUES (@webhookId, @eventId, @type, @body, @now, @now, @expiresAt)`,
      { webhookId, eventId, type, body, now, expiresAt: now + RETRY_SPAN },
    )
    added.push(Number(lastInsertRowid))
    cx.happened(deliveryDue({ webhookId }))
  }
  return added
}

const ticketData = (ticket: Ticket): PayloadOf<'ticket.waiting'> => ({
  id: ticket.id,
  uuid: ticket.uuid,
  status: ticket.status,
  isGroup: ticket.isGroup,
  contactId: ticket.contactId,
  whatsappId: ticket.connectionId,
  channel: ticket.channel,
  queueId: ticket.queueId,
  userId: ticket.userId,
  createdAt: instant(ticket.createdAt),
  closedAt: instantOrNull(ticket.closedAt),
})

const referralData = (referral: Referral | undefined): PayloadOf<'message.created'>['referral'] => {
  if (!referral) return null
  const { thumbnail: _, ...data } = referral
  return data
}

const personOf = (db: Db, { id, name, number, isGroup }: Contact) => ({
  id,
  name,
  number,
  username: usernameOf(db, id),
  isGroup,
})

const connectionData = ({ id, name, number, status, reason }: Connection) => ({ id, name, number, status, reason })

type MessageRow = { ticketId: number | null }
const findMessageRow = (db: Db, id: number) =>
  getRow<MessageRow>(db, 'SELECT ticket_id AS ticketId FROM messages WHERE id = ?', id)

export const webhookSubscribers: readonly Subscriber[] = [
  on(messageReceived, 'inTransaction', (cx, { incoming, writer, contact, connection, ticket, messageId }) =>
    publish(cx, 'messages', 'message.created', () => ({
      id: messageId,
      ticketId: ticket?.id ?? null,
      contact: personOf(cx.db, contact),
      whatsappId: connection.id,
      channel: connection.channel,
      fromMe: incoming.fromMe,
      userId: null,
      origin: writer === 'app' ? writer : (incoming.extra?.origin?.by ?? null),
      mediaType: incoming.kind,
      body: cut(incoming.body, BODY_LENGTH),
      media: incoming.media && {
        name: incoming.media.name,
        mimetype: incoming.media.mimetype,
        size: incoming.media.size,
      },
      referral: referralData(incoming.extra?.referral),
      createdAt: instant(incoming.sentAt),
    })),
  ),
  on(messagePosted, 'inTransaction', (cx, { ticket, message, userId }) => {
    if (message.mediaType === 'note') return
    publish(cx, 'messages', 'message.created', () => {
      const contact = findContact(cx.db, ticket.contactId)
      return (
        contact && {
          id: message.id,
          ticketId: ticket.id,
          contact: personOf(cx.db, contact),
          whatsappId: message.whatsappId,
          channel: channelOf(cx.db, message.whatsappId),
          fromMe: true,
          userId,
          origin: message.extra?.origin?.by ?? null,
          mediaType: message.mediaType,
          body: cut(message.body, BODY_LENGTH),
          media: message.media && {
            name: message.media.name,
            mimetype: message.media.mimetype,
            size: message.media.size,
          },
          referral: null,
          createdAt: message.createdAt,
        }
      )
    })
  }),
  on(deliveryStatusRaised, 'inTransaction', (cx, { messageId, ack }) =>
    publish(cx, 'messages', 'message.status', () => {
      const status = deliveryStatuses[ack]
      const row = findMessageRow(cx.db, messageId)
      return row && status !== undefined ? { id: messageId, ticketId: row.ticketId, status, failure: null } : undefined
    }),
  ),
  on(messageFailed, 'inTransaction', (cx, { message, failure }) =>
    publish(cx, 'messages', 'message.status', () => ({
      id: message.id,
      ticketId: message.ticketId,
      status: 'failed',
      failure,
    })),
  ),
  on(chargeStored, 'inTransaction', (cx, { messageId, after: { category, rate } }) =>
    publish(cx, 'messages', 'message.charged', () => {
      const row = findMessageRow(cx.db, messageId)
      return row && { id: messageId, ticketId: row.ticketId, pricing: { category, rate } }
    }),
  ),
  on(ticketOpened, 'inTransaction', (cx, { ticket }) =>
    publish(cx, 'tickets', 'ticket.created', () => ({
      ...ticketData(ticket),
      referral: extraOf(cx, 'referral', [ticket.id]).get(ticket.id) ?? null,
    })),
  ),
  on(ticketMoved, 'inTransaction', (cx, { after, move, actor }) =>
    publish(cx, 'tickets', 'ticket.updated', () => ({
      ...ticketData(after),
      move: move.want,
      byUserId: actor?.userId ?? null,
    })),
  ),
  on(ticketWaiting, 'inTransaction', (cx, { ticket }) =>
    publish(cx, 'tickets', 'ticket.waiting', () => ticketData(ticket)),
  ),
  on(ticketClosed, 'inTransaction', (cx, { after, actor }) =>
    publish(cx, 'tickets', 'ticket.closed', () => ({ ...ticketData(after), byUserId: actor?.userId ?? null })),
  ),
  on(ticketDeleted, 'inTransaction', (cx, { ticket }) =>
    publish(cx, 'tickets', 'ticket.deleted', () => ticketData(ticket)),
  ),
  on(contactChanged, 'inTransaction', (cx, { contact }) =>
    publish(cx, 'contacts', 'contact.updated', () => ({
      ...personOf(cx.db, contact),
      email: contact.email,
      active: contact.active,
      createdAt: instant(contact.createdAt),
    })),
  ),
  on(contactMerging, 'inTransaction', (cx, { keptId, goneId }) =>
    publish(cx, 'contacts', 'contact.merged', () => ({ id: goneId, intoId: keptId })),
  ),
  on(contactDeleting, 'inTransaction', (cx, { contactId, erases }) =>
    publish(cx, 'contacts', 'contact.deleted', () => ({ id: contactId, erased: erases })),
  ),
  on(connectionChanged, 'inTransaction', (cx, { before, after }) => {
    const type = !before ? 'connection.created' : after ? 'connection.updated' : 'connection.deleted'
    const shown = after ?? before
    publish(cx, 'connections', type, () => (shown ? connectionData(shown) : undefined))
  }),
  on(ratingGiven, 'inTransaction', (cx, { asked }) =>
    publish(cx, 'ratings', 'rating.answered', () => ({
      ticketId: asked.ticketId,
      userId: asked.userId,
      queueId: asked.queueId,
      name: asked.name,
      type: asked.type,
      value: asked.value ?? 0,
      label: asked.label ?? '',
      comment: asked.comment,
      answeredAt: instant(asked.answeredAt ?? cx.now()),
    })),
  ),
  on(campaignMovedOn, 'inTransaction', (cx, { campaign }) =>
    publish(cx, 'campaigns', 'campaign.updated', () => ({
      id: campaign.id,
      name: campaign.name,
      status: campaign.status,
      reason: campaign.reason,
      total: campaign.figures.total,
      sent: campaign.figures.sent,
      failed: campaign.figures.failed,
    })),
  ),
]
