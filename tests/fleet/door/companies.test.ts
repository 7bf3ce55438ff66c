/** Requests that name their company by something else than a session, asked at a node that does not have it. */
import { describe, expect, test } from 'bun:test'
import { cpSync, mkdtempSync } from 'node:fs'
import { join } from 'node:path'
import { keyOf } from '../../../src/channels/channel'
import { receiverFor } from '../../../src/channels/meta/webhook/accounts'
import { storeReceiver } from '../../../src/channels/meta/webhook/control-writes'
import { insertAnnouncement } from '../../../src/features/announcements/actions'
import { announcementDeleted } from '../../../src/features/announcements/contract'
import { type Audience, operatorsOnly } from '../../../src/platform/events'
import { CONTROL } from '../../../src/platform/gate'
import { newToken, tokenHash } from '../../../src/platform/secret'
import { listCompanies } from '../../../src/tenancy/companies'
import { readUsage } from '../../../src/tenancy/usage'
import { issueApiToken, keepApiToken } from '../../../src/users/api-tokens'
import { place } from '../../api/place'
import { routeTable } from '../../api/route-table'
import { signedHeaders, textEntry, webhookOf } from '../../channels/meta/signed'
import { demanded, PATH } from '../../channels/passkeys'
import { LOJA, PASSWORD, SALES } from '../../support/company-world'
import { runJob } from '../../support/jobs'
import { shelf } from '../../support/shelf'
import { connect } from '../../support/socket'
import { until } from '../../support/until'
import { NOON, type World, world } from '../../support/world'
import { newProductFleet } from './support/product-nodes'

const SECRET = 'app-secret'
const environment = { metaAppSecret: SECRET, metaVerifyToken: 'verify-me' }

const furnished = () => {
  const base = world({ environment })
  base.attendant([SALES], { email: 'ana@loja.example', profile: 'admin' })
  return base
}

/** `b` owns what `prepare` has made; `a` has a copy of control.db, and no company. */
async function twoNodes<T>(prepare: (w: World) => T) {
  const base = furnished()
  const prepared = prepare(base)
  await base.close()
  const folder = mkdtempSync(join(shelf(), 'balcao-other-'))
  cpSync(base.dataDir, folder, { recursive: true })
  const owner = world({ dataDir: base.dataDir, startsAt: NOON, environment })
  const other = world({ dataDir: folder, startsAt: NOON, environment })
  const fleet = newProductFleet()
  const [b, a] = [fleet.open('b', owner), fleet.open('a', other)]
  const uuids = listCompanies(owner.server.databases.control).map(({ uuid }) => uuid)
  for (const uuid of uuids) other.server.databases.handOver(uuid)
  fleet.moveAll(uuids, 'b')
  const post = async (path: string, body: object, headers: Record<string, string> = {}) => {
    const response = await fetch(`${a.url}${path}`, {
      method: 'POST',
      headers: { 'content-type': 'application/json', ...headers },
      body: JSON.stringify(body),
    })
    return {
      status: response.status,
      headers: response.headers,
      body: (await response.json()) as Record<string, unknown>,
    }
  }
  return { a, b, fleet, owner, other, post, prepared, uuid: uuids[0] ?? '' }
}

