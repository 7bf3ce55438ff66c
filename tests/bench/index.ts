/**
 * `bun run bench [--quick] [--large] [--only reading,boot,…]`: measures the built executable and prints one JSON report.
 * `bun run bench --against <commit or executable> [--quick] [--only …] [--write]`: measures it in turn with another version.
 */
import { join } from 'node:path'
import { compareVersions, comparisons } from './against'
import { benchApiSend } from './api-send'
import { benchAttendants, benchAttendantsReading } from './attendants'
import { benchInvoices } from './billing'
import { benchBoot } from './boot'
import { benchBot } from './bot'
import { benchCampaign } from './campaign'
import { type Comparison, failedRow, isBad, markdown } from './compare'
import { benchDashboards } from './dashboards'
import { benchFleetOne, type FleetSize } from './fleet'
import { benchFleetNodes } from './fleet-nodes'
import { benchHistory } from './history'
import { openHosting } from './hosting'
import { benchIngest } from './ingest'
import { benchIngestCompanies } from './ingest-companies'
import { benchLists } from './lists'
import { benchLive } from './live'
import { benchLogin } from './login'
import { commit, machine } from './machine'
import { benchMetaIngest } from './meta'
import { benchMonitor } from './monitor'
import { readOptions, wantedParts } from './options'
import { openOther } from './other'
import { benchReading } from './reading'
import { createReport } from './report'
import { benchRest } from './rest'
import { benchSearching } from './searching'
import type { SizeName } from './seed'
import type { RoundLength } from './seeded-server'
import { benchSend } from './send'
import { benchDesk } from './switching'
import { benchTenants } from './tenants'
import { benchTls } from './tls'
import { benchTransfer } from './transfer'
import { benchTypebot } from './typebot'
import { benchWebhooks } from './webhooks'

const { quick, large, only, against, write } = readOptions(process.argv.slice(2))
process.exit((await (against === undefined ? measureAlone() : measureAgainst(against))) ? 0 : 1)

async function measureAlone(): Promise<boolean> {
  const pace: RoundLength = quick
    ? { rounds: 3, seconds: 0.4, bareSeconds: 0.1 }
    : { rounds: 3, seconds: 5, bareSeconds: 0.5 }
  const report = createReport()

  const parts = {
    rest: () => benchRest(report, quick ? { starts: 2, idleSeconds: 3 } : { starts: 4, idleSeconds: 40 }),
    boot: async () => {
      for (const companies of [200, 1000])
        await benchBoot(report, { companies, starts: 3, restSeconds: quick ? 2 : 60 })
    },
    login: () => benchLogin(report, pace),
    companies: () => benchTenants(report, { companies: 1000, asks: quick ? 100 : 1000 }),
    ingest: () => benchIngest(report, quick ? { rounds: 1, messages: 2000 } : { rounds: 3, messages: 12_000 }),
    send: () => benchSend(report, { messages: quick ? 800 : 2400 }),
    'api.send': () => benchApiSend(report, { messages: quick ? 800 : 1800 }),
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
    fleet: async () => {
      const size: FleetSize = quick
        ? { rounds: 2, messages: 1000, sent: 400, idleCompanies: 20, idleSeconds: 5 }
        : { rounds: 4, messages: 6000, sent: 1600, idleCompanies: 200, idleSeconds: 30 }
      await benchFleetOne(report, size)
      await benchFleetNodes(report, size)
    },
    history: () => benchHistory(report, { chats: quick ? 100 : 500, messages: 100 }),
    hosting: async () => {
      const hosting = await openHosting()
      await benchAttendantsReading(report, hosting, quick ? 3 : 20)
      await hosting.linkAll()
      await benchIngestCompanies(report, hosting, { rounds: quick ? 1 : 3, messages: quick ? 2000 : 6000 })
      await benchAttendants(report, hosting, quick ? 5 : 40)
      await hosting.close()
    },
    monitor: () => benchMonitor(report, pace),
    billing: () => benchInvoices(report, { companies: 1000 }),
    campaign: () => benchCampaign(report, { people: quick ? 1_000 : 10_000 }),
    lists: () => benchLists(report, { people: quick ? 5_000 : 100_000 }),
    transfer: () => benchTransfer(report, { contacts: quick ? 5_000 : 50_000 }),
    typebot: () => benchTypebot(report, { customers: quick ? 20 : 50, steps: 10, perSecond: 20 }),
    meta: () => benchMetaIngest(report, { events: quick ? 5_000 : 30_000 }),
    webhooks: () => benchWebhooks(report, { perSecond: 500, seconds: quick ? 4 : 20 }),
    searching: () => benchSearching(report, pace),
    tls: () => benchTls(report, quick ? { rounds: 3, seconds: 1 } : { rounds: 5, seconds: 5 }),
    dashboards: async () => {
      const sizes: readonly SizeName[] = large ? ['M', 'L'] : ['M']
      for (const size of sizes) await benchDashboards(report, size, pace)
    },
    reading: async () => {
      const sizes: readonly SizeName[] = large ? ['S', 'M', 'L'] : ['S', 'M']
      for (const size of sizes) await benchReading(report, size, pace)
    },
  } satisfies Record<string, () => Promise<void>>

  for (const part of wantedParts(only, Object.keys(parts))) await timed(part, parts[part as keyof typeof parts]) // of its keys
  const findings = report.toJson()
  console.log(JSON.stringify(findings, null, 2))
  return findings.pass
}

/** Returns whether no row is worse than in the other version, beyond the variance of the rounds. */
async function measureAgainst(wanted: string): Promise<boolean> {
  const parts = comparisons(quick)
  const chosen = wantedParts(only, Object.keys(parts))
  const other = openOther(wanted)
  const lines: Comparison[] = []
  const rounds = quick ? 4 : 8
  const print = (line: Comparison) => console.error(JSON.stringify(line))
  try {
    for (const part of chosen)
      await timed(part, async () => {
        // of its keys
        for (const open of parts[part as keyof typeof parts])
          lines.push(...(await compareVersions(open, { other: other.executable, rounds, print })))
      }).catch((error: unknown) => {
        console.error(error)
        lines.push(failedRow(part))
      })
  } finally {
    other.remove()
  }
  const table = markdown(lines, other.name)
  console.log(table)
  if (write) await writeTable(`${wordsOn(rounds)}\n\n${table}`)
  return !lines.some(isBad)
}

function wordsOn(rounds: number): string {
  const { cpu, cores, ram, fsyncP50us } = machine()
  return `${commit()}${quick ? ', `--quick`' : ''}: ${rounds} rounds on ${cpu}, ${cores} cores, ${ram}, \`fsyncP50us\` ${fsyncP50us}.`
}

async function writeTable(text: string) {
  const path = join(import.meta.dir, 'README.md')
  const [begin, end] = ['<!-- written by bun run bench --against … --write -->\n', '<!-- end -->']
  const before = await Bun.file(path).text()
  const [from, to] = [before.indexOf(begin), before.indexOf(end)]
  if (from < 0 || to < from) throw new Error('README.md has no place for the table')
  await Bun.write(path, `${before.slice(0, from + begin.length)}\n${text}\n${before.slice(to)}`)
}

async function timed(part: string, measure: () => Promise<void>) {
  const start = performance.now()
  await measure()
  console.error(`${part} took ${Math.round((performance.now() - start) / 1000)} s`)
}
