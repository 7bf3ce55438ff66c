/** Owners that change, die or do not answer while requests are on their way. */
import { describe, expect, test } from 'bun:test'
import { createServer } from 'node:tls'
import { Waiting } from '../../src/fleet/forwarding/waiting'
import { COMPANY, type Handle, type NodeOptions, newFleet } from '../support/fleet-nodes'
import { freePort } from '../support/free-port'
import { until } from '../support/until'
import { afterThisTest } from '../survival/support/cleanups'

const OTHER_COMPANY = '00000000-0000-4000-8000-000000000002'
const CHANGES = ['POST', 'PUT', 'PATCH', 'DELETE'] as const

type Seen = { readonly at: string; readonly method: string; readonly body: string }

/** `a` is reached; `b` and `c` answer with their name. */
function threeNodes(options: Partial<NodeOptions> = {}, handle?: Handle) {
  const fleet = newFleet()
  const seen: Seen[] = []
  const answering =
    (at: string): Handle =>
    async (given) => {
      seen.push({ at, method: given.request.method, body: await given.request.text() })
      return new Response(at)
    }
  const a = fleet.open('a', { handle: answering('a'), ...options })
  const b = fleet.open('b', { handle: handle ?? answering('b') })
  const c = fleet.open('c', { handle: answering('c') })
  fleet.move(COMPANY, 'b')
  const ask = (init: RequestInit & { company?: string } = {}) =>
    fetch(`${a.url}/api/x`, { ...init, headers: { 'x-company': init.company ?? COMPANY, ...init.headers } })
  return { fleet, a, b, c, seen, ask }
}

/** A node under our control on the wire: `take` is called with the bytes of each request and its number. */
async function wireNode(
  fleet: ReturnType<typeof newFleet>,
  name: string,
  take: (head: string, nth: number, socket: { write(text: string): void; destroy(): void }) => void,
) {
  let count = 0
  const server = createServer(
    { ...fleet.authority.node(name), requestCert: true, rejectUnauthorized: true },
    (socket) => {
      socket.on('error', () => {})
      socket.on('data', (data) => take(data.toString(), ++count, socket))
    },
  )
  await new Promise<void>((resolve) => void server.listen(0, '127.0.0.1', resolve))
  const { port } = server.address() as { port: number } // it listens on a port
  fleet.replace(name, `https://127.0.0.1:${port}`)
  afterThisTest(() => server.close())
  return { count: () => count }
}

