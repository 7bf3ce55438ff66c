/** Permissions of every route, for every kind of invalid token and every role. */
import { describe, expect, test } from 'bun:test'
import { eq } from 'drizzle-orm'
import { SignJWT } from 'jose'
import { errors } from '../../src/errors'
import { gateOf } from '../../src/platform/http'
import { loadSecret } from '../../src/platform/secret'
import { MINUTE } from '../../src/platform/time'
import { users } from '../../src/users/tables'
import { type Attendant, type AttendantOptions, LOJA, PASSWORD, SALES } from '../support/company-world'
import { shareOf } from '../support/long'
import { until } from '../support/until'
import { type World, world } from '../support/world'
import { furnish } from './furnish'
import { furnishedWorld } from './furnished'
import { type Example, moduleFiles } from './module-files'
import { keyOf, listedTwice, methodOf, routeTable } from './route-table'

/** Deletions come last, because other routes need what they delete. */
const isLast = (key: string) => Number(key.startsWith('DELETE'))
const routes = world()
  .app.routes.map(keyOf)
  .sort((a, b) => isLast(a) - isLast(b))

const ask = (w: World, key: string, { path, body, form }: Example, headers: Record<string, string> = {}) =>
  w.request(path, {
    method: methodOf(key),
    headers: { ...(body !== undefined && { 'content-type': 'application/json' }), ...headers },
    ...(body !== undefined && { body: JSON.stringify(body) }),
    ...(form && { body: form() }),
  })
const bearer = (token: string) => ({ authorization: `Bearer ${token}` })
/** Routes requested by each role below. */
const isForRoles = (key: string) => routeTable[key]?.opens === 'session' && !key.includes('/simulator/')
const guarded = routes.filter((key) => ['session', 'leaving', 'super'].includes(routeTable[key]?.opens ?? ''))

test('the table lists exactly the existing routes', () => {
  expect(routes.filter((key) => !routeTable[key])).toEqual([])
  expect(Object.keys(routeTable).filter((key) => !routes.includes(key))).toEqual([])
  expect(listedTwice).toEqual([])
})

test('only the routes listed here are public', () => {
  const open = Object.keys(routeTable).filter((key) => routeTable[key]?.opens === 'everybody')
  expect(open.sort()).toEqual(
    [
      'ALL /*',
      'GET /api/docs',
      'GET /api/meta/deletion/:code',
      'GET /api/meta/webhook',
      'GET /api/signup/',
      'GET /api/plans/list',
      'GET /api/version',
      'GET /health',
      'POST /api/auth/login',
      'POST /api/forgetpassword/:email',
      'POST /api/passkey/answer',
      'POST /api/passkey/confirm',
      'POST /api/passkey/open',
      'POST /api/passkey/state',
      'POST /api/resetpasswords/:email',
      'POST /api/signup/',
      'POST /api/subscription/webhook/:provider',
      'POST /api/support/leave',
      'POST /api/subscription/webhook/:provider/pix',
      'GET /passkey/helper.zip',
      'WS /ws/:company',
    ].sort(),
  )
})

