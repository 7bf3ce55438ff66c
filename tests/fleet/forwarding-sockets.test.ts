/** Sockets of pages whose company another node owns. */
import { describe, expect, test } from 'bun:test'
import { createServer, type TLSSocket } from 'node:tls'
import { COME_AGAIN, TRY_LATER } from '../../src/fleet/forwarding/relays'
import { NOT_AUTHENTICATED } from '../../src/platform/wire'
import { COMPANY, type Handle, type NodeOptions, newFleet } from '../support/fleet-nodes'
import { untilSteady } from '../support/raw-http'
import { until } from '../support/until'
import { afterThisTest } from '../survival/support/cleanups'

type OwnerSocket = {
  send(frame: string | Uint8Array): number
  close(code?: number, reason?: string): void
  terminate(): void
  pause(): void
  getBufferedAmount(): number
}
type Taken = {
  readonly ws: OwnerSocket
  readonly frames: (string | Buffer)[]
  closed: { code: number; reason: string } | undefined
  readonly from: string
  readonly headers: Headers
}

function twoNodes(options: Partial<NodeOptions> = {}) {
  const fleet = newFleet()
  const at: Record<string, Taken[]> = { a: [], b: [], c: [] }
  const handler =
    (node: string): Handle =>
    ({ request, visitor, server }) => {
      const [from, headers] = [visitor.addressOf(request, server as never), new Headers(request.headers)]
      if (!visitor.isOwnOrigin(request, server as never)) return new Response('foreign', { status: 403 })
      let taken: Taken | undefined
      const data = {
        open(ws: OwnerSocket) {
          taken = { ws, frames: [], closed: undefined, from, headers }
          at[node]?.push(taken)
        },
        message(ws: OwnerSocket, frame: string | Buffer) {
          taken?.frames.push(frame)
          if (typeof frame !== 'string' || frame.startsWith('echo')) ws.send(frame)
        },
        close(_: unknown, code: number, reason: string) {
          if (taken) taken.closed = { code, reason }
        },
      }
      return server.upgrade(request, { data } as never) ? undefined : new Response('no socket', { status: 400 })
    }
  const a = fleet.open('a', { handle: handler('a'), ...options })
  const b = fleet.open('b', { handle: handler('b') })
  fleet.open('c', { handle: handler('c') })
  fleet.move(COMPANY, 'b')
  return { fleet, a, b, at }
}

type Page = WebSocket & {
  frames: unknown[]
  ended: Promise<{ code: number; reason: string }>
  isOpen: Promise<void>
  terminate(): void
  pause(): boolean
  resume(): boolean
}
function openPage(url: string, headers: Record<string, string> = {}): Page {
  const Socket = WebSocket as unknown as new (url: string, options: object) => Page
  const page = new Socket(`${url.replace(/^http/, 'ws')}/ws/${COMPANY.replaceAll('-', '')}?userId=7`, { headers })
  page.frames = []
  const [isOpen, ended] = [Promise.withResolvers<void>(), Promise.withResolvers<{ code: number; reason: string }>()]
  page.isOpen = isOpen.promise
  page.ended = ended.promise
  page.onopen = () => isOpen.resolve()
  page.onmessage = ({ data }) => void page.frames.push(data)
  page.onclose = ({ code, reason }) => ended.resolve({ code, reason })
  afterThisTest(() => page.terminate())
  return page
}

const connected = async (options: Partial<NodeOptions> = {}) => {
  const nodes = twoNodes(options)
  const page = openPage(nodes.a.url)
  await page.isOpen
  page.send('echo hello')
  const owner = await until(() => nodes.at.b?.[0], 'the socket at the owner')
  await until(() => page.frames.length > 0, 'the echo')
  return { ...nodes, page, owner }
}