describe('an owner that changed meanwhile', () => {
  test.each(['GET', ...CHANGES])('%s is answered by the next one, once, as soon as it is known', async (method) => {
    const { fleet, b, seen, ask } = threeNodes()
    fleet.moveSilently(COMPANY, 'c')
    const asked = ask({ method, ...(method !== 'GET' && { body: 'olá' }) })
    await until(() => b.refused > 0, 'the refusal')
    fleet.move(COMPANY, 'c')
    expect(await (await asked).text()).toBe('c')
    expect(seen).toEqual([{ at: 'c', method, body: method === 'GET' ? '' : 'olá' }])
    expect(b.door.load.requests).toBe(0) // what is forwarded is not forwarded again
  })

  test('a long body is sent only to a node that takes it', async () => {
    const { fleet, b, seen, ask } = threeNodes()
    fleet.moveSilently(COMPANY, 'c')
    const asked = ask({ method: 'POST', body: 'x'.repeat(200_000) })
    await until(() => b.refused > 0, 'the refusal')
    fleet.move(COMPANY, 'c')
    expect(await (await asked).text()).toBe('c')
    expect(seen.map(({ at, body }) => [at, body.length])).toEqual([['c', 200_000]])
  })

  test('the company comes to the node that was asked', async () => {
    const { fleet, b, seen, ask } = threeNodes()
    fleet.move(COMPANY, undefined)
    const early = ask({ method: 'POST', body: 'one' })
    fleet.move(COMPANY, 'a')
    expect(await (await early).text()).toBe('a')
    fleet.move(COMPANY, 'b')
    fleet.moveSilently(COMPANY, 'a')
    const late = ask({ method: 'POST', body: 'two' })
    const reading = ask()
    await until(() => b.refused > 1, 'both refusals')
    fleet.move(COMPANY, 'a')
    expect(await (await late).text()).toBe('a')
    expect(await (await reading).text()).toBe('a')
    expect(seen.map(({ at, body }) => `${at} ${body}`).toSorted()).toEqual(['a ', 'a one', 'a two'])
  })

  test('a node that stops sends requests on to the next owner', async () => {
    const { fleet, b, ask } = threeNodes({ moveWithin: 60 })
    b.inner.close()
    expect((await ask({ method: 'POST', body: 'x' })).status).toBe(503)
    const asked = ask({ method: 'POST', body: 'x' })
    fleet.move(COMPANY, 'c')
    expect(await (await asked).text()).toBe('c')
  })

  test('reading moves on from an owner that does not answer; a change waits for its answer', async () => {
    const slow = Promise.withResolvers<Response>()
    let count = 0
    const { fleet, ask } = threeNodes({}, () => {
      count++
      return slow.promise.then((one) => one.clone())
    })
    const [reading, change] = [ask(), ask({ method: 'POST', body: 'x' })]
    await until(() => count === 2, 'both to be there')
    fleet.move(COMPANY, 'c')
    expect(await (await reading).text()).toBe('c')
    slow.resolve(new Response('late'))
    expect(await (await change).text()).toBe('late')
  })
})

describe('no owner', () => {
  test('requests wait, then are refused with the time to wait', async () => {
    const { fleet, ask } = threeNodes({ moveWithin: 60 })
    fleet.move(COMPANY, undefined)
    for (const method of ['GET', 'POST']) {
      const answered = await ask({ method })
      expect(answered.status).toBe(503)
      expect(await answered.json()).toEqual({ error: 'ERR_COMPANY_MOVING', details: { retryAfter: 2 } })
    }
  })

  test('those who wait are answered the moment there is one', async () => {
    const { fleet, seen, ask } = threeNodes({ moveWithin: 60_000 })
    fleet.move(COMPANY, undefined)
    const asked = Array.from({ length: 20 }, (_, n) => ask({ method: 'POST', body: `${n}` }))
    fleet.move(COMPANY, 'c')
    for (const one of asked) expect(await (await one).text()).toBe('c')
    expect(seen.length).toBe(20)
  })
})

test('whoever waits for a company is woken, and nobody else', async () => {
  const waiting = new Waiting()
  const woken: string[] = []
  const wait = (company: string) => waiting.wait(company, 60_000).then(() => woken.push(company))
  const [one, other] = [wait('one'), wait('other')]
  waiting.wake('one')
  await one
  expect(woken).toEqual(['one'])
  waiting.wake('other')
  await other
  expect(await waiting.wait('one', 1)).toBe(true)
})

test('only so many wait for a company, and others wait beside them', async () => {
  const waiting = new Waiting()
  const wait = (company: string) => waiting.wait(company, 60_000)
  const some = Array.from({ length: 256 }, () => wait('one'))
  expect(await Promise.all(Array.from({ length: 3 }, () => wait('one')))).toEqual([false, false, false])
  const others = Array.from({ length: 2_000 - 256 }, (_, n) => wait(`company ${n}`))
  expect(await wait('another')).toBe(false)
  waiting.wake()
  expect(new Set(await Promise.all([...some, ...others]))).toEqual(new Set([true]))
  expect(await waiting.wait('one', 1)).toBe(true)
})

