/** A crash between the receipt and our server loses nothing. */
import { Database } from 'bun:sqlite'
import { afterEach, expect } from 'bun:test'
import { mkdtemp } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import * as baileys from '@whiskeysockets/baileys'
import type { Baileys } from '../../../../src/channels/whatsapp/baileys/baileys'
import { createJournal } from '../../../../src/channels/whatsapp/receiving/inbound-journal'
import { startSimulator } from '../../../../src/simulator/simulator'
import { test } from '../../../support/trace'
import { watchWires } from '../../../support/wires'
import { spawnSession } from '../spawn'
import { COMPANY, JOAO, MARIA, openSession, REF, until } from '../support'
import { afterThisTest, linkedTestbed, runCleanups } from '../testbed'

afterEach(runCleanups)

const MESSAGES = 400

async function killedMidway(rate: number | undefined, kills: number) {
  const dir = await mkdtemp(join(tmpdir(), 'crash-'))
  const simulator = await startSimulator({ port: 0 })
  afterThisTest(() => simulator.stop())
  watchWires(simulator)
  const company = simulator.addPhone({ phone: COMPANY, name: 'Loja', role: 'company' })
  let session = spawnSession(dir, simulator)
  afterThisTest(() => session.kill())
  await session.link(company)
  await simulator.run({ do: 'prepareLoad', phone: COMPANY, customers: 7, messages: MESSAGES })
  const released = simulator.run({ do: 'releaseLoad', ...(rate ? { rate } : {}) })
  for (let kill = 0; kill < kills; kill++) {
    const before = session.stored
    await session.until(() => session.stored > before + 20, 15_000)
    await session.kill()
    session = spawnSession(dir, simulator)
    await session.start()
  }
  await released
  const stored = () =>
    new Database(`${dir}/messages.db`).query<{ n: number }, []>('SELECT count(*) AS n FROM messages').get()?.n ?? 0
  await until(
    () => stored() >= MESSAGES,
    10_000,
    () => `${stored()} of ${MESSAGES}`,
  )
  return { stored: stored(), dir, session }
}

test('kill -9 under load: all messages are there after the restart', async () => {
  const { stored } = await killedMidway(1_000, 3)
  expect(stored).toBe(MESSAGES)
}, 180_000)

test('decrypted but unstored messages are reported at the next start, in order', async () => {
  let isFull = true
  const refused: string[] = []
  const { session, maria, simulator } = await linkedTestbed({
    listener: {
      incoming(_ref, messages) {
        if (!isFull) return
        refused.push(...messages.map(({ body }) => body))
        throw Object.assign(new Error('disk full'), { code: 'SQLITE_FULL' })
      },
    },
  })
  for (const text of ['um', 'dois', 'três']) await maria.say(COMPANY, text)
  await until(() => refused.length > 0)
  await until(() => rowsIn(session.db) === 3)
  await session.close()
  isFull = false
  const next = openSession(simulator, { db: session.db })
  afterThisTest(next.close)
  next.channel.start(REF)
  await next.hears('três')
  expect(next.messages.map(({ body }) => body)).toEqual(['um', 'dois', 'três'])
  await until(() => rowsIn(next.db) === 0)
})

test('the journal keeps a message while our server cannot store it, although its receipt was sent', async () => {
  const { session, maria } = await linkedTestbed({
    listener: {
      incoming() {
        throw Object.assign(new Error('disk full'), { code: 'SQLITE_FULL' })
      },
    },
  })
  const id = await maria.say(COMPANY, 'guarde isto')
  await maria.until(() => (maria.message(COMPANY, id)?.ack ?? 0) >= 3)
  await until(() => rowsIn(session.db) === 1) // messages of the linking are stored first
})

test('the journal also keeps messages from the company’s own phone', async () => {
  let isFull = true
  const { session, company, simulator } = await linkedTestbed({
    listener: {
      incoming() {
        if (isFull) throw Object.assign(new Error('disk full'), { code: 'SQLITE_FULL' })
      },
    },
  })
  await company.say(MARIA, 'do celular')
  await until(() => rowsIn(session.db) === 1)
  await session.close()
  isFull = false
  const next = openSession(simulator, { db: session.db })
  afterThisTest(next.close)
  next.channel.start(REF)
  expect(await next.hears('do celular')).toMatchObject({ fromMe: true })
})

test('journal rows of an unlinked account are still known as its own after a restart', async () => {
  const { session, company, simulator } = await linkedTestbed({
    listener: {
      incoming() {
        throw Object.assign(new Error('database is locked'), { code: 'SQLITE_BUSY' })
      },
    },
  })
  const group = await simulator.run({ do: 'createGroup', by: MARIA, subject: 'Vizinhos', members: [COMPANY, JOAO] })
  if (!group.ok || !group.id) throw new Error('no group')
  await company.say(MARIA, 'para Maria')
  await company.say(group.id, 'para o grupo')
  await until(() => rowsIn(session.db) === 3) // a group's first message has two parts
  await simulator.run({ do: 'removeDevice', phone: COMPANY, device: company.view().devices[0]?.id ?? 0 })
  await session.becomes('DISCONNECTED')
  await session.close()
  const next = openSession(simulator, { db: session.db })
  afterThisTest(next.close)
  await next.channel.pair(REF, { by: 'qr' })
  expect(await next.hears('para Maria')).toMatchObject({ fromMe: true })
  expect(await next.hears('para o grupo')).toMatchObject({ fromMe: true, isGroup: true })
})

test('an undecrypted action is identified by its conversation, not only by its id', async () => {
  const decryptMessage = () => Promise.reject(new Error('cannot be read'))
  const DEFAULT_CONNECTION_CONFIG = { makeSignalRepository: () => ({ decryptMessage }) }
  const replaced = { ...baileys, DEFAULT_CONNECTION_CONFIG } as unknown as Baileys // only this is used
  const journal = createJournal(replaced, { me: () => null, unread() {}, keptOnPhone() {} })
  const keys = { transaction: (work: () => unknown) => work(), set() {} }
  type Make = (auth: object) => { decryptMessage(options: object): Promise<unknown> }
  const make = journal.makeSignalRepository as unknown as Make // idem
  const from = (phone: string) => `${phone}@s.whatsapp.net`
  const ciphertext = Buffer.from('reaction')
  const content = [{ tag: 'enc', attrs: {}, content: ciphertext }]
  journal.remember({ tag: 'message', attrs: { id: 'X', from: `${MARIA}:2@s.whatsapp.net`, type: 'reaction' }, content })
  await make({ keys })
    .decryptMessage({ ciphertext, jid: from(MARIA) })
    .catch(() => {})
  expect(journal.wasUnreadAction({ id: 'X', remoteJid: from(JOAO) })).toBe(false)
  expect(journal.wasUnreadAction({ id: 'X', remoteJid: from(MARIA) })).toBe(true)
})

function rowsIn(db: { prepare(sql: string): { get(): unknown } }): number {
  return (db.prepare('SELECT count(*) AS n FROM inbox').get() as { n: number }).n
}
