/** Clock jumps: an hour back, two days ahead, across the start of daylight saving time, past 2038. */
import { expect, setDefaultTimeout, test } from 'bun:test'
import { defineServerJob, startJobs } from '../../src/platform/jobs'
import { DAY, HOUR, MINUTE, SECOND } from '../../src/platform/time'
import type { MessagePage } from '../../src/tickets/messages/contract'
import type { SignedIn } from '../../src/users/contract'
import { PASSWORD } from '../support/company-world'
import { until } from '../support/until'
import { type World, world } from '../support/world'

setDefaultTimeout(180_000)

const LAST_SECOND_OF_32_BITS = 2 ** 31 * SECOND

test('jobs keep running after any clock jump, without a burst', async () => {
  const Real = Date
  let ahead = 0
  class Jumping extends Real {
    constructor(...when: []) {
      if (when.length === 0) super(Real.now() + ahead)
      else super(...when)
    }
    static override now = () => Real.now() + ahead
  }
  globalThis.Date = Jumping as DateConstructor
  const runs: number[] = []
  const clockwork = startJobs(
    null,
    [
      defineServerJob<null>({
        name: 'often',
        every: '* * * * * *',
        runsAt: 'node',
        run: () => void runs.push(performance.now()),
      }),
    ],
    { error() {} } as never, // only `error` is used
  )
  try {
    for (const jump of [0, -HOUR, 2 * DAY, LAST_SECOND_OF_32_BITS - Real.now() - SECOND]) {
      ahead = jump
      const before = runs.length
      await until(() => runs.length > before, `a run after a jump of ${jump}`, 4_000)
    }
  } finally {
    clockwork.stop()
    globalThis.Date = Real
  }
  const gaps = runs.slice(1).map((at, n) => at - (runs[n] ?? 0))
  // One per second, except around a jump.
  expect(gaps.filter((gap) => gap < 500).length).toBeLessThanOrEqual(3)
})

test('a conversation keeps its order whatever the clock does', async () => {
  const w = world({ startsAt: LAST_SECOND_OF_32_BITS - DAY })
  const ana = w.attendant()
  const maria = w.whatsapp.person('5521996124087')
  maria.says('0')
  w.rows("UPDATE tickets SET status = 'open', user_id = ? RETURNING id", ana.userId)
  let said = 1
  for (const jump of [0, -HOUR, 2 * DAY, -2 * DAY, 3 * DAY]) {
    w.clock.forward(jump)
    await ana.json('/api/messages/1', 'POST', { body: String(said++) })
    maria.says(String(said++), { sentAt: w.clock.now() })
    // WhatsApp's own clock may differ.
    maria.says(String(said++), { sentAt: w.clock.now() - DAY })
  }
  const { messages } = (await (await ana.request('/api/messages/1')).json()) as MessagePage // the route's answer
  expect(messages.map(({ body }) => Number(body))).toEqual(messages.map((_, n) => n))
  expect(messages).toHaveLength(said)
})

async function signIn(w: World, email: string) {
  const answer = await w.request('/api/auth/login', {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ email, password: PASSWORD }),
  })
  const { token } = (await answer.json()) as SignedIn // the route's answer
  const cookieOf = (given: Response) => (given.headers.get('set-cookie') ?? '').split(';')[0] ?? ''
  let cookie = cookieOf(answer)
  const me = () => w.request('/api/auth/me', { headers: { authorization: `Bearer ${token}` } })
  const refresh = async () => {
    const headers = { cookie, 'content-type': 'application/json' }
    const renewed = await w.request('/api/auth/refresh_token', { method: 'POST', headers, body: '{}' })
    cookie = cookieOf(renewed)
    return renewed
  }
  return { me, refresh }
}

for (const [when, startsAt] of [
  ['today', undefined],
  ['in the last seconds of 32 bits', LAST_SECOND_OF_32_BITS - 5 * SECOND],
] as const)
  test(`signed in ${when}: the token stays valid when the clock is set back; set ahead, it expires but the session does not`, async () => {
    const w = world(startsAt === undefined ? {} : { startsAt })
    const { email } = w.attendant()
    const { me, refresh } = await signIn(w, email)
    w.clock.forward(-HOUR)
    expect((await me()).status).toBe(200)
    w.clock.forward(HOUR + 14 * MINUTE)
    expect((await me()).status).toBe(200)
    w.clock.forward(2 * MINUTE)
    expect((await me()).status).toBe(403)
    w.clock.forward(2 * DAY)
    expect((await me()).status).toBe(403)
    expect((await refresh()).status).toBe(200)
    w.clock.forward(31 * DAY)
    expect((await refresh()).status).toBe(401)
  })
