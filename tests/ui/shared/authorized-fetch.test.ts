import { afterEach, describe, expect, jest, test } from 'bun:test'
import { authorizedFetch, type Keyring } from '../../../ui/shared/session/authorizedFetch'

type Renewal = 'works' | 'over' | 'unreachable'

/** A server that knows one token, and a browser that may still hold the previous one. */
function fakeServer({ held = 'old', valid = 'new', renewal = 'works' as Renewal } = {}) {
  const seen = {
    calls: [] as (string | null)[],
    languages: [] as (string | null)[],
    outliving: [] as unknown[],
    renewals: 0,
    ended: 0,
    overdue: 0,
  }
  let token: string | null = held
  const keyring: Keyring = {
    token: () => token,
    holder: () => 'ana',
    language: () => 'tr',
    renew: async () => {
      seen.renewals++
      await Bun.sleep(5)
      if (renewal === 'unreachable') throw new Error('no network')
      if (renewal === 'over') return false
      token = valid
      return true
    },
    ended: () => {
      seen.ended++
      token = null
    },
    overdue: () => {
      seen.overdue++
    },
  }
  const fetch = authorizedFetch(async (_, init) => {
    const headers = new Headers(init?.headers)
    seen.calls.push(headers.get('authorization'))
    seen.languages.push(headers.get('accept-language'))
    seen.outliving.push(init?.keepalive)
    await Bun.sleep(1)
    if (headers.get('authorization') === `Bearer ${valid}`) return Response.json({ fine: true })
    return Response.json({ error: 'ERR_SESSION_EXPIRED' }, { status: 403 })
  }, keyring)
  return { fetch, seen, keyring }
}

test('carries token and language', async () => {
  const { fetch, seen } = fakeServer({ held: 'new' })
  expect((await fetch('/api/x')).status).toBe(200)
  expect(seen).toMatchObject({ calls: ['Bearer new'], languages: ['tr'], renewals: 0 })
})

test('short changes outlive their page', async () => {
  const { fetch, seen } = fakeServer({ held: 'new' })
  await fetch('/api/x')
  await fetch('/api/x', { method: 'DELETE' })
  await fetch('/api/x', { method: 'PUT', body: '{}' })
  await fetch('/api/x', { method: 'PUT', body: 'x'.repeat(2000) })
  await fetch('/api/x', { method: 'POST', body: new FormData() })
  expect(seen.outliving).toEqual([false, true, true, false, false])
})

test('an expired token is renewed and the call repeated', async () => {
  const { fetch, seen } = fakeServer()
  expect((await fetch('/api/x', { method: 'POST', body: '{}' })).status).toBe(200)
  expect(seen).toMatchObject({ calls: ['Bearer old', 'Bearer new'], renewals: 1, ended: 0 })
})

test('concurrent calls share one renewal', async () => {
  const { fetch, seen } = fakeServer()
  const answers = await Promise.all([fetch('/api/a'), fetch('/api/b'), fetch('/api/c')])
  expect(answers.map((answer) => answer.status)).toEqual([200, 200, 200])
  expect(seen.renewals).toBe(1)
})

test('a call that fails late uses the token another one renewed', async () => {
  const { fetch, seen } = fakeServer()
  const late = fetch('/api/slow')
  await fetch('/api/quick')
  await late
  expect(seen.renewals).toBe(1)
})

test('a second refusal is not renewed again', async () => {
  const { fetch, seen } = fakeServer({ valid: 'never' })
  let asked = 0
  const stubborn = authorizedFetch(
    async () => {
      asked++
      return Response.json({ error: 'ERR_SESSION_EXPIRED' }, { status: 403 })
    },
    {
      token: () => `t${seen.renewals}`,
      holder: () => 'ana',
      language: () => 'en',
      renew: async () => Boolean(++seen.renewals),
      ended: () => {},
      overdue: () => {},
    },
  )
  expect((await stubborn('/api/x')).status).toBe(403)
  expect([asked, seen.renewals]).toEqual([2, 1])
  void fetch
})

test('a session that cannot be renewed ends once', async () => {
  const { fetch, seen } = fakeServer({ renewal: 'over' })
  expect((await fetch('/api/x')).status).toBe(403)
  expect(seen.ended).toBe(1)
})

test('an unreachable server does not end the session', async () => {
  const { fetch, seen } = fakeServer({ renewal: 'unreachable' })
  expect(fetch('/api/x')).rejects.toThrow('no network')
  await Bun.sleep(20)
  expect(seen.ended).toBe(0)
})

test('a missing permission does not renew, and its body stays readable', async () => {
  const refused = authorizedFetch(async () => Response.json({ error: 'ERR_NO_PERMISSION' }, { status: 403 }), {
    ...fakeServer().keyring,
    renew: () => Promise.reject(new Error('asked to renew')),
  })
  const answer = await refused('/api/x')
  expect(await answer.json()).toEqual({ error: 'ERR_NO_PERMISSION' })
})

