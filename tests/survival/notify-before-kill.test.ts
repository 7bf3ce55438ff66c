/** kill -9 between receiving and storing: unconfirmed receipts and calls are sent again and stored. */
import { expect } from 'bun:test'
import { join } from 'node:path'
import type { MessagePage } from '../../src/tickets/messages/contract'
import { test } from '../support/trace'
import { auditArrivals } from './support/audit'
import { converse, openInstallation } from './support/installation'
import { readLedger } from './support/ledger'
import { type ServerProcess, startServerProcess } from './support/server-process'
import { COMPANY } from './support/testbed'
import { until } from './support/until'

const preload = join(import.meta.dir, 'support', 'held.ts')

async function openHeldInstallation() {
  const installation = await openInstallation({ preload })
  const [conversation] = await converse(installation.testbed, installation.client, 1)
  return { ...installation, conversation: conversation ?? { number: '', ticketId: 0 } }
}

/** Makes the server stop before the commit after which this query has a result. */
async function holdBefore(server: ServerProcess, question: string) {
  const port = /held at (\d+)/.exec(server.log())?.[1]
  await fetch(`http://127.0.0.1:${port}`, { method: 'POST', body: question })
}

async function killHeld(server: ServerProcess) {
  await until(() => server.log().includes('held at the commit'))
  await server.kill()
}

for (const [status, ack, read] of [
  ['delivered', 3, false],
  ['read', 4, true],
] as const)
  test(`"${status}", received just before a kill, is stored after the restart`, async () => {
    const { testbed, client, dataDir, server, conversation } = await openHeldInstallation()
    const { number, ticketId } = conversation
    await holdBefore(server, `SELECT 1 FROM messages WHERE from_me = 1 AND ack >= ${ack}`)
    await client.post(ticketId, 'chegou?', 'notify-before-kill')
    if (read) {
      await until(async () =>
        (await testbed.books(number)).some(({ entries }) => entries.some(({ text }) => text === 'chegou?')),
      )
      await testbed.run({ do: 'readChat', phone: number, chat: COMPANY })
    }
    await killHeld(server)
    const held = readLedger(dataDir)
    expect(held.rows.find(({ fromMe }) => fromMe === 1)?.ack).toBeLessThan(ack)

    client.moveTo(await startServerProcess({ dataDir, testbed }))
    const shown = async () => (await client.demand<MessagePage>('GET', `/messages/${ticketId}?read=0`)).messages
    await until(async () => (await shown()).some((message) => message.fromMe && message.ack >= ack))
    await testbed.settled(5_000)
    expect(auditArrivals(await testbed.books(), readLedger(dataDir))).toEqual([])
  }, 180_000)

test('a call offered just before a kill is in the conversation after the restart, once', async () => {
  const { testbed, client, dataDir, server, conversation } = await openHeldInstallation()
  const { number, ticketId } = conversation
  await holdBefore(server, `SELECT 1 FROM messages WHERE kind = 'call'`)
  await testbed.run({ do: 'call', from: number, to: COMPANY, seconds: 60 })
  await killHeld(server)
  expect(readLedger(dataDir).rows.filter(({ kind }) => kind === 'call')).toEqual([])

  client.moveTo(await startServerProcess({ dataDir, testbed }))
  const calls = async () =>
    (await client.demand<MessagePage>('GET', `/messages/${ticketId}?read=0`)).messages.filter(
      ({ mediaType }) => mediaType === 'call',
    )
  await until(async () => (await calls()).length > 0)
  await testbed.settled(5_000)
  expect(await calls()).toHaveLength(1)
}, 180_000)