describe('an owner that dies', () => {
  test.each(CHANGES)('%s that was sent over a kept connection is not sent again', async (method) => {
    const { fleet, ask } = threeNodes()
    const heads: string[] = []
    const node = await wireNode(fleet, 'b', (head, nth, socket) => {
      heads.push(head.slice(0, head.indexOf(' ')))
      if (nth === 1) socket.write('HTTP/1.1 200 OK\r\ncontent-length: 2\r\n\r\nok')
      else socket.destroy()
    })
    expect(await (await ask({ method: 'POST', body: 'x' })).text()).toBe('ok')
    for (const body of ['x', undefined]) {
      const before = node.count()
      const answered = await ask({ method, ...(body && { body }) })
      expect(answered.status).toBe(504)
      expect(await answered.json()).toEqual({ error: 'ERR_OUTCOME_UNKNOWN' })
      expect(heads.slice(before).filter((one) => one === method).length).toBe(1)
    }
  })

  test('reading is repeated at the next one', async () => {
    const { fleet, ask } = threeNodes()
    const node = await wireNode(fleet, 'b', (_head, _nth, socket) => socket.destroy())
    const asked = ask()
    await until(() => node.count() > 0, 'the first try')
    fleet.move(COMPANY, 'c')
    expect(await (await asked).text()).toBe('c')
  })

  test('a short answer that breaks off is no answer', async () => {
    const { fleet, ask } = threeNodes()
    const node = await wireNode(fleet, 'b', (_head, _nth, socket) => {
      socket.write('HTTP/1.1 200 OK\r\ncontent-length: 50\r\n\r\nhalf of')
      socket.destroy()
    })
    const asked = ask()
    await until(() => node.count() > 0, 'the first try')
    fleet.move(COMPANY, 'c')
    expect(await (await asked).text()).toBe('c')
  })

  test('nothing listens there: a change waits and is sent to the next one', async () => {
    const { fleet, seen, ask } = threeNodes()
    fleet.replace('b', `https://127.0.0.1:${await freePort()}`)
    const asked = ask({ method: 'POST', body: 'x' })
    await new Promise(setImmediate)
    fleet.move(COMPANY, 'c')
    expect(await (await asked).text()).toBe('c')
    expect(seen.length).toBe(1)
  })

  test('no answer in time', async () => {
    const { fleet, ask } = threeNodes({ answerWithin: 50, moveWithin: 100 })
    await wireNode(fleet, 'b', () => {})
    expect(await (await ask()).json()).toMatchObject({ error: 'ERR_COMPANY_MOVING' })
    expect(await (await ask({ method: 'POST', body: 'x' })).json()).toMatchObject({ error: 'ERR_OUTCOME_UNKNOWN' })
  })

  test('a change that a vanished node has begun does not wait long once the company has another owner', async () => {
    const { fleet, seen, ask } = threeNodes({ answerWithin: 600_000, finishWithin: 40 })
    const node = await wireNode(fleet, 'b', () => {})
    const asked = ask({ method: 'POST', body: 'x' })
    await until(() => node.count() > 0, 'the change to be sent')
    fleet.move(COMPANY, undefined)
    fleet.move(COMPANY, 'c')
    expect(await (await asked).json()).toEqual({ error: 'ERR_OUTCOME_UNKNOWN' })
    expect(seen).toEqual([])
  })

  test('answers that are no HTTP', async () => {
    const { fleet, ask } = threeNodes({ moveWithin: 50 })
    await wireNode(fleet, 'b', (_head, _nth, socket) => {
      socket.write('SSH-2.0-OpenSSH_9.2\r\n')
      socket.destroy()
    })
    expect((await ask()).status).toBe(503)
    expect((await ask({ method: 'POST', body: 'x' })).status).toBe(504)
  })
})

