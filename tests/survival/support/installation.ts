/** A running installation: linked to WhatsApp, with a signed-in attendant and an open page. */
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterThisTest } from './cleanups'
import { type Client, openClient } from './client'
import { startServerProcess } from './server-process'
import { openStatusListener } from './status-listener'
import { openTestbed, type Testbed } from './testbed'
import { until } from './until'

export async function openInstallation(
  options: Omit<Parameters<typeof startServerProcess>[0], 'dataDir' | 'testbed'> = {},
) {
  const dataDir = mkdtempSync(join(tmpdir(), 'installation-'))
  afterThisTest(() => rmSync(dataDir, { recursive: true, force: true }))
  const testbed = await openTestbed()
  const server = await startServerProcess({ ...options, dataDir, testbed })
  const client = openClient()
  client.moveTo(server)
  await client.signIn()
  await client.link(testbed)
  const statusListener = openStatusListener(client)
  await statusListener.listenTo(server)
  return { dataDir, testbed, server, client, statusListener }
}

/** Each customer writes, and an attendant accepts each ticket. */
export async function converse(testbed: Testbed, client: Client, customers: number) {
  await testbed.prepare(customers, customers)
  await testbed.release()
  const tickets = await until(
    async () => {
      const all = await client.pendingTickets()
      return all.length === customers && all
    },
    { every: 50 },
  )
  for (const { id } of tickets) await client.accept(id)
  return tickets.map(({ id, contact }) => ({ number: contact.number ?? 'hidden', ticketId: id }))
}

/** Delays confirmations of WhatsApp and customers. */
export async function answerLate(testbed: Testbed, customers: readonly { readonly number: string }[], ms: number) {
  await testbed.run({ do: 'setFault', name: 'ackLate', on: true, value: ms })
  for (const { number } of customers) await testbed.run({ do: 'setHabits', phone: number, after: ms })
}
