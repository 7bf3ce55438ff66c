/** What HTTP knows must cross from node to node as if there were one. */
import { describe, expect, test } from 'bun:test'
import { connect } from 'node:net'
import { COMPANY, type Handle, type NodeOptions, newFleet } from '../support/fleet-nodes'
import { localhostTls } from '../support/localhost-tls'
import { get, rawRequest, untilSteady } from '../support/raw-http'
import { until } from '../support/until'

const MIB = 1024 * 1024
const OURS = [`X-Company: ${COMPANY}`]
const bytes = (text: string) => new TextEncoder().encode(text)

/** `a` is reached, `b` owns the company. Both have the same options at their outer doors. */
function twoNodes(handle: Handle, options: Partial<NodeOptions> = {}) {
  const fleet = newFleet()
  const a = fleet.open('a', { ...options, handle: () => new Response('a answers', { status: 418 }) })
  const b = fleet.open('b', { ...options, handle })
  fleet.move(COMPANY, 'b')
  return { fleet, a, b }
}

describe('answers', () => {
  const cookies = () => {
    const headers = new Headers({ 'content-type': 'text/plain' })
    headers.append('set-cookie', 'a=1; Path=/; Expires=Wed, 21 Oct 2026 07:28:00 GMT')
    headers.append('set-cookie', 'b=2; HttpOnly')
    return new Response('two cookies', { headers })
  }
  const packed = () =>
    new Response(Bun.gzipSync(bytes('hello '.repeat(100))), {
      headers: { 'content-encoding': 'gzip', vary: 'accept-encoding' },
    })
  const answers: Record<string, () => Response> = {
    '/json': () => Response.json({ a: 'ç', n: 1 }),
    '/cookies': cookies,
    '/gzip': packed,
    '/no-content': () => new Response(null, { status: 204 }),
    '/not-modified': () => new Response(null, { status: 304, headers: { etag: '"x"' } }),
    '/empty': () => new Response(''),
    '/found': () => new Response(null, { status: 302, headers: { location: 'https://elsewhere.example/' } }),
    '/permanent': () => new Response(null, { status: 308, headers: { location: '/api/json' } }),
    '/part': () =>
      new Response('lo', { status: 206, headers: { 'content-range': 'bytes 3-4/5', 'accept-ranges': 'bytes' } }),
    '/refused': () => Response.json({ error: 'ERR_X' }, { status: 403, headers: { 'retry-after': '7' } }),
    '/fault': () => Response.json({ error: 'ERR_INTERNAL' }, { status: 500 }),
    '/challenge': () => new Response('', { status: 401, headers: { 'www-authenticate': 'Bearer' } }),
    '/file': () =>
      new Response(new Blob(['%PDF'], { type: 'application/pdf' }), {
        headers: { 'content-disposition': 'inline; filename="ç.pdf"; filename*=UTF-8\'\'%C3%A7.pdf' },
      }),
    '/binary': () => new Response(new Uint8Array([0, 255, 13, 10, 0, 200])),
  }

  test.each(Object.keys(answers).flatMap((path) => [`GET ${path}`, `HEAD ${path}`]))('%s', async (name) => {
    const [method = '', path = ''] = name.split(' ')
    const { a, b } = twoNodes(({ path }) => answers[path]?.())
    const asked = get(path, OURS, method)
    const [direct, forwarded] = await Promise.all([rawRequest(b.url, asked), rawRequest(a.url, asked)])
    expect(sorted(forwarded.head)).toEqual(sorted(direct.head))
    expect(forwarded).toMatchObject({ body: direct.body, end: 'ended' })
  })

  test('a long answer arrives as it is made, and the owner makes no more than is read', async () => {
    let made = 0
    const handle: Handle = () =>
      new Response(
        new ReadableStream(
          {
            async pull(controller) {
              made += MIB
              controller.enqueue(new Uint8Array(MIB))
              await 0
              if (made >= 512 * MIB) controller.close()
            },
          },
          { highWaterMark: 0 },
        ),
      )
    const { a } = twoNodes(handle)
    const response = await fetch(`${a.url}/api/export`, { headers: { 'x-company': COMPANY } })
    const reader = response.body?.getReader()
    await reader?.read()
    // Buffers of sockets and both programs fill, then nothing more is made.
    await untilSteady(() => made)
    expect(made).toBeLessThan(64 * MIB)
    let read = 0
    for (;;) {
      const { done, value } = (await reader?.read()) ?? { done: true, value: undefined }
      if (done) break
      read += value?.length ?? 0
    }
    expect(read).toBeGreaterThan(511 * MIB)
    expect(a.door.load.requests).toBe(0)
  })

  test('each event of a stream arrives at once', async () => {
    const next = Promise.withResolvers<void>()
    const handle: Handle = () =>
      new Response(
        new ReadableStream({
          async start(controller) {
            controller.enqueue(bytes('data: 1\n\n'))
            await next.promise
            controller.enqueue(bytes('data: 2\n\n'))
            controller.close()
          },
        }),
        { headers: { 'content-type': 'text/event-stream' } },
      )
    const { a } = twoNodes(handle)
    const response = await fetch(`${a.url}/api/events`, { headers: { 'x-company': COMPANY } })
    const reader = response.body?.getReader()
    expect(Buffer.from((await reader?.read())?.value ?? []).toString()).toBe('data: 1\n\n')
    next.resolve()
    expect(Buffer.from((await reader?.read())?.value ?? []).toString()).toBe('data: 2\n\n')
    expect((await reader?.read())?.done).toBe(true)
  })

  test('an answer that breaks off at the owner breaks off for the person, and does not look complete', async () => {
    const broken =
      (length: number): Handle =>
      () =>
        new Response(
          new ReadableStream({
            async pull(controller) {
              controller.enqueue(bytes('x'.repeat(length)))
              await new Promise(setImmediate)
              controller.error(new Error('the disk broke'))
            },
          }),
        )
    const { a } = twoNodes(broken(1000))
    expect(await rawRequest(a.url, get('/api/export', OURS))).toMatchObject({ end: 'cut' })
    expect(a.door.load.requests).toBe(0)
  })

  test('a person who leaves ends the request at the owner', async () => {
    const began = Promise.withResolvers<void>()
    const ended = Promise.withResolvers<void>()
    const handle: Handle = ({ request }) => {
      request.signal.addEventListener('abort', () => ended.resolve())
      began.resolve()
      return new Promise(() => {})
    }
    const { a } = twoNodes(handle)
    const leaving = new AbortController()
    const asked = fetch(`${a.url}/api/report`, { headers: { 'x-company': COMPANY }, signal: leaving.signal })
    asked.catch(() => {})
    await began.promise
    leaving.abort()
    await ended.promise
    await until(() => a.door.load.requests === 0, 'the request to be forgotten')
  })

  test('a person who leaves in the middle of a long answer ends it at the owner', async () => {
    const ended = Promise.withResolvers<void>()
    const handle: Handle = () =>
      new Response(
        new ReadableStream({
          pull: (controller) => controller.enqueue(new Uint8Array(64 * 1024)),
          cancel: () => ended.resolve(),
        }),
      )
    const { a } = twoNodes(handle)
    const leaving = new AbortController()
    const response = await fetch(`${a.url}/api/export`, { headers: { 'x-company': COMPANY }, signal: leaving.signal })
    await response.body?.getReader().read()
    leaving.abort()
    await ended.promise
    await until(() => a.door.load.requests === 0, 'the request to be forgotten')
  })
})

