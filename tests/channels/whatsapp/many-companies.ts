/** Many companies with many connections each: the whole server in one process, WhatsApp in another. */
import { mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { ConnectionSummary } from '../../../src/channels/connections/contract'
import { bootstrapCompany, prepareInstallation } from '../../../src/operator/bootstrap'
import { commandStores } from '../../../src/operator/claims'
import { openDatabases } from '../../../src/platform/databases'
import { createLog } from '../../../src/platform/log'
import { loadSecret } from '../../../src/platform/secret'
import { afterThisTest } from '../../survival/support/cleanups'
import {
  EMAIL,
  METRICS_TOKEN,
  PASSWORD,
  type ServerProcess,
  startServerProcess,
} from '../../survival/support/server-process'
import { openTestbed } from '../../survival/support/testbed'
import { until } from '../../survival/support/until'

const emailOf = (company: number) => (company === 0 ? EMAIL : `dona@empresa${company}.example`)
/** Phone number of a company's connection. */
export const phoneOf = (company: number, nth: number) => `5521300${String(10_000 + company * 100 + nth)}`

export type ManyCompanies = Awaited<ReturnType<typeof openManyCompanies>>

type Options = { readonly companies: number; readonly each: number }

export async function openManyCompanies({ companies, each }: Options) {
  const dataDir = mkdtempSync(join(tmpdir(), 'companies-'))
  afterThisTest(() => rmSync(dataDir, { recursive: true, force: true }))
  await found(dataDir, companies)
  const testbed = await openTestbed()
  let server = await startServerProcess({ dataDir, testbed, logLevel: 'info' })
  const tokens = new Map<number, string>()

  async function ask<T>(company: number, method: string, path: string, body?: unknown): Promise<T> {
    const token = tokens.get(company)
    const answer = await fetch(`${server.origin}/api${path}`, {
      method,
      headers: { 'content-type': 'application/json', ...(token ? { authorization: `Bearer ${token}` } : {}) },
      ...(body === undefined ? {} : { body: JSON.stringify(body) }),
    })
    if (!answer.ok) throw new Error(`${method} ${path}: ${answer.status} ${await answer.text()}`)
    return (await answer.json()) as T // the caller knows the route's type
  }
  const connections = (company: number) => ask<ConnectionSummary[]>(company, 'GET', '/whatsapp')

  for (let company = 0; company < companies; company++) {
    const signedIn = await ask<{ token: string }>(company, 'POST', '/auth/login', {
      email: emailOf(company),
      password: PASSWORD,
    })
    tokens.set(company, signedIn.token)
  }

  const places: { company: number; id: number; phone: string }[] = []
  for (let company = 0; company < companies; company++)
    for (let nth = 0; nth < each; nth++) {
      const phone = phoneOf(company, nth)
      await testbed.run({ do: 'addPhone', phone, name: `Loja ${company}-${nth}`, role: 'company' })
      const { id } = await ask<ConnectionSummary>(company, 'POST', '/whatsapp', { name: `Conexão ${nth}` })
      places.push({ company, id, phone })
    }

  type Place = (typeof places)[number]
  const row = ({ company, id }: Place) => ask<ConnectionSummary>(company, 'GET', `/whatsapp/${id}`)

  async function askForQr(place: Place): Promise<string> {
    await ask(place.company, 'POST', `/whatsappsession/${place.id}`, {})
    return until(async () => (await row(place)).qrcode, { within: 60_000, every: 50 })
  }

  async function link(place: Place): Promise<void> {
    await testbed.run({ do: 'scan', phone: place.phone, qr: await askForQr(place) })
    await until(async () => (await row(place)).status === 'CONNECTED', { within: 60_000, every: 50 })
  }

  function firstOf(company: number): Place {
    const place = places.find((one) => one.company === company)
    if (!place) throw new Error(`company ${company} has no connection`)
    return place
  }

  return {
    dataDir,
    testbed,
    server: () => server,
    /** All at once, as on the morning after an installation. */
    linkAll: () => Promise.all(places.map(link)),
    async reopen(): Promise<ServerProcess> {
      server = await startServerProcess({ dataDir, testbed, logLevel: 'info' })
      return server
    },
    connections,
    /** For a company's first connection. */
    link: (company: number) => link(firstOf(company)),
    askForQr: (company: number) => askForQr(firstOf(company)),
  }
}

async function found(dataDir: string, companies: number): Promise<void> {
  const databases = openDatabases(dataDir, createLog('silent'))
  try {
    loadSecret(dataDir)
    const prepared = await prepareInstallation(commandStores(databases, Date.now()), {
      email: EMAIL,
      password: PASSWORD,
    })
    await prepared?.(Date.now())
    for (let company = 1; company < companies; company++) {
      const admin = { name: 'Dona', email: emailOf(company), password: PASSWORD }
      await bootstrapCompany(databases, Date.now(), { name: `Empresa ${company}`, admin, days: 30 })
    }
  } finally {
    databases.close()
  }
}

async function countersOf({ origin }: ServerProcess): Promise<string> {
  const answer = await fetch(`${origin}/metrics`, { headers: { authorization: `Bearer ${METRICS_TOKEN}` } })
  if (!answer.ok) throw new Error(`metrics: ${answer.status}`)
  return answer.text()
}

/** How often the main loop was blocked this long since the start, from the server's own metrics. */
export async function holdsOf(server: ServerProcess) {
  const text = await countersOf(server)
  const upTo = (le: string) => Number(text.match(`balcao_loop_stall_seconds_bucket\\{le="${le}"\\} (\\d+)`)?.[1] ?? 0)
  const all = upTo('\\+Inf')
  return {
    over20: all - upTo('0.02'),
    over50: all - upTo('0.05'),
    over100: all - upTo('0.1'),
    over250: all - upTo('0.25'),
  }
}

/** Resident memory in MB. */
export const rssOf = ({ pid }: ServerProcess): number =>
  Math.round(Number(/VmRSS:\s+(\d+)/.exec(readFileSync(`/proc/${pid}/status`, 'utf8'))?.[1] ?? 0) / 1024)

/** CPU seconds used so far: fields 14 and 15 of /proc/PID/stat, in hundredths. */
export function cpuOf({ pid }: ServerProcess): number {
  const fields = readFileSync(`/proc/${pid}/stat`, 'utf8').split(') ')[1]?.split(' ') ?? []
  return (Number(fields[11]) + Number(fields[12])) / 100
}
