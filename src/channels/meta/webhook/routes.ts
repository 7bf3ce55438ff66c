/** The one address to which Meta sends the events of all apps and accounts. */
import { Elysia } from 'elysia'
import { fail } from '../../../errors'
import { addressOf } from '../../../platform/address'
import { CONTROL } from '../../../platform/gate'
import { type AppHttp, Done, done, failures, showsOnly } from '../../../platform/http'
import type { RouteServices } from '../../../platform/module'
import { isSameSecret, tokenHash } from '../../../platform/secret'
import { APP_SECRETS, createReceivers, type Receiver } from './accounts'
import { atOwner } from './at-owner'
import { createWebhook } from './receive'

const MAX_CHALLENGE = 200

export const metaWebhookRoutes = (http: AppHttp, services: RouteServices) => {
  const { databases, operatorSettings, visitor } = services
  const receivers = createReceivers(databases.control, services.encryptionFor(APP_SECRETS))
  const meta = atOwner(services)
  const webhook = createWebhook({
    engine: meta,
    receivers,
    appSecret: () => operatorSettings.read('metaAppSecret'),
    now: services.clock,
    log: services.log,
  })

  /** Whose app confirms the address; undefined: nobody's. The operator's app is confirmed for no connection. */
  function confirmedBy(token: string): readonly Receiver[] | undefined {
    const own = operatorSettings.read('metaVerifyToken')
    const receiversOf = receivers().byVerifyToken.get(tokenHash(token))
    return receiversOf ?? (own !== '' && isSameSecret(token, own) ? [] : undefined)
  }

  const admit = async (request: Request) => webhook.requireAcceptable(request)

  return new Elysia({ prefix: '/meta' })
    .use(http)
    .get(
      '/webhook',
      async ({ request, server }) => {
        showsOnly(request, CONTROL)
        const network = visitor.networkOf(request, server)
        webhook.requireGoodNetwork(network)
        const { searchParams } = addressOf(request)
        const isAsked = searchParams.get('hub.mode') === 'subscribe'
        const confirmed = isAsked ? confirmedBy(searchParams.get('hub.verify_token') ?? '') : undefined
        if (!confirmed) {
          webhook.failed(network)
          return fail('ERR_NO_PERMISSION')
        }
        for (const receiver of confirmed) await meta.noteSubscribed(receiver)
        const challenge = (searchParams.get('hub.challenge') ?? '').slice(0, MAX_CHALLENGE)
        return new Response(challenge, { headers: { 'content-type': 'text/plain;charset=utf-8' } })
      },
      { detail: { summary: 'Confirm the address of webhooks to Meta' } },
    )
    .post(
      '/webhook',
      async ({ request, server }) => {
        showsOnly(request, CONTROL)
        if (services.isOnStandby()) fail('ERR_PASSIVE')
        const companies = await webhook.receive(request, visitor.networkOf(request, server))
        showsOnly(request, CONTROL, ...companies.filter(meta.isHere))
        return done
      },
      {
        detail: { summary: 'Receive the webhooks of Meta' },
        key: admit,
        upload: 'raw',
        response: { 200: Done, ...failures },
      },
    )
}
export type MetaWebhookRoutes = ReturnType<typeof metaWebhookRoutes>
