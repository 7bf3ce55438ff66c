/** What breaks inside stays inside: the process lives on, nothing is lost, and the log tells it without telling secrets. */
import { expect, test } from 'bun:test'
import { join } from 'node:path'
import { auditIncoming, auditOutgoing } from './support/audit'
import type { Mishap } from './support/clumsy'
import { PASSWORD } from './support/counter'
import { readLedger } from './support/ledger'
import { postAll } from './support/posting'
import { converse, openShop } from './support/shop'
import { COMPANY, numberOf } from './support/town'
import { until } from './support/until'

const CUSTOMERS = 5
const LATECOMER = numberOf(99)

test('a throwing listener, timer, socket or forgotten promise is logged, and the counter goes on', async () => {
  const { town, desk, life, dataDir, clumsy } = await openClumsyShop()
  const conversations = await converse(town, desk, CUSTOMERS)
  await clumsy('timer', 1)
  await clumsy('promise', 1)
  await until(() => life.log().includes('mishap: timer') && life.log().includes('mishap: promise'))

  // Storing a first message fails once; the message comes in all the same.
  await town.run({ do: 'addPhone', phone: LATECOMER, name: 'Tarde', role: 'customer' })
  await clumsy('storing', 1)
  await town.run({ do: 'say', from: LATECOMER, to: COMPANY, text: 'segredo de Tarde' })
  await until(async () => (await desk.pendingTickets()).some(({ contact }) => contact.number === LATECOMER))

  // An event cannot be told; what it tells of is done, and what waits to leave leaves.
  await clumsy('event', 3)
  const told = await desk.post(conversations[0]?.ticketId ?? 0, 'segredo da loja', 'evento-quebrado')
  expect(told.status).toBe(200)

  // The socket to WhatsApp throws while messages come and go.
  await town.prepare(CUSTOMERS, 100)
  const posted = postAll(desk, conversations.slice(1), { each: 5, pause: () => 20 })
  const released = town.release(100)
  await clumsy('wire', 3)
  await released
  await posted.done(20_000)
  await town.settled(20_000)
  await until(() => readLedger(dataDir).outbox === 0, { within: 30_000, every: 200 })

  expect(await happened(life.log())).toEqual({ timer: 1, promise: 1, storing: 1, event: 3, wire: 3 })
  expect(life.isAlive()).toBe(true)
  expect(await life.stop()).toBe(0)
  const books = await town.books()
  const ledger = readLedger(dataDir)
  const first = { number: conversations[0]?.number ?? '', bodies: ['segredo da loja'] }
  expect(auditIncoming(books, ledger)).toEqual([])
  expect(auditOutgoing(books, ledger, [first, ...posted.all])).toEqual([])
}, 60_000)

test('at its most talkative the log knows no key, no password and nothing of what people say', async () => {
  const { town, desk, life, dataDir } = await openShop({ logLevel: 'trace' })
  const token = desk.token()
  const conversations = await converse(town, desk, CUSTOMERS)
  await town.prepare(CUSTOMERS, 50)
  const posted = postAll(desk, conversations, { each: 3, pause: () => 10 })
  // Sessions are lost, unreadable and begun anew: where libsignal likes to print them.
  await town.run({ do: 'setFault', name: 'undecryptable', on: true, times: 3 })
  await town.run({ do: 'setFault', name: 'unreadable', on: true, times: 3 })
  const released = town.release(100)
  await until(async () => (await town.state()).load.delivered > 20)
  await town.run({ do: 'dropConnections' })
  await released
  await posted.done(20_000)
  await town.settled(20_000)
  expect((await desk.ask('POST', '/auth/login', { email: 'ana@loja.test', password: 'senha-errada' })).status).toBe(401)
  expect(await life.stop()).toBe(0)

  const log = life.log()
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
}, 60_000)

async function openClumsyShop() {
  const shop = await openShop({ preload: join(import.meta.dir, 'support', 'clumsy.ts') })
  const origin = `http://127.0.0.1:${portOf(shop.life.log())}`
  return { ...shop, clumsy: (mishap: Mishap, times: number) => fetch(`${origin}/${mishap}/${times}`) }
}

const portOf = (log: string) => /clumsy at (\d+)/.exec(log)?.[1]
const happened = async (log: string) =>
  (await fetch(`http://127.0.0.1:${portOf(log)}/happened`)).json() as Promise<Record<Mishap, number>>
