/**
 * `bun run bench [--quick] [--large] [--only reading,boot,…] [--compare old.json]`: measures the built executable and prints
 * one JSON report.
 */
import { readFileSync } from 'node:fs'
import { parseArgs } from 'node:util'
import { benchAttendants, benchAttendantsReading } from './attendants'
import { benchBoot } from './boot'
import { benchBot } from './bot'
import { benchCampaign } from './campaign'
import { worseThan } from './compare'
import { benchHistory } from './history'
import { openHosting } from './hosting'
import { benchIngest } from './ingest'
import { benchIngestCompanies } from './ingest-companies'
import { benchLists } from './lists'
import { benchLive } from './live'
import { benchLogin } from './login'
import { benchReading } from './reading'
import { createReport, type Findings } from './report'
import { benchRest } from './rest'
import { benchSearching } from './searching'
import type { SizeName } from './seed'
import type { Pace } from './seeded-server'
import { benchSend } from './send'
import { benchDesk } from './switching'
import { benchTransfer } from './transfer'

const { values } = parseArgs({
  options: {
    quick: { type: 'boolean', default: false },
    large: { type: 'boolean', default: false },
    only: { type: 'string' },
    compare: { type: 'string' },
  },
})
const { quick, large } = values
const old = values.compare ? (JSON.parse(readFileSync(values.compare, 'utf8')) as Findings) : undefined // of an earlier run
const pace: Pace = quick ? { rounds: 3, seconds: 0.4, helloSeconds: 0.2 } : { rounds: 3, seconds: 5, helloSeconds: 1.5 }
const report = createReport()

const parts = {
  rest: () => benchRest(report, quick ? { starts: 2, idleSeconds: 3 } : { starts: 4, idleSeconds: 40 }),
  boot: async () => {
    for (const companies of [200, 1000]) await benchBoot(report, { companies, starts: 3, restSeconds: quick ? 2 : 60 })
  },
  login: () => benchLogin(report, pace),
  ingest: () => benchIngest(report, quick ? { rounds: 1, messages: 2000 } : { rounds: 3, messages: 12_000 }),
  send: () => benchSend(report, { messages: quick ? 800 : 2400 }),
  live: async () => {
    await benchLive(report, { sockets: 500, perSecond: 100, seconds: quick ? 5 : 15 })
    await benchLive(report, { sockets: 2000, perSecond: 5, seconds: quick ? 4 : 20 })
  },
  bot: () =>
    benchBot(
      report,
      quick
        ? { customers: 200, perSecond: 50, seconds: 5, senders: 200, messages: 2000, rounds: 1 }
        : { customers: 1000, perSecond: 100, seconds: 30, senders: 500, messages: 6000, rounds: 3 },
    ),
  desk: () => benchDesk(report, { switches: quick ? 12 : 40 }),
  history: () => benchHistory(report, { chats: quick ? 100 : 500, messages: 100 }),
  hosting: async () => {
    const hosting = await openHosting()
    await benchAttendantsReading(report, hosting, quick ? 3 : 20)
    await hosting.linkAll()
    await benchIngestCompanies(report, hosting, { rounds: quick ? 1 : 3, messages: quick ? 2000 : 6000 })
    await benchAttendants(report, hosting, quick ? 5 : 40)
    await hosting.close()
  },
  campaign: () => benchCampaign(report, { people: quick ? 1_000 : 10_000 }),
  lists: () => benchLists(report, { people: quick ? 5_000 : 100_000 }),
  transfer: () => benchTransfer(report, { contacts: quick ? 5_000 : 50_000 }),
  searching: () => benchSearching(report, pace),
  reading: async () => {
    const sizes: readonly SizeName[] = large ? ['S', 'M', 'L'] : ['S', 'M']
    for (const size of sizes) await benchReading(report, size, pace)
  },
} satisfies Record<string, () => Promise<void>>

const wanted = new Set(values.only?.split(',') ?? Object.keys(parts))
for (const part of wanted)
  if (!(part in parts)) throw new Error(`--only ${part}: one of ${Object.keys(parts).join(', ')}`)
for (const [part, measure] of Object.entries(parts)) {
  if (!wanted.has(part)) continue
  const start = performance.now()
  await measure()
  console.error(`${part} took ${Math.round((performance.now() - start) / 1000)} s`)
}

const findings = report.toJson()
const worse = old ? worseThan(old, findings) : []
const result = { ...findings, pass: findings.pass && worse.length === 0, failed: [...findings.failed, ...worse] }
console.log(JSON.stringify(result, null, 2))
process.exit(result.pass ? 0 : 1)
