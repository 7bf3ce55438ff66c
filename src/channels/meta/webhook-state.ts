/** Whether Meta can reach our webhook, as far as addresses tell, and whether it sends an app's events there. */
import { isIP } from 'node:net'
import * as v from 'valibot'
import type { Services } from '../../platform/module'
import { isPublic } from '../../platform/outside'
import { appToken, type MetaApp } from './app'
import { type Graph, isMetaItself } from './graph'

/**
 * `private`: nobody outside reaches it. `plain`: not https. `unset`: the app has no webhook for this kind of account.
 * `elsewhere`: it leads to another address. `inactive`: Meta has switched it off. `fields`: it lacks some.
 */
export type WebhookFault = AddressFault | 'unset' | 'elsewhere' | 'inactive' | 'fields'
export type AddressFault = 'private' | 'plain'

/** `answer`: the address, or the fields, that the fault is about. */
export type WebhookState = { readonly fault: WebhookFault | null; readonly answer: string | null }

const LOCAL = /(^|\.)(localhost|local|lan|internal|intranet|home|test)$/

/** Null for what may be reachable. Nobody is asked. */
export function addressFault(url: string): AddressFault | null {
  const { protocol, hostname } = new URL(url)
  const host = hostname.replace(/^\[|\]$/g, '')
  const isNamed = isIP(host) === 0
  if (isNamed ? LOCAL.test(host) || !host.includes('.') : !isPublic(host)) return 'private'
  return protocol === 'https:' ? null : 'plain'
}

/** Null where something stands in for Meta, which may run on this machine and reach what Meta cannot. */
export const unreachableFault = (
  { operatorSettings }: Pick<Services, 'operatorSettings'>,
  url: string,
): AddressFault | null => (isMetaItself(operatorSettings.read('graphUrl')) ? addressFault(url) : null)

const Subscriptions = v.object({
  data: v.array(
    v.object({
      object: v.string(),
      callback_url: v.optional(v.string(), ''),
      active: v.optional(v.boolean(), false),
      fields: v.optional(v.array(v.object({ name: v.string() })), []),
    }),
  ),
})
export type AppSubscription = v.InferOutput<typeof Subscriptions>['data'][number]

/** Where Meta sends the events of an app, by kind of account. */
export async function listSubscriptions(
  graph: Graph,
  app: MetaApp,
  signal?: AbortSignal,
): Promise<readonly AppSubscription[]> {
  const path = `${app.id}/subscriptions`
  const answer = await graph.call({ method: 'GET', path, token: appToken(app), ...(signal && { signal }) })
  return v.parse(Subscriptions, answer).data
}

/** What we must be told of each kind of account. */
export const neededFields = {
  page: ['messages', 'messaging_postbacks', 'message_echoes'],
  instagram: ['messages'],
  whatsapp_business_account: ['messages', 'message_template_status_update'],
} as const
/** Of a number that stays on the phone, beside those. */
export const phoneFields = ['smb_message_echoes', 'smb_app_state_sync', 'history'] as const

type OurSubscription = {
  readonly object: keyof typeof neededFields
  readonly url: string
  /** The operator has not said where the internet reaches us: the path must be ours. */
  readonly isAnyHost?: boolean
  readonly fields?: readonly string[]
  /** An address of its own, which Meta prefers to the app's. */
  readonly override?: string | undefined
}

export function judgeSubscription(
  subscriptions: readonly AppSubscription[],
  { object, url, isAnyHost = false, fields = neededFields[object], override }: OurSubscription,
): WebhookState {
  const own = subscriptions.find((one) => one.object === object)
  if (!own) return { fault: 'unset', answer: object }
  const callback = override ?? own.callback_url
  const isOurs = callback === url || (isAnyHost && pathOf(callback) === pathOf(url))
  if (!isOurs) return { fault: 'elsewhere', answer: callback }
  if (!own.active) return { fault: 'inactive', answer: object }
  const missing = fields.filter((field) => !own.fields.some(({ name }) => name === field))
  return missing.length > 0 ? { fault: 'fields', answer: missing.join(', ') } : { fault: null, answer: callback }
}

const pathOf = (url: string): string => (URL.canParse(url) ? new URL(url).pathname : '')

/** Of the operator's app, which serves every kind of account: the first fault, with all that have it. */
export function judgeApp(subscriptions: readonly AppSubscription[], url: string): WebhookState {
  const objects = Object.keys(neededFields) as (keyof typeof neededFields)[] // the keys of a literal
  const states = objects.map((object) => judgeSubscription(subscriptions, { object, url }))
  const [first = { fault: null, answer: url }] = states.filter(({ fault }) => fault !== null)
  const same = states.filter(({ fault }) => fault === first.fault)
  return { fault: first.fault, answer: [...new Set(same.map(({ answer }) => answer))].join(', ') }
}
