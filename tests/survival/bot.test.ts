/** kill -9 between a customer's message and the bot's answer: after the restart the answer is sent once. */
import { expect } from 'bun:test'
import { join } from 'node:path'
import { test } from '../support/trace'
import { auditArrivals, auditIncoming } from './support/audit'
import { openInstallation } from './support/installation'
import { journalCleared, readLedger } from './support/ledger'
import { startServerProcess } from './support/server-process'
import { reached } from './support/testbed'
import { until } from './support/until'

const preload = join(import.meta.dir, 'support', 'held.ts')

const moments = [
  ['before what came in is stored with its answer', '', 'SELECT 1 FROM bot_sessions'],
  ['when the answer is stored and has not left', 'after', 'SELECT 1 FROM outbox'],
  ['when the answer has left and that is not stored', '', 'SELECT 1 FROM messages WHERE from_me = 1 AND ack >= 2'],
] as const

for (const [moment, where, question] of moments)
  test(`killed ${moment}, the bot has answered once`, async () => {
    const { testbed, client, dataDir, server } = await openInstallation({ preload })
    const queueIds: number[] = []
    for (const [name, color] of [
      ['Vendas', '#112233'],
      ['Suporte', '#332211'],
    ])
      queueIds.push((await client.demand<{ id: number }>('POST', '/queue', { name, color })).id)
    await client.demand('PUT', '/whatsapp/1', { queueIds, greetingMessage: 'Olá!' })
    const port = /held at (\d+)/.exec(server.log())?.[1]
    await fetch(`http://127.0.0.1:${port}/${where}`, { method: 'POST', body: question })
    await testbed.prepare(1, 1)
    await testbed.release()
    await until(() => server.log().includes('held at the commit'))
    await server.kill()

    client.moveTo(await startServerProcess({ dataDir, testbed }))
    const answers = async () => [...reached(await testbed.books()).values()].flat()
    await until(async () => (await answers()).length > 0)
    await until(() => readLedger(dataDir).outbox === 0, { every: 100 })
    await journalCleared(dataDir)
    await testbed.settled(5_000)
    expect((await answers()).map(({ text }) => text)).toEqual(['Olá!\n*1* Vendas\n*2* Suporte'])
    const [books, ledger] = [await testbed.books(), readLedger(dataDir)]
    expect([...auditIncoming(books, ledger), ...auditArrivals(books, ledger)]).toEqual([])
    expect(ledger.rows.filter(({ fromMe }) => fromMe === 1)).toHaveLength(1)
  }, 180_000)
