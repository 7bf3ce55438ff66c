import { describe, expect, spyOn, test } from 'bun:test'
import { eq } from 'drizzle-orm'
import { sessionEnded } from '../../src/access/contract'
import { hashPassword } from '../../src/access/password'
import { setPasswordHash } from '../../src/access/people'
import { users } from '../../src/access/tables'
import { jobs } from '../../src/jobs'
import { suspendCompany } from '../../src/operator/companies'
import { DAY, MINUTE, SECOND } from '../../src/platform/time'
import { type Attendant, PASSWORD, SALES } from '../support/company-world'
import { quiet } from '../support/until'
import { type World, world } from '../support/world'

type Answer = { error?: string; token?: string; user?: Record<string, unknown>; details?: { retryAfter?: number } }

const post = (w: World, path: string, body: unknown, headers: Record<string, string> = {}) =>
  w.request(`/api/auth/${path}`, {
    method: 'POST',
    headers: { 'content-type': 'application/json', ...headers },
    body: JSON.stringify(body),
  })
const signIn = (w: World, email: string, password = PASSWORD) => post(w, 'login', { email, password })
const told = async (answer: Response) => (await answer.json()) as Answer // checked by each test
const cookieOf = (answer: Response) => (answer.headers.get('set-cookie') ?? '').split(';')[0] ?? ''
const refresh = (w: World, cookie: string, headers: Record<string, string> = {}) =>
  post(w, 'refresh_token', {}, { cookie, ...headers })
const meWith = (w: World, token: string | undefined) =>
  w.request('/api/auth/me', { headers: { authorization: `Bearer ${token}` } })

test('a person signs in with e-mail and password, however the e-mail is written', async () => {
  const w = world()
  const ana = w.attendant([SALES], { email: 'ana@loja.example', name: 'Ana' })
  const answer = await signIn(w, '  ANA@Loja.example ')
  const { token, user } = await told(answer)
  expect(answer.status).toBe(200)
  expect(user).toMatchObject({
    id: ana.userId,
    name: 'Ana',
    profile: 'user',
    queueIds: [SALES],
    companyId: 1,
    super: false,
  })
  expect((await meWith(w, token)).status).toBe(200)
})

test('the refresh token travels in a cookie that scripts and other sites cannot use', async () => {
  const w = world()
  const ana = w.attendant()
  const plain = (await signIn(w, ana.email)).headers.get('set-cookie')
  expect(plain).toMatch(/^balcao_refresh=[\w-]{40,}; Path=\/; HttpOnly; SameSite=Lax; Max-Age=2592000$/)

  const secure = world({ publicUrl: 'https://atende.example.com' })
  const bia = secure.attendant()
  expect((await signIn(secure, bia.email)).headers.get('set-cookie')).toEndWith('; Secure')
})

test('no response of sign-in contains the password or its hash', async () => {
  const w = world()
  const ana = w.attendant()
  const text = await (await signIn(w, ana.email)).text()
  expect(text).not.toContain('argon2')
  expect(text.toLowerCase()).not.toContain('password')
})

test('a wrong password and an unknown e-mail get the same answer', async () => {
  const w = world()
  const ana = w.attendant()
  const [wrong, unknown] = [await signIn(w, ana.email, 'errada'), await signIn(w, 'ninguem@loja.example')]
  expect([wrong.status, unknown.status]).toEqual([401, 401])
  expect(await wrong.text()).toBe(await unknown.text())
})

test('an unknown e-mail costs as much as a wrong password, so that timing reveals nothing', async () => {
  const w = world()
  const ana = w.attendant()
  const real = await hashPassword(PASSWORD)
  w.db.update(users).set({ passwordHash: real }).where(eq(users.id, ana.userId)).run()
  using verify = spyOn(Bun.password, 'verify')
  await signIn(w, ana.email, 'errada')
  await signIn(w, 'ninguem@loja.example', 'errada')
  const costs = verify.mock.calls.map(([password, hash]) => [
    password,
    /^\$argon2id\$v=19\$[^$]+\$/.exec(String(hash))?.[0],
  ])
  const cost = ['errada', '$argon2id$v=19$m=19456,t=2,p=1$']
  expect(costs).toEqual([cost, cost])
})

