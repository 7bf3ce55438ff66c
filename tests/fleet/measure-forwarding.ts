/**
 * `bun run tests/fleet/measure-forwarding.ts [requests]`: what forwarding costs, with an owner and a forwarding node in
 * processes of their own. Prints JSON: milliseconds of a page and of a socket's echo, directly and forwarded, and kilobytes
 * of 1,000 idle sockets on each node.
 */
import { connect } from 'node:net'
import { Door } from '../../src/fleet/forwarding/door'
import { InnerListener } from '../../src/fleet/forwarding/inner-listener'
import { newAuthority } from '../support/fleet-certificates'
import { COMPANY } from '../support/fleet-nodes'

type Socket = { send(frame: unknown): void; data: Record<string, ((...given: unknown[]) => void) | undefined> }
const websocket = {
  open: (ws: Socket) => ws.data.open?.(ws),
  message: (ws: Socket, frame: unknown) => ws.data.message?.(ws, frame),
  drain: (ws: Socket) => ws.data.drain?.(ws),
  close: (ws: Socket, code: number, reason: string) => ws.data.close?.(ws, code, reason),
}
const PAGE = JSON.stringify(
  Array.from({ length: 40 }, (_, id) => ({ id, name: `Contato ${id}`, last: 'mensagem '.repeat(8) })),
)
const IDLE_SOCKETS = 1_000
const PATH = `/ws/${COMPANY.replaceAll('-', '')}`

function handle(request: Request, server: { upgrade(request: Request, options: never): boolean }) {
  if (!request.headers.has('upgrade')) return new Response(PAGE, { headers: { 'content-type': 'application/json' } })
  const data = { message: (ws: Socket, frame: unknown) => ws.send(frame) }
  return server.upgrade(request, { data } as never) ? undefined : new Response('no socket', { status: 400 })
}

const certificate = JSON.parse(process.env.FLEET_CERTIFICATE ?? 'null')
const serveOuter = (fetch: object) => Bun.serve({ hostname: '127.0.0.1', port: 0, websocket, fetch } as never).port
const report = (ports: object) => {
  console.log(JSON.stringify(ports))
  process.on('SIGUSR2', () => {
    Bun.gc(true)
    console.log(JSON.stringify({ rss: process.memoryUsage.rss() }))
  })
}

function beOwner() {
  const inner = new InnerListener({
    node: 'b',
    certificate,
    hostname: '127.0.0.1',
    port: 0,
    options: { websocket },
    handle,
    owns: () => true,
  })
  report({ inner: inner.port, outer: serveOuter(handle) })
}

function beForwarder(url: string) {
  const door = new Door({
    self: { node: 'a', url: 'https://127.0.0.1:1' },
    certificate,
    ownerOf: () => ({ at: 'there', node: 'b', url }),
    companyOf: () => COMPANY,
    personOf: (request, server) => {
      const address = server.requestIP(request)?.address ?? 'unknown'
      return { address, network: address, origin: new URL(request.url).origin }
    },
    refuse: (error) => new Response(String(error), { status: 500 }),
    log: { warn: console.error } as never,
  })
  report({ outer: serveOuter(door.around(handle as never)) })
}

function startNode(role: string, environment: Record<string, string>) {
  const child = Bun.spawn([process.execPath, import.meta.path, role], {
    env: { ...process.env, ...environment },
    stdout: 'pipe',
    stderr: 'inherit',
  })
  const lines: string[] = []
  void (async () => {
    for await (const chunk of child.stdout) lines.push(...Buffer.from(chunk).toString().trim().split('\n'))
  })()
  const next = async (): Promise<Record<string, number>> => {
    while (lines.length === 0) await Bun.sleep(5)
    return JSON.parse(lines.shift() ?? '{}')
  }
  const rss = async () => {
    child.kill('SIGUSR2')
    return (await next()).rss ?? 0
  }
  return { next, rss, end: () => child.kill() }
}

