/** A campaign to thousands without rate limit: its throughput, and its effect on other users. */
import Sqlite from 'better-sqlite3'
import { bareRps } from './bare'
import { type Client, listen, medianOf } from './client'
import { type Installation, openInstallation } from './installation'
import type { Report } from './report'
import { readStalls, since } from './stalls'
import { spread } from './statistics'
import { companyNumber } from './testbed'

const QUIET_MS = 3_000
const PACE_MS = 20
/** Interval between the attendant's messages. */
const POST_MS = 250
const FIRST = 5531980000000

export async function benchCampaign(report: Report, { people }: { readonly people: number }) {
  const installation = await openInstallation(1)
  const { client, server, testbed } = installation
  // Each contact has written once, because a new chat first needs keys and devices from WhatsApp.
  await testbed.run({
    do: 'prepareLoad',
    phone: companyNumber(0),
    firstCustomer: String(FIRST),
    customers: people,
    messages: people,
  })
  await testbed.run({ do: 'releaseLoad' })
  while (installation.stored() < people) await Bun.sleep(10)
  const { tickets } = await client.call<{ tickets: { id: number }[] }>('GET', '/tickets?status=pending&isGroup=false')
  for (const { id } of tickets) await client.call('PUT', `/tickets/${id}`, { status: 'open' })
  const contactListId = addList(installation.file, people)
  const settings = {
    messageInterval: 0,
    longerIntervalAfter: 0,
    dailyCap: 0,
    coldCap: 10_000,
    sendFrom: '00:00',
    sendTo: '00:00',
    sendDays: [0, 1, 2, 3, 4, 5, 6],
  }
  await client.call('POST', '/campaign-settings', { settings })
  const made = async () => {
    // All of them have written lately; a campaign leaves them out unless it is asked to reach them.
    const campaign = {
      name: 'Medida',
      message1: 'Olá, {{firstName}}! As ofertas da semana começaram.',
      excludesEngaged: false,
    }
    return client.call<{ id: number }>('POST', '/campaigns', { ...campaign, contactListId, whatsappId: 1 })
  }
  // A first message needs keys and devices from WhatsApp, one contact after the other.
  const first = await run(client, (await made()).id)
  const alone = await beside(installation, tickets, () => Bun.sleep(QUIET_MS))
  const stallsBefore = await readStalls(server)
  const { id } = await made()
  let again = first
  const meanwhile = await beside(installation, tickets, async () => {
    again = await run(client, id)
  })
  report.add({
    id: 'campaign',
    people,
    counted: first.sent + again.sent,
    expected: 2 * people,
    bareRps: await bareRps(),
    seconds: Math.round(again.seconds * 10) / 10,
    perSecond: Math.round(again.sent / again.seconds),
    firstPerSecond: Math.round(first.sent / first.seconds),
    missing: 2 * people - first.sent - again.sent,
    attendantP95: meanwhile.attendantP95,
    p99Alone: alone.p99,
    p99Beside: meanwhile.p99,
    p99Ratio: Math.round((meanwhile.p99 / alone.p99) * 100) / 100,
    reportP50: await medianOf(client, `/campaigns/${id}/deliveries?filter=delivered`),
    dashboardP50: await medianOf(client, '/campaigns/metrics?page=1'),
    ...since(stallsBefore, await readStalls(server)),
  })
  await installation.close()
}

async function run(client: Client, id: number): Promise<{ sent: number; seconds: number }> {
  const begun = performance.now()
  await client.call('POST', `/campaigns/${id}/start`, {})
  for (;;) {
    const { status, figures } = await client.call<{ status: string; figures: { sent: number } }>(
      'GET',
      `/campaigns/${id}`,
    )
    if (status === 'FINALIZADA') return { sent: figures.sent, seconds: (performance.now() - begun) / 1000 }
    await Bun.sleep(50)
  }
}

/** Inserts the list into the database, as already looked up. */
function addList(file: string, people: number): number {
  const db = new Sqlite(file)
  try {
    const id = Number(
      db
        .prepare(
          "INSERT INTO contact_lists (name, name_folded, created_at, updated_at) VALUES ('a', 'a', 0, 0) RETURNING id",
        )
        .pluck()
        .get(),
    )
    const item = db.prepare(
      `INSERT INTO contact_list_items (list_id, name, name_folded, number, is_whatsapp_valid, created_at, updated_at)
       VALUES (?, ?, ?, ?, 1, 0, 0)`,
    )
    for (let from = 0; from < people; from += 1_000)
      db.transaction(() => {
        for (let n = from; n < Math.min(people, from + 1_000); n++)
          item.run(id, `Pessoa ${n}`, `pessoa ${n}`, String(FIRST + n))
      })()
    return id
  } finally {
    db.close()
  }
}

/** Meanwhile, an attendant writes over the same connection and another user reads pages of tickets. */
async function beside(
  { client }: Installation,
  tickets: readonly { readonly id: number }[],
  meanwhile: () => Promise<unknown>,
): Promise<{ p99: number; attendantP95: number }> {
  const latencies: number[] = []
  const posts: number[] = []
  const onWire = new Map<number, () => void>()
  let isOver = false
  const socket = await listen(client, (bytes) => {
    for (const [, id = ''] of bytes.toString().matchAll(/"id":(\d+),"ticketId":\d+,"ack":[2-5]/g))
      onWire.get(Number(id))?.()
  })
  const asking = (async () => {
    for (; !isOver; await Bun.sleep(PACE_MS)) {
      const asked = performance.now()
      await client.call('GET', '/tickets?status=open&pageNumber=1&showAll=true')
      latencies.push(performance.now() - asked)
    }
  })()
  const writing = (async () => {
    for (let n = 0; !isOver; n++, await Bun.sleep(POST_MS)) {
      const begun = performance.now()
      const { id } = await client.call<{ id: number }>('POST', `/messages/${tickets[n % tickets.length]?.id}`, {
        body: `mensagem ${n}`,
      })
      const left = Promise.withResolvers<void>()
      onWire.set(id, left.resolve)
      await Promise.race([left.promise, Bun.sleep(5_000)])
      posts.push(performance.now() - begun)
    }
  })()
  await meanwhile()
  isOver = true
  await Promise.all([asking, writing])
  socket.close()
  return {
    p99: spread(latencies).p99,
    attendantP95: Math.round(posts.sort((a, b) => a - b)[Math.floor(posts.length * 0.95)] ?? 0),
  }
}
