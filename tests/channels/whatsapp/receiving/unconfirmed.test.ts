/**
 * Receipts, calls, blocks and pictures are confirmed to WhatsApp only when stored, because it does not repeat confirmed
 * ones.
 */
import { afterEach, expect } from 'bun:test'
import { EventEmitter } from 'node:events'
import type { BinaryNode } from '@whiskeysockets/baileys'
import pino from 'pino'
import type { Address, Receipt } from '../../../../src/channels/channel'
import type { Socket } from '../../../../src/channels/whatsapp/baileys/baileys'
import { defaultLimits } from '../../../../src/channels/whatsapp/limits'
import { createUnconfirmed } from '../../../../src/channels/whatsapp/receiving/unconfirmed'
import { createScheduler } from '../../../../src/channels/whatsapp/session/scheduler'
import { test } from '../../../support/trace'
import { COMPANY, MARIA, openSession, REF, until } from '../support'
import { afterThisTest, linkedTestbed, runCleanups } from '../testbed'

afterEach(runCleanups)

const FULL = Object.assign(new Error('database or disk is full'), { code: 'SQLITE_FULL' })

/** A linked session whose disk is full while `isFull`, and its confirmations to WhatsApp. */
async function linkedWithDisk() {
  const disk = { isFull: false, tries: 0 }
  const [stored, ringing, news]: [Receipt[], string[], string[]] = [[], [], []]
  const room = () => {
    disk.tries += disk.isFull ? 1 : 0
    if (disk.isFull) throw FULL
  }
  const listener = {
    receipts(_ref: unknown, receipts: readonly Receipt[]) {
      room()
      stored.push(...receipts)
    },
    call(_ref: unknown, { step }: { step: string }) {
      room()
      ringing.push(step)
      return step === 'offered'
    },
    blocked(_ref: unknown, _who: Address, isBlocked: boolean) {
      room()
      news.push(isBlocked ? 'blocked' : 'unblocked')
    },
    pictureChanged() {
      room()
      news.push('another picture')
    },
  }
  const all = await linkedTestbed({ listener })
  const confirmed: { readonly of: string; readonly id: string; readonly wasStored: boolean }[] = []
  const refused: string[] = []
  all.simulator.intercept((_connection, { tag, attrs: { class: of = '', id = '' }, content }) => {
    const wasStored = of === 'call' ? ringing.length > 0 : stored.some(({ externalIds }) => externalIds.includes(id))
    if (tag === 'ack') confirmed.push({ of, id, wasStored })
    if (tag === 'call' && Array.isArray(content)) refused.push(content[0]?.tag ?? '')
    return undefined
  })
  const of = (what: string) => confirmed.filter((one) => one.of === what)
  return { ...all, listener, disk, stored, ringing, news, refused, confirmed: of }
}

test('a receipt is confirmed when it is stored, not when it arrives', async () => {
  const { session, confirmed } = await linkedWithDisk()
  await session.say(MARIA, 'chegou?')
  await until(() => confirmed('receipt').length > 0)
  expect(confirmed('receipt').every(({ wasStored }) => wasStored)).toBe(true)
})

test('a receipt on a full disk is stored and confirmed when there is room', async () => {
  const { session, disk, confirmed, stored } = await linkedWithDisk()
  disk.isFull = true
  void session.say(MARIA, 'chegou?')
  await until(() => disk.tries > 0)
  await Bun.sleep(50)
  expect(confirmed('receipt')).toEqual([])
  disk.isFull = false
  await until(() => confirmed('receipt').length > 0)
  expect(stored.map(({ ack }) => ack)).toEqual([3])
  expect(session.news.filter(({ reason }) => reason !== null)).toEqual([])
})

test('an unstored receipt is repeated after a restart', async () => {
  const { session, simulator, disk, stored, listener } = await linkedWithDisk()
  disk.isFull = true
  void session.say(MARIA, 'chegou?')
  await until(() => disk.tries > 0)
  await session.close()
  disk.isFull = false
  const next = openSession(simulator, { db: session.db, listener })
  afterThisTest(next.close)
  next.channel.start(REF)
  await until(() => stored.length > 0)
  expect(stored.map(({ ack }) => ack)).toEqual([3])
})

test('a receipt that fails is skipped, and others of its batch are stored', async () => {
  const stored: Receipt[] = []
  const { session, maria } = await linkedTestbed({
    listener: {
      receipts(_ref, receipts) {
        if (receipts.some(({ ack }) => ack === 4)) throw new Error('a fault of ours')
        stored.push(...receipts)
      },
    },
  })
  await session.say(MARIA, 'um')
  await maria.gets('um')
  await maria.read(COMPANY)
  await until(() => session.logged.some(({ text }) => text.includes('a receipt could not be stored')))
  expect(stored.map(({ ack }) => ack)).toEqual([3])
  expect(session.status()).toBe('CONNECTED')
})

