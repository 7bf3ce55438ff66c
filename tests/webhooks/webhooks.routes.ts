import { webhookDeliveries, webhookStates, webhooks } from '../../src/features/webhooks/tables'
import type { Ids } from '../api/furnish'
import type { RouteExamples, ShownAt } from '../api/module-files'
import { valueAt } from '../api/payload'
import type { CompanyWorld } from '../support/company-world'
import { NOON } from '../support/world'

declare module '../api/furnish' {
  interface Ids {
    readonly webhook: number
    readonly webhookDelivery: number
  }
}

const admins = ['admin'] as const
const at = (id: number, rest = '') => ({ path: `/api/webhooks/${id}${rest}` })

export const routeExamples: RouteExamples = {
  'GET /api/webhooks/': { opens: 'session', for: admins, example: () => ({ path: '/api/webhooks/' }) },
  'GET /api/webhooks/:id': { opens: 'session', for: admins, example: ({ webhook }) => at(webhook) },
  'POST /api/webhooks/': {
    opens: 'session',
    for: admins,
    example: () => ({ path: '/api/webhooks/', body: { url: 'https://erp.example/novo', topics: ['messages'] } }),
  },
  'PUT /api/webhooks/:id': {
    opens: 'session',
    for: admins,
    example: ({ webhook }) => ({ ...at(webhook), body: { url: 'https://erp.example/outro', topics: ['tickets'] } }),
  },
  'DELETE /api/webhooks/:id': { opens: 'session', for: admins, example: ({ webhook }) => at(webhook) },
  'POST /api/webhooks/:id/secret': {
    opens: 'session',
    for: admins,
    example: ({ webhook }) => at(webhook, '/secret'),
  },
  'POST /api/webhooks/:id/test': { opens: 'session', for: admins, example: ({ webhook }) => at(webhook, '/test') },
  'POST /api/webhooks/:id/redeliver-failed': {
    opens: 'session',
    for: admins,
    example: ({ webhook }) => ({ ...at(webhook, '/redeliver-failed'), body: { since: '2026-03-01T00:00:00.000Z' } }),
  },
  'GET /api/webhooks/:id/deliveries': {
    opens: 'session',
    for: admins,
    example: ({ webhook }) => at(webhook, '/deliveries?status=waiting&type=message.created'),
  },
  'GET /api/webhooks/:id/deliveries/:deliveryId': {
    opens: 'session',
    for: admins,
    example: ({ webhook, webhookDelivery }) => at(webhook, `/deliveries/${webhookDelivery}`),
  },
  'POST /api/webhooks/:id/deliveries/:deliveryId/redeliver': {
    opens: 'session',
    for: admins,
    example: ({ webhook, webhookDelivery }) => at(webhook, `/deliveries/${webhookDelivery}/redeliver`),
  },
}

/** A webhook on hold for years, so that the walks reach no other server. */
export async function furnish({ db }: CompanyWorld, _: Ids, { mark }: { readonly mark: string }) {
  const values = { url: `https://erp.example/${encodeURIComponent(mark)}`, topics: [], secret: 'gcm1.none' }
  const { id: webhook } = db
    .insert(webhooks)
    .values({ ...values, secretAt: NOON, createdAt: NOON })
    .returning()
    .get()
  db.insert(webhookStates)
    .values({ webhookId: webhook, heldUntil: NOON * 2 })
    .run()
  const { id: webhookDelivery } = db
    .insert(webhookDeliveries)
    .values({
      webhookId: webhook,
      eventId: `evt_${mark}`,
      type: 'message.created',
      body: JSON.stringify({ mark }),
      createdAt: NOON,
      nextAt: NOON,
      expiresAt: NOON * 2,
    })
    .returning()
    .get()
  return { webhook, webhookDelivery }
}

export const shownAt: ShownAt = {
  'webhook.create': (p) => `/api/webhooks/${valueAt(p, 'webhook', 'id')}`,
  'webhook.update': (p) => `/api/webhooks/${valueAt(p, 'webhook', 'id')}`,
  'webhook.delete': () => '/api/webhooks/',
  'webhook.disabled': (p) => `/api/webhooks/${valueAt(p, 'webhookId')}`,
}

export const plans = ['webhook_deliveries.expires_at']
