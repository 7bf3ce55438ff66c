/** Messages through the real protocol: in, out, and from the customer's phone to the attendants' sockets. */
import { readdirSync } from 'node:fs'
import { join } from 'node:path'
import Sqlite from 'better-sqlite3'
import { type Desk, type Hear, listen, signIn } from './desk'
import { spread } from './http'
import { median } from './reading'
import type { Report } from './report'
import { type Server, startServer, temporaryFolder } from './server'
import { companyNumber, link, openTown, type Town } from './town'

const ADMIN = { email: 'admin@bench.local', password: 'bench123' }

type Counter = {
  readonly server: Server
  readonly desk: Desk
  readonly town: Town
  readonly stallsBefore: Stalls
  stored(): number
  close(): Promise<void>
}

/** A new installation beside a new simulator, `connections` of them linked. */
async function openCounter(connections: number): Promise<Counter> {
  const town = await openTown()
  const folder = temporaryFolder()
  const server = await startServer(folder.path, {
    ...town.env,
    BALCAO_ADMIN_EMAIL: ADMIN.email,
    BALCAO_ADMIN_PASSWORD: ADMIN.password,
  })
  const desk = await signIn(server.port, ADMIN)
  for (let n = 0; n < connections; n++) await link(desk, town, n)
  const tenants = join(folder.path, 'tenants')
  const db = new Sqlite(join(tenants, readdirSync(tenants)[0] ?? '', 'tenant.db'), { readonly: true })
  const count = db.prepare('SELECT count(*) FROM messages WHERE from_me = 0').pluck()
  return {
    server,
    desk,
    town,
    stallsBefore: await readStalls(server),
    stored: () => Number(count.get()),
    async close() {
      db.close()
      await server.stop()
      await town.stop()
      folder.remove()
    },
  }
}

/** From the moment the simulator lets go to the last commit, everything encrypted beforehand. */
export async function benchIngest(report: Report, { rounds, messages }: { rounds: number; messages: number }) {
  for (const [id, connections] of [
    ['ingest.one', 1],
    ['ingest.twenty', 20],
  ] as const) {
    const counter = await openCounter(connections)
    const rates: number[] = []
    const atFirst = counter.stored()
    let sent = 0
    for (let round = 0; round < rounds + 1; round++) {
      for (let n = 0; n < connections; n++)
        await counter.town.run({
          do: 'prepareLoad',
          phone: companyNumber(n),
          customers: Math.ceil(200 / connections),
          messages: Math.ceil(messages / connections),
          textLength: 80,
        })
      const before = counter.stored()
      const cpuBefore = counter.server.cpuSeconds()
      const start = performance.now()
      const released = counter.town.run({ do: 'releaseLoad' })
      const total = Math.ceil(messages / connections) * connections
      while (counter.stored() < before + total) {
        if (performance.now() - start > 60_000)
          throw new Error(`${id}: ${counter.stored() - before} of ${total} stored after a minute`)
        await Bun.sleep(5)
      }
      await released
      sent += total
      const seconds = (performance.now() - start) / 1000
      if (round > 0) rates.push(total / seconds) // the first round makes contacts and tickets and warms up
      console.error(
        `${id} round ${round}: ${Math.round(total / seconds)}/s, ${(((counter.server.cpuSeconds() - cpuBefore) / total) * 1000).toFixed(2)} ms CPU each`,
      )
    }
    await Bun.sleep(500) // what is double would follow soon
    const surplus = counter.stored() - atFirst - sent
    report.add({ id, perSecond: Math.round(median(rates)), surplus, rssMb: counter.server.rssMb() })
    await reportStalls(report, counter, id)
    await counter.close()
  }
}

/** Posted through the API until the last one is confirmed by the simulator's server. */
export async function benchSend(report: Report, { messages }: { messages: number }) {
  const counter = await openCounter(1)
  const { desk, town } = counter
  await town.run({ do: 'prepareLoad', phone: companyNumber(0), customers: 40, messages: 40, textLength: 20 })
  await town.run({ do: 'releaseLoad' })
  while (counter.stored() < 40) await Bun.sleep(10)
  const { tickets } = await desk.call<{ tickets: { id: number }[] }>('GET', '/tickets?status=pending&isGroup=false')
  for (const { id } of tickets) await desk.call('PUT', `/tickets/${id}`, { status: 'open' })
  for (const { id } of tickets) await desk.call('POST', `/messages/${id}`, { body: 'primeira' })
  await emptied(desk)
  const start = performance.now()
  await Promise.all(
    tickets.map(async ({ id }) => {
      for (let n = 0; n < messages / tickets.length; n++)
        await desk.call('POST', `/messages/${id}`, { body: `mensagem ${n} do atendimento` })
    }),
  )
  await emptied(desk)
  const seconds = (performance.now() - start) / 1000
  report.add({ id: 'send', perSecond: Math.round((Math.floor(messages / tickets.length) * tickets.length) / seconds) })
  await reportStalls(report, counter, 'send')
  await counter.close()
}

