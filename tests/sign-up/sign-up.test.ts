/** Sign-up of trial companies by visitors. */
import { expect, test } from 'bun:test'
import { DAY, HOUR } from '../../src/platform/time'
import { NO_LIMITS } from '../../src/tenancy/contract'
import { plans } from '../../src/tenancy/tables'
import { type World, type WorldOptions, world } from '../support/world'
import { cookieOf, meWith, refresh, signIn } from '../users/support'

const flor = {
  companyName: 'Ateliê Flor de Sal',
  name: 'Beatriz Lacerda',
  email: 'bia@flordesal.example',
  phone: '(21) 98877-4120',
  password: 'Flordesal26',
}

const open = (options: WorldOptions = {}) => world({ environment: { signUp: true, trialDays: 10 }, ...options })
const signUp = (w: World, changes: object = {}) =>
  w.request('/api/signup', {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ ...flor, ...changes }),
  })
const errorOf = async (answer: Response) => [answer.status, ((await answer.json()) as { error: string }).error]
const companiesOf = (w: World) =>
  w.server.databases.control.$client.prepare('SELECT name FROM companies ORDER BY id').pluck().all()
const offer = (w: World, name: string, amount: number, isPublic = true) =>
  w.server.databases.control
    .insert(plans)
    .values({
      ...NO_LIMITS,
      users: 3,
      connections: 1,
      name,
      amount,
      isPublic,
      usesMenus: false,
      menus: [],
      features: ['useWhatsapp'],
      createdAt: 0,
      updatedAt: 0,
    })
    .returning()
    .get().id

test('creates a company on trial with its administrator, and signs in', async () => {
  const w = open()
  const planId = offer(w, 'Essencial', 9900)
  const answer = await signUp(w, { planId })
  const { token, user } = (await answer.json()) as { token: string; user: { profile: string; company: object } }
  expect(user).toMatchObject({
    name: 'Beatriz Lacerda',
    email: 'bia@flordesal.example',
    profile: 'admin',
    super: false,
    company: {
      id: 2,
      name: 'Ateliê Flor de Sal',
      dueDate: new Date(w.clock.now() + 10 * DAY).toISOString(),
      features: ['useWhatsapp'],
    },
  })
  expect((await meWith(w, token)).status).toBe(200)
  expect((await refresh(w, cookieOf(answer))).status).toBe(200)
  expect((await signIn(w, flor.email, flor.password)).status).toBe(200)
  expect(
    w.server.databases.control.$client.prepare('SELECT email, phone, plan_id FROM companies WHERE id = 2').get(),
  ).toEqual({ email: 'bia@flordesal.example', phone: '21988774120', plan_id: planId })
})

test('is refused while it is off, as GET /version reports', async () => {
  const w = world()
  expect(await errorOf(await signUp(w))).toEqual([403, 'ERR_USER_CREATION_DISABLED'])
  expect(await (await w.request('/api/version')).json()).toMatchObject({ signUp: false })
  expect(await (await w.request('/api/signup')).json()).toEqual({ trialDays: 7, plans: [] })
  expect(companiesOf(w)).toHaveLength(1)
  expect(await (await open().request('/api/version')).json()).toMatchObject({ signUp: true })
})

test('offers public plans only, cheapest first', async () => {
  const w = open()
  const pro = offer(w, 'Profissional', 24900)
  const basic = offer(w, 'Essencial', 9900)
  const hidden = offer(w, 'Personalizado 1', 100, false)
  const listed = await (await w.request('/api/plans/list')).json()
  expect(listed).toMatchObject([
    { id: basic, name: 'Essencial', amount: 99, users: 3, connections: 1 },
    { id: pro, name: 'Profissional', amount: 249, users: 3, connections: 1 },
  ])
  expect(await (await w.request('/api/signup')).json()).toEqual({ trialDays: 10, plans: listed })
  for (const planId of [hidden, 999])
    expect(await errorOf(await signUp(w, { planId }))).toEqual([422, 'ERR_PLAN_NOT_OFFERED'])
  expect(companiesOf(w)).toHaveLength(1)
})

test('an e-mail in use creates no company, also when two sign up with it at once', async () => {
  const w = open()
  const ana = w.attendant()
  expect(await errorOf(await signUp(w, { email: ana.email }))).toEqual([409, 'ERR_DUPLICATED_EMAIL'])
  const both = await Promise.all([signUp(w), signUp(w, { companyName: 'Outra' })])
  expect(both.map(({ status }) => status).sort()).toEqual([200, 409])
  expect(companiesOf(w)).toHaveLength(2)
})

test('a network creates at most five companies an hour', async () => {
  const w = open()
  for (const n of [1, 2, 3, 4, 5]) expect((await signUp(w, { email: `p${n}@flor.example` })).status).toBe(200)
  expect(await errorOf(await signUp(w, { email: 'p6@flor.example' }))).toEqual([429, 'ERR_TOO_MANY_ATTEMPTS'])
  w.clock.forward(HOUR)
  expect((await signUp(w, { email: 'p6@flor.example' })).status).toBe(200)
})

test('every invalid field is named, and further fields are ignored', async () => {
  const w = open()
  const answer = await signUp(w, { companyName: 'A', name: '', email: 'bia', phone: '12', password: 'flordesal' })
  const { details } = (await answer.json()) as { details: { field: string }[] }
  expect(details.map(({ field }) => field).sort()).toEqual(['companyName', 'email', 'name', 'password', 'phone'])
  await signUp(w, { super: true, dueDate: '2999-01-01', companyId: 1 })
  const [user] = w.server.databases.control.$client.prepare('SELECT due_at FROM companies WHERE id = 2').pluck().all()
  expect(user).toBe(w.clock.now() + 10 * DAY)
})

test('is on trial until its trial days are over or it has paid', async () => {
  const w = open()
  const operator = w.admin({ super: true })
  const planId = offer(w, 'Essencial', 9900)
  await signUp(w, { planId })
  const found = async () =>
    (
      (await (await operator.request('/api/companies')).json()) as {
        companies: { id: number; trialUntil: string | null }[]
      }
    ).companies.find(({ id }) => id === 2)?.trialUntil
  expect(await found()).toBe(new Date(w.clock.now() + 10 * DAY).toISOString())
  expect((await operator.request('/api/companies/2/renew', { method: 'POST' })).status).toBe(200)
  expect(await found()).toBeNull()
})
