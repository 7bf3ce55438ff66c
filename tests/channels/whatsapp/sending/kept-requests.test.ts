/** Retry requests survive failed resends, lost connections and crashes. */
import { afterEach, expect } from 'bun:test'
import { proto } from '@whiskeysockets/baileys'
import Sqlite, { type Database } from 'better-sqlite3'
import type { ChannelListener } from '../../../../src/channels/channel'
import { node } from '../../../../src/simulator/wire/nodes'
import { test } from '../../../support/trace'
import { openConnectionOf } from '../server-connection'
import { COMPANY, MARIA, openSession, REF, until } from '../support'
import { afterThisTest, linkedTestbed, runCleanups } from '../testbed'

afterEach(runCleanups)

const rowsIn = ({ db }: { readonly db: Database }) =>
  db.prepare("SELECT id FROM session_rows WHERE type = 'x-asked-again'").pluck().all()

/** We sent Maria a message. */
async function said(repeatRefused: ChannelListener['repeatRefused'] = () => {}) {
  const testbed = await linkedTestbed({ listener: { repeatRefused } })
  const { session, simulator } = testbed
  const { id } = await session.say(MARIA, 'x')
  /**
   * Her phone requests it again, without keys. Resolves with session.db as after a crash right after the request was
   * confirmed.
   */
  const askAndDie = async (): Promise<Buffer> => {
    const connection = await openConnectionOf(simulator, COMPANY)
    const { promise, resolve } = Promise.withResolvers<Buffer>()
    simulator.intercept((_connection, { tag, attrs }) => {
      if (tag === 'ack' && attrs.type === 'retry') resolve(session.db.serialize())
      return undefined
    })
    const retry = node('retry', { count: '1', id, t: '1', v: '1' })
    connection.send(node('receipt', { id, from: `${MARIA}@s.whatsapp.net`, type: 'retry', t: '1' }, [retry]))
    const left = await promise
    await session.close()
    return left
  }
  /** Reports of the next process to our server. */
  const restart = (left: Buffer) => {
    const reported: string[] = []
    const next = openSession(simulator, {
      db: new Sqlite(left),
      limits: { askedAgain: 50 },
      listener: { repeatRefused: (_ref, externalId) => void reported.push(externalId) },
    })
    afterThisTest(next.close)
    next.channel.start(REF)
    return { next, reported }
  }
  return { ...testbed, id, askAndDie, restart }
}

test('the next process queues a message that was neither resent nor queued because of a lock', async () => {
  const held = () => {
    throw Object.assign(new Error('held'), { code: 'SQLITE_BUSY' })
  }
  const { session, id, askAndDie, restart } = await said(held)
  session.sent.get = held
  const { next, reported } = restart(await askAndDie())
  await until(() => reported.length > 0 && rowsIn(next).length === 0)
  expect(reported).toEqual([id])
})

test('the next process queues a resent message that WhatsApp had not accepted yet', async () => {
  const { simulator, id, askAndDie, restart } = await said()
  simulator.intercept((_connection, { tag, attrs }) => (tag === 'message' && attrs.id === id ? 'drop' : undefined))
  const { reported } = restart(await askAndDie())
  await until(() => reported.length > 0)
  expect(reported).toEqual([id])
})

test('a request repeated after a lost connection is answered then, and nothing is queued', async () => {
  const reported: string[] = []
  const { session, simulator, maria } = await linkedTestbed({
    listener: { repeatRefused: (_ref, externalId) => void reported.push(externalId) },
  })
  const rows: number[] = []
  simulator.intercept((connection, { tag }) => {
    if (tag !== 'message') return undefined
    rows.push(rowsIn(session).length)
    if (rows.length !== 2) return undefined
    connection.drop()
    return 'drop'
  })
  await simulator.run({ do: 'setFault', name: 'unreadable', on: true, times: 1 })
  await session.say(MARIA, 'x')
  await maria.gets('x')
  await until(() => rowsIn(session).length === 0)
  // Sent, resent without effect, resent again.
  expect(rows).toEqual([0, 1, 1])
  expect(reported).toEqual([])
})

test('a response to an event that we never created requests nothing, whatever message it refers to', async () => {
  const { session, simulator } = await linkedTestbed()
  const { id } = await session.say(MARIA, 'x')
  const asked: string[] = []
  session.sent.get = (externalId) => void asked.push(externalId)
  const eventCreationMessageKey = { remoteJid: `${MARIA}@s.whatsapp.net`, fromMe: true, id }
  const answer = proto.Message.encode({ encEventResponseMessage: { eventCreationMessageKey } }).finish()
  const base64 = Buffer.from(answer).toString('base64')
  await simulator.run({ do: 'sendContent', from: MARIA, to: COMPANY, base64 })
  await simulator.run({ do: 'say', from: MARIA, to: COMPANY, text: 'oi' })
  await session.hears('oi')
  expect(asked).toEqual([])
})
