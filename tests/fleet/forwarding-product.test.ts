/** The product's own handlers behind a node that forwards to them. */
import { describe, expect, test } from 'bun:test'
import { clueOf } from '../../src/fleet/forwarding/company-clue'
import { InnerListener, type ServerParts } from '../../src/fleet/forwarding/inner-listener'
import { COMPANY, type NodeOptions, newFleet } from '../support/fleet-nodes'
import { get, rawRequest } from '../support/raw-http'
import { connect } from '../support/socket'
import { until } from '../support/until'
import { world } from '../support/world'
import { afterThisTest } from '../survival/support/cleanups'

/** `w` owns its company; `a` is another node, which knows nothing but where the company is. */
function forwarded(options: Partial<NodeOptions> = {}) {
  const w = world()
  const fleet = newFleet()
  const { serve } = Bun
  let given: Parameters<typeof serve>[0] | undefined
  Bun.serve = ((options: typeof given) => {
    given = options
    return serve(options as never)
  }) as typeof serve
  const direct = w.listen()
  Bun.serve = serve
  const { fetch: handle, hostname: _, port: __, ...shared } = given as { fetch: never; hostname: string; port: number }
  const inner = new InnerListener({
    node: 'b',
    certificate: fleet.authority.node('b'),
    hostname: '127.0.0.1',
    port: 0,
    options: shared,
    handle,
    owns: (company) => company === COMPANY,
  })
  w.app.server = inner.joinedTo(w.app.server as unknown as ServerParts) as never
  afterThisTest(() => inner.stop(true))
  fleet.open('b', { handle: () => new Response('a stand-in for the address of b') })
  fleet.replace('b', `https://127.0.0.1:${inner.port}`)
  const a = fleet.open('a', {
    handle: () => new Response('not forwarded', { status: 418 }),
    companyOf: (request) => (clueOf(request) ? COMPANY : undefined),
    ...options,
  })
  fleet.move(COMPANY, 'b')
  return { w, a, direct, inner, fleet }
}

describe('an attendant who reaches another node', () => {
  test('reads and writes as on the owner', async () => {
    const { w, a, direct } = forwarded()
    const ana = w.attendant()
    const authorization = `Bearer ${await ana.token()}`
    const read = async (url: string, path: string) => {
      const { status, headers, body } = await fetch(`${url}${path}`, { headers: { authorization } }).then(
        async (one) => ({ status: one.status, headers: Object.fromEntries(one.headers), body: await one.text() }),
      )
      delete headers.date
      return { status, headers, body }
    }
    for (const path of [
      '/api/auth/me',
      '/api/tickets?status=open',
      '/api/users/list',
      '/api/nothing',
      '/api/tickets/99999',
    ])
      expect(await read(a.url, path)).toEqual(await read(direct.url, path))
    const made = await fetch(`${a.url}/api/quick-messages`, {
      method: 'POST',
      headers: { authorization, 'content-type': 'application/json' },
      body: JSON.stringify({ shortcode: 'oi', message: 'Olá' }),
    })
    expect([made.status, (await made.json()).error]).toEqual([200, undefined])
    expect((await read(a.url, '/api/version')).status).toBe(200)
    expect((await fetch(`${a.url}/`)).status).toBe(418)
  })

  test('is refused with a forged token, a large body and a foreign origin as on the owner', async () => {
    const { w, a, direct } = forwarded()
    const token = await w.attendant().token()
    const [head = '', claims = ''] = token.split('.')
    const forged = `Authorization: Bearer ${head}.${claims}.forged`
    const json = 'Content-Type: application/json'
    const asked = [
      get('/api/tickets', [forged]),
      `${get('/api/tickets', [forged, json, 'Content-Length: 30000'], 'POST')}${' '.repeat(30_000)}`,
      `${get('/api/tickets', [`Authorization: Bearer ${token}`, json, 'Content-Length: 3000000'], 'POST')}${' '.repeat(3_000_000)}`,
      `${get('/api/tickets', [`Authorization: Bearer ${token}`, json, 'Content-Length: 3'], 'POST')}{"a`,
      get('/api/auth/refresh_token', ['Cookie: balcao_refresh=1.abc', 'Origin: https://evil.example'], 'POST'),
      get(
        '/api/tickets',
        [`Authorization: Bearer ${token}`, 'Content-Length: 5', 'Transfer-Encoding: chunked'],
        'POST',
      ),
    ]
    for (const text of asked) {
      const [there, here] = [await rawRequest(direct.url, text), await rawRequest(a.url, text)]
      expect([here.status, JSON.parse(here.body || '{}').error]).toEqual([
        there.status,
        JSON.parse(there.body || '{}').error,
      ])
      expect(there.status).toBeGreaterThanOrEqual(400)
    }
  })
})