test('what changes while a password is looked at counts: the old one lets nobody in, nor does an inactive person', async () => {
  const w = world()
  const [ana, bia] = [w.attendant(), w.attendant()]
  const verify = Bun.password.verify.bind(Bun.password)
  /** Signs in; `meanwhile` happens when the password has been found right. */
  const signInWhile = async (email: string, meanwhile: () => void) => {
    using looked = spyOn(Bun.password, 'verify')
    looked.mockImplementation(async (...asked: Parameters<typeof verify>) => {
      const isRight = await verify(...asked)
      meanwhile()
      return isRight
    })
    return told(await signIn(w, email))
  }
  const newHash = await hashPassword('Outra123')
  const answers = [
    await signInWhile(ana.email, () => {
      setPasswordHash(w.db, ana.userId, newHash)
      w.house.auth.revoke({ companyId: 1, userId: ana.userId }, 'revoked')
    }),
    await signInWhile(
      bia.email,
      () => void w.rows('UPDATE users SET active = 0 WHERE id = ? RETURNING id', bia.userId),
    ),
  ]
  expect(answers).toMatchObject([{ error: 'ERR_INVALID_CREDENTIALS' }, { error: 'ERR_INVALID_ACTIVE' }])
})

test('the checks come in order: password, then the person, then the company', async () => {
  const w = world()
  const b = w.company()
  const ana = b.attendant()
  b.db.update(users).set({ active: false }).where(eq(users.id, ana.userId)).run()
  b.suspend()
  expect(await told(await signIn(w, ana.email, 'errada'))).toMatchObject({ error: 'ERR_INVALID_CREDENTIALS' })
  const inactive = await signIn(w, ana.email)
  expect(inactive.status).toBe(403)
  expect(await told(inactive)).toMatchObject({ error: 'ERR_INVALID_ACTIVE' })
  b.db.update(users).set({ active: true }).where(eq(users.id, ana.userId)).run()
  const suspended = await signIn(w, ana.email)
  expect(suspended.status).toBe(403)
  expect(await told(suspended)).toMatchObject({ error: 'ERR_COMPANY_BLOCKED' })
})

test('ten failures at one e-mail shut that door for fifteen minutes, also to the right password', async () => {
  const w = world()
  const [ana, bia] = [w.attendant(), w.attendant()]
  for (let n = 0; n < 10; n++) expect((await signIn(w, ana.email, 'errada')).status).toBe(401)
  const shut = await signIn(w, ana.email)
  expect(shut.status).toBe(429)
  expect(Number(shut.headers.get('retry-after'))).toBe(900)
  w.clock.forward(15 * MINUTE - SECOND)
  expect((await signIn(w, ana.email)).headers.get('retry-after')).toBe('1')
  w.clock.forward(SECOND)
  expect((await signIn(w, ana.email)).status).toBe(200)
  expect((await signIn(w, bia.email)).status).toBe(200)
})

test('ten failures from one address shut it for every e-mail, and no other address', async () => {
  const w = world({ trustProxy: true })
  const ana = w.attendant()
  const from = (address: string, email: string, password: string) =>
    post(w, 'login', { email, password }, { 'x-forwarded-for': `1.1.1.1, ${address}` })
  for (let n = 0; n < 10; n++) await from('9.9.9.9', `alguem${n}@loja.example`, 'errada')
  expect((await from('9.9.9.9', ana.email, PASSWORD)).status).toBe(429)
  expect((await from('8.8.8.8', ana.email, PASSWORD)).status).toBe(200)
})

test('a guesser who has a new IPv6 address for each guess is one all the same', async () => {
  const w = world({ trustProxy: true })
  const ana = w.attendant()
  const from = (address: string, email: string, password: string) =>
    post(w, 'login', { email, password }, { 'x-forwarded-for': address })
  for (let n = 0; n < 10; n++) await from(`2001:db8:1:2::${n}`, `alguem${n}@loja.example`, 'errada')
  expect((await from('2001:db8:1:2:aaaa:bbbb:cccc:dddd', ana.email, PASSWORD)).status).toBe(429)
  expect((await from('2001:db8:1:3::1', ana.email, PASSWORD)).status).toBe(200)
})

