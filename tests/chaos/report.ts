/** Figures of a run, and for each finding the whole history of its message in all three records. */
import { existsSync, readFileSync } from 'node:fs'
import { FaultName } from '../../src/simulator/contract'
import { clientIdOf } from './actions'
import type { Finding } from './audit'
import type { Environment } from './environment'
import { labelOf } from './fault-schedule'
import { faultVariants } from './faults'
import type { Performed } from './perform'
import type { Plan } from './plan'
import type { Records } from './records'
import type { Watch } from './watchers'

/** Maximum findings per rule that are reported in full. */
const MOST_REPORTED = 4
const TRACE_LINES = 40
const AROUND_MS = 10_000

/** The simulator does not count these. */
const NOT_COUNTED: readonly FaultName[] = [
  'outage',
  'handshakeSilent',
  'delay',
  'ackLate',
  'slowNetwork',
  'slowUpload',
  'slowDownload',
  'retryStorm',
]

export type Run = {
  readonly environment: Environment
  readonly plan: Plan
  readonly performed: Performed
  readonly watch: Watch
  readonly records: Records
  readonly seconds: {
    readonly opening: number
    readonly performing: number
    readonly repairing: number
    readonly waiting: number
    readonly audit: number
  }
  readonly characters: number
  readonly keys: number
}

export function figures({ environment, plan, performed, watch, records, seconds, characters, keys }: Run): string {
  const { rows, copies } = records
  const troubles = Object.entries(Object.groupBy(plan.faults, labelOf)).map(
    ([name, all]) => `${name}: ${all?.length ?? 0}`,
  )
  const notPlanned = faultVariants
    .map((variant) => labelOf({ code: null, ...variant }))
    .filter((label) => !troubles.some((one) => one.startsWith(`${label}:`)))
  const notOccurred = FaultName.options.filter(
    (name) => !NOT_COUNTED.includes(name) && !watch.occurrences.has(`fault:${name}`),
  )
  const again = [...copies.values()].flat().filter(({ entry }) => !entry.fromMe && entry.times > 1).length
  const failures = Object.entries(
    Object.groupBy(
      rows.filter(({ failure }) => failure !== null),
      ({ failure }) => String(failure),
    ),
  )
  const pages = environment.companies.flatMap(({ attendants }) => attendants.map(({ page }) => page.counts))
  const sum = (of: (counts: (typeof pages)[number]) => number) => pages.reduce((total, counts) => total + of(counts), 0)
  return [
    `program ${environment.server.program.join(' ')}`,
    `messages: ${rows.filter(({ fromMe }) => fromMe === 0).length} in, ${rows.filter(({ fromMe }) => fromMe === 1).length} out; arrived more than once under their id ${again}; refused ${failures.map(([why, all]) => `${why} ${all?.length}`).join(', ') || 'none'}`,
    `operations: ${Object.entries(performed.done)
      .map(([what, count]) => `${what} ${count}`)
      .join(
        ', ',
      )}; ${performed.skipped.length} without their target, ${performed.refused.length} refused by the server`,
    `restarts: ${environment.server.stops.filter(([, by]) => by === 'kill').length} by kill -9, ${environment.server.stops.filter(([, by]) => by === 'stop').length} by SIGTERM; start ${spread(environment.server.startedIn)}; all connections open again after ${spread(watch.recoveries)}`,
    `faults: ${troubles.sort().join(', ')}; occurred: ${[...watch.occurrences]
      .map(([what, count]) => `${what.replace('fault:', '')} ${count}`)
      .sort()
      .join(
        ', ',
      )}; not planned: ${notPlanned.join(', ') || 'none'}; never occurred: ${notOccurred.join(', ') || 'none'}; "connect" pressed ${watch.connectRequests()} times`,
    `linked again: ${environment.links.count()} times, after ${spread(environment.links.lengths())}`,
    `pages: ${sum(({ frames }) => frames)} events heard, ${sum(({ disconnections }) => disconnections)} disconnections, ${sum(({ resyncs }) => resyncs)} resyncs; statuses read from the files ${watch.samples()} times`,
    `output: ${characters} characters searched for ${keys} keys`,
    `seconds: ${Object.entries(seconds)
      .map(([what, count]) => `${what} ${count.toFixed(1)}`)
      .join(', ')}`,
  ].join('\n')
}

function spread(all: readonly number[]): string {
  const sorted = all.toSorted((a, b) => a - b)
  const at = (share: number) => Math.round(sorted[Math.floor((sorted.length - 1) * share)] ?? 0)
  return `p50 ${at(0.5)} ms, most ${at(1)} ms`
}