describe('a page that reaches another node', () => {
  test('authenticates, receives events and answers to pings', async () => {
    const { w, a } = forwarded()
    const ana = w.attendant()
    const page = connect({ port: a.outer.port ?? 0 }, w.tenant.uuid)
    expect(await page.authenticate(await ana.token())).toMatchObject({ event: 'ready', data: { userId: ana.userId } })
    w.whatsapp.person('5511999990000').says('oi')
    await until(() => page.bodies().length > 0, 'the message')
    page.say({ emit: 'ping' })
    await until(() => page.frames.some(({ event }) => event === 'pong'), 'the answer to a ping')
    page.leave()
    await until(() => w.server.hub.size() === 1, 'the page to be forgotten') // the one of the test's world stays
  })

  test('is among those that an event is broadcast to', async () => {
    const { w, a } = forwarded()
    const ana = w.attendant()
    const pages = Array.from({ length: 6 }, () => connect({ port: a.outer.port ?? 0 }, w.tenant.uuid))
    for (const page of pages) await page.authenticate(await ana.token())
    w.whatsapp.person('5511999990000').says('a todos')
    for (const page of pages) await until(() => page.bodies().includes('a todos'), 'the message')
  })

  test('is refused with the codes of the owner', async () => {
    const { w, a } = forwarded()
    const page = connect({ port: a.outer.port ?? 0 }, w.tenant.uuid)
    await page.isOpen()
    page.say({ emit: 'authenticate', data: { token: 'forged' } })
    expect(await page.isClosed()).toBe(4003)
    const other = connect({ port: a.outer.port ?? 0 }, w.tenant.uuid)
    await other.isOpen()
    other.say('not a frame of ours')
    expect(await other.isClosed()).toBe(1007)
  })

  test('counts by its own address, not by that of the node', async () => {
    const { w, a } = forwarded({ trustProxy: ['127.0.0.1'] })
    const ana = w.attendant()
    const page = connect({ port: a.outer.port ?? 0 }, w.tenant.uuid, { headers: { 'x-forwarded-for': '203.0.113.7' } })
    await page.authenticate(await ana.token())
    const [listener] = w.server.hub.all().filter(({ facts }) => facts !== undefined)
    expect(listener?.facts).toMatchObject({ network: '203.0.*.*' })
  })

  test('is told to come again when the company moves, and misses nothing', async () => {
    const { w, a, fleet } = forwarded()
    const ana = w.attendant()
    const page = connect({ port: a.outer.port ?? 0 }, w.tenant.uuid)
    const ready = await page.authenticate(await ana.token())
    fleet.open('c', { handle: () => new Response('c') })
    fleet.move(COMPANY, 'c')
    expect(await page.isClosed()).toBe(1012)
    w.whatsapp.person('5511999990000').says('enquanto isso')
    fleet.move(COMPANY, 'b')
    const again = connect({ port: a.outer.port ?? 0 }, w.tenant.uuid)
    await again.authenticate(await ana.token(), ready.seq)
    await until(() => again.bodies().includes('enquanto isso'), 'what was missed')
  })
})