test('guessing many passwords at the same moment opens no door that guessing in turn would find shut', async () => {
  const w = world()
  const ana = w.attendant()
  const guesses = Array.from({ length: 40 }, (_, n) => signIn(w, ana.email, n === 39 ? PASSWORD : `errada${n}`))
  const statuses = (await Promise.all(guesses)).map(({ status }) => status)
  expect(statuses.filter((status) => status === 200)).toEqual([])
  expect(statuses.filter((status) => status === 401).length).toBeLessThanOrEqual(10)
})

test('a success of one’s own forgives no guess at others', async () => {
  const w = world({ trustProxy: true })
  const mine = w.attendant()
  const victims = Array.from({ length: 20 }, () => w.attendant().email)
  const from = (email: string, password: string) =>
    post(w, 'login', { email, password }, { 'x-forwarded-for': '203.0.113.1' })
  const statuses: number[] = []
  for (const [n, email] of victims.entries()) {
    statuses.push((await from(email, 'Guess123')).status)
    if (n % 9 === 8) await from(mine.email, PASSWORD)
  }
  expect(statuses.filter((status) => status === 401)).toHaveLength(10)
  expect(statuses.filter((status) => status === 429)).toHaveLength(10)
})

test('a crowd from one address waits for itself: another address signs in at once, and few of the crowd are looked at', async () => {
  const w = world({ trustProxy: true })
  const ana = w.attendant()
  const from = (address: string, email: string, password: string) =>
    post(w, 'login', { email, password }, { 'x-forwarded-for': address })
  const ended: string[] = []
  const crowd = Array.from({ length: 200 }, async (_, n) => {
    const { status } = await from('203.0.113.1', `x${n}@nowhere.example`, 'errada')
    ended.push(`crowd ${status}`)
    return status
  })
  await quiet()
  expect((await from('198.51.100.7', ana.email, PASSWORD)).status).toBe(200)
  ended.push('ana')
  const statuses = await Promise.all(crowd)
  expect(ended.indexOf('ana')).toBeLessThan(10)
  expect(statuses.filter((status) => status === 401).length).toBeLessThanOrEqual(10)
})

test('an access token lives fifteen minutes, then 403 asks the page to refresh', async () => {
  const w = world()
  const ana = w.attendant()
  const signed = await signIn(w, ana.email)
  const { token } = await told(signed)
  w.clock.forward(15 * MINUTE - SECOND)
  expect((await meWith(w, token)).status).toBe(200)
  w.clock.forward(SECOND)
  const late = await meWith(w, token)
  expect([late.status, (await told(late)).error]).toEqual([403, 'ERR_SESSION_EXPIRED'])
  const renewed = await refresh(w, cookieOf(signed))
  expect(renewed.status).toBe(200)
  expect((await meWith(w, (await told(renewed)).token)).status).toBe(200)
})

test('an invalid refresh token gets 401, which makes the page drop the session', async () => {
  const w = world()
  for (const cookie of ['balcao_refresh=nonsense', 'balcao_refresh=', 'other=1']) {
    const answer = await refresh(w, cookie)
    expect([answer.status, (await told(answer)).error]).toEqual([401, 'ERR_SESSION_EXPIRED'])
  }
})

