/** The operator enters a company: with consent, for a time, under their own name, and without its secrets. */
import { describe, expect, test } from 'bun:test'
import type { Installation } from '../../../src/operator/contract'
import { supportAnswered, supportChanged } from '../../../src/operator/support/contract'
import { gateOf } from '../../../src/platform/http'
import { HOUR } from '../../../src/platform/time'
import { SESSION_OVER } from '../../../src/platform/wire'
import { textKeys } from '../../../src/settings/contract'
import { furnish } from '../../api/furnish'
import { keyOf, methodOf, routeTable } from '../../api/route-table'
import { runJob } from '../../support/jobs'
import { type WorldOptions, world } from '../../support/world'

function place(options: WorldOptions = {}) {
  const w = world(options)
  const other = w.company('Padaria Sol')
  const [root, admin, ana] = [w.admin({ super: true, name: 'Rafael Lima' }), other.admin(), other.attendant()]
  const at = `/api/companies/${other.tenant.id}/support`
  return {
    w,
    other,
    root,
    admin,
    ana,
    ask: () => root.json(at, 'POST', { reason: 'O bot não responde' }),
    answer: (answer: string, hours?: number) => admin.json('/api/support', 'PUT', { answer, ...(hours && { hours }) }),
    enter: (who = root) => who.json(`${at}/enter`, 'POST', {}),
    withdraw: () => root.request(at, { method: 'DELETE' }),
    /** A request with the token that entering gave. */
    inside: (token: string, path: string, init: { method?: string; body?: unknown } = {}) =>
      w.request(path, {
        method: init.method ?? 'GET',
        headers: { authorization: `Bearer ${token}`, 'content-type': 'application/json' },
        ...(init.body !== undefined && { body: JSON.stringify(init.body) }),
      }),
    /** An open page with that token. */
    async pageOf(token: string) {
      const frames: string[] = []
      const closed: number[] = []
      const { actor } = await w.server.auth.identify(token)
      w.server.hub.join(
        {
          actor,
          send: (frame) => frames.push(frame) > 0,
          subscribe() {},
          unsubscribe() {},
          backlog: () => 0,
          close: (code) => void closed.push(code),
        },
        null,
      )
      return { frames, closed }
    },
    log: () =>
      other.db.$client
        .prepare(
          "SELECT act, user_name AS who, subject_name AS about FROM audit_log WHERE kind = 'support' ORDER BY id",
        )
        .all(),
  }
}
type Boss = ReturnType<ReturnType<typeof place>['w']['admin']>
type Entered = {
  token: string
  user: { id: number; name: string; support?: true; super: boolean; company: { name: string } }
}

test('is answered once: of two admins who answer at once, the second is told that nothing is asked', async () => {
  const { ask, admin, other, log } = place()
  await ask()
  const second = other.admin()
  const answers = await Promise.all(
    [admin, second].map((who) => who.json('/api/support', 'PUT', { answer: 'grant', hours: 1 })),
  )
  expect(answers.map(({ status }) => status).toSorted()).toEqual([200, 403])
  expect(log().filter((entry) => (entry as { act: string }).act === 'grant')).toHaveLength(1)
})

test('a crash while a consent is taken leaves nobody in the company', async () => {
  let crashes = false
  const { ask, answer, enter, inside, w } = place({
    wrote(operation) {
      if (crashes && operation === 'support.answerGrant') throw new Error('the process ends here')
    },
  })
  w.expectErrors()
  await ask()
  await answer('grant', 1)
  const { token } = (await (await enter()).json()) as Entered
  expect((await inside(token, '/api/contacts/')).status).toBe(200)
  crashes = true
  expect((await answer('revoke')).status).toBe(500)
  expect((await inside(token, '/api/contacts/')).status).not.toBe(200)
  expect((await enter()).status).toBe(403)
})

test('enters only after an admin has consented', async () => {
  const { ask, answer, enter, admin, ana, root, inside, log } = place()
  expect(await (await enter()).json()).toMatchObject({ error: 'ERR_NO_CONSENT' })
  expect((await ask()).status).toBe(200)
  expect(admin.heard(supportChanged)).toMatchObject([{ grant: { asker: 'Rafael Lima', state: 'asked' } }])
  expect(ana.heard(supportChanged)).toEqual([])
  expect((await enter()).status).toBe(403)
  expect((await ana.json('/api/support', 'PUT', { answer: 'grant' })).status).toBe(403)
  expect((await answer('refuse')).status).toBe(200)
  expect((await enter()).status).toBe(403)
  expect((await answer('grant')).status).toBe(403)
  await ask()
  expect((await answer('grant')).status).toBe(200)
  expect(root.heard(supportAnswered).at(-1)).toMatchObject({ grant: { state: 'granted' } })
  const entered = (await (await enter()).json()) as Entered
  expect(entered.user).toMatchObject({
    name: 'Rafael Lima, por suporte',
    support: true,
    super: false,
    company: { name: 'Padaria Sol' },
  })
  expect((await inside(entered.token, '/api/queue')).status).toBe(200)
  expect(log()).toEqual([
    { act: 'ask', who: '', about: 'Rafael Lima' },
    { act: 'refuse', who: admin.name, about: 'Rafael Lima' },
    { act: 'ask', who: '', about: 'Rafael Lima' },
    { act: 'grant', who: admin.name, about: 'Rafael Lima' },
    { act: 'enter', who: '', about: 'Rafael Lima' },
  ])
})

