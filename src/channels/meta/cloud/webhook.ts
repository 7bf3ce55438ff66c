/** Asks Meta where it sends the events of a number that is connected. */
import { fail } from '../../../errors'
import type { Cx } from '../../../platform/cx'
import { instant } from '../../../platform/formats'
import { refIn } from '../../sessions/states'
import { findMetaAccount } from '../accounts'
import { metaAddresses } from '../addresses'
import { type MetaApp, operatorsApp } from '../app'
import { GraphFailed, isMetaItself } from '../graph'
import type { Account } from '../product'
import { addressFault, judgeSubscription, listSubscriptions, neededFields, phoneFields } from '../webhook-state'
import type { OfficialDeps } from './connect'
import { silence } from './connect'
import type { NumberWebhook, NumberWebhookFault } from './contract'
import { fieldsOf, textOf } from './fields'

type State = Pick<NumberWebhook, 'fault' | 'answer'>

/** What is right is noted as Meta's confirmation. */
export async function checkWebhook(deps: OfficialDeps, cx: Cx, id: number, origin: string): Promise<NumberWebhook> {
  const ref = refIn(cx, id)
  const account = deps.meta.accountOf(ref)
  if (account?.credentials.channel !== 'whatsapp_cloud') return fail('ERR_NO_WAPP_FOUND')
  const { webhook: url } = metaAddresses(deps, origin)
  const isCoexistent = findMetaAccount(cx.db, id)?.isCoexistent ?? false
  const state = await stateOf(deps, account, { url, isCoexistent }).catch(refused)
  if (state.fault === null) deps.meta.noteSubscribed(ref)
  const calledAt = findMetaAccount(cx.db, id)?.subscribedAt ?? null
  return { ...state, url, calledAt: calledAt === null ? null : instant(calledAt) }
}

type Wanted = { readonly url: string; readonly isCoexistent: boolean }

async function stateOf(deps: OfficialDeps, account: Account, { url, isCoexistent }: Wanted): Promise<State> {
  const unreachable = unreachableFault(deps, url)
  if (unreachable) return { fault: unreachable, answer: url }
  const subscriptions = await listSubscriptions(account.graph, await appOf(deps, account))
  return judgeSubscription(subscriptions, {
    object: 'whatsapp_business_account',
    url,
    fields: [...neededFields.whatsapp_business_account, ...(isCoexistent ? phoneFields : [])],
    override: await overrideOf(account),
  })
}

/** What stands in for Meta may run on this machine, and reach what Meta cannot. */
export const unreachableFault = ({ operatorSettings }: Pick<OfficialDeps, 'operatorSettings'>, url: string) =>
  isMetaItself(operatorSettings.read('graphUrl')) ? addressFault(url) : null

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
