import { describe, expect, test } from 'bun:test'
import { noWait } from '../../src/platform/gate'
import {
  allowNothing,
  askOutside,
  isPublic,
  OutsideFailed,
  openOutside,
  readOutsideAllow,
} from '../../src/platform/outside'
import { hostileAddresses } from '../support/hostile-addresses'

test('tells public addresses from all others', () => {
  for (const address of ['8.8.8.8', '1.1.1.1', '200.160.2.3', '2606:4700::1111', '2800:3f0::1'])
    expect([address, isPublic(address)]).toEqual([address, true])
  const others = [
    ...['127.0.0.1', '10.0.0.1', '172.31.0.1', '192.168.1.1', '100.64.0.1', '169.254.169.254', '0.0.0.0'],
    ...['224.0.0.1', '255.255.255.255', '198.18.0.1', '::1', '::', 'fe80::1', 'fd00::1', 'ff02::1'],
    ...['::ffff:127.0.0.1', '::ffff:10.0.0.1', '64:ff9b::7f00:1', '2002:7f00:1::', '2001::1', 'localhost', ''],
  ]
  for (const address of others) expect([address, isPublic(address)]).toEqual([address, false])
})

const faultOf = (asking: Promise<unknown>) =>
  asking.then(
    () => 'none',
    (error: unknown) => (error instanceof OutsideFailed ? error.fault : error),
  )

test('a server that is too slow or sends too much is abandoned', async () => {
  const server = Bun.serve({
    port: 0,
    fetch: ({ url }) =>
      url.endsWith('/late') ? Bun.sleep(5000).then(() => new Response()) : new Response('x'.repeat(11)),
  })
  const ask = (path: string, most: number) =>
    askOutside({
      url: `http://localhost:${server.port}${path}`,
      method: 'GET',
      headers: {},
      wait: noWait,
      reach: 'any',
      limit: 300,
      most,
      left: new AbortController().signal,
    })
  expect(await faultOf(ask('/late', 10))).toBe('timeout')
  expect(await faultOf(ask('/', 10))).toBe('tooLong')
  expect(await ask('/', 11)).toMatchObject({ status: 200, body: 'x'.repeat(11) })
  await server.stop(true)
})

test('an excerpt of a long answer is enough where the caller says so', async () => {
  const server = Bun.serve({ port: 0, fetch: () => new Response('x'.repeat(10_000_000), { status: 202 }) })
  const answer = await askOutside({
    url: `http://localhost:${server.port}/`,
    method: 'POST',
    headers: {},
    wait: noWait,
    reach: 'any',
    limit: 5000,
    most: 20,
    isExcerptEnough: true,
    left: new AbortController().signal,
  })
  expect(answer).toMatchObject({ status: 202, body: 'x'.repeat(20), retryAfter: null })
  await server.stop(true)
})

test('no notation of an address leads a company into the network of the server', async () => {
  expect(hostileAddresses.length).toBeGreaterThanOrEqual(60)
  const ask = (url: string) =>
    askOutside({
      url,
      method: 'POST',
      headers: {},
      wait: noWait,
      reach: 'public',
      allowed: allowNothing,
      limit: 5000,
      most: 10,
      left: new AbortController().signal,
    })
  for (const url of hostileAddresses) expect([url, await faultOf(ask(url))]).toEqual([url, 'notPublic'])
})

test('a redirect into the network is an answer, not a way', async () => {
  const server = Bun.serve({ port: 0, fetch: () => Response.redirect('http://127.0.0.1:1/', 302) })
  const answer = await askOutside({
    url: `http://localhost:${server.port}/`,
    method: 'POST',
    headers: {},
    wait: noWait,
    reach: 'any',
    limit: 5000,
    most: 10,
    left: new AbortController().signal,
  })
  expect(answer.status).toBe(302)
  await server.stop(true)
})