/** One kept connection, whose own work is small. */
function openClient(port: number): Promise<{ ask(): Promise<void>; end(): void }> {
  const asked =
    'GET /api/tickets?pageNumber=1 HTTP/1.1\r\nHost: atende.example.com\r\nUser-Agent: Mozilla/5.0\r\nAccept: */*\r\n\r\n'
  return new Promise((resolve) => {
    let [answer, done] = ['', () => {}]
    const socket = connect({ port, host: '127.0.0.1', noDelay: true }, () => {
      const ask = () =>
        new Promise<void>((answered) => {
          done = answered
          answer = ''
          socket.write(asked)
        })
      resolve({ ask, end: () => socket.destroy() })
    })
    socket.on('data', (data) => {
      answer += data.toString('latin1')
      if (answer.length >= answer.indexOf('\r\n\r\n') + 4 + PAGE.length) done()
    })
  })
}

const shown = (times: number[]) => {
  times.sort((a, b) => a - b)
  const at = (share: number) => Number(times[Math.floor(times.length * share)]?.toFixed(3))
  return { p50: at(0.5), p99: at(0.99) }
}

async function timed(work: () => Promise<unknown>, into: number[]) {
  const begun = performance.now()
  await work()
  into.push(performance.now() - begun)
}

/** `pause` in milliseconds between an answer and the next request of the same client. */
async function measurePages(port: number, clients: number, requests: number, pause = 0) {
  const opened = await Promise.all(Array.from({ length: clients }, () => openClient(port)))
  const times: number[] = []
  await Promise.all(
    opened.map(async (client) => {
      for (let n = 0; n < requests / clients; n++) {
        await timed(client.ask, times)
        if (pause > 0) await Bun.sleep(pause * (0.5 + Math.random()))
      }
      client.end()
    }),
  )
  return shown(times)
}

async function openEcho(port: number) {
  const socket = new WebSocket(`ws://127.0.0.1:${port}${PATH}`)
  const echo = () =>
    new Promise((resolve) => {
      socket.onmessage = resolve
      socket.send('x'.repeat(300))
    })
  await new Promise((resolve) => {
    socket.onopen = resolve
  })
  await echo()
  return { echo, close: () => socket.close() }
}

async function measureEcho(port: number, frames: number) {
  const { echo, close } = await openEcho(port)
  const times: number[] = []
  for (let n = 0; n < frames; n++) await timed(echo, times)
  close()
  return shown(times)
}

async function measure(requests: number) {
  const authority = newAuthority()
  const owner = startNode('owner', { FLEET_CERTIFICATE: JSON.stringify(authority.node('b')) })
  const { inner, outer: direct = 0 } = await owner.next()
  const environment = { FLEET_CERTIFICATE: JSON.stringify(authority.node('a')), OWNER: `https://127.0.0.1:${inner}` }
  const node = startNode('forwarder', environment)
  const { outer: forwarded = 0 } = await node.next()
  for (const port of [direct, forwarded]) await measurePages(port, 16, 1_000)
  const results: Record<string, object> = {}
  for (const [name, port] of Object.entries({ direct, forwarded })) {
    results[`${name}, one client`] = await measurePages(port, 1, requests)
    results[`${name}, 16 clients at once`] = await measurePages(port, 16, requests)
    results[`${name}, 16 clients with pauses of 20 ms`] = await measurePages(port, 16, requests, 20)
    results[`${name}, echo`] = await measureEcho(port, requests)
  }
  const before = [await owner.rss(), await node.rss()]
  const open: { close(): void }[] = []
  for (let n = 0; n < IDLE_SOCKETS; n++) open.push(await openEcho(forwarded))
  const after = [await owner.rss(), await node.rss()]
  const [ownerKb, nodeKb] = after.map((bytes, n) => Math.round((bytes - (before[n] ?? 0)) / IDLE_SOCKETS / 1024))
  results['kilobytes of an idle socket'] = { owner: ownerKb, node: nodeKb }
  console.log(JSON.stringify(results, null, 2))
  for (const { close } of open) close()
  for (const { end } of [owner, node]) end()
}

const [, , role = '5000'] = process.argv
if (role === 'owner') beOwner()
else if (role === 'forwarder') beForwarder(process.env.OWNER ?? '')
else {
  await measure(Number(role))
  process.exit()
}