describe('a sign-in', () => {
  test('goes where its e-mail is claimed, and its failures are counted there', async () => {
    const { post, owner, a } = await twoNodes(() => {})
    const signIn = (password: string) => post('/api/auth/login', { email: ' Ana@loja.example ', password })
    const signedIn = await signIn(PASSWORD)
    expect(signedIn.status).toBe(200)
    const cookie = signedIn.headers.getSetCookie()[0]?.split(';')[0] ?? ''
    const renewed = await post('/api/auth/refresh_token', {}, { cookie })
    expect(renewed.status).toBe(200)
    const left = await fetch(`${a.url}/api/auth/logout`, {
      method: 'DELETE',
      headers: { authorization: `Bearer ${renewed.body.token}` },
    })
    expect([left.status, a.handled]).toEqual([200, []])
    for (let n = 0; n < 10; n++) expect((await signIn('errada')).status).toBe(401)
    expect((await signIn(PASSWORD)).status).toBe(429)
    const there = await owner.request('/api/auth/login', {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify({ email: 'ana@loja.example', password: PASSWORD }),
    })
    expect(there.status).toBe(429)
  })

  test('with an e-mail that nobody has is counted where control.db is written', async () => {
    const { post, a, b } = await twoNodes(() => {})
    const answer = await post('/api/auth/login', { email: 'ninguem@x.example', password: 'x' })
    expect([answer.status, a.handled.length, b.handled.length]).toEqual([401, 0, 1])
    // What nodes say to each other means nothing here.
    const headers = { 'balcao-fleet-internal': 'usage.read', 'balcao-fleet-protocol': '1', 'balcao-fleet-pass': 'x' }
    expect((await post('/', [], headers)).status).toBe(404)
    for (const body of [{}, { email: 7 }, { email: 'x'.repeat(15_000), password: 'x' }])
      expect((await post('/api/auth/login', body)).status).toBe(400)
    expect((await post('/api/auth/login', { email: 'x'.repeat(40_000) })).status).toBe(413)
  })

  test('with a forgotten password goes there, too', async () => {
    const { post, a, b } = await twoNodes(() => {})
    const answer = await post(`/api/forgetpassword/${encodeURIComponent('ana@loja.example')}`, {})
    expect([answer.status, answer.body.error, a.handled.length, b.handled.length]).toEqual([
      503,
      'ERR_MAIL_NOT_CONFIGURED',
      0,
      1,
    ])
    expect((await post('/api/forgetpassword/%E0%A4%A', {})).status).toBe(400)
  })

  test('that began before cookies named their company is looked up', async () => {
    const cookie = newToken()
    const { post, a, b } = await twoNodes((w) => {
      const [session, day] = ['former-session', 86_400_000]
      const insert = (sql: string, ...values: unknown[]) => w.control.$client.prepare(sql).run(...values)
      const { id } = w.rows<{ id: number }>("SELECT id FROM users WHERE email = 'ana@loja.example'")[0] ?? { id: 0 }
      insert(
        'INSERT INTO former_sessions (id, company_id, user_id, created_at, expires_at) VALUES (?, ?, ?, ?, ?)',
        session,
        w.tenant.id,
        id,
        NOON - day,
        NOON + day,
      )
      insert('INSERT INTO former_tokens (hash, session_id) VALUES (?, ?)', tokenHash(cookie), session)
    })
    const renew = (known: string) => post('/api/auth/refresh_token', {}, { cookie: `balcao_refresh=${known}` })
    await renew(cookie)
    expect([a.handled.length, b.handled.length]).toEqual([0, 1])
    // Nobody knows it, so no company is asked.
    expect((await renew(newToken())).status).toBe(401)
    expect([a.handled.length, b.handled.length]).toEqual([1, 1])
  })
})

/** Meta’s own calls, and what is measured with a key that another route brings. */
const withoutKey = [
  'POST /api/meta/webhook',
  'POST /api/meta/deauthorize',
  'POST /api/meta/deletion',
  'POST /api/messages/send/linkImage',
]

test('links and keys lead to the company that they were made for', async () => {
  const [owner, other] = [await place(), await place()]
  const fleet = newProductFleet()
  const [b, a] = [fleet.open('b', owner.w), fleet.open('a', other.w)]
  const uuids = listCompanies(owner.w.server.databases.control).map(({ uuid }) => uuid)
  for (const uuid of uuids) other.w.server.databases.handOver(uuid)
  fleet.moveAll(uuids, 'b')
  const asked: string[] = []
  for (const [key, { opens, measured }] of Object.entries(routeTable)) {
    if (opens !== 'key' || !measured || withoutKey.includes(key)) continue
    const { path, body, form, headers = {} } = await measured(owner.w, owner.ids, owner.w.admin())
    const [method = 'GET'] = key.split(' ')
    const sent = form ? form() : body === undefined ? undefined : JSON.stringify(body)
    const type = form || body === undefined ? {} : { 'content-type': 'application/json' }
    const response = await fetch(`${a.url}${path}`, {
      method,
      headers: { ...headers, ...type },
      ...(method !== 'GET' && sent !== undefined && { body: sent }),
    })
    await response.arrayBuffer()
    asked.push(`${key} ${response.status < 400 ? 'answered' : response.status} at ${a.handled.length > 0 ? 'a' : 'b'}`)
    a.handled.length = 0
  }
  expect(asked.filter((one) => !one.endsWith('answered at b'))).toEqual([])
  expect(asked.length).toBeGreaterThan(1)
  expect(b.handled.length).toBe(asked.length)
}, 120_000)

describe('a token of the external API', () => {
  const check = (url: string, token: string) =>
    fetch(`${url}/api/messages/checkNumber?number=5511999990000`, { headers: { authorization: `Bearer ${token}` } })

  test('is found by the company in it, and without one by asking the nodes once', async () => {
    const kept = `izing-${newToken()}`
    const { a, prepared } = await twoNodes((w) => {
      keepApiToken(w.cx, { connectionId: null, name: 'Antigo', token: kept })
      return issueApiToken(w.cx, null, { connectionId: null, queueId: null, name: 'Novo' }).token
    })
    const refused = async (token: string) => {
      const answer = await check(a.url, token)
      return [answer.status, ((await answer.json()) as { error: string }).error]
    }
    // It is admitted, and the check itself needs a connection, which is not open.
    for (const token of [prepared, kept]) expect((await refused(token))[1]).not.toBe('ERR_API_TOKEN')
    expect(a.handled).toEqual([])
    expect((await refused(`izing-${newToken()}`))[1]).toBe('ERR_API_TOKEN')
    expect(a.handled).toHaveLength(1)
  })

  test('is not refused for good while a node does not answer', async () => {
    const kept = `izing-${newToken()}`
    const { a, b } = await twoNodes((w) => void keepApiToken(w.cx, { connectionId: null, name: 'Antigo', token: kept }))
    b.door.close()
    await b.door.stop()
    const answer = await check(a.url, kept)
    expect([answer.status, ((await answer.json()) as { error: string }).error]).toEqual([503, 'ERR_COMPANY_MOVING'])
  }, 60_000)
})

