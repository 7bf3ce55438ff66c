/** A testbed for one test: the simulator, the company's phone, two customers, our session. Closed after the test. */
import { startSimulator } from '../../../src/simulator/simulator'
import { watchWires } from '../../support/wires'
import { COMPANY, JOAO, MARIA, openSession } from './support'

const cleanups: (() => unknown)[] = []
/** Each file says `afterEach(runCleanups)` itself: a hook set here would count for the first file only. */
export async function runCleanups() {
  for (const cleanup of cleanups.splice(0).reverse()) await cleanup()
}
export const afterThisTest = (cleanup: () => unknown) => void cleanups.push(cleanup)

export async function testbed(options: Parameters<typeof openSession>[1] = {}) {
  const simulator = await startSimulator({ port: 0 })
  afterThisTest(() => simulator.stop())
  watchWires(simulator)
  const company = simulator.addPhone({ phone: COMPANY, name: 'Loja Centro', role: 'company' })
  const maria = simulator.addPhone({ phone: MARIA, name: 'Maria', role: 'customer' })
  const joao = simulator.addPhone({ phone: JOAO, name: 'João', role: 'customer' })
  const session = openSession(simulator, options)
  afterThisTest(() => session.close())
  return { simulator, company, maria, joao, session }
}

export async function linkedTestbed(options: Parameters<typeof openSession>[1] = {}) {
  const all = await testbed(options)
  await all.session.link(all.company)
  return all
}
