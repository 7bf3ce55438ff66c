/** A simulator with a company and two customers, stopped and forgotten after each test. */
import type { Command } from '../../../src/simulator/contract'
import { type Simulator, type SimulatorOptions, startSimulator } from '../../../src/simulator/simulator'
import { afterEachTest } from '../../support/after-each'
import { watchWires } from '../../support/wires'
import { pairedClient } from './client'

export const COMPANY = '552130421180'
export const MARIA = '5521996124087'
export const TIAGO = '5511982207741'

const cleanups: (() => unknown)[] = []
export const afterThisTest = (cleanup: () => unknown) => cleanups.push(cleanup)

afterEachTest(async () => {
  for (const cleanup of cleanups.splice(0).reverse()) await cleanup()
})

export async function testbed(options: SimulatorOptions = {}) {
  const simulator = await startSimulator(options)
  afterThisTest(() => simulator.stop())
  watchWires(simulator)
  return {
    simulator,
    company: simulator.addPhone({ phone: COMPANY, name: 'Loja Centro', role: 'company' }),
    maria: simulator.addPhone({ phone: MARIA, name: 'Maria Duarte', role: 'customer' }),
    tiago: simulator.addPhone({ phone: TIAGO, name: 'Tiago Albuquerque', role: 'customer' }),
  }
}

/** The same with a client of the company, linked and open. */
export async function linkedTestbed(config: Parameters<typeof pairedClient>[2] = {}, options: SimulatorOptions = {}) {
  const { simulator, ...phones } = await testbed(options)
  const client = await pairedClient(simulator, phones.company, config)
  afterThisTest(client.close)
  // While the client still takes in what it missed, several changes of a thing come as one.
  await phones.company.until(({ devices }) => devices[0]?.pending === 0)
  return { simulator, client, run: runnerOf(simulator), ...phones }
}

/** Answers the id of what the command made; a refusal is thrown. */
export const runnerOf = (simulator: Simulator) => async (command: Command) => {
  const result = await simulator.run(command)
  if (!result.ok) throw new Error(result.message)
  return result.id ?? ''
}

export const pn = (number: string) => `${number}@s.whatsapp.net`