test('the link of a passkey works at any node', async () => {
  const { post, owner, a } = await twoNodes(() => {})
  owner.connect(LOJA)
  const { admin } = await demanded(owner)
  const { path } = (await (await admin.json(`${PATH}/link`, 'POST', {})).json()) as { path: string }
  const opened = await post('/api/passkey/open', { token: path.replace('/p/', '') })
  expect(opened.status).toBe(200)
  const state = await post('/api/passkey/state', { key: opened.body.key as string })
  expect([state.status, state.body.stage]).toEqual([200, 'demanded'])
  expect(a.handled).toEqual([])
  expect((await post('/api/passkey/open', { token: 'ABCD-EFGH-JKLM' })).status).toBe(404)
  expect(keyOf(owner.refOf(LOJA))).toBeString()
})

describe('a webhook of Meta', () => {
  const numberOf = (w: World) => {
    const { id: connectionId } = w.connection({ name: 'Oficial', channel: 'whatsapp_cloud', open: false })
    const receiver = receiverFor(w.encryptionFor('meta app secrets'), {
      channel: 'whatsapp_cloud',
      account: '10001',
      companyId: w.tenant.id,
      connectionId,
      businessId: '20001',
      secret: null,
      verifyTokenHash: null,
    })
    storeReceiver.run(w.control, 0, receiver)
    return { phoneNumberId: '10001', businessAccountId: '20001' }
  }
  const send = (url: string, body: string, secret = SECRET) =>
    fetch(`${url}/api/meta/webhook`, { method: 'POST', body, headers: signedHeaders(secret, body) })

  test('is taken by any node, and stored by the owner once', async () => {
    const { a, owner, prepared } = await twoNodes(numberOf)
    const body = webhookOf(textEntry(prepared, '5521988887777', 'olá', 'wamid.ONE'))
    expect((await send(a.url, body)).status).toBe(200)
    expect((await send(a.url, body)).status).toBe(200)
    const bodies = () => owner.rows<{ body: string }>("SELECT body FROM messages WHERE body = 'olá'")
    await until(() => bodies().length > 0, 'the message')
    expect(bodies()).toHaveLength(1)
    expect((await send(a.url, body, 'forged')).status).toBe(401)
  })

  test('is to be repeated while its company has no owner', async () => {
    const { a, fleet, uuid, prepared } = await twoNodes(numberOf)
    fleet.move(uuid, undefined)
    const body = webhookOf(textEntry(prepared, '5521988887777', 'olá', 'wamid.TWO'))
    const waiting = send(a.url, body)
    fleet.move(uuid, 'b')
    expect((await waiting).status).toBe(200)
  })
})

test('an event of the operator reaches the pages of its audience at other nodes, and nobody else', async () => {
  const emails = ['ana@padaria.example', 'bia@padaria.example']
  const { a, fleet, owner, other, prepared } = await twoNodes((w) => {
    const bakery = w.company('Padaria Sol')
    const [ana, bia] = emails.map((email, n) => bakery.attendant([], { email, profile: n === 0 ? 'admin' : 'user' }))
    return { uuid: bakery.tenant.uuid, id: bakery.tenant.id, userIds: [ana?.userId, bia?.userId] }
  })
  other.server.databases.takeBack(prepared.uuid)
  fleet.move(prepared.uuid, 'a')
  const pages = await Promise.all(
    emails.map(async (email) => {
      const signedIn = await fetch(`${a.url}/api/auth/login`, {
        method: 'POST',
        headers: { 'content-type': 'application/json' },
        body: JSON.stringify({ email, password: PASSWORD }),
      })
      const page = connect({ port: a.port }, prepared.uuid)
      await page.authenticate(((await signedIn.json()) as { token: string }).token)
      return page
    }),
  )
  const heard = () =>
    pages.map((page) => page.frames.filter(({ event }) => event.startsWith('company-announcement')).length)
  const emit = (id: number, audience: Audience, companyId: number | null = null) =>
    owner.server.hub.emitByOperator(announcementDeleted({ id }), audience, companyId)
  emit(1, ({ profile }) => profile === 'admin')
  await until(() => heard()[0] === 1, 'the admin’s page to hear')
  emit(2, () => true, prepared.id)
  emit(3, operatorsOnly)
  emit(4, () => true, owner.tenant.id)
  emit(5, ({ profile }) => profile === 'user')
  await until(() => heard()[1] === 2, 'the other page to hear')
  expect(heard()).toEqual([2, 2])
  for (const page of pages) page.leave()
})