async function entered() {
  const p = place()
  await p.ask()
  await p.answer('grant', 4)
  const { token, user } = (await (await p.enter()).json()) as Entered
  return { ...p, token, user }
}

test('administrators learn of it where pages learn of the installation, and nobody else', async () => {
  const { ask, answer, admin, ana, root, w } = place()
  const told = async (who: { request(path: string): Promise<Response> }) =>
    ((await (await who.request('/api/version')).json()) as Installation).support
  expect(await told(admin)).toBeUndefined()
  await ask()
  expect(await told(admin)).toMatchObject({ state: 'asked', asker: 'Rafael Lima' })
  await answer('grant', 1)
  expect(await told(admin)).toMatchObject({ state: 'granted' })
  for (const who of [ana, root, w]) expect(await told(who)).toBeUndefined()
  w.clock.forward(HOUR)
  expect(await told(admin)).toMatchObject({ state: 'ended' })
})

describe('inside', () => {
  test('every act is in the company’s log under the operator’s name', async () => {
    const { inside, token, other } = await entered()
    const made = await inside(token, '/api/tags', { method: 'POST', body: { name: 'Urgente', color: '#ff0000' } })
    expect(made.status).toBe(200)
    const saved = await inside(token, '/api/settings/userRandom', { method: 'PUT', body: { value: 'enabled' } })
    expect(saved.status).toBe(200)
    const log = other.db.$client.prepare("SELECT user_name FROM audit_log WHERE kind = 'setting'").pluck().all()
    expect(log).toEqual(['Rafael Lima, por suporte'])
  })

  test('is no user of the company, and counts towards no limit', async () => {
    const { admin, user, other } = await entered()
    const list = await (await admin.request('/api/users/list')).text()
    expect(list).not.toContain('suporte')
    expect((await admin.request(`/api/users/${user.id}`)).status).toBe(404)
    const usage = other.db.$client.prepare('SELECT count(*) FROM users WHERE deleted_at IS NULL').pluck().get()
    expect(usage).toBe(2)
  })

  test.each<[string, string, unknown]>([
    [
      'POST',
      '/api/users',
      { name: 'Intruso', email: 'x@y.example', password: 'Senha123', profile: 'admin', queueIds: [] },
    ],
    ['PUT', '/api/users/1', { password: 'Senha123' }],
    ['DELETE', '/api/users/1', undefined],
    ['POST', '/api/api-tokens', { name: 'Porta' }],
    ['POST', '/api/webhooks', { url: 'https://x.example', events: [] }],
    ['POST', '/api/webhooks/1/secret', {}],
    ['GET', '/api/contacts/1/personal-data', undefined],
    ['DELETE', '/api/contacts/1/personal-data', undefined],
    ['POST', '/api/subscription', {}],
    ['PUT', '/api/support', { answer: 'grant', hours: 24 }],
  ])('is refused %s %s', async (method, path, body) => {
    const { inside, token } = await entered()
    const answer = await inside(token, path, { method, ...(body !== undefined && { body }) })
    expect([answer.status, await answer.json()]).toMatchObject([403, { error: 'ERR_NOT_FOR_SUPPORT' }])
  })

  test('has no rights of the operator, and reaches no other company', async () => {
    const { inside, token, w } = await entered()
    for (const path of ['/api/companies', '/api/monitor/sockets', '/api/plans', '/api/invoices'])
      expect((await inside(token, path)).status).toBe(403)
    expect((await inside(token, `/api/companies/${w.tenant.id}`)).status).toBe(404)
  })

  test('ends when the admin revokes it, when the operator leaves it, and by itself', async () => {
    for (const end of [
      async (p: Awaited<ReturnType<typeof entered>>) => p.answer('revoke'),
      async (p: Awaited<ReturnType<typeof entered>>) => p.withdraw(),
      async (p: Awaited<ReturnType<typeof entered>>) => p.w.clock.forward(4 * HOUR),
    ]) {
      const p = await entered()
      expect((await p.inside(p.token, '/api/queue')).status).toBe(200)
      await end(p)
      expect((await p.inside(p.token, '/api/queue')).status).toBe(403)
      expect((await p.enter()).status).toBe(403)
    }
  })

  test('cannot be renewed beyond the consent', async () => {
    const p = place()
    await p.ask()
    await p.answer('grant', 1)
    const cookie = (await p.enter()).headers.getSetCookie().find((one) => one.startsWith('balcao_refresh=')) ?? ''
    const renew = (given: string) =>
      p.w.request('/api/auth/refresh_token', { method: 'POST', headers: { cookie: given.split(';')[0] ?? '' } })
    const renewed = await renew(cookie)
    expect(renewed.status).toBe(200)
    p.w.clock.forward(HOUR)
    expect((await renew(renewed.headers.getSetCookie()[0] ?? '')).status).toBe(401)
  })
})

