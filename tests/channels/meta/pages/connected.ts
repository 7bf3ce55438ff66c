/** A company whose page and Instagram account are connected to a stand-in of Meta. */
import type { MetaOptions } from '../../../../src/simulator/meta/contract'
import { afterEachTest } from '../../../support/after-each'
import type { Attendant } from '../../../support/company-world'
import { meta } from '../../../support/meta'
import { until } from '../../../support/until'
import { type WorldOptions, world } from '../../../support/world'

const fronts: { stop(isNow: boolean): unknown }[] = []
afterEachTest(async () => {
  for (const one of fronts.splice(0)) await one.stop(true)
})

/** An address that is known before the server behind it. */
function front() {
  let target = ''
  const server = Bun.serve({
    hostname: '127.0.0.1',
    port: 0,
    fetch(request) {
      const { pathname, search } = new URL(request.url)
      const { method, headers, body } = request
      return fetch(target + pathname + search, { method, headers, body }).catch(() => new Response('', { status: 503 }))
    },
  })
  fronts.push(server)
  return {
    url: `http://127.0.0.1:${server.port}`,
    lead: (to: string) => {
      target = to
    },
  }
}

export function metaWorld(options: MetaOptions = {}, wanted: WorldOptions = {}) {
  const standIn = meta(options)
  const app = standIn.addApp({ id: '700', secret: 'app-secret' })
  const door = front()
  const w = world({
    publicUrl: door.url,
    ...wanted,
    environment: {
      graphUrl: standIn.url,
      metaAppId: app.id,
      metaAppSecret: app.secret,
      metaVerifyToken: app.verifyToken,
      ...wanted.environment,
    },
  })
  door.lead(w.listen().url)
  app.callbackUrl = `${door.url}/api/meta/webhook`
  const user = standIn.addUser({ name: 'Lia Prado', apps: [app] })
  const page = standIn.addPage({ name: 'Casa Aurora', admins: [user], instagram: { username: 'casa.aurora' } })
  const ana = standIn.person({ name: 'Ana Souza' })
  const admin = w.admin()
  return { w, standIn, app, user, page, ana, admin, publicUrl: door.url }
}

export const post = (who: Pick<Attendant, 'request'>, path: string, body?: object) =>
  who.request(path, { method: 'POST', ...(body && json(body)) })
const json = (body: object) => ({ body: JSON.stringify(body), headers: { 'content-type': 'application/json' } })

type Connected = {
  readonly connected: readonly { readonly channel: string; readonly whatsappId: number; readonly name: string }[]
  readonly refused: readonly { readonly channel: string; readonly name: string; readonly reason: string }[]
}

/** Connects all pages of the user. */
export async function connectByToken(
  { standIn, app, user, admin }: Pick<ReturnType<typeof metaWorld>, 'standIn' | 'app' | 'user' | 'admin'>,
  addInstagram = true,
): Promise<Connected> {
  const answer = await post(admin, '/api/facebook', {
    facebookUserId: user.id,
    facebookUserToken: standIn.userToken(app, user),
    addInstagram,
  })
  if (answer.status !== 200) throw new Error(`${answer.status}: ${await answer.text()}`)
  return (await answer.json()) as Connected // our own answer
}

export async function connectedWorld(options: MetaOptions = {}, wanted: WorldOptions = {}) {
  const all = metaWorld(options, wanted)
  const { connected } = await connectByToken(all)
  const idOf = (channel: string) => connected.find((one) => one.channel === channel)?.whatsappId ?? 0
  const { standIn, ana, page, w } = all
  return {
    ...all,
    messengerId: idOf('facebook'),
    instagramId: idOf('instagram'),
    messenger: standIn.messenger(ana, page),
    instagram: standIn.instagram(ana, page),
    stored: () =>
      w.rows<{
        id: number
        body: string
        kind: string
        ack: number
        externalId: string
        fromMe: number
        extra: string
      }>('SELECT id, body, kind, ack, external_id AS externalId, from_me AS fromMe, extra FROM messages ORDER BY id'),
    renew: () => connectByToken(all),
    /** The ticket of a connection, once it is there. */
    ticketOf: (connectionId: number) =>
      until(() => w.rows<{ id: number }>('SELECT id FROM tickets WHERE connection_id = ?', connectionId)[0]?.id),
  }
}