test('an announcement whose time begins reaches each page once', async () => {
  const { a, b, fleet, owner, other, prepared } = await twoNodes((w) => {
    const bakery = w.company('Padaria Sol')
    bakery.attendant([], { email: 'ana@padaria.example', profile: 'admin' })
    insertAnnouncement(w.server.databases.writableControl(), NOON, {
      ...{ title: 'Novidade', text: 'Chegou', priority: 3, status: true },
      ...{ from: new Date(NOON + 60_000).toISOString() },
    })
    const { uuid: goneUuid, id: goneId } = w.company('Padaria Lua').tenant
    return { uuid: bakery.tenant.uuid, goneUuid, goneId }
  })
  other.server.databases.takeBack(prepared.uuid)
  fleet.move(prepared.uuid, 'a')
  const pages = await Promise.all(
    [
      { url: a.url, port: a.port, email: 'ana@padaria.example', uuid: prepared.uuid },
      { url: b.url, port: b.port, email: 'ana@loja.example', uuid: owner.tenant.uuid },
    ].map(async ({ url, port, email, uuid }) => {
      const signedIn = await fetch(`${url}/api/auth/login`, {
        method: 'POST',
        headers: { 'content-type': 'application/json' },
        body: JSON.stringify({ email, password: PASSWORD }),
      })
      const page = connect({ port }, uuid)
      await page.authenticate(((await signedIn.json()) as { token: string }).token)
      return page
    }),
  )
  const heard = (payload: string) =>
    pages.map(
      ({ frames }) =>
        frames.filter((one) => one.event.startsWith('company-announcement') && JSON.stringify(one).includes(payload))
          .length,
    )
  for (const w of [owner, other]) {
    w.clock.forward(120_000)
    await runJob(w.server, 'announcements.times')
  }
  owner.server.hub.emitByOperator(announcementDeleted({ id: 770_077 }), () => true)
  other.server.hub.emitByOperator(announcementDeleted({ id: 780_078 }), () => true)
  const isHeardByBoth = (payload: string) => heard(payload).every((count) => count === 1)
  await until(() => isHeardByBoth('770077') && isHeardByBoth('780078'), 'later events')
  expect(heard('Novidade')).toEqual([1, 1])
  fleet.move(prepared.goneUuid, undefined)
  owner.server.hub.emitByOperator(announcementDeleted({ id: 790_079 }), () => true, prepared.goneId)
  owner.server.hub.emitByOperator(announcementDeleted({ id: 800_080 }), () => true)
  await until(() => isHeardByBoth('800080'), 'an event after one for a company without an owner')
  expect(owner.logged.map(({ msg }) => msg)).not.toContain('pages at another node missed an event')
  fleet.move(prepared.goneUuid, 'b')
  for (const page of pages) page.leave()
})

test('a certificate authority is answered by any node', async () => {
  const { a, owner } = await twoNodes(() => {})
  owner.server.certificates.answerProbe('known', 'the answer')
  const ask = (token: string) => fetch(`${a.url}/.well-known/acme-challenge/${token}`)
  expect(await (await ask('known')).text()).toBe('the answer')
  expect((await ask('made-up')).status).toBe(404)
})

test('lists of companies show what other nodes have', async () => {
  const { fleet, owner, other, prepared } = await twoNodes((w) => {
    const bakery = w.company('Padaria Sol')
    bakery.attendant([], { email: 'ana@padaria.example' })
    return { uuid: bakery.tenant.uuid, id: bakery.tenant.id }
  })
  owner.server.databases.handOver(prepared.uuid)
  other.server.databases.takeBack(prepared.uuid)
  fleet.move(prepared.uuid, 'a')
  const used = await readUsage(owner.server.databases, listCompanies(owner.server.databases.control))
  expect([used.get(owner.tenant.id)?.users, used.get(prepared.id)?.users]).toEqual([1, 1])
})

test('what the operator asks goes where control.db is written', async () => {
  const { a, b, fleet } = await twoNodes(() => {})
  expect((await fetch(`${a.url}/api/signup`)).status).toBe(200)
  expect([a.handled.length, b.handled.length]).toEqual([0, 1])
  fleet.move(CONTROL, 'a')
  expect((await fetch(`${a.url}/api/signup`)).status).toBe(200)
  expect(a.handled.length).toBe(1)
})