describe('answers of other programs', () => {
  const answers: Record<string, string> = {
    'hints come first': 'HTTP/1.1 103 Early Hints\r\nLink: </x>\r\n\r\nHTTP/1.1 200 OK\r\ncontent-length: 2\r\n\r\nok',
    'it says to continue': 'HTTP/1.1 100 Continue\r\n\r\nHTTP/1.1 200 OK\r\ncontent-length: 2\r\n\r\nok',
    'trailers follow':
      'HTTP/1.1 200 OK\r\ntransfer-encoding: chunked\r\ntrailer: x-sum\r\n\r\n2\r\nok\r\n0\r\nx-sum: 1\r\n\r\n',
    "it has the connection's headers":
      'HTTP/1.1 200 OK\r\ncontent-length: 2\r\nconnection: keep-alive, x-hop\r\nkeep-alive: timeout=5\r\nx-hop: 1\r\nbalcao-fleet-x: 1\r\n\r\nok',
  }
  test.each(Object.keys(answers))('%s', async (name) => {
    const { fleet, ask } = threeNodes()
    await wireNode(fleet, 'b', (_head, _nth, socket) => socket.write(answers[name] ?? ''))
    for (let n = 0; n < 3; n++) {
      const answered = await ask()
      expect(await answered.text()).toBe('ok')
      expect(
        [...answered.headers.keys()].filter((one) => /^(keep-alive|x-hop|balcao|trailer|x-sum)/.test(one)),
      ).toEqual([])
    }
  })
})

describe('budgets', () => {
  test('more requests than may be open to an owner take turns', async () => {
    let [open, most] = [0, 0]
    const { seen, ask } = threeNodes({ moveWithin: 60_000 }, async ({ request }) => {
      most = Math.max(most, ++open)
      seen.push({ at: 'b', method: request.method, body: await request.text() })
      await new Promise(setImmediate)
      open--
      return new Response('b')
    })
    const bodies = Array.from({ length: 200 }, (_, n) => (n % 10 === 0 ? `${n} ${'x'.repeat(100_000)}` : `${n}`))
    const answered = await Promise.all(bodies.map((body) => ask({ method: 'POST', body })))
    expect(new Set(answered.map(({ status }) => status))).toEqual(new Set([200]))
    expect(seen.map(({ body }) => body).toSorted()).toEqual(bodies.toSorted())
    expect(most).toBeLessThanOrEqual(64)
  })

  test('a node that does not answer holds up only its companies', async () => {
    const { fleet, a, ask } = threeNodes({ answerWithin: 60_000, moveWithin: 100 }, () => new Promise(() => {}))
    const companies = Array.from({ length: 10 }, (_, n) => `company-${n}`)
    for (const company of companies) fleet.move(company, 'b')
    fleet.move(OTHER_COMPANY, 'c')
    const leaving = new AbortController()
    const { signal } = leaving
    const hanging = companies.flatMap((company) => Array.from({ length: 40 }, () => ask({ company, signal })))
    for (const one of hanging) one.catch(() => {})
    const refused = await Promise.race(hanging)
    expect(refused.status).toBe(503)
    expect(a.door.load.requests).toBeLessThan(128)
    const begun = performance.now()
    const answered = await Promise.all(Array.from({ length: 20 }, () => ask({ company: OTHER_COMPANY })))
    expect(answered.map(({ status }) => status)).toEqual(answered.map(() => 200))
    expect(performance.now() - begun).toBeLessThan(5_000)
    leaving.abort()
    await until(() => a.door.load.requests === 0, 'the requests to be forgotten')
  })

  test('one company leaves room for the others of its owner', async () => {
    const hang: Handle = ({ request }) =>
      request.headers.get('x-company') === COMPANY ? new Promise(() => {}) : new Response('b')
    const { fleet, a, ask } = threeNodes({ moveWithin: 100 }, hang)
    fleet.move(OTHER_COMPANY, 'b')
    const leaving = new AbortController()
    const hanging = Array.from({ length: 100 }, () => ask({ signal: leaving.signal }))
    for (const one of hanging) one.catch(() => {})
    expect((await Promise.race(hanging)).status).toBe(503)
    expect(a.door.load.requests).toBe(64)
    expect(await (await ask({ company: OTHER_COMPANY })).text()).toBe('b')
    leaving.abort()
    await until(() => a.door.load.requests === 0, 'the requests to be forgotten')
  })
})
