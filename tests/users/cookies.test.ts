/** A cookie or token of one company is worth nothing at another, and what a stranger makes up opens no file. */
import { describe, expect, test } from 'bun:test'
import { loadSecret, newToken } from '../../src/platform/secret'
import { createCookies } from '../../src/users/cookies'
import { createTokens } from '../../src/users/tokens'
import { type World, world } from '../support/world'
import { bodyOf, cookieOf, meWith, refresh, signIn } from './support'

const NAME = 'balcao_refresh='
const contentOf = (cookie: string) => cookie.slice(NAME.length)
const refusal = async (w: World, value: string) => {
  const answer = await refresh(w, NAME + value)
  return [answer.status, (await bodyOf(answer)).error, answer.headers.get('set-cookie')]
}
const UNKNOWN = [401, 'ERR_SESSION_EXPIRED', null]

/** Three companies, each with two people who are signed in. */
async function place() {
  const w = world()
  const companies = [w, w.company('Padaria Sol'), w.company('Farmácia Lua')]
  const people = await Promise.all(
    companies.flatMap((company) =>
      [company.attendant(), company.attendant()].map(async ({ email, userId }) => {
        const signed = await signIn(w, email)
        return { company, userId, value: contentOf(cookieOf(signed)), token: (await bodyOf(signed)).token ?? '' }
      }),
    ),
  )
  return { w, companies, people, cookies: createCookies(loadSecret(w.dataDir)) }
}

test('a cookie is worth nothing under another company’s number, and stays valid where it belongs', async () => {
  const { w, companies, people } = await place()
  for (const { value, company } of people) {
    const [own, random, seal] = value.split('.')
    expect(Number.parseInt(own ?? '', 36)).toBe(company.tenant.id)
    for (const other of companies.filter((one) => one !== company)) {
      const number = other.tenant.id.toString(36)
      expect(await refusal(w, `${number}.${random}.${seal}`)).toEqual(UNKNOWN)
      // Also under the seal of somebody's own cookie there.
      const theirs = people.find((one) => one.company === other)?.value.split('.')[2]
      expect(await refusal(w, `${number}.${random}.${theirs}`)).toEqual(UNKNOWN)
      expect(await refusal(w, `${own}.${random}.${theirs}`)).toEqual(UNKNOWN)
    }
  }
  for (const { value } of people) expect((await refresh(w, NAME + value)).status).toBe(200)
})

test('an access token acts in its own company only, whatever session or person it names', async () => {
  const { w, people } = await place()
  const { sign } = forger(w)
  for (const one of people)
    for (const other of people) {
      const isSame = one === other
      const claims = { ...(await claimsOf(w, one.token)), companyId: other.company.tenant.id, userId: other.userId }
      const status = (await meWith(w, await sign(claims))).status
      expect([one.company.tenant.id, other.company.tenant.id, status]).toEqual([
        one.company.tenant.id,
        other.company.tenant.id,
        isSame ? 200 : 403,
      ])
    }
})

/** Signs what only this server could. */
function forger(w: World) {
  const tokens = createTokens(loadSecret(w.dataDir), w.clock.now)
  return { sign: tokens.issue }
}
async function claimsOf(w: World, token: string) {
  const claims = await createTokens(loadSecret(w.dataDir), w.clock.now).check(token)
  if (!claims) throw new Error('no claims')
  return claims
}

test('a session that was copied into another company’s file does not act there with the token of its own', async () => {
  const { w, companies, people } = await place()
  const [one, , other] = people
  const { sessionId } = await claimsOf(w, one?.token ?? '')
  const [session] = w.rows<Record<string, unknown>>('SELECT * FROM sessions WHERE id = ?', sessionId)
  companies[1]?.db.$client.exec('DELETE FROM sessions')
  companies[1]?.db.$client
    .prepare('INSERT INTO sessions (id, user_id, generation, created_at, expires_at) VALUES (?, ?, ?, ?, ?)')
    .run(sessionId, other?.userId, session?.generation, session?.created_at, session?.expires_at)
  const me = await meWith(w, one?.token)
  expect((await bodyOf(me)).user).toMatchObject({ id: one?.userId, companyId: w.tenant.id })
  expect((await meWith(w, other?.token)).status).toBe(403)
})

describe('a stranger’s cookie', () => {
  const random = newToken()
  const seal = 'A'.repeat(22)
  test.each([
    ['for a company that is there', `1.${random}.${seal}`],
    ['for one that is not', `zzzz.${random}.${seal}`],
    ['for number 0', `0.${random}.${seal}`],
    ['with a leading zero', `01.${random}.${seal}`],
    ['for a negative number', `-1.${random}.${seal}`],
    ['in capitals', `A.${random}.${seal}`],
    ['with a number beyond all', `zzzzzzzzzz.${random}.${seal}`],
    ['with an endless number', `${'z'.repeat(5000)}.${random}.${seal}`],
    ['without a seal', `1.${random}.`],
    ['with a seal of other letters', `1.${random}.${'ç'.repeat(22)}`],
    ['with one part more', `1.${random}.${seal}.${seal}`],
    ['as they were before', random],
    ['that is a path', `../../${random}`],
    ['that is empty', ''],
  ])('%s gets the answer of an unknown one, and opens no file', async (_which, value) => {
    const { w, companies } = await place()
    const { databases } = w.server
    for (const { tenant } of companies) {
      databases.handOver(tenant.uuid) // closes it
      databases.takeBack(tenant.uuid)
    }
    expect(await refusal(w, value)).toEqual(UNKNOWN)
    expect((await w.request('/api/media/1', { headers: { cookie: NAME + encodeURI(value) } })).status).toBe(403)
    expect(databases.listOpen()).toEqual([])
    expect((await refresh(w, NAME + value)).status).toBe(401)
  })

  test('is refused in microseconds', async () => {
    const { cookies } = await place()
    const values = Array.from({ length: 1000 }, (_, n) => `${(n + 1).toString(36)}.${newToken()}.${seal}`)
    const began = performance.now()
    for (const value of values) expect(cookies.companyOf(value)).toBeUndefined()
    expect((performance.now() - began) / values.length).toBeLessThan(1)
  })
})

test('a cookie that we wrote for a company that is gone is unknown', async () => {
  const { w, cookies } = await place()
  expect(await refusal(w, cookies.make(99))).toEqual(UNKNOWN)
  expect(await refusal(w, cookies.make(1))).toEqual(UNKNOWN)
})

test('a cookie’s last letter cannot be changed without breaking its seal', async () => {
  const { cookies } = await place()
  const value = cookies.make(7)
  expect(cookies.companyOf(value)).toBe(7)
  const letters = 'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-_'
  const others = [...letters].map((letter) => value.slice(0, -1) + letter).filter((one) => one !== value)
  expect(others.filter((one) => cookies.companyOf(one) !== undefined)).toEqual([])
})

test('another installation’s cookie is unknown', async () => {
  const { w } = await place()
  const other = createCookies(Buffer.from(crypto.getRandomValues(new Uint8Array(32))))
  expect(await refusal(w, other.make(1))).toEqual(UNKNOWN)
})