/** Examples with another status than 200. */
const expected: Record<string, number[]> = {
  'POST /api/auth/login': [401],
  'POST /api/auth/refresh_token': [401],
  'GET /api/docs': [302],
  // Neither mail nor sign-up is set up.
  'POST /api/forgetpassword/:email': [503],
  'POST /api/resetpasswords/:email': [404],
  'POST /api/signup/': [403],
  'POST /api/simulator/media': [404],
  // No error has happened, and no backup was made.
  'DELETE /api/monitor/errors/:key': [404],
  'DELETE /api/monitor/sockets/:key': [404],
  // There is no fleet.
  'GET /api/machines/companies/:id/move': [409],
  'PUT /api/machines/companies/:id/move': [409],
  'DELETE /api/machines/companies/:id/move': [409],
  'POST /api/machines/rebalance': [409],
  'POST /api/machines/:name/drain': [409],
  'DELETE /api/machines/:name/drain': [409],
  'DELETE /api/machines/:name': [409],
  'DELETE /api/companies/:id/notes/:noteId': [404],
  // The operator's own company, which nobody enters; and no company was asked.
  'POST /api/companies/:id/support': [403],
  'POST /api/companies/:id/support/enter': [403],
  'PUT /api/support': [403],
  'POST /api/monitor/backups/:id/verify': [404],
  // Behind a proxy there is none to renew.
  'POST /api/installation/address/renew': [429],
  // No dump was given, so that nothing runs.
  'PUT /api/moving-in/source': [409],
  'PUT /api/moving-in/uploads': [409],
  'POST /api/moving-in/dry-run': [409],
  'POST /api/moving-in/start': [409],
  'POST /api/moving-in/stop': [409],
  'POST /api/moving-in/continue': [409],
  'GET /api/moving-in/report': [404],
  // No app is set up, and its verify token is unknown.
  'GET /api/meta/webhook': [403],
  // Nothing answers in Meta's place.
  'POST /api/whatsapp/official/check': [503],
  // No app is registered with Meta, and the example is a linked phone.
  'POST /api/whatsapp/official/sign-in': [409],
  'POST /api/whatsapp/official/sign-in/finish': [409],
  'POST /api/whatsapp/official/numbers': [409],
  'GET /api/whatsapp/:id/webhook': [404],
  // No passkey is requested.
  'GET /api/whatsappsession/:id/passkey/': [404],
  'POST /api/whatsappsession/:id/passkey/': [404],
  'DELETE /api/whatsappsession/:id/passkey/': [404],
  'POST /api/whatsappsession/:id/passkey/confirm': [404],
  'POST /api/whatsappsession/:id/passkey/link': [404],
  'POST /api/passkey/open': [404],
  'POST /api/passkey/state': [404],
  'POST /api/passkey/answer': [404],
  'POST /api/passkey/confirm': [404],
  // The example's key is none.
  'POST /api/queue-integration/testSession': [400],
  // Pix is not set up.
  'POST /api/subscription/': [409],
  // No app is registered with Meta.
  'POST /api/facebook': [409],
  'POST /api/facebook/sign-in': [409],
  'POST /api/facebook/sign-in/finish': [409],
  'POST /api/facebook/pages': [409],
  'GET /api/meta/deletion/:code': [404],
  // No app is registered with a provider, and no sign-in has begun.
  'POST /api/emails/server/sign-in': [409],
  'POST /api/emails/server/sign-in/finish': [409],
  'POST /api/operator-settings/mail-sign-in': [409],
  'POST /api/operator-settings/mail-sign-in/finish': [409],
  // No release is offered.
  'PUT /api/installation/update/plan': [409],
  // There is no fleet.
  'POST /api/installation/update/go-on': [409],
  // The connection has no access to Meta.
  'POST /api/whatsapp/:id/templates': [503],
  'POST /api/whatsapp/:id/templates/files': [503],
  // The example's name is another one.
  'PUT /api/whatsapp/:id/templates/:templateId': [400],
  'DELETE /api/whatsapp/:id/templates/:templateId': [503],
  'POST /api/api-tokens/:id/send': [202],
  'ALL /api/simulator/*': [404],
  'ALL /*': [404],
  'WS /ws/:company': [400, 403, 404, 426],
}

/** A route of the external API refuses a session's token. */
const expectedOf = (key: string) => (routeTable[key]?.opens === 'key' ? [401] : expected[key])

/** Expected status for a permitted caller. */
const allowed = (key: string) => {
  const status = expectedOf(key)?.[0] ?? 200
  return { status, error: status < 300 ? undefined : expect.any(String) }
}

describe('an admin gets a successful response', () => {
  const place = async () => {
    const { w, ids } = await furnishedWorld()
    const admin = w.attendant([SALES], { profile: 'admin', super: true })
    for (const { join } of moduleFiles) join?.(w, ids, admin.userId)
    return { w, ids, admin }
  }
  /** Undefined if the answer's status is an expected one. */
  async function unexpected(key: string, { w, ids, admin }: Awaited<ReturnType<typeof place>>) {
    const answer = await ask(w, key, routeTable[key]?.example(ids) ?? { path: '/' }, bearer(await admin.token()))
    const text = await answer.text()
    await until(() => w.rows('SELECT 1 FROM outbox WHERE connection_id = ?', LOJA).length === 0)
    return (expectedOf(key) ?? [200]).includes(answer.status) ? undefined : { key, status: answer.status, text }
  }

  // The roles below cover the others.
  test('from every route that is not for all roles', async () => {
    let shared = await place()
    for (const key of routes.filter((key) => !isForRoles(key))) {
      if (!(await unexpected(key, shared))) continue
      // Earlier changes may interfere: retry in a fresh company.
      shared = await place()
      expect(await unexpected(key, shared)).toBeUndefined()
    }
  })
})