describe('a refresh that is refused says why', () => {
  const refusal = async (w: World, cookie: string) => {
    const answer = await refresh(w, cookie)
    return [answer.status, (await told(answer)).error]
  }

  test('to who was signed in: elsewhere, the company suspended, the person inactive, or just over', async () => {
    const w = world()
    const b = w.company()
    const [ana, bia, carla, davi, bruno] = [w.attendant(), w.attendant(), w.attendant(), w.attendant(), b.attendant()]
    const [elsewhere, inactive, revoked, idle, suspended] = [
      cookieOf(await signIn(w, ana.email)),
      cookieOf(await signIn(w, bia.email)),
      cookieOf(await signIn(w, carla.email)),
      cookieOf(await signIn(w, davi.email)),
      cookieOf(await signIn(w, bruno.email)),
    ]
    await signIn(w, ana.email)
    w.db.update(users).set({ active: false }).where(eq(users.id, bia.userId)).run()
    w.house.auth.revoke({ companyId: 1, userId: carla.userId }, 'revoked')
    suspendCompany(w.house.databases.control, w.clock.now(), b.tenant.id)
    for (let lap = 0; lap < 2; lap++) {
      expect(await refusal(w, elsewhere)).toEqual([401, 'ERR_SESSION_ELSEWHERE'])
      expect(await refusal(w, inactive)).toEqual([401, 'ERR_INVALID_ACTIVE'])
      expect(await refusal(w, revoked)).toEqual([401, 'ERR_SESSION_EXPIRED'])
      expect(await refusal(w, suspended)).toEqual([401, 'ERR_COMPANY_BLOCKED'])
    }
    w.clock.forward(31 * DAY)
    expect(await refusal(w, idle)).toEqual([401, 'ERR_SESSION_EXPIRED'])
  })

  test('and nothing to who found an old cookie', async () => {
    const w = world()
    const b = w.company()
    const [ana, bruno] = [w.attendant(), b.attendant()]
    const [ofAna, ofBruno] = [cookieOf(await signIn(w, ana.email)), cookieOf(await signIn(w, bruno.email))]
    await refresh(w, ofAna)
    await refresh(w, ofBruno)
    w.clock.forward(11 * SECOND)
    await signIn(w, ana.email)
    suspendCompany(w.house.databases.control, w.clock.now(), b.tenant.id)
    for (const cookie of [ofAna, ofBruno, 'balcao_refresh=nonsense'])
      expect(await refusal(w, cookie)).toEqual([401, 'ERR_SESSION_EXPIRED'])
  })
})

test('a refresh token rotates at each use, and one that comes back ends the whole session, however soon', async () => {
  const w = world()
  const ana = w.attendant()
  const signed = await signIn(w, ana.email)
  const { token } = await told(signed)
  const stolen = cookieOf(signed)
  const renewed = cookieOf(await refresh(w, stolen))
  expect(renewed).not.toBe(stolen)
  const again = await refresh(w, stolen)
  expect([again.status, (await told(again)).error]).toEqual([401, 'ERR_SESSION_EXPIRED'])
  expect((await refresh(w, renewed)).status).toBe(401)
  expect((await meWith(w, token)).status).toBe(403)
})

test('a cookie that was rotated out opens no file, and asking for one with it ends nothing', async () => {
  const w = world()
  const ana = w.attendant()
  /** 404: let in, and there is no such file. */
  const fileWith = async (cookie: string) => (await w.request('/api/media/1', { headers: { cookie } })).status
  const first = cookieOf(await signIn(w, ana.email))
  expect(await fileWith(first)).toBe(404)
  const second = cookieOf(await refresh(w, first))
  w.clock.forward(9 * SECOND)
  expect([await fileWith(first), await fileWith(second)]).toEqual([404, 404])
  w.clock.forward(2 * SECOND)
  expect([await fileWith(first), await fileWith(second)]).toEqual([403, 404])
  expect((await refresh(w, second)).status).toBe(200)
})

test('the browser that used a cookie may use it again within ten seconds: two tabs, or a lost answer; nobody else may', async () => {
  const browser = 'a word of this browser'
  const used = async () => {
    const w = world()
    const first = cookieOf(await signIn(w, w.attendant().email))
    const again = (word?: string, cookie = first) => post(w, 'refresh_token', { browser: word }, { cookie })
    const second = cookieOf(await again(browser))
    w.clock.forward(9 * SECOND)
    return { w, again, second }
  }
  const quick = await used()
  expect((await quick.again(browser)).status).toBe(200)
  expect((await quick.again(browser, quick.second)).status).toBe(200)
  for (const word of [undefined, 'the word of another']) {
    const { again, second } = await used()
    expect((await again(word)).status).toBe(401)
    expect((await again(browser, second)).status).toBe(401)
  }
  const late = await used()
  late.w.clock.forward(2 * SECOND)
  expect((await late.again(browser)).status).toBe(401)
})

