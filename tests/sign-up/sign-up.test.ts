/** Sign-up of trial companies by visitors. */
import { expect, test } from 'bun:test'
import { readdirSync } from 'node:fs'
import { join } from 'node:path'
import { watchLoop } from '../../src/platform/metrics'
import { DAY, HOUR, MINUTE } from '../../src/platform/time'
import { NO_LIMITS } from '../../src/tenancy/contract'
import { plans } from '../../src/tenancy/tables'
import { mailbox } from '../support/mailbox'
import { until } from '../support/until'
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
  w.server.databases.writableControl().$client.prepare('SELECT name FROM companies ORDER BY id').pluck().all()
const offer = (w: World, name: string, amount: number, isPublic = true) =>
  w.server.databases
    .writableControl()
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
    w.server.databases
      .writableControl()
      .$client.prepare('SELECT email, phone, plan_id FROM companies WHERE id = 2')
      .get(),
  ).toEqual({ email: 'bia@flordesal.example', phone: '5521988774120', plan_id: planId })
})

test('is refused while it is off, as GET /version reports', async () => {
  const w = world()
  expect(await errorOf(await signUp(w))).toEqual([403, 'ERR_USER_CREATION_DISABLED'])
  expect(await (await w.request('/api/version')).json()).toMatchObject({ signUp: false })
  expect(await (await w.request('/api/signup')).json()).toEqual({ trialDays: 7, plans: [], isFull: false })
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
  expect(await (await w.request('/api/signup')).json()).toEqual({ trialDays: 10, plans: listed, isFull: false })
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

const withMail = async (options: WorldOptions = {}) => {
  const box = await mailbox()
  const w = open({ mail: box, ...options, environment: { signUp: true, ...options.environment } })
  const codeSent = () => /\b\d{8}\b/.exec(box.mails()[0]?.text ?? '')?.[0] ?? ''
  return { w, box, codeSent }
}

test('with a mail server the company exists only once the code from the e-mail is given', async () => {
  const { w, box, codeSent } = await withMail()
  const begun = await signUp(w)
  expect([begun.status, await begun.json()]).toEqual([
    202,
    { expiresAt: new Date(w.clock.now() + 15 * MINUTE).toISOString(), tries: 5, retryAfter: 60 },
  ])
  expect(companiesOf(w)).toHaveLength(1)
  expect(box.mails()).toHaveLength(1)
  expect(box.mails()[0]).toMatchObject({ to: [flor.email], subject: 'Seu código para o cadastro' })
  // A stranger chose it, for an address that may be somebody else's.
  expect(box.mails()[0]?.text).not.toContain('Beatriz')
  const wrong = codeSent() === '00000000' ? '00000001' : '00000000'
  expect(await errorOf(await signUp(w, { code: wrong }))).toEqual([422, 'ERR_RESET_CODE_WRONG'])
  expect(await errorOf(await signUp(w, { code: codeSent(), email: 'outra@flor.example' }))).toEqual([
    410,
    'ERR_RESET_CODE_EXPIRED',
  ])
  expect(companiesOf(w)).toHaveLength(1)
  const answer = await signUp(w, { code: codeSent() })
  expect([answer.status, await answer.json()]).toMatchObject([200, { user: { email: flor.email } }])
  expect(await errorOf(await signUp(w, { code: codeSent() }))).toEqual([410, 'ERR_RESET_CODE_EXPIRED'])
  expect(companiesOf(w)).toHaveLength(2)
})

test('a known address is answered like an unknown one, and its owner gets a mail without a code', async () => {
  const { w, box } = await withMail()
  const ana = w.attendant([], { email: 'ana@loja.example' })
  const [known, unknown] = [await signUp(w, { email: ana.email }), await signUp(w)]
  expect([known.status, await known.json()]).toEqual([unknown.status, await unknown.json()])
  const tried = async (email: string) => {
    const answer = await signUp(w, { email, code: '12345678' })
    return [answer.status, ((await answer.json()) as { details: unknown }).details]
  }
  expect(await tried(ana.email)).toEqual(await tried(flor.email))
  const mail = box.mails().find(({ to }) => to.includes(ana.email))
  expect(mail?.subject).toBe('Você já tem conta no Balcão')
  expect(mail?.text).not.toMatch(/\d{8}/)
})

test('one address gets a code a minute and five a day', async () => {
  const { w, box } = await withMail()
  for (let n = 0; n < 5; n++) {
    expect((await signUp(w)).status).toBe(202)
    expect((await signUp(w)).status).toBe(429)
    w.clock.forward(HOUR)
  }
  expect((await signUp(w)).status).toBe(429)
  expect(box.mails()).toHaveLength(5)
})

test('the installation creates as many companies in an hour as the operator says, and notifies the operator once', async () => {
  const { w, box, codeSent } = await withMail({ environment: { signUpsPerHour: 2 } })
  const boss = w.attendant([], { email: 'dona@balcao.example', profile: 'admin', super: true })
  const create = async (email: string) => {
    const begun = await signUp(w, { email })
    return begun.status === 202 ? signUp(w, { email, code: codeSent() }) : begun
  }
  const isFull = async () => ((await (await w.request('/api/signup')).json()) as { isFull: boolean }).isFull
  expect((await create('a@flor.example')).status).toBe(200)
  expect(await isFull()).toBe(false)
  expect((await create('b@flor.example')).status).toBe(200)
  expect(await isFull()).toBe(true)
  for (const email of ['c@flor.example', 'd@flor.example']) {
    const refused = await create(email)
    expect([refused.headers.get('retry-after'), ...(await errorOf(refused))]).toEqual([
      '3600',
      429,
      'ERR_SIGN_UPS_FULL',
    ])
  }
  await until(() => box.mails().some(({ to }) => to.includes(boss.email)))
  const sent = box.mails().filter(({ to }) => to.includes(boss.email))
  expect(sent.map(({ subject }) => subject)).toEqual(['Muitos cadastros em uma hora'])
  expect(companiesOf(w)).toHaveLength(3)
  w.clock.forward(HOUR)
  expect(await isFull()).toBe(false)
  expect((await create('c@flor.example')).status).toBe(200)
})

test('forty at once never create more than the hour allows', async () => {
  const w = open({ environment: { signUp: true, signUpsPerHour: 3 }, trustProxy: ['127.0.0.1/32'] })
  const { url } = w.listen()
  const answers = await Promise.all(
    Array.from({ length: 40 }, (_, n) =>
      fetch(`${url}/api/signup`, {
        method: 'POST',
        headers: { 'content-type': 'application/json', 'x-forwarded-for': `2001:db8:${n.toString(16)}::1` },
        body: JSON.stringify({ ...flor, email: `p${n}@flor.example` }),
      }),
    ),
  )
  expect(answers.filter(({ status }) => status === 200)).toHaveLength(3)
  expect(answers.filter(({ status }) => status === 429)).toHaveLength(37)
  expect(companiesOf(w)).toHaveLength(4)
})

/** Seconds: half of what a single creation took that ran the migrations itself. */
const LONGEST = 0.05

/** The longest time, in seconds, for which the loop was held while `count` companies sign up at once. */
async function longestHeld(w: World, url: string, count: number) {
  let longest = 0
  const watch = watchLoop(({ held }) => {
    longest = Math.max(longest, held)
  })
  watch.stir()
  const stirring = setInterval(watch.stir, 20)
  const answers = await Promise.all(
    Array.from({ length: count }, (_, n) => {
      const address = `2001:db8:${n.toString(16)}::1`
      const body = JSON.stringify({ ...flor, email: `p${n}.${w.clock.now()}@flor.example` })
      const headers = { 'content-type': 'application/json', 'x-forwarded-for': address }
      return fetch(`${url}/api/signup`, { method: 'POST', headers, body })
    }),
  )
  clearInterval(stirring)
  watch.stop()
  expect(answers.map(({ status }) => status)).toEqual(Array<number>(count).fill(200))
  return longest
}

test('companies that sign up at once hold nobody else up', async () => {
  const w = open({ environment: { signUp: true, signUpsPerHour: 500 }, trustProxy: ['127.0.0.1/32'] })
  const { url } = w.listen()
  const looks: number[] = []
  for (let look = 0; look < 3 && !looks.some((held) => held <= LONGEST); look++) {
    looks.push(await longestHeld(w, url, 8))
    w.clock.forward(HOUR)
  }
  expect(Math.min(...looks)).toBeLessThanOrEqual(LONGEST)
}, 60_000)

test.each([
  ['a network of IPv6', 5, (n: number) => `2001:db8:7:1::${n + 1}`],
  ['a site of IPv6', 10, (n: number) => `2001:db8:7:${n}::1`],
  ['an IPv4 address', 5, () => '203.0.113.7'],
])('%s begins at most %i an hour', async (_, most, addressOf) => {
  const w = open({ trustProxy: ['127.0.0.1/32'] })
  const { url } = w.listen()
  const statuses: number[] = []
  for (let n = 0; n < most + 1; n++) {
    const answer = await fetch(`${url}/api/signup`, {
      method: 'POST',
      headers: { 'content-type': 'application/json', 'x-forwarded-for': addressOf(n) },
      body: JSON.stringify({ ...flor, email: `p${n}@flor.example` }),
    })
    statuses.push(answer.status)
  }
  expect(statuses).toEqual([...Array<number>(most).fill(200), 429])
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
  const [user] = w.server.databases
    .writableControl()
    .$client.prepare('SELECT due_at FROM companies WHERE id = 2')
    .pluck()
    .all()
  expect(user).toBe(w.clock.now() + 10 * DAY)
})

test.each([
  ['(20) 98877-4120', 'areaCode'],
  ['98877-4120', 'noAreaCode'],
  ['0800 123 4567', 'service'],
])('the telephone %s is refused at its field, with the reason: %s', async (phone, reason) => {
  const answer = await signUp(open(), { phone })
  expect(answer.status).toBe(400)
  expect(await answer.json()).toMatchObject({ details: [{ field: 'phone', hint: `form.phone.${reason}` }] })
})

test('a refused sign-up leaves no folder behind', async () => {
  const w = open()
  await Promise.all([1, 2, 3].map(() => signUp(w)))
  const folders = readdirSync(join(w.dataDir, 'tenants'))
  expect(folders).toHaveLength(companiesOf(w).length)
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