describe('no guarded route accepts an invalid token', () => {
  type Bad = (w: World, who: Attendant) => Promise<Record<string, string>>
  const claims = (who: Attendant) => new SignJWT({ c: 1, u: who.userId }).setJti(who.sessionId)
  const sign = (who: Attendant, w: World, secret: Uint8Array, lasts = 15 * MINUTE) =>
    claims(who)
      .setProtectedHeader({ alg: 'HS256' })
      .setExpirationTime(Math.floor((w.clock.now() + lasts) / 1000))
      .sign(secret)
  const part = (value: object) => Buffer.from(JSON.stringify(value)).toString('base64url')

  const bad: Record<string, Bad> = {
    'none at all': async () => ({}),
    'an empty one': async () => ({ authorization: 'Bearer ' }),
    'another scheme': async (_, who) => ({ authorization: `Basic ${await who.token()}` }),
    nonsense: async () => bearer('abc.def.ghi'),
    'an expired one': async (w, who) => {
      const token = await who.token()
      w.clock.forward(15 * MINUTE)
      return bearer(token)
    },
    'one signed with another key': async (w, who) => bearer(await sign(who, w, new Uint8Array(32).fill(7))),
    'one signed with an empty key': async (w, who) =>
      bearer(await sign(who, w, new TextEncoder().encode('secret-secret-secret-secret-secret'))),
    'one that says it needs no signature': async (w, who) =>
      bearer(
        `${part({ alg: 'none', typ: 'JWT' })}.${part({ c: 1, u: who.userId, jti: who.sessionId, exp: Math.floor(w.clock.now() / 1000) + 900 })}.`,
      ),
    'one of another algorithm': async (w, who) =>
      bearer(
        await claims(who)
          .setProtectedHeader({ alg: 'HS512' })
          .setExpirationTime(Math.floor(w.clock.now() / 1000) + 900)
          .sign(loadSecret(w.dataDir)),
      ),
    'one whose claims were changed': async (_, who) => {
      const [head, , signature] = (await who.token()).split('.')
      return bearer(`${head}.${part({ c: 1, u: 1, jti: who.sessionId, exp: 9_999_999_999 })}.${signature}`)
    },
    'one without a session': async (w) =>
      bearer(
        await new SignJWT({ c: 1, u: 1 })
          .setProtectedHeader({ alg: 'HS256' })
          .setExpirationTime(9_999_999_999)
          .sign(loadSecret(w.dataDir)),
      ),
    'one of a session nobody opened': async (w) =>
      bearer(
        await new SignJWT({ c: 1, u: 1 })
          .setJti(crypto.randomUUID())
          .setProtectedHeader({ alg: 'HS256' })
          .setExpirationTime(9_999_999_999)
          .sign(loadSecret(w.dataDir)),
      ),
    'a refresh token in place of it': async (w, who) => {
      const signed = await ask(w, 'POST /api/auth/login', {
        path: '/api/auth/login',
        body: { email: who.email, password: PASSWORD },
      })
      return bearer(/balcao_refresh=([^;]+)/.exec(signed.headers.get('set-cookie') ?? '')?.[1] ?? '')
    },
    'one of a session that was ended': async (w, who) => {
      const token = await who.token()
      w.server.auth.revoke({ companyId: 1, userId: who.userId }, 'revoked')
      return bearer(token)
    },
    'one of a suspended company': async (w) => {
      const b = w.company()
      const bruno = b.admin({ super: true })
      const token = await bruno.token()
      b.suspend()
      return bearer(token)
    },
    'one of a person made inactive': async (w, who) => {
      const token = await who.token()
      w.db.update(users).set({ active: false }).where(eq(users.id, who.userId)).run()
      return bearer(token)
    },
  }

  // One gate authenticates for all routes: in the short lane each kind of token is sent to every eighth route.
  test('of any kind, and none validates input before authentication', async () => {
    const { w, ids } = await furnishedWorld()
    for (const key of guarded.filter((key) => !routeTable[key]?.raw)) {
      const { path, body } = routeTable[key]?.example(ids) ?? { path: '/' }
      const odd = { path: path.replaceAll(/\b\d+\b/g, 'abc').replaceAll('=', '=%5Babc'), body: body && [] }
      const answer = await ask(w, key, odd)
      const { error } = (await answer.json()) as { error: string }
      expect([key, answer.status, error]).toEqual([key, 403, 'ERR_SESSION_EXPIRED'])
    }
    const before = w.rows('SELECT count(*) AS n FROM messages')
    for (const [nth, [name, make]] of Object.entries(bad).entries()) {
      const headers = await make(w, w.attendant([SALES], { profile: 'admin', super: true }))
      const asked = nth === 0 ? guarded : shareOf(guarded, nth, 8)
      for (const key of asked) {
        // Inactive users and those of suspended companies may still sign out.
        if (routeTable[key]?.opens === 'leaving' && (name.includes('inactive') || name.includes('suspended'))) continue
        const answer = await ask(w, key, routeTable[key]?.example(ids) ?? { path: '/' }, headers)
        const { error } = (await answer.json()) as { error: string }
        expect([name, key, answer.status, error]).toEqual([name, key, 403, 'ERR_SESSION_EXPIRED'])
      }
    }
    expect(w.rows('SELECT count(*) AS n FROM messages')).toEqual(before)
  })

  test('an overdue company gets 402 except for sign-out and its few allowed routes', async () => {
    const w = world()
    const b = w.company()
    const ids = await furnish(b, 'B')
    const token = await b.admin().token()
    b.setDue(w.clock.now() - 1)
    const served = w.app.routes.filter((route) => gateOf(route)?.whileOverdue).map(keyOf)
    expect(served.sort()).toEqual([
      'GET /api/auth/me',
      'GET /api/companies/:id',
      'GET /api/companies/listPlan/:id',
      'GET /api/invoices/:id/receipt',
      'GET /api/invoices/all',
      'GET /api/menus',
      'GET /api/subscription/:id',
      'GET /api/subscription/offer',
      'GET /api/subscription/standing',
      'POST /api/subscription/',
      'POST /api/subscription/preview',
      'PUT /api/companies/:id',
    ])
    for (const key of guarded) {
      if (routeTable[key]?.opens !== 'session' || served.includes(key)) continue
      const answer = await ask(w, key, routeTable[key]?.example(ids) ?? { path: '/' }, bearer(token))
      expect([key, answer.status]).toEqual([key, 402])
    }
  })
})