export function reportFindings(findings: readonly Finding[], run: Run): string {
  const byRule = Object.entries(Object.groupBy(findings, ({ rule }) => rule))
  const reported = byRule.flatMap(([, all = []]) =>
    all.slice(0, MOST_REPORTED).map((finding) => historyOf(finding, run)),
  )
  const counted = byRule.map(([rule, all]) => `${rule} ${all?.length}`)
  return [`seed ${run.environment.size.seed}: ${findings.length} findings (${counted.join(', ')})`, ...reported].join(
    '\n\n',
  )
}

function historyOf({ rule, what, id, companyNumber, behind }: Finding, run: Run): string {
  const head = `✗ ${rule}: ${what}${id ? ` (${id})` : ''}`
  if (!id) return head
  const lives = [id, ...(behind ? [behind] : [])].flatMap((one) => [`  message ${one}`, ...messageIn(one, run)])
  return [head, ...lives, ...around(behind ? [id, behind] : [id], companyNumber, run).map((text) => `  ${text}`)].join(
    '\n',
  )
}

/** History in all three records and in the simulator's stanzas. */
function messageIn(id: string, { records, environment, plan, performed, watch }: Run): string[] {
  const row = records.rowById.get(id)
  const copies = records.copies.get(id) ?? []
  const operation = plan.operations.find(
    ({ n }) => performed.said.get(n) === id || (row && row.clientId === clientIdOf(n)),
  )
  const pages = environment.companies[row?.company ?? -1]?.attendants ?? []
  const actions = row ? (JSON.parse(row.actions) as string[]) : [] // an array of ids (ledger.ts)
  const stanzas = [id, ...actions].flatMap((one) => traceOf(watch.traceFile, one))
  return [
    `plan: ${operation ? JSON.stringify(operation) : 'a greeting, or nothing of ours'}`,
    ...copies.map(({ phone, entry }) => `phone ${phone}: ${JSON.stringify(entry)}`),
    `file: ${row ? JSON.stringify(row) : 'nothing'}`,
    ...pages.map(
      ({ user, page }) => `page of ${user.email}: ${page.messages.get(row?.id ?? 0)?.log.join(' · ') ?? 'nothing'}`,
    ),
    ...(stanzas.length === 0 ? ['in no stanza'] : stanzas),
  ].map((text) => `    ${text}`)
}

/** Other events of the connection and the server, from shortly before the first message was sent. */
function around(
  ids: readonly string[],
  companyNumber: string | null,
  { environment, performed, records }: Run,
): string[] {
  const moments = ids.map((id) => records.copies.get(id)?.[0]?.entry.sentAt ?? records.rowById.get(id)?.createdAt ?? 0)
  const [first, last] = [Math.min(...moments) - AROUND_MS, Math.max(...moments) + AROUND_MS]
  const faults = [...performed.spans]
    .filter(([{ phone }]) => phone === null || companyNumber === null || phone === companyNumber)
    .map(([fault, span]) => ({ ...span, text: `${labelOf(fault)} on ${fault.phone ?? 'all connections'}` }))
  const gaps = environment.links
    .gapsOf(companyNumber ?? '')
    .map(({ from, until }) => ({ from, until, text: 'no device is linked' }))
  const restarts = environment.server.stops.map(([from, by], index) => {
    return { from, until: environment.server.restartedAt[index] ?? from, text: `the server is down after ${by}` }
  })
  return [...faults, ...gaps, ...restarts, ...printed(environment, companyNumber)]
    .filter(({ from, until }) => from < last && until > first)
    .sort((a, b) => a.from - b.from)
    .map(({ from, until, text }) => `${clock(from)} until ${clock(until)} ${text}`)
}

/** The server's output about the connection; a kill may have cut off its last line. */
function printed({ server, participants, companies, connections }: Environment, companyNumber: string | null) {
  const index = participants.phones.findIndex(({ number }) => number === companyNumber)
  const uuid = companies[participants.phones[index]?.company ?? -1]?.uuid
  const about = new RegExp(`"time":"([^"]+)","tenant(?:Uuid)?":"${uuid}","connection(?:Id)?":${connections[index]},`)
  return readFileSync(server.logFile, 'utf8')
    .split('\n')
    .flatMap((text) => {
      const at = Date.parse(about.exec(text)?.[1] ?? '')
      return Number.isNaN(at) ? [] : [{ from: at, until: at, text }]
    })
}

const clock = (at: number) => (Number.isFinite(at) ? new Date(at).toISOString().slice(11, 23) : 'the end')

function traceOf(file: string, id: string): string[] {
  if (!existsSync(file)) return []
  return readFileSync(file, 'utf8')
    .split('\n')
    .filter((text) => text.includes(id))
    .slice(-TRACE_LINES)
}
