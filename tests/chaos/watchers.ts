/** Who looks on while it is played: the person who presses "connect" again, who reads the ticks, who keeps the traces. */
import { appendFileSync } from 'node:fs'
import { join } from 'node:path'
import Sqlite from 'better-sqlite3'
import type { ConnectionSummary } from '../../src/channels/connections/contract'
import type { Stage } from './stage'

export type Watch = ReturnType<typeof watch>

/** States that wait for somebody. */
const NEEDS_A_HAND = ['REPLACED', 'BANNED', 'DISCONNECTED', 'PASSKEY']
const EDITING = 99

export function watch(stage: Stage) {
  const person = careFor(stage)
  const reader = readTicks(stage)
  const keeper = keepTraces(stage)
  const all = [every(400, person.look), every(1_500, reader.look), every(1_000, keeper.look)]
  return {
    ticksTaken: reader.ticksTaken,
    samples: () => reader.samples(),
    pressed: () => person.pressed(),
    recoveries: person.recoveries,
    traceFile: keeper.file,
    met: keeper.met,
    async stop() {
      await Promise.all(all.map((stop) => stop()))
      await keeper.look()
    },
  }
}

/** Runs again and again, never two at once, until stopped. */
function every(ms: number, look: () => Promise<void>) {
  let isOver = false
  const looking = (async () => {
    while (!isOver) {
      await look()
      await Bun.sleep(ms)
    }
  })()
  looking.catch(() => {}) // heard at the stop
  return async () => {
    isOver = true
    await looking
  }
}

/**
 * Presses "connect" wherever a line waits for it, scans the code that is shown, and notes how long a new life takes until
 * every line is open.
 */
function careFor({ cast, companies, connections, links, server }: Stage) {
  const recoveries: number[] = []
  let pressed = 0
  let recovering = { life: 1, since: 0 }
  const phoneOf = (company: number, id: number) =>
    cast.lines.find((line, index) => line.company === company && connections[index] === id)?.number ?? ''

  async function look() {
    if (!server.isAlive()) return
    const life = server.startedIn.length
    if (recovering.life !== life) recovering = { life, since: performance.now() }
    const all: ConnectionSummary[] = []
    for (const [company, { attendants }] of companies.entries()) {
      const { demand, ask } = attendants[0]
      for (const line of await demand<ConnectionSummary[]>('GET', '/whatsapp')) {
        all.push(line)
        if (line.qrcode) await links.scan(phoneOf(company, line.id), line.qrcode)
        if (!NEEDS_A_HAND.includes(line.status)) continue
        pressed += 1
        await ask('POST', `/whatsappsession/${line.id}`, {})
      }
    }
    if (recovering.since === 0 || server.startedIn.length !== life) return
    if (all.some(({ status }) => status !== 'CONNECTED' && status !== 'RESTRICTED')) return
    recoveries.push(performance.now() - recovering.since)
    recovering.since = 0
  }
  return { look, recoveries, pressed: () => pressed }
}

/** Ticks as they stand in the files, now and then: none may be lower than it was. */
function readTicks({ companies, server }: Stage) {
  const ticksTaken: string[] = []
  const seen = new Map<string, number>()
  let samples = 0

  async function look() {
    for (const { uuid } of companies) {
      // All in one turn: no death and no start comes between.
      if (server.isAlive())
        for (const row of ticksIn(join(server.dataDir, 'tenants', uuid, 'tenant.db'))) take(uuid, row)
    }
    samples += 1
  }
  function take(uuid: string, { id, ack }: { id: number; ack: number }) {
    const before = seen.get(`${uuid} ${id}`) ?? 0
    if (ack === EDITING) return
    if (ack < before && !(before === 1 && ack === 0))
      ticksTaken.push(`tick of message ${id} in ${uuid} fell from ${before} to ${ack}`)
    seen.set(`${uuid} ${id}`, ack)
  }
  return { look, ticksTaken, samples: () => samples }
}

function ticksIn(path: string): { id: number; ack: number }[] {
  const db = new Sqlite(path, { readonly: true, timeout: 1_000 })
  try {
    return db.prepare('SELECT id, ack FROM messages WHERE from_me = 1').all() as { id: number; ack: number }[] // the columns are listed
  } finally {
    db.close()
  }
}

/** The simulator keeps the last stanzas and events only: what it would forget is put in a file, and counted. */
function keepTraces({ testbed, folder }: Stage) {
  const file = join(folder, 'trace.log')
  const met = new Map<string, number>()
  let last = ''
  let counted = 0

  async function look() {
    await keepStanzas()
    const { events, eventCount } = await testbed.state()
    for (const { kind, what } of events.slice(0, eventCount - counted))
      if (kind === 'fault' && !what.startsWith('set:')) met.set(what, (met.get(what) ?? 0) + 1)
    counted = eventCount
  }
  async function keepStanzas() {
    const lines = (await testbed.trace()).split('\n')
    const known = last === '' ? -1 : lines.lastIndexOf(last)
    const fresh = lines.slice(known + 1)
    if (fresh.length > 0) appendFileSync(file, `${fresh.join('\n')}\n`)
    last = lines.at(-1) ?? last
  }
  return { look, file, met }
}