describe('requests', () => {
  const shown: Handle = async ({ request, path, visitor, server }) => {
    const { headers } = request
    const from = server as never
    return Response.json({
      path,
      headers: Object.fromEntries(headers),
      address: visitor.addressOf(request, from),
      origin: visitor.originOf(request, from),
      isOwnOrigin: visitor.isOwnOrigin(request, from),
      cookie: visitor.cookie(request, from, { name: 'c', value: 'v', life: 1000 }),
      body: (await request.text()).length,
    })
  }
  const asBoth = async (text: string, options: Partial<NodeOptions> = {}) => {
    const { a, b } = twoNodes(shown, options)
    const [direct, forwarded] = await Promise.all([rawRequest(b.url, text), rawRequest(a.url, text)])
    return [JSON.parse(direct.body), JSON.parse(forwarded.body)]
  }

  test.each([
    ['few headers', []],
    [
      'what a browser sends',
      [
        'User-Agent: Mozilla/5.0',
        'Accept: text/html',
        'Accept-Encoding: gzip, br',
        'Cookie: a=1; b=2',
        'Authorization: Bearer x.y.z',
        'Accept-Language: tr',
        'Range: bytes=0-3',
        'If-None-Match: "x"',
      ],
    ],
    ['the own origin', ['Origin: http://atende.example.com']],
    ['a foreign origin', ['Origin: http://evil.example']],
    ['the own name with TLS', ['Origin: https://atende.example.com']],
    ['the same header twice', ['X-Many: 1', 'X-Many: 2', 'Cookie: a=1', 'Cookie: b=2']],
    [
      'a proxy that is not trusted',
      ['X-Forwarded-For: 9.9.9.9', 'X-Forwarded-Proto: https', 'X-Forwarded-Host: evil.example'],
    ],
  ] as const)('the owner sees what the person sent: %s', async (_, headers) => {
    const [direct, forwarded] = await asBoth(get('/api/x', [...OURS, ...headers]))
    for (const one of [direct, forwarded])
      for (const name of Object.keys(one.headers)) if (/^connection$|^x-forwarded/.test(name)) delete one.headers[name]
    expect(forwarded).toEqual(direct)
  })

  test.each([
    [
      'http',
      ['X-Forwarded-For: 6.6.6.6, 203.0.113.7', 'X-Forwarded-Proto: http', 'X-Forwarded-Host: atende.example.com'],
    ],
    [
      'https',
      [
        'X-Forwarded-For: 203.0.113.7:5000',
        'X-Forwarded-Proto: https',
        'X-Forwarded-Host: balcao.example',
        'Origin: https://balcao.example',
      ],
    ],
    ['IPv6', ['X-Forwarded-For: 2001:db8::7']],
  ] as const)('behind a trusted proxy with %s', async (_, headers) => {
    const [direct, forwarded] = await asBoth(get('/api/x', [...OURS, ...headers]), { trustProxy: ['127.0.0.1'] })
    const said = ({ address, origin, isOwnOrigin, cookie }: Record<string, unknown>) => ({
      address,
      origin,
      isOwnOrigin,
      cookie,
    })
    expect(said(forwarded)).toEqual(said(direct))
    expect(forwarded.address).toMatch(/^203\.0\.113\.7$|^2001:db8::7$/)
  })

  test('what a stranger says of proxies reaches no owner that would believe it', async () => {
    const fleet = newFleet()
    const a = fleet.open('a', { handle: () => new Response() })
    fleet.open('b', { handle: shown, trustProxy: ['127.0.0.1'] })
    fleet.move(COMPANY, 'b')
    const forged = [
      'X-Forwarded-For: 6.6.6.6',
      'X-Forwarded-Proto: https',
      'X-Forwarded-Host: evil.example',
      'Forwarded: for=6.6.6.6',
    ]
    const { address, origin, headers } = JSON.parse((await rawRequest(a.url, get('/api/x', [...OURS, ...forged]))).body)
    expect([address, origin]).toEqual(['127.0.0.1', 'http://atende.example.com'])
    expect(Object.keys(headers).filter((name) => name.includes('forwarded'))).toEqual([])
  })

  test('with TLS at the outer door', async () => {
    for (const origin of ['https://atende.example.com', 'http://atende.example.com']) {
      const [direct, forwarded] = await asBoth(get('/api/x', [...OURS, `Origin: ${origin}`]), { tls: localhostTls })
      delete direct.headers.connection
      expect(forwarded).toEqual(direct)
      expect(forwarded).toMatchObject({
        isOwnOrigin: origin.startsWith('https:'),
        origin: 'https://atende.example.com',
      })
      expect(forwarded.cookie).toContain('Secure')
    }
  })

  test("nobody outside can write the envelope, and the connection's own headers stay behind", async () => {
    const [, forwarded] = await asBoth(
      get('/api/x', [
        ...OURS,
        'Balcao-Fleet-Address: 6.6.6.6',
        'balcao-fleet-scheme: https',
        'balcao-fleet-company: other',
        'balcao-fleet-pass: forged',
        'balcao-fleet-lacks: accept,user-agent',
        'balcao-fleet-asks: owner',
        'balcao-fleet-anything: 1',
        'User-Agent: Mine',
        'TE: trailers',
        'Keep-Alive: timeout=5',
        'Proxy-Authorization: Basic x',
      ]),
    )
    expect(forwarded.address).toBe('127.0.0.1')
    expect(forwarded.origin).toBe('http://atende.example.com')
    expect(Object.keys(forwarded.headers).sort()).toEqual(['host', 'user-agent', 'x-company'])
  })

  test('headers that Connection names stay behind', async () => {
    const { a } = twoNodes(shown)
    const text = get('/api/x', [...OURS, 'X-Hop: 1', 'X-Stays: 2']).replace(
      'Connection: close',
      'Connection: close, X-Hop',
    )
    const { headers } = JSON.parse((await rawRequest(a.url, text)).body)
    expect(headers).toMatchObject({ 'x-stays': '2' })
    expect(headers['x-hop']).toBeUndefined()
  })
})

