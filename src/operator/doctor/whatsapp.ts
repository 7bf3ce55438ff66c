/** Checks of WhatsApp: our protocol version, whether the server answers, and what it has required. */

import { existsSync } from 'node:fs'
import { isMeta } from '../../channels/acts'
import { listConnections } from '../../channels/connections/queries'
import { sessionPath } from '../../channels/sessions/session-store'
import { clientOf, type Fact, PASSKEY_DEMAND, readFact, VERSION } from '../../channels/whatsapp/storage/facts'
import { type Databases, tenantFolder } from '../../platform/databases'
import { instant } from '../../platform/formats'
import { noWait } from '../../platform/gate'
import { fetchOutside } from '../../platform/outside'
import { DAY, SECOND } from '../../platform/time'
import { listCompanies } from '../../tenancy/companies'
import type { Company } from '../../tenancy/tables'
import { withReader } from '../inspect'
import { type Finding, note, ok, problem } from './finding'

const PUBLIC = 'https://web.whatsapp.com/'
const REQUEST_TIMEOUT_MS = 5 * SECOND
/** The server's time has a resolution of one second. */
const HALF_A_SECOND = 500
/** Age at which WhatsApp may soon refuse a version. */
const OLD = 30 * DAY
/** Clock error above which time-based signatures and codes fail. */
const WRONG_CLOCK = 60 * SECOND

export type WhatsappReport = {
  readonly edge: { readonly address: string; readonly answersInMs: number | null }
  /** How far our clock is ahead; null if the server did not answer. */
  readonly clockAheadMs: number | null
  readonly version: { readonly spoken: string; readonly learntAt: string; readonly ageMs: number } | null
  readonly lastPasskeyDemand: { readonly at: string; readonly company: number; readonly connection: string } | null
  readonly connections: readonly ConnectionReport[]
}
export type ConnectionReport = {
  readonly company: number
  readonly connectionId: number
  readonly connection: string
  readonly number: string | null
  readonly status: string
  /** WhatsApp Web version of the last login; null if there was none. */
  readonly client: string | null
  readonly clientSince: string | null
}

/** `url` of another WhatsApp server, from the settings. */
export async function reportWhatsapp(databases: Databases, url: string | null, now: () => number) {
  const address = url === null ? PUBLIC : new URL('/', url.replace(/^ws/, 'http')).href
  const companies = listCompanies(databases.control).flatMap((company) => factsOf(databases, company) ?? [])
  const newest = (facts: readonly (Fact | undefined)[]) =>
    facts.flatMap((fact) => fact ?? []).toSorted((a, b) => b.at - a.at)[0]
  const version = newest(companies.map((one) => one.version))
  const demand = newest(companies.map(({ demand }) => demand))
  const asker = companies.find((one) => one.demand === demand)
  const { answersInMs, clockAheadMs } = await askEdge(address, now)
  return {
    edge: { address, answersInMs },
    clockAheadMs,
    version: version
      ? { spoken: versionIn(version.value), learntAt: instant(version.at), ageMs: now() - version.at }
      : null,
    lastPasskeyDemand:
      demand && asker
        ? { at: instant(demand.at), company: asker.company, connection: asker.nameOf(Number(demand.value)) }
        : null,
    connections: companies.flatMap(({ connections }) => connections),
  } satisfies WhatsappReport
}

const versionIn = (value: string): string => (JSON.parse(value) as readonly number[]).join('.') // written by the channel

/** Undefined if the company's files cannot be read, which is reported elsewhere. */
function factsOf(databases: Databases, { id, uuid }: Company) {
  const path = sessionPath(tenantFolder(databases.dataDir, uuid))
  if (!existsSync(path)) return undefined
  try {
    const rows = listConnections(databases.tenant(uuid)).filter(({ channel }) => !isMeta(channel))
    return withReader(path, (raw) => ({
      company: id,
      version: readFact(raw, VERSION),
      demand: readFact(raw, PASSKEY_DEMAND),
      nameOf: (connectionId: number) => rows.find((row) => row.id === connectionId)?.name ?? `#${connectionId}`,
      connections: rows.map((row): ConnectionReport => {
        const client = readFact(raw, clientOf(row.id))
        return {
          company: id,
          connectionId: row.id,
          connection: row.name,
          number: row.number,
          status: row.status,
          client: client?.value ?? null,
          clientSince: client ? instant(client.at) : null,
        }
      }),
    }))
  } catch {
    return undefined
  }
}

async function askEdge(address: string, now: () => number) {
  const began = now()
  try {
    const signal = AbortSignal.timeout(REQUEST_TIMEOUT_MS)
    const answer = await fetchOutside(address, { method: 'HEAD', redirect: 'manual', signal }, noWait)
    const ended = now()
    const serverTime = Date.parse(answer.headers.get('date') ?? '')
    const clockAheadMs = Number.isNaN(serverTime) ? null : Math.round((began + ended) / 2 - serverTime - HALF_A_SECOND)
    return { answersInMs: ended - began, clockAheadMs }
  } catch {
    return { answersInMs: null, clockAheadMs: null }
  }
}

const ABOUT = 'whatsapp'
const seconds = (ms: number): string => `${(Math.abs(ms) / SECOND).toFixed(1)} s`

export function whatsappFindings({ edge, clockAheadMs, version, lastPasskeyDemand, connections }: WhatsappReport) {
  const findings: Finding[] = [
    edge.answersInMs === null
      ? problem(ABOUT, `${edge.address} does not respond`, 'Check this machine’s firewall and DNS.')
      : ok(ABOUT, `${edge.address} responds in ${edge.answersInMs} ms`),
  ]
  if (clockAheadMs !== null && Math.abs(clockAheadMs) > WRONG_CLOCK)
    findings.push(
      problem(
        ABOUT,
        `the clock is ${seconds(clockAheadMs)} ${clockAheadMs > 0 ? 'ahead of' : 'behind'} WhatsApp’s`,
        'Synchronise the clock: timedatectl set-ntp true',
      ),
    )
  else if (clockAheadMs !== null) findings.push(ok(ABOUT, `the clock differs by less than ${WRONG_CLOCK / SECOND} s`))
  const days = version && Math.floor(version.ageMs / DAY)
  if (!version) findings.push(note(ABOUT, 'no WhatsApp Web version learnt yet; using the built-in one'))
  else
    findings.push(
      (version.ageMs > OLD ? note : ok)(ABOUT, `speaks WhatsApp Web ${version.spoken}, learnt ${days} days ago`),
    )
  findings.push(
    lastPasskeyDemand
      ? note(
          ABOUT,
          `a passkey was last requested on ${lastPasskeyDemand.at}, by "${lastPasskeyDemand.connection}" of company ${lastPasskeyDemand.company}`,
        )
      : ok(ABOUT, 'no passkey was ever requested'),
  )
  for (const { company, connection, number, status, client, clientSince } of connections)
    findings.push(
      note(
        `company ${company}`,
        `"${connection}" ${number ? `+${number}` : 'without a number'} ${status}, ${
          client ? `WhatsApp Web ${client} since ${clientSince}` : 'never connected'
        }`,
      ),
    )
  return findings
}