async function emptied(desk: Desk) {
  for (;;) {
    const rows = await desk.call<{ outboxCount: number }[]>('GET', '/whatsapp')
    if (rows.every(({ outboxCount }) => outboxCount === 0)) return
    await Bun.sleep(5)
  }
}

const created = '{"event":"company-1-appMessage","data":{"action":"create"'

/** 100 messages a second while 500 attendants listen: from the phone's send to each socket's frame, clocks of one machine. */
export async function benchLive(report: Report, { seconds }: { seconds: number }) {
  const counter = await openCounter(1)
  const latencies: number[] = []
  const sentAt = new Map<string, number>()
  const heard: { body: string; at: number }[] = []
  const hear: Hear = (bytes, at) => {
    for (let from = bytes.indexOf(created); from >= 0; from = bytes.indexOf(created, from + 1)) {
      const start = bytes.indexOf('"body":"', from) + 8
      heard.push({ body: bytes.toString('latin1', start, bytes.indexOf('"', start)), at })
    }
  }
  const sockets = await Promise.all(Array.from({ length: 500 }, () => listen(counter.desk, hear)))
  const count = 100 * seconds
  await counter.town.run({
    do: 'prepareLoad',
    phone: companyNumber(0),
    customers: 200,
    messages: count,
    textLength: 80,
  })
  await counter.town.run({ do: 'releaseLoad', rate: 100 })
  for (const deadline = performance.now() + 10_000; heard.length < count * 500 && performance.now() < deadline; )
    await Bun.sleep(20)
  const { books = [] } = await counter.town.run({ do: 'books' })
  for (const { entries } of books) for (const { text, sentAt: at, fromMe } of entries) if (fromMe) sentAt.set(text, at)
  for (const { body, at } of heard) {
    const sent = sentAt.get(body)
    if (sent !== undefined) latencies.push(at - sent)
  }
  report.add({ id: 'live.500', ...spread(latencies), frames: heard.length, expected: count * 500 })
  await reportStalls(report, counter, 'live.500')
  for (const socket of sockets) socket.close()
  await counter.close()
}

/** Start, memory at rest, and memory with fifty idle connections. */
export async function benchRest(report: Report) {
  const empty = temporaryFolder()
  const starts: number[] = []
  let rss = 0
  for (let n = 0; n < 5; n++) {
    const server = await startServer(empty.path, {
      BALCAO_ADMIN_EMAIL: ADMIN.email,
      BALCAO_ADMIN_PASSWORD: ADMIN.password,
    })
    if (n > 0) starts.push(server.firstAnswerMs) // the first start founds the installation
    await Bun.sleep(1500)
    rss = server.rssMb()
    await server.stop()
  }
  empty.remove()
  report.add({ id: 'start', firstAnswerMs: Math.round(median(starts)) })
  report.add({ id: 'memory.idle', rssMb: rss })
  const counter = await openCounter(1)
  await Bun.sleep(3000)
  const one = counter.server.rssMb()
  for (let n = 1; n < 50; n++) await link(counter.desk, counter.town, n)
  await Bun.sleep(5000)
  const fifty = counter.server.rssMb()
  const cpu = counter.server.cpuSeconds()
  await Bun.sleep(10_000)
  const cpuPercent = ((counter.server.cpuSeconds() - cpu) / 10) * 100
  report.add({
    id: 'memory.fifty',
    oneMb: one,
    fiftyMb: fifty,
    mbPerConnection: Math.round(((fifty - one) / 49) * 100) / 100,
    idleCpuPercent: Math.round(cpuPercent * 10) / 10,
  })
  await counter.close()
}

type Stalls = { readonly over50ms: number; readonly over100ms: number }

/** How often the server's main loop was held for so long, from its own figures, since it started. */
export async function readStalls({ port }: Server): Promise<Stalls> {
  const text = await (await fetch(`http://127.0.0.1:${port}/metrics`)).text()
  const upTo = (le: string) => Number(text.match(`balcao_loop_stall_seconds_bucket\\{le="${le}"\\} (\\d+)`)?.[1] ?? 0)
  const all = upTo('\\+Inf')
  return { over50ms: all - upTo('0.05'), over100ms: all - upTo('0.1') }
}

/** The workload alone: starting and pairing are told apart, because they happen when nobody works yet. */
export async function reportStalls(
  report: Report,
  { server, stallsBefore }: Pick<Counter, 'server' | 'stallsBefore'>,
  during: string,
) {
  const now = await readStalls(server)
  report.add({
    id: 'stall',
    during,
    over50ms: now.over50ms - stallsBefore.over50ms,
    over100ms: now.over100ms - stallsBefore.over100ms,
  })
}