describe('frames', () => {
  test('cross both ways in order, also those that come before the owner is reached', async () => {
    const { at, a } = twoNodes()
    const page = openPage(a.url)
    await page.isOpen
    const sent = Array.from({ length: 500 }, (_, n) => `echo ${n} ${'ç'.repeat(n)}`)
    for (const frame of sent) page.send(frame)
    await until(() => page.frames.length === sent.length, 'all echoes')
    expect(page.frames).toEqual(sent)
    expect(at.b?.[0]?.frames).toEqual(sent)
    expect(at.a).toEqual([])
  })

  test('of bytes stay bytes, and empty ones arrive', async () => {
    const { page, owner } = await connected()
    page.send(new Uint8Array([0, 255, 128]))
    page.send('echo')
    owner.ws.send('')
    owner.ws.send(new Uint8Array())
    await until(() => page.frames.length === 5, 'all frames')
    const [, ...rest] = page.frames.map((frame) =>
      typeof frame === 'string' ? frame : Buffer.from(frame as Uint8Array).toString('hex'),
    )
    expect(rest.toSorted()).toEqual(['', '', '00ff80', 'echo'])
  })

  test("the owner sees the person's address, headers, path and origin", async () => {
    const { a, at } = twoNodes({ trustProxy: ['127.0.0.1'] })
    const page = openPage(a.url, {
      'x-forwarded-for': '203.0.113.7',
      'user-agent': 'Firefox',
      cookie: 'a=1',
      origin: a.url,
      'balcao-fleet-address': '6.6.6.6',
    })
    await page.isOpen
    page.send('x')
    const owner = await until(() => at.b?.[0], 'the socket at the owner')
    expect(owner.from).toBe('203.0.113.7')
    expect([...owner.headers.keys()].filter((name) => /^balcao|^x-forwarded/.test(name))).toEqual([])
    expect(owner.headers.get('user-agent')).toBe('Firefox')
    expect(owner.headers.get('cookie')).toBe('a=1')
  })

  test('one that is too long ends the socket', async () => {
    const { page, owner } = await connected()
    page.send('x'.repeat(65 * 1024))
    expect((await page.ended).code).toBe(1009)
    await until(() => owner.closed, 'the end at the owner')
  })
})

describe('the end', () => {
  test.each([1000, 1001, 1008, 1011, 3000, NOT_AUTHENTICATED, 4001, 4008, 4012])(
    'with code %p crosses from the owner',
    async (code) => {
      const { page, owner, a } = await connected()
      owner.ws.close(code, 'why')
      expect(await page.ended).toEqual({ code, reason: 'why' })
      expect(a.door.load.sockets).toBe(0)
    },
  )

  test.each([1000, 1001, 4000])('with code %p crosses from the page', async (code) => {
    const { page, owner, a } = await connected()
    page.close(code, 'bye')
    await until(() => owner.closed, 'the end at the owner')
    expect(owner.closed).toEqual({ code, reason: 'bye' })
    await until(() => a.door.load.sockets === 0, 'the relay to be forgotten')
  })

  test('a page that breaks off ends at the owner', async () => {
    const { page, owner, a } = await connected()
    page.terminate()
    await until(() => owner.closed, 'the end at the owner')
    expect(owner.closed?.code).toBe(1006)
    await until(() => a.door.load.sockets === 0, 'the relay to be forgotten')
  })

  test('an owner that breaks off makes the page come again', async () => {
    const { page, owner } = await connected()
    owner.ws.terminate()
    expect((await page.ended).code).toBe(COME_AGAIN)
  })

  test('an owner that dies makes the page come again', async () => {
    const { page, b } = await connected()
    await b.stop()
    expect([COME_AGAIN, 1001]).toContain((await page.ended).code)
  })

  test('the frames before the end arrive before it', async () => {
    const { page, owner } = await connected()
    for (let n = 0; n < 200; n++) owner.ws.send(`${n}`)
    owner.ws.close(1000, 'done')
    expect((await page.ended).code).toBe(1000)
    expect(page.frames.length).toBe(201)
  })
})

