/**
 * Runs beside the plan: reconnects closed connections, samples delivery statuses, and stores the simulator's stanzas
 * and events.
 */
import { appendFileSync } from 'node:fs'
import { join } from 'node:path'
import Sqlite from 'better-sqlite3'
import type { ConnectionSummary } from '../../src/channels/connections/contract'
import { EDITING } from '../../src/channels/contract'
import type { Environment } from './environment'

export type Watch = ReturnType<typeof watch>

/** States that need a person's action. */
const NEEDS_CONNECT = ['REPLACED', 'BANNED', 'DISCONNECTED', 'PASSKEY']

export function watch(environment: Environment) {
  const connecting = reconnectClosed(environment)
  const statuses = readStatuses(environment)
  const traces = keepTraces(environment)
  const all = [every(400, connecting.look), every(1_500, statuses.look), every(1_000, traces.look)]
  return {
    statusesLowered: statuses.lowered,
    samples: statuses.samples,
    connectRequests: connecting.requests,
    recoveries: connecting.recoveries,
    traceFile: traces.file,
    /** Occurrences of each fault. */
    occurrences: traces.occurrences,
    /** Rejects when one of them fails, because others would wait for it forever. */
    failure: Promise.race(all.map(({ failure }) => failure)),
    async stop() {
      await Promise.all(all.map(({ stop }) => stop()))
      await traces.look()
    },
  }
}

/** Runs periodically, never twice at once, until stopped. */
function every(ms: number, look: () => Promise<void>) {
  let isOver = false
  const looking = (async () => {
    while (!isOver) {
      await look()
      await Bun.sleep(ms)
    }
  })()
  const failure = new Promise<never>((_, reject) => void looking.catch(reject))
  failure.catch(() => {}) // the caller that executes the plan gets it
  return {
    failure,
    async stop() {
      isOver = true
      await looking
    },
  }
}

/**
 * Presses "connect" when a connection waits for it, scans shown codes, and measures the time from each start of the
 * server until all connections are open.
 */
function reconnectClosed({ participants, companies, connections, links, server }: Environment) {
  const recoveries: number[] = []
  let requests = 0
  let recovering = { start: 1, since: 0 }
  const phoneOf = (company: number, id: number) =>
    participants.phones.find((phone, index) => phone.company === company && connections[index] === id)?.number ?? ''

  async function look() {
    if (!server.isAlive()) return
    const start = server.startedIn.length
    if (recovering.start !== start) recovering = { start, since: performance.now() }
    const all: ConnectionSummary[] = []
    for (const [company, { attendants }] of companies.entries()) {
      const { demand, ask } = attendants[0]
      for (const connection of await demand<ConnectionSummary[]>('GET', '/whatsapp')) {
        all.push(connection)
        if (connection.qrcode) await links.scan(phoneOf(company, connection.id), connection.qrcode)
        if (!NEEDS_CONNECT.includes(connection.status)) continue
        requests += 1
        await ask('POST', `/whatsappsession/${connection.id}`, {})
      }
    }
    if (recovering.since === 0 || server.startedIn.length !== start) return
    if (all.some(({ status }) => status !== 'CONNECTED' && status !== 'RESTRICTED')) return
    recoveries.push(performance.now() - recovering.since)
    recovering.since = 0
  }
  return { look, recoveries, requests: () => requests }
}

/** Samples the delivery statuses in the databases: none may be lower than before. */
function readStatuses({ companies, server }: Environment) {
  const lowered: string[] = []
  const seen = new Map<string, number>()
  let samples = 0

  async function look() {
    for (const { uuid } of companies) {
      // Without await, so that the server cannot be ended in between.
      if (server.isAlive())
        for (const row of statusesIn(join(server.dataDir, 'tenants', uuid, 'tenant.db'))) take(uuid, row)
    }
    samples += 1
  }
  function take(uuid: string, { id, ack }: { id: number; ack: number }) {
    const before = seen.get(`${uuid} ${id}`) ?? 0
    if (ack === EDITING) return
    if (ack < before && !(before === 1 && ack === 0))
      lowered.push(`status of message ${id} in ${uuid} fell from ${before} to ${ack}`)
    seen.set(`${uuid} ${id}`, ack)
  }
  return { look, lowered, samples: () => samples }
}

function statusesIn(path: string): { id: number; ack: number }[] {
  const db = new Sqlite(path, { readonly: true, timeout: 1_000 })
  try {
    return db.prepare('SELECT id, ack FROM messages WHERE from_me = 1').all() as { id: number; ack: number }[] // the columns are listed
  } finally {
    db.close()
  }
}

/** The simulator keeps only the latest stanzas and events, so they are written to a file; also counts faults. */
function keepTraces({ testbed, folder }: Environment) {
  const file = join(folder, 'trace.log')
  const occurrences = new Map<string, number>()
  let last = ''
  let counted = 0

  async function look() {
    await keepStanzas()
    const { events, eventCount } = await testbed.state()
    for (const { kind, what } of events.slice(0, eventCount - counted))
      if (kind === 'fault' && !what.startsWith('set:')) occurrences.set(what, (occurrences.get(what) ?? 0) + 1)
    counted = eventCount
  }
  async function keepStanzas() {
    const lines = (await testbed.trace()).split('\n')
    const known = last === '' ? -1 : lines.lastIndexOf(last)
    const fresh = lines.slice(known + 1)
    if (fresh.length > 0) appendFileSync(file, `${fresh.join('\n')}\n`)
    last = lines.at(-1) ?? last
  }
  return { look, file, occurrences }
}
