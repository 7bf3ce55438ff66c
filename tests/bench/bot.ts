/** Many customers talk to the bot at once: from a customer's message to its answer on their phone; and what it costs what comes in. */
import { median, rounded, spread } from './figures'
import { measureHello } from './hello'
import { type Installation, openInstallation } from './installation'
import type { Report } from './report'
import { reportStalls } from './stalls'
import { companyNumber } from './testbed'

type Talks = {
  readonly customers: number
  readonly perSecond: number
  readonly seconds: number
  /** In one round of ingest. */
  readonly messages: number
  readonly rounds: number
}

export async function benchBot(report: Report, talks: Talks) {
  await benchTalks(report, talks)
  const [without, withBot] = [await ingest(false, talks), await ingest(true, talks)]
  report.add({
    id: 'bot.ingest',
    perSecond: withBot.perSecond,
    withoutBot: without.perSecond,
    share: rounded(withBot.perSecond / without.perSecond, 2),
    helloRps: withBot.helloRps,
  })
}

/** Each message is answered: first by the menu, then, because it is none of its numbers, by the menu again. */
async function benchTalks(report: Report, { customers, perSecond, seconds }: Talks) {
  const installation = await openInstallation(1)
  await setUp(installation)
  const helloRps = await measureHello(installation.server.port)
  await talk(installation, customers, customers) // makes contacts and tickets
  const { books: first = [] } = await installation.testbed.run({ do: 'books' })
  const known = new Set(first.flatMap(({ entries }) => entries.map(({ id }) => id)))
  const messages = perSecond * seconds
  await talk(installation, customers, messages, perSecond)
  const { books = [] } = await installation.testbed.run({ do: 'books' })
  const latencies: number[] = []
  for (const { phone, entries } of books) {
    if (phone === companyNumber(0)) continue
    const fresh = entries.filter(({ id }) => !known.has(id)).toSorted((a, b) => a.order - b.order)
    const answers = fresh.filter(({ fromMe }) => !fromMe)
    for (const [at, { sentAt }] of fresh.filter(({ fromMe }) => fromMe).entries()) {
      const arrived = answers[at]?.deliveredAt
      if (arrived != null) latencies.push(arrived - sentAt)
    }
  }
  const p95 = rounded(latencies.toSorted((a, b) => a - b)[Math.floor(latencies.length * 0.95)] ?? 0, 3)
  report.add({ id: 'bot', ...spread(latencies), p95, helloRps, missing: messages - latencies.length })
  await reportStalls(report, installation, 'bot')
  await installation.close()
}

/** As `ingest.one`, with so many customers that the bot does not fall silent. */
async function ingest(bot: boolean, { customers, messages, rounds }: Talks) {
  const installation = await openInstallation(1)
  if (bot) await setUp(installation)
  const helloRps = await measureHello(installation.server.port)
  const rates: number[] = []
  for (let round = 0; round < rounds + 1; round++) {
    const before = installation.stored()
    await prepare(installation, customers, messages)
    const start = performance.now()
    const released = installation.testbed.run({ do: 'releaseLoad' })
    await stored(installation, before + messages)
    if (round > 0) rates.push(messages / ((performance.now() - start) / 1000)) // the first one warms up
    await released
    await emptied(installation)
  }
  await installation.close()
  return { perSecond: Math.round(median(rates)), helloRps }
}

async function setUp({ client }: Installation) {
  const queueIds: number[] = []
  for (const [name, color] of [
    ['Vendas', '#112233'],
    ['Suporte', '#332211'],
  ])
    queueIds.push((await client.call<{ id: number }>('POST', '/queue', { name, color })).id)
  const [connection] = await client.call<{ id: number }[]>('GET', '/whatsapp')
  await client.call('PUT', `/whatsapp/${connection?.id}`, { queueIds, greetingMessage: 'Olá, {{firstName}}!' })
}

async function talk(installation: Installation, customers: number, messages: number, rate?: number) {
  const before = installation.stored()
  await prepare(installation, customers, messages)
  await installation.testbed.run({ do: 'releaseLoad', ...(rate !== undefined && { rate }) })
  await stored(installation, before + messages)
  await emptied(installation)
}

const prepare = ({ testbed }: Installation, customers: number, messages: number) =>
  testbed.run({ do: 'prepareLoad', phone: companyNumber(0), customers, messages, textLength: 80 })

async function stored(installation: Installation, count: number) {
  for (const deadline = performance.now() + 60_000; installation.stored() < count; await Bun.sleep(5))
    if (performance.now() > deadline) throw new Error(`${installation.stored()} of ${count} stored after a minute`)
}

async function emptied({ client }: Installation) {
  for (const deadline = performance.now() + 120_000; performance.now() < deadline; await Bun.sleep(20)) {
    const rows = await client.call<{ outboxCount: number }[]>('GET', '/whatsapp')
    if (rows.every(({ outboxCount }) => outboxCount === 0)) return
  }
  throw new Error('answers of the bot still wait after two minutes')
}