describe('bodies', () => {
  const counting: Handle = async ({ request }) => {
    const { headers } = request
    const hash = new Bun.CryptoHasher('sha256')
    let length = 0
    for await (const chunk of request.body ?? []) {
      hash.update(chunk)
      length += chunk.length
    }
    return Response.json({
      length,
      hash: hash.digest('hex'),
      declared: headers.get('content-length'),
      coding: headers.get('transfer-encoding'),
    })
  }

  test.each([0, 1, 64 * 1024, 64 * 1024 + 1, 3 * MIB])('of %p bytes with a length', async (length) => {
    const { a } = twoNodes(counting)
    const body = crypto.getRandomValues(new Uint8Array(Math.min(length, 60_000)))
    const whole = Buffer.alloc(length, length > 0 ? body : undefined)
    const answered = await fetch(`${a.url}/api/upload`, {
      method: 'POST',
      body: whole,
      headers: { 'x-company': COMPANY },
    })
    const hash = new Bun.CryptoHasher('sha256').update(whole).digest('hex')
    expect(await answered.json()).toEqual({ length, hash, declared: `${length}`, coding: null })
  })

  test('in chunks, without a length', async () => {
    const { a } = twoNodes(counting)
    const text = get('/api/upload', [...OURS, 'Transfer-Encoding: chunked'], 'PUT')
    const answered = await rawRequest(a.url, `${text}5\r\nhello\r\n6;ext=1\r\n world\r\n0\r\n\r\n`)
    expect(JSON.parse(answered.body)).toMatchObject({
      length: 11,
      hash: new Bun.CryptoHasher('sha256').update('hello world').digest('hex'),
    })
  })

  test('none at all', async () => {
    const { a } = twoNodes(counting)
    for (const method of ['DELETE', 'POST', 'PUT'])
      expect(await rawRequest(a.url, get('/api/x', OURS, method))).toMatchObject({ status: 200 })
  })

  test('that the owner refuses unread are refused at once', async () => {
    const { a } = twoNodes(() => Response.json({ error: 'ERR_PAYLOAD_TOO_LARGE' }, { status: 413 }))
    const headers = { 'x-company': COMPANY }
    const answered = await fetch(`${a.url}/api/upload`, { method: 'POST', body: new Uint8Array(32 * MIB), headers })
    expect(answered.status).toBe(413)
    await answered.text()
    await until(() => a.door.load.requests === 0, 'the request to be forgotten')
  })

  test('of half a gigabyte pass through, and neither node keeps more of one than the owner has not read yet', async () => {
    let isReading = false
    const go = Promise.withResolvers<void>()
    const handle: Handle = async (given) => {
      await go.promise
      isReading = true
      return counting(given)
    }
    const { a } = twoNodes(handle)
    let made = 0
    const total = 512 * MIB
    const chunk = new Uint8Array(MIB)
    const body = new ReadableStream({
      pull(controller) {
        made += MIB
        controller.enqueue(chunk)
        if (made >= total) controller.close()
      },
    })
    const answered = fetch(`${a.url}/api/upload`, {
      method: 'POST',
      body,
      headers: { 'x-company': COMPANY, 'content-length': `${total}` },
    })
    await until(() => made > 0, 'the upload to begin')
    await untilSteady(() => made)
    expect(isReading).toBe(false)
    expect(made).toBeLessThan(64 * MIB)
    go.resolve()
    expect(await (await answered).json()).toMatchObject({ length: total, declared: `${total}` })
  })

  test('a person who leaves during an upload ends it at the owner', async () => {
    const [began, ended] = [Promise.withResolvers<void>(), Promise.withResolvers<string>()]
    const handle: Handle = async ({ request }) => {
      began.resolve()
      try {
        for await (const _ of request.body ?? []);
        ended.resolve('complete')
      } catch {
        ended.resolve('broken off')
      }
      return new Response()
    }
    const { a } = twoNodes(handle)
    const { hostname, port } = new URL(a.url)
    const socket = connect({ host: hostname, port: Number(port) })
    socket.write(`${get('/api/upload', [...OURS, 'Content-Length: 100000000'], 'POST')}${'x'.repeat(300_000)}`)
    await began.promise
    socket.destroy()
    expect(await ended.promise).toBe('broken off')
    await until(() => a.door.load.requests === 0, 'the request to be forgotten')
  })
})

