/** Companies with an official number, connected over our own API to the stand-in of Meta. */
import type { MetaApp } from '../../../src/simulator/meta/contract'
import type { MetaStandIn } from '../../../src/simulator/meta/stand-in'
import { type CompanyWorld, SALES } from '../../support/company-world'
import { meta } from '../../support/meta'
import { until } from '../../support/until'
import { NOON, type World, type WorldOptions, world } from '../../support/world'

export type Official = Awaited<ReturnType<typeof connectOfficial>>

let last = 0

/** The app that a company registered at Meta, its business account, a number and a permanent token. */
export function registered(
  standIn: MetaStandIn,
  input: { app?: MetaApp; isOnBizApp?: boolean; phone?: string; more?: object } = {},
) {
  last += 1
  const app = input.app ?? standIn.addApp({ secret: `app-secret-${last}` })
  const business = standIn.addBusiness({ name: 'Casa Aurora' })
  const number = standIn.addNumber(business, {
    phone: input.phone ?? `55214020${1000 + last}`,
    verifiedName: 'Casa Aurora',
    ...(input.isOnBizApp && { isOnBizApp: true, isRegistered: true }),
  })
  const token = standIn.systemToken(app, [business])
  const values = {
    phoneNumberId: number.id,
    businessAccountId: business.id,
    accessToken: token,
    appSecret: app.secret,
  }
  return { app, business, number, token, values }
}

/** Connects the number in a company. */
export async function connectOfficial(
  standIn: MetaStandIn,
  { company, url }: { company: CompanyWorld; url: string },
  input: Parameters<typeof registered>[1] = {},
) {
  const made = registered(standIn, input)
  const admin = company.admin()
  const body = {
    name: `Oficial ${made.number.phone}`,
    channel: 'whatsapp_cloud',
    queueIds: [SALES],
    verifyToken: `verify-${made.number.id}`,
    ...made.values,
    ...input.more,
  }
  const response = await admin.json('/api/whatsapp', 'POST', body)
  const answer = (await response.json()) as { id: number; error?: string } // our own answer
  if (response.status !== 200) throw new Error(`not connected: ${JSON.stringify(answer)}`)
  const wrong = await standIn.setWebhook(made.app, `${url}/api/meta/webhook`, `verify-${made.number.id}`)
  if (wrong !== null) throw new Error(wrong)
  return { ...made, connectionId: answer.id, admin, answer }
}

export async function officialWorld({
  isOnBizApp = false,
  more = {},
  ...options
}: WorldOptions & { isOnBizApp?: boolean; more?: object } = {}) {
  let clock: World['clock'] | undefined
  const standIn = meta({ now: () => clock?.now() ?? NOON })
  const w = world({
    ...options,
    environment: { graphUrl: standIn.url, ...options.environment },
  })
  clock = w.clock
  const { url } = w.listen()
  const official = await connectOfficial(standIn, { company: w, url }, { isOnBizApp, more })
  const person = standIn.person({ name: 'João Conceição', phone: '5521988887777' })
  const chat = standIn.whatsapp(person, official.number)
  return { w, meta: standIn, url, official, person, chat, ...views(w, official.connectionId) }
}

type StoredLine = {
  readonly id: number
  readonly from_me: number
  readonly kind: string
  readonly body: string
  readonly ack: number
  readonly external_id: string
  readonly failure: string | null
  readonly extra: string | null
}

/** What the company has stored of a connection. */
export function views(w: CompanyWorld, connectionId: number) {
  const stored = () =>
    w.rows<StoredLine>(
      `SELECT id, from_me, kind, body, ack, external_id, failure, extra FROM messages WHERE connection_id = ? ORDER BY id`,
      connectionId,
    )
  return {
    stored,
    bodies: () => stored().map(({ from_me, body }) => `${from_me ? '> ' : ''}${body}`),
    /** Waits until the bodies are these. */
    shows: (...bodies: readonly string[]) =>
      until(
        () =>
          JSON.stringify(stored().map(({ from_me, body }) => `${from_me ? '> ' : ''}${body}`)) ===
          JSON.stringify(bodies),
        'the messages',
      ),
    ticketId: () =>
      w.rows<{ id: number }>('SELECT id FROM tickets WHERE connection_id = ? ORDER BY id DESC', connectionId)[0]?.id ??
      0,
  }
}

export type OfficialWorld = Awaited<ReturnType<typeof officialWorld>>
export type { World }
