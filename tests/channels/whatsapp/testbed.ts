/** A testbed for one test: simulator, company's phone, two customers and our session. Closed after the test. */
import { mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { BufferJSON } from '@whiskeysockets/baileys'
import Sqlite from 'better-sqlite3'
import type { SavedState } from '../../../src/simulator/saved'
import { type Simulator, startSimulator } from '../../../src/simulator/simulator'
import { keptOnce } from '../../support/kept-once'
import { watchWires } from '../../support/wires'
import { COMPANY, JOAO, MARIA, openSession, REF, until } from './support'

const cleanups: (() => unknown)[] = []
/** Each file must call `afterEach(runCleanups)`: a hook set here would apply to the first file only. */
export async function runCleanups() {
  for (const cleanup of cleanups.splice(0).reverse()) await cleanup()
}
export const afterThisTest = (cleanup: () => unknown) => void cleanups.push(cleanup)

type Options = Parameters<typeof openSession>[1]

export async function testbed(options: Options = {}) {
  const simulator = await startSimulator({ port: 0 })
  addPhones(simulator)
  return openBoth(simulator, options)
}

/**
 * A linked and open session: a copy of one that was linked once, because the 812 keys of a new link take longer than
 * most tests. With a custom store or secret it is linked anew.
 */
export async function linkedTestbed(options: Options = {}) {
  if (options.db || options.encryption) {
    const all = await testbed(options)
    await all.session.link(all.company)
    return all
  }
  const { state, rows } = await linked()
  const saved: SavedState = { ...JSON.parse(state, BufferJSON.reviver), port: 0 } // our own simulator's
  const all = openBoth(await startSimulator({ saved }), { ...options, db: new Sqlite(Buffer.from(rows)) })
  all.session.channel.start(REF)
  await all.session.becomes('CONNECTED')
  return all
}

function addPhones(simulator: Simulator) {
  simulator.addPhone({ phone: COMPANY, name: 'Loja Centro', role: 'company' })
  simulator.addPhone({ phone: MARIA, name: 'Maria', role: 'customer' })
  simulator.addPhone({ phone: JOAO, name: 'João', role: 'customer' })
}

function openBoth(simulator: Simulator, options: Options) {
  afterThisTest(() => simulator.stop())
  watchWires(simulator)
  const [company, maria, joao] = [simulator.phone(COMPANY), simulator.phone(MARIA), simulator.phone(JOAO)]
  const session = openSession(simulator, options)
  afterThisTest(() => session.close())
  return { simulator, company, maria, joao, session }
}

/** State of simulator and session. */
const linked = keptOnce(async () => {
  const folder = mkdtempSync(join(tmpdir(), 'balcao-linked-'))
  try {
    const stateFile = join(folder, 'state.json')
    const simulator = await startSimulator({ port: 0, stateFile })
    addPhones(simulator)
    const session = openSession(simulator)
    const company = simulator.phone(COMPANY)
    await session.link(company)
    await company.until(({ devices }) => devices[0]?.pending === 0)
    // Otherwise each copy would import the rest of the history meanwhile, with the salt for first contacts.
    await until(() => session.db.prepare('SELECT 1 FROM history_parts').get() === undefined)
    const rows = session.db.serialize()
    await session.close()
    await simulator.stop()
    return { state: readFileSync(stateFile, 'utf8'), rows }
  } finally {
    rmSync(folder, { recursive: true })
  }
})