describe('odd, but allowed', () => {
  const shown: Handle = async ({ request }) =>
    Response.json({ headers: Object.fromEntries(request.headers), url: request.url, body: await request.text() })

  test('a GET or HEAD with a body', async () => {
    const { a } = twoNodes(shown)
    for (const method of ['GET', 'HEAD']) {
      const answered = await rawRequest(a.url, `${get('/api/x', [...OURS, 'Content-Length: 5'], method)}hello`)
      expect(answered.status).toBe(200)
    }
    const chunked = get('/api/x', [...OURS, 'Transfer-Encoding: chunked'])
    expect(await rawRequest(a.url, `${chunked}5\r\nhello\r\n0\r\n\r\n`)).toMatchObject({ status: 200 })
  })

  test('a body that waits for 100 Continue', async () => {
    const { a, b } = twoNodes(shown)
    const told = async (url: string) => {
      const { hostname, port } = new URL(url)
      const socket = connect({ host: hostname, port: Number(port) })
      socket.write(get('/api/x', [...OURS, 'Content-Length: 70000', 'Expect: 100-continue'], 'POST'))
      let text = ''
      for await (const chunk of socket) {
        text += chunk
        if (/^HTTP\/1\.1 100/.test(text) && !text.includes(' 200 ')) socket.write('x'.repeat(70_000))
      }
      return /^HTTP\/1\.1 100/.test(text) && text.includes('x'.repeat(70_000))
    }
    expect([await told(b.url), await told(a.url)]).toEqual([true, true])
  })

  test.each([100, 4_000, 12_000])('headers of %p bytes', async (length) => {
    const { a, b } = twoNodes(shown)
    const text = get(`/api/x?q=${'y'.repeat(Math.min(length, 3000))}`, [...OURS, `Cookie: a=${'x'.repeat(length)}`])
    const [direct, forwarded] = [await rawRequest(b.url, text), await rawRequest(a.url, text)]
    expect([direct.status, forwarded.status]).toEqual([200, 200])
    expect(forwarded.body.length).toBeGreaterThan(length)
  })

  test.each([20_000, 40_000])('headers of %p bytes are refused as on the owner', async (length) => {
    const { a, b } = twoNodes(shown)
    const text = get('/api/x', [...OURS, `Cookie: a=${'x'.repeat(length)}`])
    const [direct, forwarded] = [await rawRequest(b.url, text), await rawRequest(a.url, text)]
    expect(forwarded.status).toBe(direct.status)
  })

  test('bytes that are no ASCII in headers, and odd spellings of addresses', async () => {
    const { a, b } = twoNodes(shown)
    for (const path of [
      '/api/x?a=%2F%2e%2e&b=ç&c=[]',
      '/api//x',
      '/api/a/../x',
      '/api/%2e%2e/x',
      '/api/x?\'"<>',
      '/api/x?',
    ]) {
      const text = Buffer.from(get(path, [...OURS, 'X-Name: JosÃ©', 'X-Latin: \xe9\xff']), 'latin1')
      const [direct, forwarded] = [await rawRequest(b.url, text), await rawRequest(a.url, text)]
      const [there, here] = [JSON.parse(direct.body), JSON.parse(forwarded.body)]
      expect([here.url, here.headers['x-name'], here.headers['x-latin']]).toEqual([
        there.url,
        there.headers['x-name'],
        there.headers['x-latin'],
      ])
    }
  })

  test('an upload that takes longer than an answer may', async () => {
    const { a } = twoNodes(shown, { answerWithin: 150 })
    const chunk = 'x'.repeat(20_000)
    let sent = 0
    const body = new ReadableStream({
      async pull(controller) {
        if (sent++ === 10) return controller.close()
        await new Promise((resolve) => setTimeout(resolve, 50))
        controller.enqueue(bytes(chunk))
      },
    })
    const headers = { 'x-company': COMPANY, 'content-length': `${chunk.length * 10}` }
    const answered = await fetch(`${a.url}/api/upload`, { method: 'POST', body, headers })
    expect((await answered.json()).body.length).toBe(chunk.length * 10)
  })
})

