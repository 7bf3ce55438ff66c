/** A small town for one test: a WhatsApp, the company's phone, two customers, a counter. Cleared away by itself. */
import { startSimulator } from '../../../src/simulator/simulator'
import { watchWires } from '../../support/trace'
import { COMPANY, JOAO, MARIA, openCounter } from './support'

const chores: (() => unknown)[] = []
/** Each file says `afterEach(clearAway)` itself: a hook set here would count for the first file only. */
export async function clearAway() {
  for (const chore of chores.splice(0).reverse()) await chore()
}
export const afterThisTest = (chore: () => unknown) => void chores.push(chore)

export async function town(wishes: Parameters<typeof openCounter>[1] = {}) {
  const simulator = await startSimulator({ port: 0 })
  afterThisTest(() => simulator.stop())
  watchWires(simulator)
  const company = simulator.addPhone({ phone: COMPANY, name: 'Loja Centro', role: 'company' })
  const maria = simulator.addPhone({ phone: MARIA, name: 'Maria', role: 'customer' })
  const joao = simulator.addPhone({ phone: JOAO, name: 'João', role: 'customer' })
  const counter = openCounter(simulator, wishes)
  afterThisTest(() => counter.close())
  return { simulator, company, maria, joao, counter }
}

export async function linkedTown(wishes: Parameters<typeof openCounter>[1] = {}) {
  const all = await town(wishes)
  await all.counter.link(all.company)
  return all
}