describe('each role', () => {
  const roles = {
    admin: { profile: 'admin' },
    supervisor: { profile: 'supervisor' },
    user: { profile: 'user' },
    'user who sees all chats': { profile: 'user', allUserChat: true },
  } as const

  test('may use what the table lists and is refused the rest', async () => {
    const shared = await furnishedWorld()
    for (const [name, options] of Object.entries(roles)) {
      const reading = askingIn(shared, options)
      let changing = askingIn(await furnishedWorld(), options)
      for (const key of routes) {
        const line = routeTable[key]
        if (!line || !isForRoles(key)) continue
        const may = line.for === undefined || line.for.includes(options.profile)
        const changes = may && !key.startsWith('GET')
        // Changes do not depend on allUserChat.
        if (changes && 'allUserChat' in options) continue
        let answer = await answerTo(key, changes ? changing : reading)
        // Earlier changes may interfere: retry in a fresh world.
        if (changes && answer?.status !== allowed(key).status) {
          changing = askingIn(await furnishedWorld(), options)
          answer = await answerTo(key, changing)
        }
        const wanted = may ? allowed(key) : { status: 403, error: 'ERR_NO_PERMISSION' }
        expect({ name, key, ...answer }).toEqual({ name, key, ...wanted })
      }
    }
  })

  const askingIn = ({ w, ids }: Awaited<ReturnType<typeof furnishedWorld>>, options: AttendantOptions) => {
    const who = w.attendant([SALES, ids.queue], options)
    return { w, who, ids: { ...ids, colleague: options.profile === 'user' ? who.userId : ids.colleague } }
  }

  /** Undefined if the example's rows are gone. */
  async function answerTo(key: string, { w, who, ids }: ReturnType<typeof askingIn>) {
    const line = routeTable[key]
    try {
      w.rows('UPDATE tickets SET user_id = ? WHERE id = ? RETURNING id', who.userId, ids.ticket) // a colleague's is tested in tests/tickets/moves/attending.test.ts
      for (const { give } of moduleFiles) give?.(w, ids, who.userId)
    } catch {
      return undefined
    }
    if (!line) return undefined
    const answer = await ask(w, key, line.example(ids), bearer(await who.token()))
    const { error } = line.raw && answer.ok ? { error: undefined } : ((await answer.json()) as { error?: string })
    await until(() => w.rows('SELECT 1 FROM outbox WHERE connection_id = ?', LOJA).length === 0)
    return { status: answer.status, error }
  }

  test('metrics are for the operator and the metrics token, from any address', async () => {
    const w = world({ metricsToken: 'prometheus-da-loja' })
    const [admin, operator] = [w.admin(), w.admin({ super: true })]
    expect((await admin.request('/metrics')).status).toBe(403)
    const figures = await operator.request('/metrics')
    expect(figures.status).toBe(200)
    expect(await figures.text()).toContain('balcao_sockets')
    const { url } = w.listen()
    const asked = async (token?: string) =>
      (await fetch(`${url}/metrics`, token === undefined ? {} : { headers: bearer(token) })).status
    expect([
      await asked(),
      await asked('prometheus-da-loja'),
      await asked('prometheus-da-lojb'),
      await asked(''),
      await asked('null'),
    ]).toEqual([403, 200, 403, 403, 403])
    expect((await fetch(`${url}/api/tickets`, { headers: bearer('prometheus-da-loja') })).status).toBe(403)
  })

  test('the simulated phones are for admins of company 1 only', async () => {
    let asked = 0
    const w = world({ simulator: async () => new Response(String(++asked)) })
    const elsewhere = w.company()
    const all = [w.attendant(), w.attendant([], { profile: 'supervisor' }), w.attendant([], { allUserChat: true })]
    for (const person of [...all, elsewhere.admin(), elsewhere.admin({ super: true })]) {
      expect((await person.request('/api/simulator/state')).status).toBe(404)
      expect((await person.json('/api/simulator/command', 'POST', { do: 'reset' })).status).toBe(404)
    }
    expect((await w.request('/api/simulator/state')).status).toBe(403)
    expect(asked).toBe(0)
    expect((await w.admin().request('/api/simulator/state')).status).toBe(200)
  })

  test('without a configured metrics token no token is accepted', async () => {
    const { url } = world().listen()
    for (const token of ['', 'null', 'undefined'])
      expect((await fetch(`${url}/metrics`, { headers: bearer(token) })).status).toBe(403)
  })
})