describe('smuggling', () => {
  const smuggled = 'GET /api/secret HTTP/1.1\r\nHost: h\r\n\r\n'
  const head = `POST /api/x HTTP/1.1\r\nHost: h\r\nX-Company: ${COMPANY}\r\n`
  const attempts: Record<string, string> = {
    'two lengths': `${head}Content-Length: 5\r\nContent-Length: 6\r\n\r\nhello!`,
    'a list of lengths': `${head}Content-Length: 5, 6\r\n\r\nhello!`,
    'a length and chunks': `${head}Content-Length: 5\r\nTransfer-Encoding: chunked\r\n\r\n0\r\n\r\n${smuggled}`,
    'chunks twice': `${head}Transfer-Encoding: chunked\r\nTransfer-Encoding: identity\r\n\r\n0\r\n\r\n${smuggled}`,
    'an unknown coding': `${head}Transfer-Encoding: xchunked\r\n\r\n0\r\n\r\n${smuggled}`,
    'a coding behind a tab': `${head}Transfer-Encoding:\tchunked\r\nContent-Length: 3\r\n\r\n0\r\n\r\n${smuggled}`,
    'a space before the colon': `${head}Content-Length : 5\r\n\r\nhello`,
    'a length with a sign': `${head}Content-Length: +5\r\n\r\nhello`,
    'a negative length': `${head}Content-Length: -1\r\n\r\n${smuggled}`,
    'a hexadecimal length': `${head}Content-Length: 0x5\r\n\r\nhello`,
    'a huge length': `${head}Content-Length: 99999999999999999999\r\n\r\nhello`,
    'a folded line': `${head}X-Fold: a\r\n Content-Length: 5\r\nContent-Length: 0\r\n\r\n`,
    'a line feed in a header': `${head}X-Line: a\nX-Other: b\r\nContent-Length: 0\r\n\r\n`,
    'a length that Connection names': `${head}Connection: content-length\r\nContent-Length: ${smuggled.length}\r\n\r\n${smuggled}`,
    'an envelope that Connection names': `${head}Connection: balcao-fleet-company, host, x-company\r\nContent-Length: 0\r\n\r\n`,
    'a chunk size that overflows': `${head}Transfer-Encoding: chunked\r\n\r\nfffffffffffffffff\r\nx\r\n0\r\n\r\n${smuggled}`,
  }

  test.each(Object.keys(attempts))('%s reaches the owner as one request or none', async (name) => {
    const requests: string[] = []
    const { a } = twoNodes(async ({ request, path }) => {
      requests.push(path)
      return Response.json({ body: await request.text() })
    })
    // Without `X-Company` what was smuggled would be answered by the first node.
    const text = (attempts[name] ?? '').replace(/\r\n\r\n/, '\r\nConnection: close\r\n\r\n')
    const answered = await rawRequest(a.url, text)
    expect(requests.filter((path) => path !== '/api/x')).toEqual([])
    expect(requests.length).toBeLessThanOrEqual(1)
    expect(answered.end === 'cut' || answered.status > 0).toBe(true)
  })

  test('a body that is shorter than its length never reaches the owner as complete', async () => {
    const bodies: string[] = []
    const { a } = twoNodes(async ({ request }) => {
      bodies.push(await request.text())
      return new Response()
    })
    const { hostname, port } = new URL(a.url)
    await new Promise<void>((resolve) => {
      const socket = connect({ host: hostname, port: Number(port) }, () => {
        socket.end(`${head}Content-Length: 500\r\n\r\nshort`)
        socket.resume()
      })
      socket.on('error', () => {})
      socket.on('close', () => resolve())
    })
    expect(bodies).toEqual([])
    expect(a.faults).toEqual([])
  })
})

/** Names of headers without case: the runtime spells them as it likes. */
const sorted = (head: string) =>
  head
    .split('\r\n')
    .map((line) => line.replace(/^[\w-]+(?=:)/, (name) => name.toLowerCase()))
    .toSorted()
