/** A full disk: clear refusals, no loss of stored data, no acknowledgement of unstored data, and recovery. */
import { expect } from 'bun:test'
import type { Installation } from '../../src/operator/contract'
import type { TicketSummary } from '../../src/tickets/contract'
import type { MessagePage } from '../../src/tickets/messages/contract'
import { test } from '../support/trace'
import { auditIncoming } from './support/audit'
import { type Client, openClient } from './support/client'
import { journalCleared, readLedger } from './support/ledger'
import { type ServerProcess, startServerProcess } from './support/server-process'
import { smallDisk } from './support/small-disk'
import { openStatusListener } from './support/status-listener'
import { openTestbed, written } from './support/testbed'
import { until } from './support/until'

const CUSTOMERS = 10
const BEFORE = 50
const DURING = 600

/** A server on a disk of 24 MB, with a linked phone and some messages. */
async function openOnSmallDisk() {
  const disk = await smallDisk(24)
  const testbed = await openTestbed()
  const { dataDir, prefix } = disk
  const server = await startServerProcess({ dataDir, prefix, testbed })
  const client = openClient()
  client.moveTo(server)
  await client.signIn()
  const connection = await client.link(testbed)
  await testbed.prepare(CUSTOMERS, BEFORE)
  await testbed.release()
  await testbed.settled(10_000)
  return { disk, testbed, server, client, connection }
}

test('the disk fills while messages arrive: writes are refused, reads work, nothing is lost, and all messages arrive later', async () => {
  const { disk, testbed, server, client, connection } = await openOnSmallDisk()
  const [ticket, other] = await until(async () => {
    const all = await client.pendingTickets()
    return all.length === CUSTOMERS && all
  })
  await client.accept(ticket?.id ?? 0)
  const before = readLedger(disk.outside).rows

  await testbed.prepare(CUSTOMERS, DURING)
  const released = testbed.release(400)
  await until(async () => (await testbed.state()).load.delivered >= BEFORE + 100)
  await until(
    async () => {
      disk.fill()
      return (await client.connection(connection)).reason === 'storage'
    },
    { why: () => server.log().slice(-1_000) },
  )
  expect((await client.connection(connection)).status).toBe('TIMEOUT')

  // Writes are refused with the reason; reads work, also of the own conversation with unread messages, and on a new
  // page.
  const refused = await until(async () => {
    disk.fill()
    const answer = await client.post(ticket?.id ?? 0, 'x'.repeat(40_000), `full-${crypto.randomUUID()}`)
    return answer.status !== 200 && answer
  })
  expect(refused).toMatchObject({ status: 507, error: 'ERR_STORAGE_FULL' })
  expect((await client.pendingTickets()).map(({ id }) => id)).toContain(other?.id ?? 0)
  for (const id of [ticket?.id, other?.id]) {
    const page = await client.demand<MessagePage>('GET', `/messages/${id}`)
    // Whether the "read" mark still fits into the log's free pages is random; reading must not depend on it.
    expect(page.messages.length).toBeGreaterThan(0)
    expect(await client.demand<TicketSummary>('GET', `/tickets/${id}`)).toMatchObject({ id })
  }
  const upload = await uploadFile(server, client, ticket?.id ?? 0)
  expect(upload).toMatchObject({ status: 507, error: 'ERR_STORAGE_FULL' })
  // The screens of people who can free space are notified.
  const isReportedFull = async () => (await client.demand<Installation>('GET', '/version')).storageFull
  expect(await isReportedFull()).toBe(true)
  const statusListener = openStatusListener(client)
  await statusListener.listenTo(server)
  await until(() => statusListener.heard() > 0, { why: () => `closed with ${statusListener.closes}` })
  statusListener.close()

  const held = await frozen(server, async () => ({ ledger: readLedger(disk.outside), books: await testbed.books() }))
  const kept = new Set([...held.ledger.rows.map(({ externalId }) => externalId), ...held.ledger.journal])
  const acknowledged = [...written(held.books).values()].flat().filter(({ deliveredAt }) => deliveredAt !== null)
  expect(before.filter(({ externalId }) => !kept.has(externalId))).toEqual([])
  expect(acknowledged.filter(({ id }) => !kept.has(id))).toEqual([])
  // Otherwise the disk was never full for the messenger.
  expect(acknowledged.length).toBeLessThan(BEFORE + DURING)

  disk.makeRoom()
  await released
  await until(async () => (await client.connection(connection)).status === 'CONNECTED', { every: 50 })
  await testbed.settled(20_000)
  await until(async () => !(await isReportedFull()), { every: 100 })
  await journalCleared(disk.outside)
  expect(server.isAlive()).toBe(true)
  expect((await client.post(ticket?.id ?? 0, 'há lugar outra vez', crypto.randomUUID())).status).toBe(200)
  expect(await server.stop()).toBe(0)

  const ledger = readLedger(disk.outside)
  console.log(
    `full with ${acknowledged.length} of ${BEFORE + DURING} acknowledged, ${held.ledger.rows.length} stored and ${held.ledger.journal.length} in the journal; in the end ${ledger.rows.filter(({ fromMe }) => fromMe === 0).length} stored`,
  )
  expect(auditIncoming(await testbed.books(), ledger)).toEqual([])
  expect(ledger.integrity).toEqual(['ok', 'ok'])
}, 180_000)

test('on a full disk a server stops in order, and a starting one reports why it waits and serves when there is room', async () => {
  const { disk, testbed, server, client, connection } = await openOnSmallDisk()
  const { dataDir, prefix } = disk
  disk.fill()
  expect(await server.stop()).toBe(0)
  disk.fill()

  const output = { text: '' }
  const starting = startServerProcess({ dataDir, prefix, testbed, output })
  await until(() => output.text.includes('The disk is full.'), { why: () => output.text })
  disk.makeRoom()
  client.moveTo(await starting)
  await until(async () => (await client.connection(connection)).status === 'CONNECTED', { every: 50 })
  expect(await client.pendingTickets()).toHaveLength(CUSTOMERS)
  expect(auditIncoming(await testbed.books(), readLedger(disk.outside))).toEqual([])
}, 180_000)

async function uploadFile(server: ServerProcess, client: Client, ticketId: number) {
  const form = new FormData()
  form.append('medias', new File([new Uint8Array(512 * 1024)], 'foto.bin'))
  const answer = await fetch(`${server.origin}/api/messages/${ticketId}`, {
    method: 'POST',
    headers: { authorization: `Bearer ${client.token()}` },
    body: form,
  })
  return { status: answer.status, ...((await answer.json()) as { error?: string }) } // the catalogue's answer
}

/** Data on disk and WhatsApp's state at the same moment. */
async function frozen<T>(server: ServerProcess, look: () => Promise<T>): Promise<T> {
  server.freeze()
  try {
    return await look()
  } finally {
    server.thaw()
  }
}
