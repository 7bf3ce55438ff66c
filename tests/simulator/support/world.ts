/** A simulator with a company and two customers, stopped after each test. */
import { mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { BufferJSON } from '@whiskeysockets/baileys'
import type { Command } from '../../../src/simulator/contract'
import type { SavedState } from '../../../src/simulator/saved'
import { type Simulator, type SimulatorOptions, startSimulator } from '../../../src/simulator/simulator'
import { afterEachTest } from '../../support/after-each'
import { keptOnce } from '../../support/kept-once'
import { watchWires } from '../../support/wires'
import { type Credentials, openClient, pairedClient, trust } from './client'

export const COMPANY = '552130421180'
export const MARIA = '5521996124087'
export const TIAGO = '5511982207741'

const cleanups: (() => unknown)[] = []
export const afterThisTest = (cleanup: () => unknown) => cleanups.push(cleanup)

afterEachTest(async () => {
  for (const cleanup of cleanups.splice(0).reverse()) await cleanup()
})

export async function testbed(options: SimulatorOptions = {}) {
  const simulator = await watched(startSimulator(options))
  await addPhones(simulator)
  return { simulator, ...phonesOf(simulator) }
}

async function watched(starting: Promise<Simulator>): Promise<Simulator> {
  const simulator = await starting
  afterThisTest(() => simulator.stop())
  watchWires(simulator)
  return simulator
}

/** The client is Baileys alone, which knows nothing of the tokens of first contacts. */
async function addPhones(simulator: Simulator) {
  simulator.addPhone({ phone: COMPANY, name: 'Loja Centro', role: 'company' })
  simulator.addPhone({ phone: MARIA, name: 'Maria Duarte', role: 'customer' })
  simulator.addPhone({ phone: TIAGO, name: 'Tiago Albuquerque', role: 'customer' })
  await simulator.run({ do: 'setHabits', phone: COMPANY, demandsTokens: false })
}

const phonesOf = (simulator: Simulator) => ({
  company: simulator.phone(COMPANY),
  maria: simulator.phone(MARIA),
  tiago: simulator.phone(TIAGO),
})

type Config = Parameters<typeof pairedClient>[2]

/**
 * A testbed with a linked and open client of the company: a copy of one that was linked once, because the 812 keys of a
 * new link take longer than most tests. With custom settings it is linked anew.
 */
export async function linkedTestbed(config?: Config, options?: SimulatorOptions) {
  if (config ?? options) {
    const { simulator, ...phones } = await testbed(options)
    return withClient({ simulator, phones, client: await pairedClient(simulator, phones.company, config) })
  }
  const { state, creds, keys } = await linked()
  const saved: SavedState = { ...JSON.parse(state, BufferJSON.reviver), port: 0 } // our own simulator's
  const simulator = await watched(startSimulator({ saved }))
  const phones = phonesOf(simulator)
  trust(simulator.rootKey)
  const credentials: Credentials = { creds: JSON.parse(creds, BufferJSON.reviver), keys: new Map(keys) } // as below
  const client = openClient(simulator, credentials)
  await client.opened()
  return withClient({ simulator, phones, client: { ...client, credentials } })
}

type Linked = {
  readonly simulator: Simulator
  readonly phones: ReturnType<typeof phonesOf>
  readonly client: Awaited<ReturnType<typeof pairedClient>>
}

async function withClient({ simulator, phones, client }: Linked) {
  afterThisTest(client.close)
  // While the client is catching up, several changes of a group arrive as one.
  await phones.company.until(({ devices }) => devices[0]?.pending === 0)
  return { simulator, client, run: runnerOf(simulator), ...phones }
}

/** State of simulator and client. */
const linked = keptOnce(async () => {
  const folder = mkdtempSync(join(tmpdir(), 'balcao-linked-'))
  try {
    const stateFile = join(folder, 'state.json')
    const simulator = await startSimulator({ stateFile })
    await addPhones(simulator)
    const { company } = phonesOf(simulator)
    const { close, credentials } = await pairedClient(simulator, company)
    await company.until(({ devices }) => devices[0]?.pending === 0)
    close()
    await company.until(({ devices }) => devices[0]?.connected === false)
    await simulator.stop()
    return {
      state: readFileSync(stateFile, 'utf8'),
      creds: JSON.stringify(credentials.creds, BufferJSON.replacer),
      keys: [...credentials.keys],
    }
  } finally {
    rmSync(folder, { recursive: true })
  }
})

/** Returns the id of the created object; throws on a refusal. */
export const runnerOf = (simulator: Simulator) => async (command: Command) => {
  const result = await simulator.run(command)
  if (!result.ok) throw new Error(result.message)
  return result.id ?? ''
}

export const pn = (number: string) => `${number}@s.whatsapp.net`
