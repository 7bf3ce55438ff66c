/** Refresh tokens: how a session continues, and how a stolen cookie ends it. */
import { describe, expect, test } from 'bun:test'
import { eq } from 'drizzle-orm'
import { suspendCompany } from '../../src/operator/companies'
import { DAY, MINUTE, SECOND } from '../../src/platform/time'
import { users } from '../../src/users/tables'
import { type World, world } from '../support/world'
import { bodyOf, cookieOf, meWith, post, refresh, signIn } from './support'

test('an access token expires after fifteen minutes with 403, which makes the page refresh', async () => {
  const w = world()
  const ana = w.attendant()
  const signed = await signIn(w, ana.email)
  const { token } = await bodyOf(signed)
  w.clock.forward(15 * MINUTE - SECOND)
  expect((await meWith(w, token)).status).toBe(200)
  w.clock.forward(SECOND)
  const late = await meWith(w, token)
  expect([late.status, (await bodyOf(late)).error]).toEqual([403, 'ERR_SESSION_EXPIRED'])
  const renewed = await refresh(w, cookieOf(signed))
  expect(renewed.status).toBe(200)
  expect((await meWith(w, (await bodyOf(renewed)).token)).status).toBe(200)
})

test('an invalid refresh token gets 401, which makes the page drop the session', async () => {
  const w = world()
  for (const cookie of ['balcao_refresh=nonsense', 'balcao_refresh=', 'other=1']) {
    const answer = await refresh(w, cookie)
    expect([answer.status, (await bodyOf(answer)).error]).toEqual([401, 'ERR_SESSION_EXPIRED'])
  }
})

describe('the reason of a refused refresh', () => {
  const refusal = async (w: World, cookie: string) => {
    const answer = await refresh(w, cookie)
    return [answer.status, (await bodyOf(answer)).error]
  }

  test('is given to the signed-out user: elsewhere, company suspended, user inactive, or expired', async () => {
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
    w.server.auth.revoke({ companyId: 1, userId: carla.userId }, 'revoked')
    suspendCompany(w.server.databases, w.clock.now(), b.tenant.id)
    for (let lap = 0; lap < 2; lap++) {
      expect(await refusal(w, elsewhere)).toEqual([401, 'ERR_SESSION_ELSEWHERE'])
      expect(await refusal(w, inactive)).toEqual([401, 'ERR_INVALID_ACTIVE'])
      expect(await refusal(w, revoked)).toEqual([401, 'ERR_SESSION_EXPIRED'])
      expect(await refusal(w, suspended)).toEqual([401, 'ERR_COMPANY_BLOCKED'])
    }
    w.clock.forward(31 * DAY)
    expect(await refusal(w, idle)).toEqual([401, 'ERR_SESSION_EXPIRED'])
  })

  test('is not given to the holder of an old cookie', async () => {
    const w = world()
    const b = w.company()
    const [ana, bruno] = [w.attendant(), b.attendant()]
    const [ofAna, ofBruno] = [cookieOf(await signIn(w, ana.email)), cookieOf(await signIn(w, bruno.email))]
    await refresh(w, ofAna)
    await refresh(w, ofBruno)
    w.clock.forward(11 * SECOND)
    await signIn(w, ana.email)
    suspendCompany(w.server.databases, w.clock.now(), b.tenant.id)
    for (const cookie of [ofAna, ofBruno, 'balcao_refresh=nonsense'])
      expect(await refusal(w, cookie)).toEqual([401, 'ERR_SESSION_EXPIRED'])
  })
})

test.each([
  ['at once', 0],
  ['as late as a browser still has it', 29 * DAY],
])('a refresh token rotates on each use, and reuse %s ends the session', async (_when, later) => {
  const w = world()
  const ana = w.attendant()
  const stolen = cookieOf(await signIn(w, ana.email))
  const first = cookieOf(await refresh(w, stolen))
  expect(first).not.toBe(stolen)
  w.clock.forward(later)
  const signed = await refresh(w, first)
  const [renewed, { token }] = [cookieOf(signed), await bodyOf(signed)]
  const again = await refresh(w, stolen)
  expect([again.status, (await bodyOf(again)).error]).toEqual([401, 'ERR_SESSION_EXPIRED'])
  expect((await refresh(w, renewed)).status).toBe(401)
  expect((await meWith(w, token)).status).toBe(403)
})

