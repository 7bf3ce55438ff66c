/** Asks Meta where it sends the events of a number that is connected. */
import { fail } from '../../../errors'
import type { Cx } from '../../../platform/cx'
import { instant } from '../../../platform/formats'
import { refIn } from '../../sessions/states'
import { findMetaAccount } from '../accounts'
import { metaAddresses } from '../addresses'
import { type MetaApp, operatorsApp } from '../app'
import { GraphFailed } from '../graph'
import type { Account } from '../product'
import { judgeSubscription, listSubscriptions, neededFields, phoneFields, unreachableFault } from '../webhook-state'
import { type OfficialDeps, silence } from './connect'
import type { NumberWebhook, NumberWebhookFault } from './contract'
import { fieldsOf, textOf } from './fields'

type State = Pick<NumberWebhook, 'fault' | 'answer'>

/** What is right is noted as Meta's confirmation. */
export async function checkWebhook(deps: OfficialDeps, cx: Cx, id: number, origin: string): Promise<NumberWebhook> {
  const ref = refIn(cx, id)
  const account = deps.meta.accountOf(ref)
  if (account?.credentials.channel !== 'whatsapp_cloud') return fail('ERR_NO_WAPP_FOUND')
  const { webhook: url } = metaAddresses(deps, origin)
  const known = findMetaAccount(cx.db, id)
  const wanted = { url, isCoexistent: known?.isCoexistent ?? false, wasCalled: known?.subscribedAt != null }
  const state = await stateOf(deps, account, wanted).catch(refused)
  if (state.fault === null) deps.meta.noteSubscribed(ref)
  const calledAt = findMetaAccount(cx.db, id)?.subscribedAt ?? null
  return { ...state, url, calledAt: calledAt === null ? null : instant(calledAt) }
}

type OurWebhook = { readonly url: string; readonly isCoexistent: boolean; readonly wasCalled: boolean }

async function stateOf(
  deps: OfficialDeps,
  account: Account,
  { url, isCoexistent, wasCalled }: OurWebhook,
): Promise<State> {
  const isAnyHost = deps.publicUrl() === null
  const unreachable = unreachableFault(deps, url)
  // Where the person has opened our page may not be where Meta has called us.
  if (unreachable && !(isAnyHost && wasCalled)) return { fault: unreachable, answer: url }
  const subscriptions = await listSubscriptions(account.graph, await appOf(deps, account))
  return judgeSubscription(subscriptions, {
    object: 'whatsapp_business_account',
    url,
    isAnyHost,
    fields: [...neededFields.whatsapp_business_account, ...(isCoexistent ? phoneFields : [])],
    override: await overrideOf(account),
  })
}

/** A company's own app is known by its token. */
async function appOf(
  deps: OfficialDeps,
  { graph, credentials: { token, appSecret: secret } }: Account,
): Promise<MetaApp> {
  if (secret === null) return operatorsApp(deps)
  const query = { input_token: token }
  const { data } = fieldsOf(await graph.call({ method: 'GET', path: 'debug_token', query, token, appSecret: secret }))
  return { id: textOf(fieldsOf(data).app_id), secret }
}

/** The number, or its business account, may have an address of its own. */
async function overrideOf({ graph, credentials: { sender, token }, appSecret }: Account): Promise<string | undefined> {
  const query = { fields: 'webhook_configuration' }
  const answer = fieldsOf(await graph.call({ method: 'GET', path: sender, query, token, appSecret }))
  const { phone_number: number, whatsapp_business_account: business } = fieldsOf(answer.webhook_configuration)
  return textOf(number) || textOf(business) || undefined
}

function refused(error: unknown): State {
  if (!(error instanceof GraphFailed)) return silence(error)
  return { fault: 'refused' satisfies NumberWebhookFault, answer: error.details }
}