test('ends with the operator’s person: deactivated, removed, or with another password', async () => {
  for (const end of [
    (boss: Boss, id: number) => boss.json(`/api/users/${id}`, 'PUT', { active: false }),
    (boss: Boss, id: number) => boss.request(`/api/users/${id}`, { method: 'DELETE' }),
    (boss: Boss, id: number) => boss.json(`/api/users/${id}`, 'PUT', { password: 'Outra1234' }),
  ]) {
    const p = place()
    await p.ask()
    await p.answer('grant', 4)
    const { token } = (await (await p.enter()).json()) as Entered
    expect((await end(p.w.admin({ super: true, name: 'Chefe' }), p.root.userId)).status).toBe(200)
    expect((await p.inside(token, '/api/queue')).status).toBe(403)
    expect((await p.admin.request('/api/queue')).status).toBe(200)
  }
})

test('ends at once, with its sockets and its consent, when the person no longer belongs to the operator', async () => {
  const p = place()
  const chief = p.w.admin({ super: true, name: 'Chefe' })
  await p.ask()
  await p.answer('grant', 4)
  const { token } = (await (await p.enter()).json()) as Entered
  const page = await p.pageOf(token)
  p.admin.forget()
  expect((await chief.json(`/api/users/${p.root.userId}`, 'PUT', { super: false })).status).toBe(200)
  expect((await p.inside(token, '/api/queue')).status).toBe(403)
  expect(page.closed).toEqual([SESSION_OVER])
  expect(p.admin.heard(supportChanged)).toMatchObject([{ grant: { state: 'ended' } }])
  expect(p.log().at(-1)).toMatchObject({ act: 'end', about: 'Rafael Lima' })
  await chief.json(`/api/users/${p.root.userId}`, 'PUT', { super: true })
  expect((await p.enter()).status).toBe(403)
})

test('sockets close when the time is over', async () => {
  const p = place()
  await p.ask()
  await p.answer('grant', 1)
  const page = await p.pageOf(((await (await p.enter()).json()) as Entered).token)
  p.w.clock.forward(HOUR - 1)
  await runJob(p.w.server, 'access.check-sockets')
  expect(page.closed).toEqual([])
  p.w.clock.forward(1)
  await runJob(p.w.server, 'access.check-sockets')
  expect(page.closed).toEqual([SESSION_OVER])
})

