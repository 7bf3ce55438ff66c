/** What a module's manifest adds: routes with gates, permissions, errors in four languages. */
import { describe, expect, test } from 'bun:test'
import { Elysia } from 'elysia'
import * as v from 'valibot'
import { defineErrors, errors, fail } from '../../src/errors'
import { modules } from '../../src/modules'
import { Done, done, failures, gateOf } from '../../src/platform/http'
import { input } from '../../src/platform/input'
import type { Module } from '../../src/platform/module'
import type { PlanFlag } from '../../src/tenancy/contract'
import { languages } from '../../src/texts/languages'
import { definePermission } from '../../src/users/permissions'
import { PASSWORD } from '../support/company-world'
import { givePlan } from '../support/plans'
import { type World, world } from '../support/world'

const manageToys = definePermission('toys-page:manage', ['admin', 'supervisor'])
const toyErrors = defineErrors(
  {
    en: { ERR_TOY_BROKEN: 'The toy is broken.' },
    es: { ERR_TOY_BROKEN: 'El juguete se rompió.' },
    tr: { ERR_TOY_BROKEN: 'Oyuncak kırık.' },
  },
  { ERR_TOY_BROKEN: { status: 409, text: 'O brinquedo quebrou.' } },
)
const Toy = v.object({ name: v.string() })

/** Test module. */
const toys = {
  name: 'toys',
  routes: (http) =>
    new Elysia({ prefix: '/toys' })
      .use(http)
      .get('/', ({ actor }) => ({ name: actor.name }), { allowed: manageToys, response: { 200: Toy, ...failures } })
      .put('/', ({ body }) => body, {
        plan: 'useSchedules',
        allowed: ['queues-page:change', manageToys],
        body: input(Toy),
        response: { 200: Toy, ...failures },
      })
      .post('/', ({ body }) => body, {
        allowed: manageToys,
        body: input(Toy),
        plan: 'useSchedules',
        response: { 200: Toy, ...failures },
      })
      .delete('/', () => fail(toyErrors.ERR_TOY_BROKEN, { toy: 7 }), { signedIn: true })
      .post('/:id', () => done, { signedIn: true, response: { 200: Done, ...failures } })
      .post('/picture', async ({ request }) => ({ size: (await request.arrayBuffer()).byteLength }), {
        upload: true,
        signedIn: true,
      })
      .post('/:id/pictures/:place', async ({ request }) => ({ size: (await request.arrayBuffer()).byteLength }), {
        signedIn: true,
        upload: true,
      })
      .put('/picture', async ({ request }) => ({ size: (await request.arrayBuffer()).byteLength }), {
        signedIn: true,
        parse: 'none',
      })
      .get('/picture', ({ actor }) => ({ name: actor.name }), { reader: true })
      .patch('/picture', ({ actor }) => ({ name: actor.name }), { reader: true }),
  permissions: [manageToys],
  errors: toyErrors,
} satisfies Module

const shop = {
  name: 'shop',
  plan: 'useCampaigns',
  routes: (http) =>
    new Elysia({ prefix: '/shop' })
      .use(http)
      .get('/', () => ({ open: true }), { signedIn: true })
      .get('/prices', () => ({ open: true }), { plan: 'useIntegrations', signedIn: true }),
} satisfies Module

const town = () => world({ modules: [toys, shop] })
const has = (w: World, features: readonly PlanFlag[] | null) =>
  void givePlan(w.server.databases.writableControl(), w.tenant.id, features)
const errorOf = async (answer: Response) => [answer.status, ((await answer.json()) as { error?: string }).error]

describe('a module’s permission', () => {
  test('opens a route to its profiles, alone or as one of several', async () => {
    const w = town()
    const [boss, chief, ana] = [w.admin(), w.attendant([], { profile: 'supervisor' }), w.attendant()]
    const ask = async (who: typeof ana) => [
      (await who.request('/api/toys')).status,
      (await who.json('/api/toys', 'PUT', { name: 'x' })).status,
    ]
    expect([await ask(boss), await ask(chief), await ask(ana)]).toEqual([
      [200, 200],
      [200, 200],
      [403, 403],
    ])
  })
})

describe('a module’s error', () => {
  test('is sent in the client’s language, with status and details', async () => {
    const ana = town().attendant()
    for (const language of languages) {
      const answer = await ana.request('/api/toys', { method: 'DELETE', headers: { 'accept-language': language } })
      expect([answer.status, await answer.json()]).toEqual([
        409,
        { error: 'ERR_TOY_BROKEN', message: toyErrors.ERR_TOY_BROKEN.texts[language], details: { toy: 7 } },
      ])
    }
  })
})

