/** Asks Meta whether it knows the operator's app, and where it sends the app's events. */

import { metaAddresses } from '../../channels/meta/addresses'
import { GraphFailed, GraphSilent } from '../../channels/meta/graph'
import type { RouteServices } from '../../platform/module'
import type { Trial } from '../../settings/operator/contract'
import type { SettingTest } from '../../settings/operator/setting-test'

type Deps = Pick<RouteServices, 'meta' | 'operatorSettings'>
/** Kinds of accounts whose events the app is told. */
const objects = ['page', 'instagram', 'whatsapp_business_account']

const failed = (fault: string, answer: string | null = null): Trial => ({ ok: false, fault, answer })

export const metaTest: SettingTest = {
  name: 'meta',
  async run(services, _cx, _actor, left, origin) {
    const [id, secret] = [services.operatorSettings.read('metaAppId'), services.operatorSettings.read('metaAppSecret')]
    if (id === '' || secret === '') return failed('metaIncomplete')
    try {
      const ask = askAs(services, `${id}|${secret}`, left)
      const { name } = (await ask(id, { fields: 'name' })) as { name?: unknown }
      return judgeWebhooks(
        await ask(`${id}/subscriptions`),
        metaAddresses(services, origin).webhook,
        String(name ?? id),
      )
    } catch (error) {
      if (error instanceof GraphFailed) return failed('metaRefused', error.details)
      if (error instanceof GraphSilent) return failed('metaSilent')
      throw error
    }
  },
}

const askAs =
  ({ meta }: Deps, token: string, signal: AbortSignal) =>
  (path: string, query: Readonly<Record<string, string>> = {}) =>
    meta.graph.call({ method: 'GET', path, query, token, signal })

type Subscription = { readonly object?: unknown; readonly callback_url?: unknown; readonly active?: unknown }

function judgeWebhooks(answer: unknown, expected: string, name: string): Trial {
  const { data } = (answer ?? {}) as { data?: unknown }
  const subscriptions = (Array.isArray(data) ? data : []) as readonly Subscription[]
  const active = subscriptions.filter((one) => one?.active === true)
  const other = active.find(({ callback_url }) => callback_url !== expected)
  if (other) return failed('metaElsewhere', String(other.callback_url))
  const missing = objects.filter((object) => !active.some((one) => one.object === object))
  if (missing.length > 0) return failed('metaUnsubscribed', missing.join(', '))
  return { ok: true, fault: null, answer: name }
}
