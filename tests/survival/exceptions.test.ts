/** Exceptions inside a session: the process continues, nothing is lost, and the log reports them without secrets. */
import { expect } from 'bun:test'
import { join } from 'node:path'
import { test } from '../support/trace'
import { auditIncoming, auditOutgoing } from './support/audit'
import type { Bug } from './support/faulty'
import { converse, openInstallation } from './support/installation'
import { readLedger } from './support/ledger'
import { postAll } from './support/posting'
import { PASSWORD } from './support/server-process'
import { COMPANY, numberOf } from './support/testbed'
import { until } from './support/until'

const CUSTOMERS = 5
const LATECOMER = numberOf(99)

test('a throwing listener, timer, socket or unawaited promise is logged, and the server continues', async () => {
  const { testbed, client, server, dataDir, faulty } = await openFaultyInstallation()
  const conversations = await converse(testbed, client, CUSTOMERS)
  await faulty('timer', 1)
  await faulty('promise', 1)
  await until(() => server.log().includes('bug: timer') && server.log().includes('bug: promise'))

  // Storing a first message fails once; the message arrives anyway.
  await testbed.run({ do: 'addPhone', phone: LATECOMER, name: 'Tarde', role: 'customer' })
  await faulty('storing', 1)
  await testbed.run({ do: 'say', from: LATECOMER, to: COMPANY, text: 'segredo de Tarde' })
  await until(async () => (await client.pendingTickets()).some(({ contact }) => contact.number === LATECOMER))

  // An event cannot be published; its action is stored, and queued messages are sent.
  await faulty('event', 3)
  const answered = await client.post(conversations[0]?.ticketId ?? 0, 'segredo da loja', 'evento-quebrado')
  expect(answered.status).toBe(200)

  // The socket to WhatsApp throws while messages come and go.
  await testbed.prepare(CUSTOMERS, 100)
  const posted = postAll(client, conversations.slice(1), { each: 5, pause: () => 20 })
  const released = testbed.release(100)
  await faulty('wire', 3)
  await released
  await posted.done(20_000)
  await testbed.settled(20_000)
  await until(() => readLedger(dataDir).outbox === 0, { every: 200 })

  expect(await happened(server.log())).toEqual({ timer: 1, promise: 1, storing: 1, event: 3, wire: 3 })
  expect(server.isAlive()).toBe(true)
  expect(await server.stop()).toBe(0)
  const books = await testbed.books()
  const ledger = readLedger(dataDir)
  const first = { number: conversations[0]?.number ?? '', bodies: ['segredo da loja'] }
  expect(auditIncoming(books, ledger)).toEqual([])
  expect(auditOutgoing(books, ledger, [first, ...posted.all])).toEqual([])
}, 180_000)

test('the most verbose log contains no key, no password and no message content', async () => {
  const { testbed, client, server, dataDir } = await openInstallation({ logLevel: 'trace' })
  const token = client.token()
  const conversations = await converse(testbed, client, CUSTOMERS)
  await testbed.prepare(CUSTOMERS, 50)
  const posted = postAll(client, conversations, { each: 3, pause: () => 10 })
  // Sessions are lost, undecryptable and restarted, which is when libsignal prints them.
  await testbed.run({ do: 'setFault', name: 'undecryptable', on: true, times: 3 })
  await testbed.run({ do: 'setFault', name: 'unreadable', on: true, times: 3 })
  const released = testbed.release(100)
  await until(async () => (await testbed.state()).load.delivered > 20)
  await testbed.run({ do: 'dropConnections' })
  await released
  await posted.done(20_000)
  await testbed.settled(20_000)
  expect((await client.ask('POST', '/auth/login', { email: 'ana@loja.test', password: 'senha-errada' })).status).toBe(
    401,
  )
  expect(await server.stop()).toBe(0)

  const log = server.log()
  const { secrets, rows } = readLedger(dataDir)
  const bodies = [...new Set(rows.map(({ body }) => body))]
  const forms = [...secrets, ...secrets.map((text) => Buffer.from(text, 'base64').toString('hex'))]
  console.log(`${log.length} characters of log searched for ${forms.length} keys and ${bodies.length} bodies`)
  expect(secrets.length).toBeGreaterThan(50)
  expect(bodies.length).toBeGreaterThan(CUSTOMERS)
  expect(forms.filter((text) => log.includes(text))).toEqual([])
  expect(bodies.filter((body) => log.includes(body))).toEqual([])
  expect([PASSWORD, 'senha-errada', token].filter((text) => log.includes(text))).toEqual([])
  expect(log).not.toMatch(/privKey|<Buffer|rootKey|SessionEntry|BEGIN [A-Z ]*PRIVATE/)
}, 180_000)

async function openFaultyInstallation() {
  const installation = await openInstallation({ preload: join(import.meta.dir, 'support', 'faulty.ts') })
  const origin = `http://127.0.0.1:${portOf(installation.server.log())}`
  return { ...installation, faulty: (bug: Bug, times: number) => fetch(`${origin}/${bug}/${times}`) }
}

const portOf = (log: string) => /faulty at (\d+)/.exec(log)?.[1]
const happened = async (log: string) =>
  (await fetch(`http://127.0.0.1:${portOf(log)}/happened`)).json() as Promise<Record<Bug, number>>
