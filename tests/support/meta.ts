/** A stand-in of Meta that stops with the test, and callers of its Graph API. */
import type { MetaOptions } from '../../src/simulator/meta/contract'
import { type MetaStandIn, startMeta } from '../../src/simulator/meta/stand-in'
import { afterEachTest } from './after-each'
import { metaReceiver } from './meta-receiver'
import { NOON } from './world'

const running: MetaStandIn[] = []

afterEachTest(async () => {
  for (const one of running.splice(0)) await one.stop()
})

/** Its clock stands at noon, as that of the tests, unless it is given one; prices are those since October 2026. */
export function meta(options: MetaOptions = {}): MetaStandIn {
  const retryAfterMs = [5, 10, ...new Array<number>(60).fill(250)]
  const standIn = startMeta({ now: () => NOON, retryAfterMs, chargesAnswersSince: 0, ...options })
  running.push(standIn)
  return standIn
}

export type GraphAnswer = {
  readonly status: number
  readonly body: Readonly<Record<string, unknown>>
  /** Code and subcode of an error, as `10/2018278`; else undefined. */
  readonly error: string | undefined
  readonly details: string | undefined
}

/** Calls the Graph API with a token. A body is sent as JSON, a form as it is. */
export async function graphCall(
  { url }: MetaStandIn,
  token: string,
  path: string,
  body?: unknown,
  method = body === undefined ? 'GET' : 'POST',
): Promise<GraphAnswer> {
  const isForm = body instanceof FormData
  const answer = await fetch(`${url}/v26.0${path}`, {
    method,
    headers: {
      authorization: `Bearer ${token}`,
      ...(body !== undefined && !isForm && { 'content-type': 'application/json' }),
    },
    ...(body !== undefined && { body: isForm ? body : JSON.stringify(body) }),
  })
  const content = (await answer.json()) as GraphAnswer['body'] & { error?: GraphFault } // of the stand-in
  const { error } = content
  const code = error && [error.code, error.error_subcode].filter((one) => one !== undefined).join('/')
  return { status: answer.status, body: content, error: code, details: error?.error_data?.details }
}
type GraphFault = {
  readonly code: number
  readonly error_subcode?: number
  readonly error_data?: { readonly details: string }
}

/** An app with a callback; a page with Instagram, and a number, both subscribed; and one person who knows them all. */
export async function furnishedMeta(options: MetaOptions = {}) {
  const standIn = meta(options)
  const app = standIn.addApp({ id: '700', secret: 'app-secret' })
  const hook = metaReceiver(app)
  await standIn.setWebhook(app, hook.url)
  const admin = standIn.addUser({ name: 'Lia Prado', apps: [app] })
  const page = standIn.addPage({ name: 'Aurora', admins: [admin], instagram: { username: 'aurora.moveis' } })
  const business = standIn.addBusiness({ name: 'Aurora Móveis' })
  const number = standIn.addNumber(business, { phone: '551133334444' })
  standIn.subscribe(app, page)
  standIn.subscribe(app, business)
  const person = standIn.person({ name: 'João Conceição', phone: '5511988887777' })
  return {
    meta: standIn,
    app,
    hook,
    admin,
    page,
    business,
    number,
    person,
    pageToken: standIn.pageToken(app, page),
    systemToken: standIn.systemToken(app, [business]),
    messenger: standIn.messenger(person, page),
    instagram: standIn.instagram(person, page),
    whatsapp: standIn.whatsapp(person, number),
  }
}