describe('what stays closed to the operator', () => {
  /** Secrets, ways out of the company, and spreadsheets. */
  const sounds =
    /token|secret|passkey|spreadsheet|export|\/errors$|personal-data|^(POST|PUT|DELETE) .*(whatsappsession|user-access)|release$/
  /** The operator's own, texts without people, the guest's own calendar, a list without secrets, and a send as on the page. */
  const harmless = [
    'GET /api/api-tokens/',
    'GET /api/api-tokens/sends/:id',
    'GET /api/eventos/:id/export',
    'GET /api/eventos/export',
    'GET /api/invoices/export',
    'GET /api/quick-messages/export',
    'POST /api/api-tokens/:id/send',
  ]

  test('no route that sounds like a secret is open, except those listed here', () => {
    const { w } = place()
    const open = w.app.routes
      .filter((route) => gateOf(route) && gateOf(route)?.by !== 'key' && !gateOf(route)?.own)
      .map(keyOf)
      .filter((key) => sounds.test(key))
    expect(open.sort()).toEqual(harmless)
  })

  test('each of them refuses', async () => {
    const { w, other, token } = await entered()
    const ids = await furnish(other, 'B')
    const closed = w.app.routes.filter((route) => gateOf(route)?.own).map(keyOf)
    expect(closed.length).toBeGreaterThan(35)
    for (const key of closed) {
      const { path, body } = routeTable[key]?.example(ids) ?? { path: '/' }
      const answer = await w.request(path, {
        method: methodOf(key),
        headers: { authorization: `Bearer ${token}`, 'content-type': 'application/json' },
        ...(body !== undefined && { body: JSON.stringify(body) }),
      })
      expect([key, answer.status, ((await answer.json()) as { error: string }).error]).toEqual([
        key,
        403,
        'ERR_NOT_FOR_SUPPORT',
      ])
    }
  })

  test('settings of other servers, but not the switches', async () => {
    const { inside, token } = await entered()
    const put = async (key: string, value: string) =>
      (await inside(token, `/api/settings/${key}`, { method: 'PUT', body: { value } })).status
    for (const key of [...textKeys, 'clientsecretsmtpauth', 'tokenTypebot', 'aiKey'] as const)
      expect([key, await put(key, '')]).toEqual([key, 403])
    expect(await put('userRandom', 'enabled')).toBe(200)
  })

  test('conversations of their own, which would stay with a person whom no list shows', async () => {
    const { inside, token, other, admin } = await entered()
    other.whatsapp.person('5511988887777').says('oi')
    const [{ id, contact } = { id: 0, contact: 0 }] = other.rows<{ id: number; contact: number }>(
      'SELECT id, contact_id AS contact FROM tickets',
    )
    const ask = async (path: string, method: string, body: object) =>
      (await inside(token, path, { method, body })).status
    expect(await ask(`/api/tickets/${id}`, 'PUT', { status: 'open' })).toBe(403)
    expect(await ask(`/api/tickets/${id}`, 'PUT', { status: 'open', userId: admin.userId })).toBe(200)
    expect(await ask(`/api/tickets/${id}`, 'PUT', { status: 'closed' })).toBe(200)
    expect(await ask(`/api/tickets/${id}`, 'PUT', { reopen: true })).toBe(403)
    expect(await ask('/api/tickets', 'POST', { contactId: contact })).toBe(403)
  })

  test('a report as a spreadsheet or by mail, but not the report', async () => {
    const { inside, token } = await entered()
    expect((await inside(token, '/api/ticketreport/reports')).status).toBe(200)
    expect((await inside(token, '/api/ticketreport/reports?format=xlsx')).status).toBe(403)
    const view = { name: 'Semana', filter: {}, isShared: false }
    const keep = async (isMailed: boolean) =>
      (await inside(token, '/api/ticketreport/views', { method: 'POST', body: { ...view, isMailed } })).status
    expect([await keep(false), await keep(true)]).toEqual([200, 403])
  })

  test('the codes that link a connection, in answers and events', async () => {
    const { w, other, inside, token, pageOf } = await entered()
    const { id } = other.connection({ open: false })
    const page = await pageOf(token)
    w.telephones.report(other.refOf(id), {
      status: 'qrcode',
      qrcode: '2@segredo',
      qrcodeExpiresAt: w.clock.now() + 60_000,
      pairingCode: 'ABCD1234',
    })
    const changed = { method: 'PUT', body: { greetingMessage: 'Olá' } }
    const seen = [
      await (await inside(token, `/api/whatsapp/${id}`)).text(),
      await (await inside(token, '/api/whatsapp')).text(),
      await (await inside(token, `/api/whatsapp/${id}`, changed)).text(),
    ]
    for (const text of seen) expect(text).toContain('"qrcode":""')
    expect(page.frames.length).toBeGreaterThan(0)
    expect([...seen, ...page.frames].join()).not.toMatch(/segredo|ABCD1234/)
  })
})

test('another person of the operator cannot use the consent', async () => {
  const { ask, answer, enter, w } = place()
  await ask()
  await answer('grant')
  expect((await enter(w.admin({ super: true, name: 'Outra' }))).status).toBe(403)
})

test('leaving gives the operator’s own session back, and ends no ordinary one', async () => {
  const p = place()
  await p.ask()
  await p.answer('grant')
  const [own = '', guest = ''] = (await p.enter()).headers.getSetCookie().map((one) => one.split(';')[0] ?? '')
  const leave = (cookie: string) => p.w.request('/api/support/leave', { method: 'POST', headers: { cookie } })
  const left = await leave(`${guest}; ${own}`)
  expect(left.status).toBe(200)
  expect(left.headers.getSetCookie()[0]).toMatch(/^balcao_operator=;/)
  const again = await p.w.request('/api/auth/refresh_token', { method: 'POST', headers: { cookie: guest } })
  expect(again.status).toBe(401)
})

test('notes on a company are for the operator alone', async () => {
  const { root, admin, other } = place()
  const at = `/api/companies/${other.tenant.id}/notes`
  const added = await (await root.json(at, 'POST', { text: 'Prefere ligação às segundas' })).json()
  expect(added).toMatchObject({ notes: [{ author: 'Rafael Lima', text: 'Prefere ligação às segundas' }] })
  expect((await admin.request(at)).status).toBe(403)
  const removed = await root.request(`${at}/${added.notes[0].id}`, { method: 'DELETE' })
  expect(await removed.json()).toEqual({ notes: [] })
})
