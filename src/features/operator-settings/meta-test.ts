/** Asks Meta whether it knows the operator's app, and whether it sends the app's events here. */

import { metaAddresses } from '../../channels/meta/addresses'
import { appToken, isComplete, operatorsApp } from '../../channels/meta/app'
import { GraphFailed, GraphSilent } from '../../channels/meta/graph'
import { judgeApp, listSubscriptions, unreachableFault, type WebhookFault } from '../../channels/meta/webhook-state'
import type { Trial } from '../../settings/operator/contract'
import type { SettingTest } from '../../settings/operator/setting-test'

const failed = (fault: string, answer: string | null = null): Trial => ({ ok: false, fault, answer })

const faults: Readonly<Record<WebhookFault, string>> = {
  private: 'metaPrivate',
  plain: 'metaPlain',
  unset: 'metaUnsubscribed',
  elsewhere: 'metaElsewhere',
  inactive: 'metaInactive',
  fields: 'metaFields',
}

export const metaTest: SettingTest = {
  name: 'meta',
  async run(services, _cx, _actor, left, origin) {
    const app = operatorsApp(services)
    const { graph } = services.meta
    if (!isComplete(app)) return failed('metaIncomplete')
    try {
      const token = appToken(app)
      const about = await graph.call({ method: 'GET', path: app.id, query: { fields: 'name' }, token, signal: left })
      const { webhook } = metaAddresses(services, origin)
      const unreachable = unreachableFault(services, webhook)
      if (unreachable) return failed(faults[unreachable], webhook)
      const { fault, answer } = judgeApp(await listSubscriptions(graph, app, left), webhook)
      if (fault) return failed(faults[fault], answer)
      const { name } = about as { name?: unknown }
      return { ok: true, fault: null, answer: String(name ?? app.id) }
    } catch (error) {
      if (error instanceof GraphFailed) return failed('metaRefused', error.details)
      if (error instanceof GraphSilent) return failed('metaSilent')
      throw error
    }
  },
}
