/** Many customers talk to the bot at once: latency from message to answer, and the bot's cost for incoming messages. */
import { bareRps } from './bare'
import { type Installation, openInstallation } from './installation'
import type { Report } from './report'
import { reportStalls } from './stalls'
import { median, rounded, spread } from './statistics'
import { companyNumber } from './testbed'

type Talks = {
  readonly customers: number
  readonly perSecond: number
  readonly seconds: number
  /** Per round of ingest, from `senders` customers. */
  readonly messages: number
  readonly senders: number
  readonly rounds: number
}

export async function benchBot(report: Report, talks: Talks) {
  await benchTalks(report, talks)
  await benchIngest(report, talks)
}

/** Customers choose these in turn. Each option answers with its name, so that an answer can be matched to its question. */
const CHOICES = ['1', '2', '3']
const answerTo = (choice: string) => `Resposta ${choice}`

/** All customers choose in the option tree of one queue, over and over. */
async function benchTalks(report: Report, { customers, perSecond, seconds }: Talks) {
  const installation = await openInstallation(1)
  await setUp(installation)
  const speed = await bareRps()
  await talk(installation, { customers, messages: customers, texts: ['oi'] }) // creates contacts and tickets
  await talk(installation, { customers, messages: customers, texts: ['1'] })
  const known = await knownIds(installation)
  const messages = perSecond * seconds
  const cpuBefore = installation.server.cpuSeconds()
  await talk(installation, { customers, messages, texts: CHOICES }, perSecond)
  const cpuMs = rounded(((installation.server.cpuSeconds() - cpuBefore) / messages) * 1000, 2)
  const { latencies, wrong } = await answersIn(installation, known, answerTo)
  const p95 = rounded(latencies.toSorted((a, b) => a - b)[Math.floor(latencies.length * 0.95)] ?? 0, 3)
  report.add({
    id: 'bot',
    counted: latencies.length,
    expected: messages,
    ...spread(latencies),
    p95,
    bareRps: speed,
    missing: messages - latencies.length,
    wrong,
    cpuMs,
  })
  await reportStalls(report, installation, 'bot')
  await installation.close()
}

/** Of all messages so far. */
export async function knownIds({ testbed }: Installation): Promise<ReadonlySet<string>> {
  const { books = [] } = await testbed.run({ do: 'books' })
  return new Set(books.flatMap(({ entries }) => entries.map(({ id }) => id)))
}

/** Milliseconds from each new message to its answer, where each has one. `wrong` counts those that begin otherwise. */
export async function answersIn(
  { testbed }: Installation,
  known: ReadonlySet<string>,
  answerTo: (text: string) => string,
) {
  const { books = [] } = await testbed.run({ do: 'books' })
  const latencies: number[] = []
  let wrong = 0
  for (const { phone, entries } of books) {
    if (phone === companyNumber(0)) continue
    const fresh = entries.filter(({ id }) => !known.has(id)).toSorted((a, b) => a.order - b.order)
    const answers = fresh.filter(({ fromMe }) => !fromMe)
    for (const [at, { sentAt, text }] of fresh.filter(({ fromMe }) => fromMe).entries()) {
      const answer = answers[at]
      if (answer?.deliveredAt == null) continue
      latencies.push(answer.deliveredAt - sentAt)
      if (!answer.text.startsWith(answerTo(text))) wrong++
    }
  }
  return { latencies, wrong }
}

/** Like `ingest.one`, with enough customers that the bot does not fall silent. Alternates with a run without bot, because the machine's speed varies. */
async function benchIngest(report: Report, { senders, messages, rounds }: Talks) {
  const [plain, withBot] = [await openInstallation(1), await openInstallation(1)]
  await setUp(withBot)
  const speed = await bareRps()
  const rates: { readonly without: number; readonly bot: number }[] = []
  for (let round = 0; round < rounds + 1; round++) {
    const [without, bot] = [await ingest(plain, senders, messages), await ingest(withBot, senders, messages)]
    if (round > 0) rates.push({ without, bot }) // the first round warms up
  }
  for (const one of [plain, withBot]) await one.close()
  report.add({
    id: 'bot.ingest',
    counted: rates.length,
    expected: rounds,
    perSecond: Math.round(median(rates.map(({ bot }) => bot))),
    withoutBot: Math.round(median(rates.map(({ without }) => without))),
    share: rounded(median(rates.map(({ without, bot }) => bot / without)), 2),
    bareRps: speed,
  })
}

/** Messages per second, until all are stored. */
async function ingest(installation: Installation, customers: number, messages: number): Promise<number> {
  const before = installation.stored()
  await prepare(installation, { customers, messages })
  const start = performance.now()
  const released = installation.testbed.run({ do: 'releaseLoad' })
  await stored(installation, before + messages)
  const seconds = (performance.now() - start) / 1000
  await released
  await emptied(installation)
  return messages / seconds
}

async function setUp({ client }: Installation) {
  const queueIds: number[] = []
  for (const [name, color] of [
    ['Vendas', '#112233'],
    ['Suporte', '#332211'],
  ])
    queueIds.push((await client.call<{ id: number }>('POST', '/queue', { name, color })).id)
  const options = CHOICES.map((choice, n) => ({
    id: -1 - n,
    parentId: null,
    title: `Assunto ${'ABC'[n]}`,
    message: answerTo(choice),
    optionType: 'Texto',
    targetQueueId: null,
    targetUserId: null,
  }))
  await client.call('PUT', `/queue/${queueIds[0]}/options`, { options })
  const [connection] = await client.call<{ id: number }[]>('GET', '/whatsapp')
  await client.call('PUT', `/whatsapp/${connection?.id}`, { queueIds, greetingMessage: 'Olá, {{firstName}}!' })
}

type Said = { readonly customers: number; readonly messages: number; readonly texts?: string[] }

export async function talk(installation: Installation, said: Said, rate?: number) {
  const before = installation.stored()
  await prepare(installation, said)
  await installation.testbed.run({ do: 'releaseLoad', ...(rate !== undefined && { rate }) })
  await stored(installation, before + said.messages)
  await emptied(installation)
}

const prepare = ({ testbed }: Installation, said: Said) =>
  testbed.run({ do: 'prepareLoad', phone: companyNumber(0), textLength: 80, ...said })

async function stored(installation: Installation, count: number) {
  for (const deadline = performance.now() + 60_000; installation.stored() < count; await Bun.sleep(5))
    if (performance.now() > deadline) throw new Error(`${installation.stored()} of ${count} stored after a minute`)
}

async function emptied({ client }: Installation) {
  for (const deadline = performance.now() + 120_000; performance.now() < deadline; await Bun.sleep(50)) {
    const rows = await client.call<{ outboxCount: number }[]>('GET', '/whatsapp')
    if (rows.every(({ outboxCount }) => outboxCount === 0)) return
  }
  throw new Error('answers of the bot still wait after two minutes')
}
