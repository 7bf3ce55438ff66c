/**
 * Webhooks: a company's events sent to its own address, signed by the Standard Webhooks convention. `payloads.ts`
 * defines the events.
 */
import * as v from 'valibot'
import { defineEvent } from '../../platform/events'
import { Id, Instant, list, text } from '../../platform/formats'
import { definePermission } from '../../users/permissions'

/** See and change webhooks: they send customers' messages to other servers. */
export const manageWebhooks = definePermission('webhooks-page:manage', ['admin'])

export const webhookTopics = ['messages', 'tickets', 'contacts', 'connections', 'ratings', 'campaigns'] as const
export const WebhookTopic = v.picklist(webhookTopics, 'form.invalid')
export type WebhookTopic = v.InferOutput<typeof WebhookTopic>

/** Types of events by topic. `webhook.test` is sent on request only. */
export const eventTypes = {
  messages: ['message.created', 'message.status', 'message.charged'],
  tickets: ['ticket.created', 'ticket.updated', 'ticket.waiting', 'ticket.closed', 'ticket.deleted'],
  contacts: ['contact.updated', 'contact.merged', 'contact.deleted'],
  connections: ['connection.created', 'connection.updated', 'connection.deleted'],
  ratings: ['rating.answered'],
  campaigns: ['campaign.updated'],
} as const satisfies Record<WebhookTopic, readonly string[]>
export const TEST_EVENT = 'webhook.test'
export type EventType = (typeof eventTypes)[WebhookTopic][number] | typeof TEST_EVENT
export const allEventTypes: readonly EventType[] = [...Object.values(eventTypes).flat(), TEST_EVENT]

/** Per company. */
export const MOST_WEBHOOKS = 10
/** Deliveries that may wait for one receiver; above, the webhook is turned off. */
export const MOST_WAITING = 100_000
/** Finished deliveries kept per webhook, for at most `KEPT_DAYS`. */
export const MOST_SETTLED = 10_000
export const KEPT_DAYS = 7
export const MOST_ATTEMPTS_SHOWN = 12
const URL_LENGTH = 2000

/**
 * - `failing`: no success in a day;
 * - `gone`: the receiver responded with 410;
 * - `overflow`: too many deliveries were waiting.
 */
export const DisabledReason = v.picklist(['failing', 'gone', 'overflow'])
export type DisabledReason = v.InferOutput<typeof DisabledReason>

export const DeliveryStatus = v.picklist(['waiting', 'delivered', 'failed'])
export type DeliveryStatus = v.InferOutput<typeof DeliveryStatus>

/**
 * Why there was no usable response: too slow, no connection, not a public https address; `status`: other than
 * 2xx; `expired`: too old before it could be delivered; `secret`: the signing secret cannot be read.
 */
export const DeliveryFault = v.picklist(['timeout', 'unreachable', 'notPublic', 'status', 'expired', 'secret'])
export type DeliveryFault = v.InferOutput<typeof DeliveryFault>

export const DeliveryAttempt = v.object({
  at: Instant,
  /** HTTP status; null without a response. */
  status: v.nullable(v.number()),
  fault: v.nullable(DeliveryFault),
  /** Milliseconds. */
  took: v.number(),
})
export type DeliveryAttempt = v.InferOutput<typeof DeliveryAttempt>

const Finished = { delivered: v.number(), failed: v.number() }

export const Webhook = v.object({
  id: Id,
  url: v.string(),
  topics: v.array(WebhookTopic),
  active: v.boolean(),
  disabledWhy: v.nullable(DisabledReason),
  disabledAt: v.nullable(Instant),
  /** The first failure since the last success. */
  failingSince: v.nullable(Instant),
  /** The latest attempt. */
  lastAt: v.nullable(Instant),
  /** When the secret was made. */
  secretAt: Instant,
  /** Until when deliveries are also signed with the previous secret. */
  oldSecretUntil: v.nullable(Instant),
  /** Deliveries kept. */
  counts: v.object({ ...Finished, waiting: v.number() }),
  /** Finished deliveries of events of the last 24 hours, and of the hour before. */
  lastDay: v.object(Finished),
  createdAt: Instant,
})
export type Webhook = v.InferOutput<typeof Webhook>

/** The only response with the secret. */
export const WebhookWithSecret = v.object({ webhook: Webhook, secret: v.string() })

export const WebhookDelivery = v.object({
  id: Id,
  webhookId: Id,
  /** The header `webhook-id`. */
  eventId: v.string(),
  type: v.string(),
  status: DeliveryStatus,
  createdAt: Instant,
  /** The next attempt; null unless it waits. */
  nextAt: v.nullable(Instant),
  attempts: v.number(),
  lastAt: v.nullable(Instant),
  answerStatus: v.nullable(v.number()),
  fault: v.nullable(DeliveryFault),
  took: v.nullable(v.number()),
  /** Oldest first. */
  history: v.array(DeliveryAttempt),
})
export type WebhookDelivery = v.InferOutput<typeof WebhookDelivery>

/** `body` is the request body, `answer` the beginning of the response. */
export const WebhookDeliveryDetails = v.object({
  delivery: WebhookDelivery,
  body: v.string(),
  answer: v.nullable(v.string()),
})
export type WebhookDeliveryDetails = v.InferOutput<typeof WebhookDeliveryDetails>

/** Newest first; `next` is the cursor of the next page. */
export const WebhookDeliveryPage = v.object({
  deliveries: v.array(WebhookDelivery),
  hasMore: v.boolean(),
  next: v.nullable(v.string()),
})
export type WebhookDeliveryPage = v.InferOutput<typeof WebhookDeliveryPage>

const isWebAddress = (words: string): boolean => {
  const url = URL.canParse(words) ? new URL(words) : null
  return url !== null && ['https:', 'http:'].includes(url.protocol) && url.username === '' && url.password === ''
}

const Address = v.pipe(
  text(URL_LENGTH, 'form.text.long'),
  v.trim(),
  v.nonEmpty('form.required'),
  v.check(isWebAddress, 'form.invalid'),
)

export const CreateWebhook = v.object({
  url: Address,
  topics: list(WebhookTopic, { least: 1, most: webhookTopics.length }),
})
export type CreateWebhook = v.InferOutput<typeof CreateWebhook>
export const UpdateWebhook = v.partial(v.object({ ...CreateWebhook.entries, active: v.boolean('form.invalid') }))
export type UpdateWebhook = v.InferOutput<typeof UpdateWebhook>

/** Failed deliveries of events since a time. */
export const RedeliverFailed = v.object({ since: Instant })
export const Redelivered = v.object({ count: v.number() })

export const webhookCreated = defineEvent('webhook.create', v.object({ webhook: Webhook }))
/** It or its deliveries changed; at most once a second per webhook. */
export const webhookUpdated = defineEvent('webhook.update', v.object({ webhook: Webhook }))
export const webhookDeleted = defineEvent('webhook.delete', v.object({ webhookId: Id }))
/** The server turned it off. */
export const webhookDisabled = defineEvent(
  'webhook.disabled',
  v.object({ webhookId: Id, url: v.string(), reason: DisabledReason }),
)