test('on a full disk sessions continue: the token is renewed, the cookie stays, and rotates again later', async () => {
  const w = world()
  const signed = await signIn(w, w.attendant().email)
  const raw = w.house.databases.control.$client
  const pages = Number(raw.pragma('page_count', { simple: true }))
  raw.pragma(`max_page_count = ${pages + 2}`)
  const [{ id } = { id: '' }] = raw.prepare('SELECT id FROM sessions').all() as { id: string }[] // the column is listed
  const fill = raw.prepare('INSERT INTO refresh_tokens (hash, session_id) VALUES (?, ?)')
  let refused = 0
  for (let n = 0; refused < 300; n++)
    try {
      fill.run(new Bun.CryptoHasher('sha256').update(String(n)).digest('hex'), id)
    } catch {
      refused++ // every page has had its turn
    }
  for (let lap = 0; lap < 2; lap++) {
    const renewed = await refresh(w, cookieOf(signed))
    expect([renewed.status, cookieOf(renewed)]).toEqual([200, cookieOf(signed)])
    expect((await meWith(w, (await told(renewed)).token)).status).toBe(200)
    w.clock.forward(15 * MINUTE)
  }
  raw.pragma(`max_page_count = ${pages + 10_000}`)
  const later = await refresh(w, cookieOf(signed))
  expect(later.status).toBe(200)
  expect(cookieOf(later)).not.toBe(cookieOf(signed))
})

test('a refresh while the company cannot be opened uses nothing up', async () => {
  const w = world()
  w.expectErrors()
  const signed = await signIn(w, w.attendant().email)
  const { databases } = w.house
  databases.setAside(w.tenant.uuid, 'closed for this test')
  expect((await refresh(w, cookieOf(signed))).status).toBe(503)
  const used = databases.control.$client.prepare('SELECT 1 FROM refresh_tokens WHERE rotated_at IS NOT NULL')
  expect(used.all()).toEqual([])
  databases.takeBack(w.tenant.uuid)
  expect((await refresh(w, cookieOf(signed))).status).toBe(200)
})

test('a session that nobody uses for thirty days is over', async () => {
  const w = world()
  const ana = w.attendant()
  const first = cookieOf(await signIn(w, ana.email))
  w.clock.forward(29 * DAY)
  const second = cookieOf(await refresh(w, first))
  w.clock.forward(29 * DAY)
  expect((await refresh(w, second)).status).toBe(200)
  w.clock.forward(31 * DAY)
  expect((await refresh(w, second)).status).toBe(401)
})

test('another site cannot make our page refresh', async () => {
  const w = world()
  const ana = w.attendant()
  const cookie = cookieOf(await signIn(w, ana.email))
  expect((await refresh(w, cookie, { origin: 'https://evil.example', host: 'localhost' })).status).toBe(403)
  expect((await refresh(w, cookie, { origin: 'http://localhost', host: 'localhost' })).status).toBe(200)
})

test('another site cannot sign its visitor in as somebody of its choice', async () => {
  const w = world()
  const ana = w.attendant()
  const form = { email: ana.email, password: PASSWORD }
  const signInFrom = (origin: string, body: FormData | URLSearchParams) =>
    w.request('/api/auth/login', { method: 'POST', headers: { origin, host: 'localhost' }, body })
  const multipart = new FormData()
  for (const [name, value] of Object.entries(form)) multipart.set(name, value)
  for (const body of [new URLSearchParams(form), multipart]) {
    const answer = await signInFrom('https://evil.example', body)
    expect([answer.status, answer.headers.get('set-cookie')]).toEqual([403, null])
  }
  expect((await post(w, 'login', form, { origin: 'http://localhost', host: 'localhost' })).status).toBe(200)
})

test('signing in elsewhere ends the earlier session and notifies its page, and no other', async () => {
  const w = world()
  const [ana, bia] = [w.attendant(), w.attendant()]
  const oldToken = await ana.token()
  expect((await signIn(w, ana.email)).status).toBe(200)
  expect(ana.heard(sessionEnded)).toEqual([{ userId: ana.userId, sessionId: ana.sessionId, reason: 'elsewhere' }])
  expect(ana.frames.map(({ event }) => event)).toEqual(['company-1-auth'])
  expect(bia.heard(sessionEnded)).toEqual([])
  expect((await meWith(w, oldToken)).status).toBe(403)
})

