/**
 * The events that webhooks receive, version 1: `{ id, type, version, timestamp, companyId, data }`, with the `data`
 * below. Fields may be added; a change of meaning needs a new version.
 */
import * as v from 'valibot'
import { ChannelKind, DELIVERED, FAILED, MessageOrigin, PLAYED, READ, Referral, SENT } from '../../channels/contract'
import { Id, Instant } from '../../platform/formats'
import { MessagePricing } from '../message-costs/contract'
import { type EventType, TEST_EVENT } from './contract'

export const PAYLOAD_VERSION = 1
/** Longer texts are cut. */
export const BODY_LENGTH = 10_000

export const deliveryStatuses: Readonly<Record<number, string>> = {
  [FAILED]: 'failed',
  [SENT]: 'sent',
  [DELIVERED]: 'delivered',
  [READ]: 'read',
  [PLAYED]: 'played',
}

const TicketData = v.object({
  id: Id,
  uuid: v.string(),
  status: v.picklist(['pending', 'open', 'closed']),
  isGroup: v.boolean(),
  contactId: Id,
  whatsappId: Id,
  channel: ChannelKind,
  queueId: v.nullable(Id),
  userId: v.nullable(Id),
  createdAt: Instant,
  closedAt: v.nullable(Instant),
})
/** What led the contact to write, as an ad; null otherwise. */
const ReferralData = v.nullable(v.omit(Referral, ['thumbnail']))
const ConnectionData = v.object({
  id: Id,
  name: v.string(),
  number: v.nullable(v.string()),
  status: v.string(),
  reason: v.nullable(v.string()),
})

/** `data` of each type of event. */
export const payloads = {
  /** Received or sent. Notes are excluded. */
  'message.created': v.object({
    id: Id,
    /** Null: from a blocked contact, or sent on the phone to a contact without a conversation. */
    ticketId: v.nullable(Id),
    contact: v.object({
      id: Id,
      name: v.string(),
      number: v.nullable(v.string()),
      username: v.nullable(v.string()),
      isGroup: v.boolean(),
    }),
    whatsappId: Id,
    channel: ChannelKind,
    fromMe: v.boolean(),
    /** The attendant; null if the contact, the phone or the bot wrote it. */
    userId: v.nullable(Id),
    /** What sent it, if no person did; `app`: the greeting or away message of the WhatsApp Business app. */
    origin: v.nullable(MessageOrigin.entries.by),
    mediaType: v.string(),
    body: v.string(),
    media: v.nullable(v.object({ name: v.nullable(v.string()), mimetype: v.string(), size: v.nullable(v.number()) })),
    referral: ReferralData,
    createdAt: Instant,
  }),
  /** `failure` is the reason of `failed`. */
  'message.status': v.object({
    id: Id,
    ticketId: v.nullable(Id),
    status: v.picklist(Object.values(deliveryStatuses)),
    failure: v.nullable(v.string()),
  }),
  /** The messenger has said what a message of ours costs, or has corrected it. */
  'message.charged': v.object({ id: Id, ticketId: v.nullable(Id), pricing: MessagePricing }),
  /** `userId`: the user who opened it; null if the contact did. */
  'ticket.created': v.object({ ...TicketData.entries, referral: ReferralData }),
  /** Accepted, returned, transferred or reopened. `move` is the kind, `byUserId` the user. */
  'ticket.updated': v.object({ ...TicketData.entries, move: v.string(), byUserId: v.nullable(Id) }),
  /** It waits for attendants: no bot answers it, or the bot or an attendant passed it on. */
  'ticket.waiting': TicketData,
  'ticket.closed': v.object({ ...TicketData.entries, byUserId: v.nullable(Id) }),
  'ticket.deleted': TicketData,
  /** New or changed. */
  'contact.updated': v.object({
    id: Id,
    name: v.string(),
    number: v.nullable(v.string()),
    username: v.nullable(v.string()),
    email: v.nullable(v.string()),
    isGroup: v.boolean(),
    active: v.boolean(),
    createdAt: Instant,
  }),
  /** Two records of one contact: everything of `id` now belongs to `intoId`. */
  'contact.merged': v.object({ id: Id, intoId: Id }),
  /** `erased`: receivers must delete everything that identifies the contact. */
  'contact.deleted': v.object({ id: Id, erased: v.boolean() }),
  'connection.created': ConnectionData,
  'connection.updated': ConnectionData,
  'connection.deleted': ConnectionData,
  'rating.answered': v.object({
    ticketId: Id,
    userId: v.nullable(Id),
    queueId: v.nullable(Id),
    name: v.string(),
    type: v.string(),
    value: v.number(),
    label: v.string(),
    comment: v.nullable(v.string()),
    answeredAt: Instant,
  }),
  /** Its status changed: scheduled, started, cancelled or finished. */
  'campaign.updated': v.object({
    id: Id,
    name: v.string(),
    status: v.string(),
    reason: v.nullable(v.string()),
    total: v.number(),
    sent: v.number(),
    failed: v.number(),
  }),
  [TEST_EVENT]: v.object({ message: v.string() }),
} as const satisfies Record<EventType, v.GenericSchema>
/** The body of a delivery. */
export const eventOf = (type: EventType) =>
  v.object({
    id: v.string(),
    type: v.literal(type),
    version: v.literal(PAYLOAD_VERSION),
    timestamp: Instant,
    companyId: Id,
    data: payloads[type],
  })
export type PayloadOf<T extends EventType> = v.InferOutput<(typeof payloads)[T]>