describe('a missing plan feature', () => {
  test('is refused by name before the body is read, whatever the order of gates', async () => {
    const w = town()
    has(w, ['useCampaigns'])
    const boss = w.admin()
    for (const method of ['PUT', 'POST']) {
      const answer = await boss.json('/api/toys', method, [])
      expect([answer.status, await answer.json()]).toMatchObject([
        403,
        { error: 'ERR_PLAN_FEATURE', details: { feature: 'useSchedules' } },
      ])
    }
    has(w, ['useSchedules'])
    for (const method of ['PUT', 'POST']) expect((await boss.json('/api/toys', method, { name: 'x' })).status).toBe(200)
  })

  test('does not replace a permission when present', async () => {
    const ana = town().attendant()
    for (const method of ['PUT', 'POST'])
      expect(await errorOf(await ana.json('/api/toys', method, { name: 'x' }))).toEqual([403, 'ERR_NO_PERMISSION'])
  })

  test('refuses every route of a module that needs it, and routes may need further ones', async () => {
    const w = town()
    const ana = w.attendant()
    const ask = async () => [
      await errorOf(await ana.request('/api/shop')),
      await errorOf(await ana.request('/api/shop/prices')),
    ]
    expect(await ask()).toEqual([
      [200, undefined],
      [200, undefined],
    ])
    has(w, ['useCampaigns'])
    expect(await ask()).toEqual([
      [200, undefined],
      [403, 'ERR_PLAN_FEATURE'],
    ])
    has(w, ['useIntegrations'])
    expect((await ana.request('/api/shop/prices')).status).toBe(403)
    has(w, [])
    expect(await ask()).toEqual([
      [403, 'ERR_PLAN_FEATURE'],
      [403, 'ERR_PLAN_FEATURE'],
    ])
    expect((await ana.request('/api/tickets')).status).toBe(200)
    has(w, null)
    expect(await ask()).toEqual([
      [200, undefined],
      [200, undefined],
    ])
  })

  test('is known to the screens, and does not affect other companies', async () => {
    const w = town()
    const other = w.company()
    has(w, ['useCampaigns'])
    const [ana, bruno] = [w.attendant(), other.attendant()]
    expect((await ana.api.auth.me.get()).data?.user.company.features).toEqual(['useCampaigns'])
    expect((await bruno.api.auth.me.get()).data?.user.company.features).toBeNull()
    expect((await bruno.request('/api/shop/prices')).status).toBe(200)
  })
})

describe('a route for files', () => {
  const form = 'multipart/form-data; boundary=x'
  const send = (who: ReturnType<World['attendant']>, method: string, type: string, path = '/picture') =>
    who.request(`/api/toys${path}`, {
      method,
      body: 'x'.repeat(1_200_000),
      headers: { 'content-type': type, 'content-length': '1200000' },
    })

  test('accepts a large form only if marked', async () => {
    const ana = town().attendant()
    const answer = await send(ana, 'POST', form)
    expect([answer.status, await answer.json()]).toEqual([200, { size: 1_200_000 }])
    expect(await errorOf(await send(ana, 'POST', 'application/json'))).toEqual([413, 'ERR_PAYLOAD_TOO_LARGE'])
    expect(await errorOf(await send(ana, 'PUT', form))).toEqual([413, 'ERR_PAYLOAD_TOO_LARGE'])
    expect(await errorOf(await send(ana, 'POST', form, '/7'))).toEqual([413, 'ERR_PAYLOAD_TOO_LARGE'])
    expect((await send(ana, 'POST', form, '/7/pictures/2')).status).toBe(200)
  })

  test('can be read by cookie, which changes nothing', async () => {
    const w = town()
    const ana = w.attendant()
    const { refreshToken } = await w.server.auth.signIn({ email: ana.email, password: PASSWORD }, 'here')
    const headers = { cookie: `balcao_refresh=${refreshToken}` }
    expect((await w.request('/api/toys/picture', { headers })).status).toBe(200)
    for (const method of ['POST', 'PUT', 'PATCH'])
      expect((await w.request('/api/toys/picture', { method, headers })).status).toBe(403)
    expect(await errorOf(await w.request('/api/toys', { headers }))).toEqual([403, 'ERR_SESSION_EXPIRED'])
  })
})

describe('all modules', () => {
  const all: readonly Module[] = modules

  test('have unique names, permissions and errors, with distinct texts in four languages', () => {
    const once = (found: readonly string[]) => expect(found).toEqual([...new Set(found)])
    once(all.map(({ name }) => name))
    once(all.flatMap(({ permissions = [] }) => permissions.map(({ key }) => key)))
    const own = all.flatMap(({ errors = {} }) => Object.values(errors))
    once([...Object.keys(errors), ...own.map(({ code }) => code)])
    for (const { code, status, texts } of own) {
      expect([code, status >= 400 && status < 600]).toEqual([code, true])
      const words = languages.map((language) => texts[language].trim())
      expect([code, words.every((text) => text.length > 5), new Set(words).size]).toEqual([
        code,
        true,
        languages.length,
      ])
    }
  })

  test('use only permissions defined by the core or a module', () => {
    const w = town()
    const known = new Set([...all, toys].flatMap(({ permissions = [] }: Module) => permissions))
    const undefinedOnes = w.app.routes.flatMap((route) =>
      (gateOf(route)?.allowed ?? []).filter((one) => typeof one === 'object' && ![...known].some((two) => two === one)),
    )
    expect(undefinedOnes).toEqual([])
  })
})