describe('the company moves', () => {
  test('pages are told to come again, and find the next owner', async () => {
    const { fleet, page, owner, at, a } = await connected()
    fleet.move(COMPANY, 'c')
    expect((await page.ended).code).toBe(COME_AGAIN)
    await until(() => owner.closed, 'the end at the former owner')
    const again = openPage(a.url)
    await again.isOpen
    again.send('echo again')
    await until(() => again.frames.length > 0, 'the echo')
    expect(at.c?.[0]?.frames).toEqual(['echo again'])
  })

  test('pages are told to come again when it comes here', async () => {
    const { fleet, page } = await connected()
    fleet.move(COMPANY, 'a')
    expect((await page.ended).code).toBe(COME_AGAIN)
  })

  test('pages of others, and pages that are served by the same node, stay', async () => {
    const { fleet, page } = await connected()
    fleet.move('00000000-0000-4000-8000-000000000002', 'c')
    fleet.move(COMPANY, 'b')
    page.send('echo still here')
    await until(() => page.frames.length === 2, 'the echo')
  })

  test('a page that opens meanwhile waits for the next owner', async () => {
    const { fleet, a, at } = twoNodes()
    fleet.move(COMPANY, undefined)
    const page = openPage(a.url)
    await page.isOpen
    page.send('echo early')
    fleet.move(COMPANY, 'c')
    await until(() => page.frames.length > 0, 'the echo')
    expect(at.c?.[0]?.frames).toEqual(['echo early'])
  })

  test('with no owner in time, it is told to try later', async () => {
    const { fleet, a } = twoNodes({ moveWithin: 40 })
    fleet.move(COMPANY, undefined)
    const page = openPage(a.url)
    await page.isOpen
    page.send('x')
    expect((await page.ended).code).toBe(TRY_LATER)
    expect(a.door.load.sockets).toBe(0)
  })

  test('an owner that is not one any more is asked, and the next one is found', async () => {
    const { fleet, a, at } = twoNodes()
    fleet.moveSilently(COMPANY, 'c')
    const page = openPage(a.url)
    await page.isOpen
    page.send('echo x')
    await until(() => a.door.load.requests === 0, 'the refusal')
    fleet.move(COMPANY, 'c')
    await until(() => page.frames.length > 0, 'the echo')
    expect(at.b).toEqual([])
  })
})