test('a rotated-out cookie cannot read files, and trying does not end the session', async () => {
  const w = world()
  const ana = w.attendant()
  /** 404 means authenticated, but no such file. */
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

test('the browser that used a cookie may repeat it within a minute (two tabs, lost response); nobody else may', async () => {
  const browser = 'a word of this browser'
  const used = async () => {
    const w = world()
    const first = cookieOf(await signIn(w, w.attendant().email))
    const again = (word?: string, cookie = first) => post(w, 'refresh_token', { browser: word }, { cookie })
    const second = cookieOf(await again(browser))
    w.clock.forward(59 * SECOND)
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

test('the browser may repeat it when the response was lost in a crash', async () => {
  const w = world()
  const first = cookieOf(await signIn(w, w.attendant().email))
  const use = (at: World, browser: string) => post(at, 'refresh_token', { browser }, { cookie: first })
  await use(w, 'a word of this browser')
  const next = await w.reopen()
  expect((await use(next, 'a word of this browser')).status).toBe(200)
  expect((await use(next, 'the word of another')).status).toBe(401)
})

test('on a full disk sessions continue: the token is renewed, the cookie stays, and rotates again later', async () => {
  const w = world()
  const signed = await signIn(w, w.attendant().email)
  const raw = w.db.$client
  const pages = Number(raw.pragma('page_count', { simple: true }))
  raw.pragma(`max_page_count = ${pages + 2}`)
  const [{ id } = { id: '' }] = raw.prepare('SELECT id FROM sessions').all() as { id: string }[] // the column is listed
  const fill = raw.prepare('INSERT INTO refresh_tokens (hash, session_id) VALUES (?, ?)')
  let refused = 0
  for (let n = 0; refused < 300; n++)
    try {
      fill.run(new Bun.CryptoHasher('sha256').update(String(n)).digest('hex'), id)
    } catch {
      refused++ // every page was tried
    }
  for (let lap = 0; lap < 2; lap++) {
    const renewed = await refresh(w, cookieOf(signed))
    expect([renewed.status, cookieOf(renewed)]).toEqual([200, cookieOf(signed)])
    expect((await meWith(w, (await bodyOf(renewed)).token)).status).toBe(200)
    w.clock.forward(15 * MINUTE)
  }
  raw.pragma(`max_page_count = ${pages + 10_000}`)
  const later = await refresh(w, cookieOf(signed))
  expect(later.status).toBe(200)
  expect(cookieOf(later)).not.toBe(cookieOf(signed))
})

test('a refresh while the company cannot be opened does not use up the token', async () => {
  const w = world()
  w.expectErrors()
  const signed = await signIn(w, w.attendant().email)
  const { databases } = w.server
  databases.setAside(w.tenant.uuid, 'closed for this test')
  expect((await refresh(w, cookieOf(signed))).status).toBe(503)
  databases.takeBack(w.tenant.uuid)
  const used = 'SELECT 1 FROM refresh_tokens WHERE rotated_at IS NOT NULL'
  expect(w.cx.db.$client.prepare(used).all()).toEqual([])
  expect((await refresh(w, cookieOf(signed))).status).toBe(200)
})

test('another site cannot trigger a refresh', async () => {
  const w = world()
  const ana = w.attendant()
  const cookie = cookieOf(await signIn(w, ana.email))
  expect((await refresh(w, cookie, { origin: 'https://evil.example', host: 'localhost' })).status).toBe(403)
  expect((await refresh(w, cookie, { origin: 'http://localhost', host: 'localhost' })).status).toBe(200)
})