test('the operator opens networks and ports, and nothing else', async () => {
  const allows = readOutsideAllow('192.168.1.10:5678, 10.0.0.0/8:* ,[fd00::/8]:443')
  const cases = [
    ['192.168.1.10', 5678, true],
    ['192.168.1.10', 5679, false],
    ['192.168.1.11', 5678, false],
    ['10.9.8.7', 1, true],
    ['fd00::5', 443, true],
    ['fd00::5', 80, false],
    ['127.0.0.1', 443, false],
  ] as const
  for (const [address, port, isAllowed] of cases)
    expect([address, port, allows?.(address, port)]).toEqual([address, port, isAllowed])
  for (const malformed of [
    '',
    '10.0.0.1',
    '10.0.0.1:',
    '10.0.0.0/33:80',
    'n8n.local:80',
    'fd00::1:80',
    '10.0.0.1:70000',
  ])
    expect([malformed, readOutsideAllow(malformed)]).toEqual([malformed, undefined])
})

test('an allowed address is reached by http, by number and by name', async () => {
  const server = Bun.serve({ hostname: '127.0.0.1', port: 0, fetch: () => new Response('here') })
  const allowed = readOutsideAllow(`127.0.0.0/8:${server.port}, [::1]:${server.port}`)
  if (!allowed) throw new Error('the rule is malformed')
  const ask = (url: string) =>
    askOutside({
      url,
      method: 'GET',
      headers: {},
      wait: noWait,
      reach: 'public',
      limit: 5000,
      most: 10,
      allowed,
      left: new AbortController().signal,
    })
  expect(await ask(`http://127.0.0.1:${server.port}/`)).toMatchObject({ status: 200, body: 'here' })
  expect(await ask(`http://localhost:${server.port}/`)).toMatchObject({ status: 200, body: 'here' })
  expect(await faultOf(ask('http://127.0.0.1:9/'))).toBe('notPublic')
  expect(await faultOf(ask('http://localhost:9/'))).toBe('notPublic')
  await server.stop(true)
})

describe('a response read part by part', () => {
  /** Sends `a`, then `b` when asked to, and never ends. */
  const opened = (bounds: { limit: number; silence?: number }, left = new AbortController().signal) => {
    const went = Promise.withResolvers<void>()
    const server = Bun.serve({
      port: 0,
      fetch(request) {
        request.signal.addEventListener('abort', () => went.resolve())
        return new Response(
          new ReadableStream({
            async start(controller) {
              for (const part of ['a', 'b', 'c', 'd']) {
                controller.enqueue(part)
                await Bun.sleep(100)
              }
            },
          }),
          { headers: { 'content-type': 'Text/Event-Stream; charset=utf-8' } },
        )
      },
    })
    const url = `http://localhost:${server.port}/`
    const opening = openOutside({
      url,
      method: 'GET',
      headers: {},
      wait: noWait,
      reach: 'any',
      most: 100,
      left,
      ...bounds,
    })
    return { opening, went: went.promise, stop: () => server.stop(true) }
  }

  test('arrives as it is sent, and ends at the limit of time or of silence', async () => {
    for (const [bounds, least] of [
      [{ limit: 1500 }, 'abcd'],
      [{ limit: 60_000, silence: 400 }, 'abcd'],
      [{ limit: 250 }, 'a'],
    ] as const) {
      const { opening, went, stop } = opened(bounds)
      const { status, type, parts } = await opening
      expect([status, type]).toEqual([200, 'text/event-stream'])
      let said = ''
      const fault = await faultOf(
        (async () => {
          for await (const part of parts) said += part.toString()
        })(),
      )
      expect(fault).toBe('timeout')
      expect(said).toStartWith(least)
      await went
      await stop()
    }
  })

  test('ends when the caller leaves, stops reading or reads nothing', async () => {
    const leaving = new AbortController()
    const first = opened({ limit: 60_000 }, leaving.signal)
    const { parts } = await first.opening
    await parts.next()
    leaving.abort()
    expect(await faultOf(Array.fromAsync(parts))).toBe('unreachable')
    await first.went
    await first.stop()

    const second = opened({ limit: 60_000 })
    for await (const part of (await second.opening).parts) if (part.length > 0) break
    await second.went
    await second.stop()

    const third = opened({ limit: 60_000 })
    ;(await third.opening).close()
    await third.went
    await third.stop()
  })
})