test('additional fields grant no rights', async () => {
  const { w, ids } = await furnishedWorld()
  const ana = w.attendant([SALES, ids.queue])
  const greedy = {
    id: 999,
    companyId: 2,
    tenantId: 2,
    super: true,
    profile: 'admin',
    active: true,
    allUserChat: true,
    dueDate: '2999-12-31',
    plan: 1,
    userId: ana.userId,
    isBot: true,
    unread: 50,
    uuid: 'x',
    status: 'open',
    createdAt: 1,
    updatedAt: 1,
    deletedAt: null,
    ack: 5,
    fromMe: false,
    externalId: 'EU',
    nameBy: 'person',
    isGroup: true,
  }
  w.rows('UPDATE tickets SET user_id = ? WHERE id = ? RETURNING id', ana.userId, ids.ticket)
  const before = w.rows('SELECT * FROM users WHERE id = ?', ana.userId)
  await ana.json('/api/contacts', 'POST', { ...greedy, name: 'Nova', number: '5511977776666' })
  await ana.json(`/api/tickets/${ids.ticket}`, 'PUT', { ...greedy, status: 'pending', userId: null })
  await ana.json(`/api/tickets/${ids.ticket}`, 'PUT', { ...greedy })
  await ana.json(`/api/messages/${ids.ticket}`, 'POST', { ...greedy, fromMe: true, body: 'olá' })
  expect(w.rows('SELECT * FROM users WHERE id = ?', ana.userId)).toEqual(before)
  expect(w.rows("SELECT is_group, active FROM contacts WHERE name = 'Nova'")).toEqual([{ is_group: 0, active: 1 }])
  expect(w.rows('SELECT is_bot, uuid FROM tickets WHERE id = ?', ids.ticket)).toEqual([{ is_bot: 0, uuid: ids.uuid }])
  expect(w.rows("SELECT from_me FROM messages WHERE body = 'olá'")).toEqual([{ from_me: 1 }])
  expect(w.rows('SELECT 1 FROM messages WHERE external_id = ?', 'EU')).toEqual([])
})

test('every refusal has a code of the catalogue and a message in the client’s language', async () => {
  const w = world()
  for (const [language, text] of [
    ['pt-BR', 'Sua sessão expirou. Entre novamente.'],
    ['en-GB,en;q=0.9', 'Your session has expired. Please sign in again.'],
    ['tr', 'Oturum'],
    ['es-AR', 'sesión'],
    ['xx', 'Sua sessão'],
  ] as const) {
    const answer = await w.request('/api/tickets', { headers: { 'accept-language': language } })
    const { error, message } = (await answer.json()) as { error: keyof typeof errors; message: string }
    expect(errors[error]).toBe(403)
    expect(message).toContain(text)
    expect(answer.headers.get('cache-control')).toBe('no-store')
  }
})
