/** What a run was like, in figures; and of each finding, the whole life of its message in all three books. */
import { existsSync, readFileSync } from 'node:fs'
import { FaultName } from '../../src/simulator/contract'
import { clientIdOf } from './actions'
import type { Finding } from './audit'
import type { Played } from './play'
import type { Records } from './records'
import type { Script } from './script'
import type { Stage } from './stage'
import { deck } from './troubles'
import type { Watch } from './watchers'
import { labelOf } from './weather'

/** Whose life is told, of each rule. */
const MOST_TOLD = 4
const TRACE_LINES = 40
const AROUND_MS = 10_000

/** Whoever meets these is not told of. */
const UNCOUNTED: readonly FaultName[] = [
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
  readonly stage: Stage
  readonly script: Script
  readonly played: Played
  readonly watch: Watch
  readonly records: Records
  readonly seconds: {
    readonly opening: number
    readonly play: number
    readonly mending: number
    readonly quiet: number
    readonly audit: number
  }
  readonly characters: number
  readonly keys: number
}

export function figures({ stage, script, played, watch, records, seconds, characters, keys }: Run): string {
  const { rows, copies } = records
  const troubles = Object.entries(Object.groupBy(script.gusts, labelOf)).map(
    ([name, all]) => `${name}: ${all?.length ?? 0}`,
  )
  const undealt = deck
    .map((card) => labelOf({ value: null, ...card }))
    .filter((label) => !troubles.some((one) => one.startsWith(`${label}:`)))
  const unmet = FaultName.options.filter((name) => !UNCOUNTED.includes(name) && !watch.met.has(`fault:${name}`))
  const again = [...copies.values()].flat().filter(({ entry }) => !entry.fromMe && entry.times > 1).length
  const failures = Object.entries(
    Object.groupBy(
      rows.filter(({ failure }) => failure !== null),
      ({ failure }) => String(failure),
    ),
  )
  const pages = stage.companies.flatMap(({ attendants }) => attendants.map(({ page }) => page.counts))
  const sum = (of: (counts: (typeof pages)[number]) => number) => pages.reduce((total, counts) => total + of(counts), 0)
  return [
    `program ${stage.server.program.join(' ')}`,
    `messages: ${rows.filter(({ fromMe }) => fromMe === 0).length} in, ${rows.filter(({ fromMe }) => fromMe === 1).length} out; arrived more than once under their id ${again}; refused ${failures.map(([why, all]) => `${why} ${all?.length}`).join(', ') || 'none'}`,
    `deeds: ${Object.entries(played.done)
      .map(([what, count]) => `${what} ${count}`)
      .join(', ')}; ${played.skipped.length} without their subject, ${played.refused.length} refused by the house`,
    `deaths: ${stage.server.endings.filter(([, by]) => by === 'kill').length} by kill -9, ${stage.server.endings.filter(([, by]) => by === 'stop').length} by SIGTERM; start ${spread(stage.server.startedIn)}; every line open again after ${spread(watch.recoveries)}`,
    `weather: ${troubles.sort().join(', ')}; met: ${[...watch.met]
      .map(([what, count]) => `${what.replace('fault:', '')} ${count}`)
      .sort()
      .join(
        ', ',
      )}; not dealt: ${undealt.join(', ') || 'none'}; met by nothing: ${unmet.join(', ') || 'none'}; "connect" pressed ${watch.pressed()} times`,
    `linked anew: ${stage.links.count()} times, after ${spread(stage.links.lengths())}`,
    `pages: ${sum(({ frames }) => frames)} events heard, ${sum(({ losses }) => losses)} losses, ${sum(({ resyncs }) => resyncs)} resyncs; ticks read from the files ${watch.samples()} times`,
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

export function tellFindings(findings: readonly Finding[], run: Run): string {
  const byRule = Object.entries(Object.groupBy(findings, ({ rule }) => rule))
  const told = byRule.flatMap(([, all = []]) => all.slice(0, MOST_TOLD).map((finding) => lifeOf(finding, run)))
  const counted = byRule.map(([rule, all]) => `${rule} ${all?.length}`)
  return [`seed ${run.stage.size.seed}: ${findings.length} findings (${counted.join(', ')})`, ...told].join('\n\n')
}

function lifeOf({ rule, what, id, line, behind }: Finding, run: Run): string {
  const head = `✗ ${rule}: ${what}${id ? ` (${id})` : ''}`
  if (!id) return head
  const lives = [id, ...(behind ? [behind] : [])].flatMap((one) => [`  message ${one}`, ...messageIn(one, run)])
  return [head, ...lives, ...around(behind ? [id, behind] : [id], line, run).map((text) => `  ${text}`)].join('\n')
}

/** In all three books, and on the wires. */
function messageIn(id: string, { records, stage, script, played, watch }: Run): string[] {
  const row = records.rowById.get(id)
  const copies = records.copies.get(id) ?? []
  const deed = script.deeds.find(({ n }) => played.said.get(n) === id || (row && row.clientId === clientIdOf(n)))
  const pages = stage.companies[row?.company ?? -1]?.attendants ?? []
  const wires = traceOf(watch.traceFile, id)
  return [
    `script: ${deed ? JSON.stringify(deed) : 'a greeting, or nothing of ours'}`,
    ...copies.map(({ phone, entry }) => `phone ${phone}: ${JSON.stringify(entry)}`),
    `file: ${row ? JSON.stringify(row) : 'nothing'}`,
    ...pages.map(
      ({ user, page }) => `page of ${user.email}: ${page.book.get(row?.id ?? 0)?.told.join(' · ') ?? 'nothing'}`,
    ),
    ...(wires.length === 0 ? ['on no wire'] : wires),
  ].map((text) => `    ${text}`)
}

/** What else happened on the line of these messages and to the server, from shortly before the first was sent. */
function around(ids: readonly string[], line: string | null, { stage, script, played, records }: Run): string[] {
  const moments = ids.map((id) => records.copies.get(id)?.[0]?.entry.sentAt ?? records.rowById.get(id)?.createdAt ?? 0)
  const [first, last] = [Math.min(...moments) - AROUND_MS, Math.max(...moments) + AROUND_MS]
  const weather = script.gusts
    .filter(({ phone }) => phone === null || line === null || phone === line)
    .map(({ at, lasts, name, value, phone }) => ({
      from: played.begunAt + at,
      until: played.begunAt + at + lasts,
      text: `${labelOf({ name, value })} on ${phone ?? 'all lines'}`,
    }))
  const gaps = stage.links.gapsOf(line ?? '').map(({ from, until }) => ({ from, until, text: 'no device is linked' }))
  const deaths = stage.server.endings.map(([from, by], index) => {
    return { from, until: stage.server.beginnings[index] ?? from, text: `the server is down after ${by}` }
  })
  return [...weather, ...gaps, ...deaths, ...printed(stage, line)]
    .filter(({ from, until }) => from < last && until > first)
    .sort((a, b) => a.from - b.from)
    .map(({ from, until, text }) => `${clock(from)} until ${clock(until)} ${text}`)
}

/** What the server printed of the line; a death may have cut what it was printing. */
function printed({ server, cast, companies, connections }: Stage, line: string | null) {
  const index = cast.lines.findIndex(({ number }) => number === line)
  const uuid = companies[cast.lines[index]?.company ?? -1]?.uuid
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