describe('strangers and broken peers', () => {
  test('a page that sends nothing does not reach the owner and is closed', async () => {
    const { a, at } = twoNodes({ firstFrameWithin: 40 })
    const page = openPage(a.url)
    expect((await page.ended).code).toBe(NOT_AUTHENTICATED)
    expect(at.b).toEqual([])
    expect(a.door.load).toEqual({ requests: 0, sockets: 0 })
  })

  test('a page of a foreign origin is refused by the owner', async () => {
    const { a, at } = twoNodes()
    const page = openPage(a.url, { origin: 'https://evil.example' })
    await page.isOpen
    page.send('x')
    expect((await page.ended).code).toBe(COME_AGAIN)
    expect(at.b).toEqual([])
  })

  test('a request that is no socket gets an answer', async () => {
    const { a } = twoNodes()
    const answered = await fetch(`${a.url}/ws/${COMPANY.replaceAll('-', '')}`, {
      headers: { upgrade: 'websocket', connection: 'upgrade' },
    })
    expect(answered.status).toBe(400)
    expect(a.door.load.sockets).toBe(0)
  })

  test('a page that sends much before its owner is reached is held back, and nothing of it is lost', async () => {
    const { fleet, a, at } = twoNodes({ moveWithin: 60_000 })
    fleet.move(COMPANY, undefined)
    const page = openPage(a.url)
    await page.isOpen
    const sent = Array.from({ length: 100 }, (_, n) => `${n} ${'x'.repeat(60 * 1024)}`)
    for (const frame of sent) page.send(frame)
    await untilSteady(() => page.bufferedAmount)
    expect(page.bufferedAmount).toBeGreaterThan(0)
    fleet.move(COMPANY, 'b')
    await until(() => at.b?.[0]?.frames.length === sent.length, 'all frames')
    expect(at.b?.[0]?.frames).toEqual(sent)
  })

  test('one network opens only so many sockets that send nothing', async () => {
    const { a } = twoNodes({ silentPerNetwork: 5 })
    const pages = Array.from({ length: 8 }, () => openPage(a.url))
    await until(() => a.door.load.sockets === 5, 'the first sockets')
    const codes = await Promise.all(pages.slice(5).map(({ ended }) => ended))
    expect(codes.length).toBe(3)
  })

  test('an owner that does not answer pings is given up', async () => {
    const { fleet, a } = twoNodes({ pingEvery: 30 })
    const sockets: TLSSocket[] = []
    const server = createServer({ ...fleet.authority.node('b'), requestCert: true }, (socket) => {
      sockets.push(socket)
      socket.on('error', () => {})
      socket.on('data', (data) => {
        const text = data.toString('latin1')
        if (text.includes('balcao-fleet-asks')) socket.write('HTTP/1.1 204 No Content\r\n\r\n')
        const [, key] = /sec-websocket-key: (\S+)/i.exec(text) ?? []
        if (!key) return // frames and pings are read and not answered
        const accept = new Bun.CryptoHasher('sha1')
          .update(`${key}258EAFA5-E914-47DA-95CA-C5AB0DC85B11`)
          .digest('base64')
        socket.write(
          `HTTP/1.1 101 Switching Protocols\r\nUpgrade: websocket\r\nConnection: Upgrade\r\nSec-WebSocket-Accept: ${accept}\r\n\r\n`,
        )
      })
    })
    await new Promise<void>((resolve) => void server.listen(0, '127.0.0.1', resolve))
    afterThisTest(() => {
      for (const socket of sockets) socket.destroy()
      server.close()
    })
    fleet.replace('b', `https://127.0.0.1:${(server.address() as { port: number }).port}`)
    const page = openPage(a.url)
    await page.isOpen
    page.send('x')
    expect((await page.ended).code).toBe(COME_AGAIN)
  })

  test('an owner that answers pings is kept', async () => {
    const { page } = await connected({ pingEvery: 10 })
    let pings = 0
    page.addEventListener('message', () => pings++)
    for (let n = 0; n < 20; n++) await new Promise((resolve) => setTimeout(resolve, 10))
    page.send('echo alive')
    await until(() => page.frames.length === 2, 'the echo')
  })
})

describe('back pressure', () => {
  test('a page that does not read holds its owner back, and gets everything when it reads', async () => {
    const { page, owner } = await connected()
    page.pause()
    const frame = 'x'.repeat(16 * 1024)
    let sent = 0
    // The owner stops where the product stops a replay: when its socket has a backlog.
    while (owner.ws.getBufferedAmount() < 64 * 1024 && sent < 4_000) {
      owner.ws.send(frame)
      sent++
      if (sent % 20 === 0) await new Promise(setImmediate)
    }
    expect(sent).toBeLessThan(2_000)
    page.resume()
    await until(() => page.frames.length === sent + 1, 'all frames')
  })

  test('an owner that does not read holds the page back', async () => {
    const { page, owner, a } = await connected()
    owner.ws.pause()
    const frame = 'y'.repeat(60 * 1024)
    let sent = 0
    while (page.bufferedAmount < 256 * 1024 && sent < 1_000) {
      page.send(frame)
      sent++
      await new Promise(setImmediate)
    }
    expect(sent).toBeLessThan(1_000)
    expect(a.door.load.sockets).toBe(1)
    ;(owner.ws as unknown as { resume(): void }).resume()
    await until(() => owner.frames.length === sent + 1, 'all frames')
  })
})