test('signing out ends the session, its refresh token and its cookie', async () => {
  const w = world()
  const ana = w.attendant()
  const signed = await signIn(w, ana.email)
  const { token } = await told(signed)
  const out = await w.request('/api/auth/logout', { method: 'DELETE', headers: { authorization: `Bearer ${token}` } })
  expect(out.status).toBe(200)
  expect(out.headers.get('set-cookie')).toContain('Max-Age=0')
  expect((await meWith(w, token)).status).toBe(403)
  expect((await refresh(w, cookieOf(signed))).status).toBe(401)
})

test('a person who is made inactive is out at once, with an open page too', async () => {
  const w = world()
  const ana = w.attendant()
  const signed = await signIn(w, ana.email)
  w.db.update(users).set({ active: false }).where(eq(users.id, ana.userId)).run()
  expect((await meWith(w, (await told(signed)).token)).status).toBe(403)
  expect((await refresh(w, cookieOf(signed))).status).toBe(401)
  expect(w.house.auth.standing(ana.listener.actor)).toBeUndefined()
})

test('the people of a suspended company are out at once; those of other companies are not', async () => {
  const w = world()
  const b = w.company()
  const [ana, bruno] = [w.attendant(), b.attendant()]
  b.suspend()
  expect((await bruno.api.auth.me.get()).status).toBe(403)
  expect((await ana.api.auth.me.get()).status).toBe(200)
})

test('a company past its due date can be signed in to and out of, and gets 402 for everything else', async () => {
  const w = world()
  const b = w.company()
  const bruno = b.admin()
  b.setDue(w.clock.now() - 1)
  const signed = await signIn(w, bruno.email)
  expect(signed.status).toBe(200)
  const { token } = await told(signed)
  const headers = { authorization: `Bearer ${token}` }
  for (const path of ['/api/tickets', '/api/users/list', '/api/whatsapp', '/api/contacts']) {
    const answer = await w.request(path, { headers })
    expect([answer.status, (await told(answer)).error]).toEqual([402, 'ERR_SUBSCRIPTION_EXPIRED'])
  }
  expect((await refresh(w, cookieOf(signed))).status).toBe(200)
  expect((await w.request('/api/auth/logout', { method: 'DELETE', headers })).status).toBe(200)
  expect((await refresh(w, cookieOf(signed))).status).toBe(401)
})

test('a command that ends the sessions of a company reaches every page of it and nobody else', async () => {
  const w = world()
  const b = w.company()
  const [ana, bia, bruno] = [w.attendant(), w.attendant(), b.attendant()]
  w.house.auth.revoke({ companyId: 1 }, 'blocked')
  const reasons = (person: Attendant) => person.heard(sessionEnded).map(({ reason }) => reason)
  expect([reasons(ana), reasons(bia), reasons(bruno)]).toEqual([['blocked'], ['blocked'], []])
})

test('ended sessions are forgotten a day later with their tokens, live ones stay', async () => {
  const w = world()
  const [ana, bia] = [w.attendant(), w.attendant()]
  const signed = await signIn(w, bia.email)
  const fresh = cookieOf(await refresh(w, cookieOf(signed)))
  w.house.auth.revoke({ companyId: 1, userId: ana.userId }, 'revoked')
  const { $client } = w.house.databases.control
  const kept = () => ({
    sessions: $client.prepare('SELECT user_id FROM sessions ORDER BY user_id').pluck().all(),
    tokens: $client.prepare('SELECT count(*) FROM refresh_tokens').pluck().get(),
  })
  const forget = jobs.find(({ name }) => name === 'access.forget-sessions')
  await forget?.run(w.house)
  expect(kept().sessions).toEqual([ana.userId, bia.userId, bia.userId])
  w.clock.forward(DAY + SECOND)
  await forget?.run(w.house)
  expect(kept()).toEqual({ sessions: [bia.userId], tokens: 2 })
  w.clock.forward(7 * DAY)
  await forget?.run(w.house)
  expect(kept()).toEqual({ sessions: [bia.userId], tokens: 1 })
  expect((await refresh(w, fresh)).status).toBe(200)
})