test('messages pass in both directions while a receipt waits for room', async () => {
  const { session, maria, disk, confirmed } = await linkedWithDisk()
  disk.isFull = true
  void session.say(MARIA, 'chegou?')
  await until(() => disk.tries > 0)
  expect(await session.say(MARIA, 'e isto?')).toMatchObject({ outcome: 'sent' })
  await maria.say(COMPANY, 'chegaram')
  await session.hears('chegaram')
  expect(confirmed('receipt')).toEqual([])
})

for (const [what, command, passedOn] of [
  ['a block', { do: 'block', phone: COMPANY, who: MARIA }, 'blocked'],
  ['a new picture', { do: 'setPicture', phone: MARIA, base64: 'iVBORw0KGgo=' }, 'another picture'],
] as const)
  test(`${what} on a full disk is repeated after a restart until it is stored`, async () => {
    const { session, simulator, maria, disk, news, listener, confirmed } = await linkedWithDisk()
    await maria.say(COMPANY, 'oi')
    await session.hears('oi')
    const before = confirmed('notification').length
    disk.isFull = true
    await simulator.run(command)
    await until(() => disk.tries > 0)
    await Bun.sleep(50)
    expect([news, confirmed('notification').length]).toEqual([[], before])
    await session.close()
    disk.isFull = false
    const next = openSession(simulator, { db: session.db, listener })
    afterThisTest(next.close)
    next.channel.start(REF)
    await until(() => confirmed('notification').length > before)
    expect(news).toEqual([passedOn])
  })

test('a call on a full disk is stored, refused and confirmed when there is room', async () => {
  const { simulator, disk, confirmed, ringing, refused } = await linkedWithDisk()
  disk.isFull = true
  await simulator.run({ do: 'call', from: MARIA, to: COMPANY, seconds: 60 })
  await until(() => disk.tries > 0)
  await Bun.sleep(50)
  expect([confirmed('call'), refused]).toEqual([[], []])
  disk.isFull = false
  await until(() => refused.length > 0 && confirmed('call').length > 0)
  expect(ringing).toEqual(['offered'])
  expect(refused).toEqual(['reject'])
  expect(confirmed('call').every(({ wasStored }) => wasStored)).toBe(true)
})

/** A thousand receipts that wait for room, on a fake socket with only listeners. */
async function waitingReceipts() {
  const ids = Array.from({ length: 1_000 }, (_, n) => `ID${n}`)
  const [stored, passedOn]: [string[], string[]] = [[], []]
  const disk = { isFull: true }
  const unconfirmed = createUnconfirmed(
    {
      log: pino({ level: 'silent' }),
      limits: { ...defaultLimits, pace: 0 },
      scheduler: createScheduler(),
      receipts(receipts: readonly Receipt[]) {
        if (disk.isFull) throw FULL
        stored.push(...receipts.flatMap(({ externalIds }) => externalIds))
      },
      call: () => false,
      blocked() {},
      pictureChanged() {},
    },
    () => null,
  )
  const ws = new EventEmitter()
  ws.on('CB:receipt', ({ attrs: { id = '' } }: BinaryNode) => passedOn.push(id))
  unconfirmed.listen({ ws } as unknown as Socket) // all that is used
  const isKept = (id: string) =>
    unconfirmed.keepsBack('CB:receipt', { tag: 'receipt', attrs: { id, from: `${MARIA}@s.whatsapp.net` } })
  expect(ids.every(isKept)).toBe(true)
  await Bun.sleep(20)
  return { ids, stored, passedOn, disk, unconfirmed, ws }
}

test('a large backlog is stored in batches, each receipt once, yielding in between', async () => {
  const { ids, stored, passedOn, disk } = await waitingReceipts()
  disk.isFull = false
  let [seen, most] = [0, 0]
  const look = () => {
    most = Math.max(most, stored.length - seen)
    seen = stored.length
    if (seen < ids.length) setImmediate(look)
  }
  look()
  await until(() => passedOn.length === ids.length)
  expect([stored, passedOn]).toEqual([ids, ids])
  expect(most).toBeLessThanOrEqual(200)
})

test('a socket that closes during a batch leaves the rest to the next one', async () => {
  const { stored, passedOn, disk, unconfirmed, ws } = await waitingReceipts()
  ws.once('CB:receipt', unconfirmed.stop)
  disk.isFull = false
  await until(() => passedOn.length > 0)
  await Bun.sleep(100)
  expect([stored.length, passedOn.length]).toEqual([200, 1])
})
