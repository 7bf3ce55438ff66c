/** A shop at work: linked to WhatsApp, an attendant signed in, a page open. */
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterThisTest } from './chores'
import { startLife } from './counter'
import { type Desk, openDesk } from './desk'
import { openEars } from './ears'
import { openTown, type Town } from './town'
import { until } from './until'

export async function openShop(wishes: Omit<Parameters<typeof startLife>[0], 'dataDir' | 'town'> = {}) {
  const dataDir = mkdtempSync(join(tmpdir(), 'shop-'))
  afterThisTest(() => rmSync(dataDir, { recursive: true, force: true }))
  const town = await openTown()
  const life = await startLife({ ...wishes, dataDir, town })
  const desk = openDesk()
  desk.moveTo(life)
  await desk.signIn()
  await desk.link(town)
  const ears = openEars(desk)
  await ears.listenTo(life)
  return { dataDir, town, life, desk, ears }
}

/** Each customer says something, and an attendant takes each ticket. */
export async function converse(town: Town, desk: Desk, customers: number) {
  await town.prepare(customers, customers)
  await town.release()
  const tickets = await until(
    async () => {
      const all = await desk.pendingTickets()
      return all.length === customers && all
    },
    { within: 10_000, every: 50 },
  )
  for (const { id } of tickets) await desk.accept(id)
  return tickets.map(({ id, contact }) => ({ number: contact.number ?? 'hidden', ticketId: id }))
}

/** WhatsApp and its customers take their time to confirm. */
export async function answerLate(town: Town, customers: readonly { readonly number: string }[], ms: number) {
  await town.run({ do: 'setFault', name: 'ackLate', on: true, value: ms })
  for (const { number } of customers) await town.run({ do: 'setHabits', phone: number, after: ms })
}