test('401 ends a session, but not for wrong credentials on sign-in', async () => {
  const ended: string[] = []
  const answer401 = (token: string | null) =>
    authorizedFetch(async () => Response.json({ error: 'ERR_SESSION_EXPIRED' }, { status: 401 }), {
      token: () => token,
      holder: () => token,
      language: () => 'en',
      renew: async () => true,
      ended: () => ended.push(String(token)),
      overdue: () => {},
    })
  await answer401('t')('/api/x')
  await answer401(null)('/api/auth/login')
  expect(ended).toEqual(['t'])
})

test('402 reports the expired subscription, and ends no session', async () => {
  const { keyring, seen } = fakeServer()
  const refused = authorizedFetch(
    async () => Response.json({ error: 'ERR_SUBSCRIPTION_EXPIRED' }, { status: 402 }),
    keyring,
  )
  expect((await refused('/api/x')).status).toBe(402)
  expect(seen).toMatchObject({ overdue: 1, ended: 0, renewals: 0 })
})

test('a user’s request is not repeated in the name of the next user', async () => {
  const page = { token: 'anas', holder: 'ana', ended: 0 }
  const asked: (string | null)[] = []
  const answers = Promise.withResolvers<void>()
  const fetch = authorizedFetch(
    async (_, init) => {
      asked.push(new Headers(init?.headers).get('authorization'))
      await answers.promise
      return Response.json({ error: 'ERR_SESSION_EXPIRED' }, { status: 403 })
    },
    {
      token: () => page.token,
      holder: () => page.holder,
      language: () => 'en',
      renew: async () => true,
      ended: () => void page.ended++,
      overdue: () => {},
    },
  )
  const late = fetch('/api/messages/1', { method: 'POST' })
  Object.assign(page, { token: 'beatrizs', holder: 'beatriz' })
  answers.resolve()
  expect((await late).status).toBe(403)
  expect(asked).toEqual(['Bearer anas'])
  expect(page.ended).toBe(0)
})

test('a late refusal of an earlier session does not end the current one', async () => {
  let holder = 'ana'
  let ended = 0
  const answers = Promise.withResolvers<void>()
  const fetch = authorizedFetch(
    async () => {
      await answers.promise
      return Response.json({ error: 'ERR_SESSION_EXPIRED' }, { status: 401 })
    },
    {
      token: () => 'token',
      holder: () => holder,
      language: () => 'en',
      renew: async () => true,
      ended: () => void ended++,
      overdue: () => {},
    },
  )
  const late = fetch('/api/x')
  holder = 'beatriz'
  answers.resolve()
  await late
  expect(ended).toBe(0)
})

describe('while the company moves to another server', () => {
  afterEach(() => void jest.useRealTimers())
  const settle = async () => {
    for (let turn = 0; turn < 20; turn++) await Promise.resolve()
  }
  const moving = (times: number, error = 'ERR_COMPANY_MOVING') => {
    jest.useFakeTimers()
    const sent: unknown[] = []
    const { keyring } = fakeServer({ held: 'new' })
    const fetch = authorizedFetch(async (_, init) => {
      sent.push(init?.body)
      return sent.length > times ? Response.json({ fine: true }) : Response.json({ error }, { status: 503 })
    }, keyring)
    return { fetch, sent }
  }
  const after = async (ms: number) => {
    for (let passed = 0; passed < ms; passed += 500) {
      await settle()
      jest.advanceTimersByTime(500)
    }
    await settle()
  }

  test('a call is repeated with its body, and its caller only waits', async () => {
    const { fetch, sent } = moving(3)
    const answer = fetch('/api/x', { method: 'PUT', body: '{}' })
    await after(1_500)
    expect([(await answer).status, sent]).toEqual([200, ['{}', '{}', '{}', '{}']])
  })

  test('it is refused after twenty seconds, with the reason', async () => {
    const { fetch, sent } = moving(1_000)
    const answer = fetch('/api/x')
    await after(21_000)
    expect([(await answer).status, sent.length]).toEqual([503, 41])
  })

  test('a command that has the company is waited for two seconds: pages say the rest', async () => {
    const [short, long] = [moving(3, 'ERR_COMPANY_AWAY'), moving(1_000, 'ERR_COMPANY_AWAY')]
    const answers = [short, long].map(({ fetch }) => fetch('/api/x'))
    await after(3_000)
    expect((await Promise.all(answers)).map(({ status }) => status)).toEqual([200, 503])
    expect([short.sent.length, long.sent.length]).toEqual([4, 5])
  })

  test('it ends with its signal', async () => {
    const leaving = new AbortController()
    const { keyring } = fakeServer({ held: 'new' })
    jest.useFakeTimers()
    const fetch = authorizedFetch(async (_, init) => {
      init?.signal?.throwIfAborted()
      return Response.json({ error: 'ERR_COMPANY_MOVING' }, { status: 503 })
    }, keyring)
    const answer = fetch('/api/x', { signal: leaving.signal }).catch((failure) => failure.name)
    leaving.abort()
    await after(500)
    expect(await answer).toBe('AbortError')
  })

  test('another reason of the same status is not repeated', async () => {
    const { keyring } = fakeServer({ held: 'new' })
    let asked = 0
    const fetch = authorizedFetch(async () => {
      asked++
      return Response.json({ error: 'ERR_TENANT_UNAVAILABLE' }, { status: 503 })
    }, keyring)
    expect([(await fetch('/api/x')).status, asked]).toEqual([503, 1])
  })
})
