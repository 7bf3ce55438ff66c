import { queryOptions } from '@tanstack/react-query'
import {
  type CreateWebhook,
  type UpdateWebhook,
  type Webhook,
  type WebhookDelivery,
  webhookUpdated,
} from '../../../src/features/webhooks/contract'
import type { WebhookRoutes } from '../../../src/features/webhooks/routes'
import { client, unwrap } from '../../shared/client'
import { on } from '../../shared/live/bus'
import { liveCrud } from '../../shared/live/liveCrud'
import { webhooksSpec } from './spec'
import type { WebhooksView } from './view'

const { webhooks: routes } = client<WebhookRoutes>()

export const webhooks = liveCrud<Webhook, never, UpdateWebhook>({
  ...webhooksSpec,
  routes: {
    list: ({ signal }) => unwrap(routes.get({ fetch: { signal } })),
    update: (id, body) => unwrap(routes({ id }).put(body)),
    remove: (id) => unwrap(routes({ id }).delete()),
  },
})

/** These return the secret, which is shown once. */
export const createWebhook = (body: CreateWebhook) => unwrap(routes.post(body))
export const replaceSecret = (id: number) => unwrap(routes({ id }).secret.post())

export type DeliveriesShown = {
  readonly id: number
  readonly status: WebhooksView['status']
  readonly type: string | undefined
}
const DELIVERIES = ['webhook-deliveries'] as const
export const deliveries = liveCrud<WebhookDelivery, never, never, DeliveriesShown>({
  key: DELIVERIES,
  compare: (a, b) => b.id - a.id,
  events: [],
  refetchOn: [on(webhookUpdated, () => true)],
  routes: {
    async list({ view: { id, status, type }, after, signal }) {
      const query = { ...(status && { status }), ...(type && { type }), ...(after !== undefined && { after }) }
      const page = await unwrap(routes({ id }).deliveries.get({ query, fetch: { signal } }))
      return { items: page.deliveries, hasMore: page.hasMore, next: page.next ?? undefined }
    },
  },
})

export const deliveryQuery = ({ webhookId: id, id: deliveryId }: WebhookDelivery) =>
  queryOptions({
    queryKey: ['webhook-delivery', deliveryId],
    queryFn: ({ signal }) => unwrap(routes({ id }).deliveries({ deliveryId }).get({ fetch: { signal } })),
    gcTime: 0,
  })

export const redeliverFailed = (id: number, since: string) => unwrap(routes({ id })['redeliver-failed'].post({ since }))
export const sendTest = (id: number) => unwrap(routes({ id }).test.post())
export const redeliver = ({ webhookId: id, id: deliveryId }: WebhookDelivery) =>
  unwrap(routes({ id }).deliveries({ deliveryId }).redeliver.post())
