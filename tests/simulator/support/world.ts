/** A simulator with a company and two customers, stopped and forgotten after each test. */
import { afterEach } from 'bun:test'
import { type SimulatorOptions, startSimulator } from '../../../src/simulator/simulator'

export const COMPANY = '552130421180'
export const MARIA = '5521996124087'
export const TIAGO = '5511982207741'

const cleanups: (() => unknown)[] = []
export const afterThisTest = (cleanup: () => unknown) => cleanups.push(cleanup)

afterEach(async () => {
  for (const cleanup of cleanups.splice(0).reverse()) await cleanup()
})

export async function town(options: SimulatorOptions = {}) {
  const simulator = await startSimulator(options)
  afterThisTest(() => simulator.stop())
  return {
    simulator,
    company: simulator.addPhone({ phone: COMPANY, name: 'Loja Centro', role: 'company' }),
    maria: simulator.addPhone({ phone: MARIA, name: 'Maria Duarte', role: 'customer' }),
    tiago: simulator.addPhone({ phone: TIAGO, name: 'Tiago Albuquerque', role: 'customer' }),
  }
}

export const pn = (number: string) => `${number}@s.whatsapp.net`
