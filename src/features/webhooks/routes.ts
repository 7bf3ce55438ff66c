import { Elysia, t } from 'elysia'
import * as v from 'valibot'
import { type AppHttp, Done, done, failures } from '../../platform/http'
import { input } from '../../platform/input'
import type { RouteServices } from '../../platform/module'
import { After, ById } from '../../platform/params'
import {
  changeWebhook,
  createWebhook,
  deleteWebhook,
  findDeliveryOf,
  redeliver,
  redeliverFailed,
  replaceSecret,
  sendTest,
} from './actions'
import {
  allEventTypes,
  CreateWebhook,
  manageWebhooks,
  Redelivered,
  RedeliverFailed,
  UpdateWebhook,
  Webhook,
  WebhookDelivery,
  WebhookDeliveryDetails,
  WebhookDeliveryPage,
  WebhookWithSecret,
} from './contract'
import { findWebhookOrFail, listDeliveries, listWebhooks, showDelivery, showDetails, showWebhook } from './queries'

const OfDelivery = t.Object({ ...ById.properties, deliveryId: ById.properties.id })
const Filter = t.Object({
  status: t.Optional(t.Union([t.Literal('waiting'), t.Literal('delivered'), t.Literal('failed')])),
  type: t.Optional(t.String({ maxLength: 40, pattern: `^(${allEventTypes.join('|').replaceAll('.', '\\.')})$` })),
  after: After,
})
/** Requests to receivers and secrets: more than manual use needs. */
const BY_HAND_A_MINUTE = 60

export const webhookRoutes = (
  http: AppHttp,
  { encryptionFor, outsideAllow }: Pick<RouteServices, 'encryptionFor' | 'outsideAllow'>,
) => {
  const deps = { encryption: encryptionFor('webhooks'), allowed: outsideAllow }
  return new Elysia({ prefix: '/webhooks' })
    .use(http)
    .get('/', ({ cx }) => listWebhooks(cx.db).map((hook) => showWebhook(cx.db, cx.now(), hook)), {
      allowed: manageWebhooks,
      response: { 200: v.array(Webhook), ...failures },
    })
    .get('/:id', ({ cx, params }) => showWebhook(cx.db, cx.now(), findWebhookOrFail(cx.db, params.id)), {
      allowed: manageWebhooks,
      params: ById,
      response: { 200: Webhook, ...failures },
    })
    .post(
      '/',
      ({ cx, actor, body }) => {
        const { hook, secret } = createWebhook(deps, cx, actor, body)
        return { webhook: showWebhook(cx.db, cx.now(), hook), secret }
      },
      {
        allowed: manageWebhooks,
        own: true,
        body: input(CreateWebhook),
        response: { 200: WebhookWithSecret, ...failures },
      },
    )
    .put(
      '/:id',
      ({ cx, actor, params, body }) => showWebhook(cx.db, cx.now(), changeWebhook(deps, cx, actor, params.id, body)),
      {
        allowed: manageWebhooks,
        own: true,
        params: ById,
        body: input(UpdateWebhook),
        response: { 200: Webhook, ...failures },
      },
    )
    .delete(
      '/:id',
      async ({ cx, actor, params }) => {
        await deleteWebhook(cx, actor, params.id)
        return done
      },
      { allowed: manageWebhooks, params: ById, response: { 200: Done, ...failures } },
    )
    .post(
      '/:id/secret',
      ({ cx, actor, params }) => {
        const { hook, secret } = replaceSecret(deps, cx, actor, params.id)
        return { webhook: showWebhook(cx.db, cx.now(), hook), secret }
      },
      {
        detail: { summary: 'Replace the secret of a webhook' },
        allowed: manageWebhooks,
        own: true,
        rateLimit: BY_HAND_A_MINUTE,
        params: ById,
        response: { 200: WebhookWithSecret, ...failures },
      },
    )
    .post('/:id/test', ({ cx, params }) => showDelivery(sendTest(cx, params.id)), {
      detail: { summary: 'Send a test event to a webhook' },
      allowed: manageWebhooks,
      rateLimit: BY_HAND_A_MINUTE,
      params: ById,
      response: { 200: WebhookDelivery, ...failures },
    })
    .get(
      '/:id/deliveries',
      ({ cx, params, query }) => listDeliveries(cx.db, findWebhookOrFail(cx.db, params.id).id, query),
      {
        detail: { summary: 'List the deliveries of a webhook' },
        allowed: manageWebhooks,
        params: ById,
        query: Filter,
        response: { 200: WebhookDeliveryPage, ...failures },
      },
    )
    .post(
      '/:id/redeliver-failed',
      async ({ cx, params, body }) => ({ count: await redeliverFailed(cx, params.id, Date.parse(body.since)) }),
      {
        detail: { summary: 'Redeliver the failed deliveries since a time' },
        allowed: manageWebhooks,
        rateLimit: BY_HAND_A_MINUTE,
        params: ById,
        body: input(RedeliverFailed),
        response: { 200: Redelivered, ...failures },
      },
    )
    .get(
      '/:id/deliveries/:deliveryId',
      ({ cx, params }) => showDetails(findDeliveryOf(cx, params.id, params.deliveryId)),
      {
        detail: { summary: 'Read a delivery with its body, answer and attempts' },
        allowed: manageWebhooks,
        params: OfDelivery,
        response: { 200: WebhookDeliveryDetails, ...failures },
      },
    )
    .post(
      '/:id/deliveries/:deliveryId/redeliver',
      ({ cx, params }) => showDelivery(redeliver(cx, params.id, params.deliveryId)),
      {
        detail: { summary: 'Deliver an event to a webhook again' },
        allowed: manageWebhooks,
        rateLimit: BY_HAND_A_MINUTE,
        params: OfDelivery,
        response: { 200: WebhookDelivery, ...failures },
      },
    )
}
export type WebhookRoutes = ReturnType<typeof webhookRoutes>
