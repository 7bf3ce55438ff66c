/** An installation at work: linked to WhatsApp, an attendant signed in, a page open. */
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterThisTest } from './cleanups'
import { type Desk, openDesk } from './desk'
import { startServerProcess } from './server-process'
import { openTestbed, type Testbed } from './testbed'
import { openTickListener } from './tick-listener'
import { until } from './until'

export async function openInstallation(
  options: Omit<Parameters<typeof startServerProcess>[0], 'dataDir' | 'testbed'> = {},
) {
  const dataDir = mkdtempSync(join(tmpdir(), 'installation-'))
  afterThisTest(() => rmSync(dataDir, { recursive: true, force: true }))
  const testbed = await openTestbed()
  const server = await startServerProcess({ ...options, dataDir, testbed })
  const desk = openDesk()
  desk.moveTo(server)
  await desk.signIn()
  await desk.link(testbed)
  const tickListener = openTickListener(desk)
  await tickListener.listenTo(server)
  return { dataDir, testbed, server, desk, tickListener }
}

/** Each customer says something, and an attendant takes each ticket. */
export async function converse(testbed: Testbed, desk: Desk, customers: number) {
  await testbed.prepare(customers, customers)
  await testbed.release()
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
export async function answerLate(testbed: Testbed, customers: readonly { readonly number: string }[], ms: number) {
  await testbed.run({ do: 'setFault', name: 'ackLate', on: true, value: ms })
  for (const { number } of customers) await testbed.run({ do: 'setHabits', phone: number, after: ms })
}
