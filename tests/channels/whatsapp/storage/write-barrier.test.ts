/** Nothing leaves before the keys it was made with are on disk. */
import { expect, test } from 'bun:test'
import { AsyncLocalStorage } from 'node:async_hooks'
import * as baileys from '@whiskeysockets/baileys'
import { defaultLimits } from '../../../../src/channels/whatsapp/limits'
import { createScheduler } from '../../../../src/channels/whatsapp/session/scheduler'
import type { Changes, Credentials } from '../../../../src/channels/whatsapp/storage/credentials'
import { openCredentials } from '../../../../src/channels/whatsapp/storage/credentials'
import { createWriteBarrier } from '../../../../src/channels/whatsapp/storage/write-barrier'
import { ENCRYPTION, REF, sessionDb, until } from '../support'

/** A generous pace: the machine may be busy. */
const PACE = 60

function makeWire(refuse: () => boolean = () => false) {
  const told: string[] = []
  const real = openCredentials(
    { db: sessionDb(), ref: REF, encryption: ENCRYPTION, limits: { ...defaultLimits, forget: 50 } },
    baileys,
  )
  const credentials: Credentials = {
    ...real,
    commit(changes: Changes) {
      if (refuse()) throw Object.assign(new Error('full'), { code: 'SQLITE_FULL' })
      told.push(`disk ${[...(changes.values.get('session')?.keys() ?? [])].join(' ')}`)
      return real.commit(changes)
    },
  }
  const raw = {
    readyState: 1,
    send: (data: Uint8Array) => void told.push(`wire ${Buffer.from(data)}`),
    close: () => void told.push('closed'),
  }
  const failures: unknown[] = []
  const transaction = new AsyncLocalStorage<string>()
  const journaled: string[] = []
  const barrier = createWriteBarrier(
    credentials,
    baileys,
    { ms: PACE, scheduler: createScheduler() },
    {
      journaled: (rows) => void journaled.push(...rows.map(({ attrs }) => attrs.id + (transaction.getStore() ?? ''))),
      failed: (error) => void failures.push(error),
      broken: () => void told.push('broken'),
    },
  )
  barrier.guard(raw)
  const write = (id: string) => barrier.keys.set({ session: { [id]: { id } } } as never)
  const guarded: { send(data: Uint8Array, done?: () => void): void } = raw
  const send = (text: string) => new Promise<void>((resolve) => guarded.send(Buffer.from(text), resolve))
  return { told, barrier, raw, write, send, failures, journaled, transaction }
}

test('a receipt leaves after the ratchet it confirms is on disk', async () => {
  const { told, write, send } = makeWire()
  write('a')
  await send('receipt a')
  expect(told).not.toContain('wire receipt a')
  await Bun.sleep(2 * PACE)
  expect(told).toEqual(['disk a', 'wire receipt a'])
})

test('a message leaves after its ratchet is on disk, though Baileys writes the ratchet only after sending', async () => {
  const { told, write, send } = makeWire()
  await send('message a')
  await Promise.resolve()
  write('a')
  await until(() => told.length >= 2)
  expect(told).toEqual(['disk a', 'wire message a'])
})

test('the same when Baileys was made to pause between sending and writing, and a commit came in between', async () => {
  const { told, write, send } = makeWire()
  write('before')
  const busyUntil = performance.now() + 5
  while (performance.now() < busyUntil);
  const sent = send('message a').then(() => write('a'))
  await sent
  await until(() => told.length >= 3)
  expect(told).toEqual(['disk before', 'disk a', 'wire message a'])
})

test('what is written within a few milliseconds is one transaction, and frames keep their order', async () => {
  const { told, write, send } = makeWire()
  write('first')
  await until(() => told.length === 1)
  for (const id of ['a', 'b', 'c']) {
    write(id)
    await send(id)
  }
  await until(() => told.length >= 5)
  expect(told).toEqual(['disk first', 'disk a b c', 'wire a', 'wire b', 'wire c'])
})

test('a message that came alone delays no other; those of a busy line are gathered', async () => {
  const { barrier, journaled } = makeWire()
  const come = async (...ids: string[]) => {
    for (const id of ids) barrier.place({ attrs: { id }, plain: Uint8Array.of(1), me: null })
    for (let scheduler = 0; scheduler < 3; scheduler++) await new Promise(setImmediate)
  }
  await come('m1')
  await come('m2')
  expect(journaled).toEqual(['m1', 'm2'])
  await come('m3', 'm4')
  await come('m5')
  expect(journaled).toEqual(['m1', 'm2', 'm3', 'm4'])
  await until(() => journaled.length === 5)
})

test('credentials are changed inside a transaction of keys, and our server hears of messages outside of it', async () => {
  const { barrier, journaled, transaction } = makeWire()
  transaction.run(' within', () => {
    barrier.place({ attrs: { id: 'm1' }, plain: Uint8Array.of(1), me: null })
    barrier.save(baileys.initAuthCreds())
  })
  await until(() => journaled.length > 0)
  expect(journaled).toEqual(['m1'])
})

test('what is not yet on disk is read back all the same, and is another object each time', async () => {
  const { barrier, write } = makeWire()
  write('a')
  const [one, two] = [await barrier.keys.get('session', ['a']), await barrier.keys.get('session', ['a'])]
  expect(one).toEqual({ a: { id: 'a' } } as never)
  expect(one.a).not.toBe(two.a)
  await barrier.keys.set({ session: { a: null } } as never)
  expect(await barrier.keys.get('session', ['a'])).toEqual({})
})

test('when the disk refuses, nothing leaves, nothing more is taken, and it is told once', async () => {
  const { told, barrier, write, send, failures } = makeWire(() => true)
  write('a')
  await send('receipt a')
  await Bun.sleep(2 * PACE)
  await send('refusal a')
  await Bun.sleep(2 * PACE)
  expect(told).toEqual([])
  expect(failures).toHaveLength(1)
  expect(() => write('b')).toThrow()
  barrier.close()
})

test('a goodbye still takes along what was said before it', async () => {
  const { told, write, send, raw } = makeWire()
  write('a')
  await send('bye')
  raw.close()
  expect(told).toEqual(['disk a', 'wire bye', 'closed'])
})

test('what was decrypted when the session ended is kept; a session that does not know it is over writes no more', async () => {
  const { told, barrier, write, journaled } = makeWire()
  write('a')
  await barrier.keys.set({ 'x-inbox': { 1: { attrs: { id: 'm1' }, plain: Uint8Array.of(1), me: null } } } as never)
  barrier.close()
  expect(told).toEqual(['disk a'])
  expect(journaled).toEqual(['m1'])
  expect(() => write('b')).toThrow('over')
})

test('a socket that will not take a frame ends the session, and what was decrypted reaches our server all the same', async () => {
  const { told, barrier, send, raw, journaled } = makeWire()
  await barrier.keys.set({ 'x-inbox': { 1: { attrs: { id: 'm1' }, plain: Uint8Array.of(1), me: null } } } as never)
  Object.defineProperty(raw, 'readyState', {
    get() {
      throw new Error('torn')
    },
  })
  await send('receipt m1')
  await until(() => told.includes('broken'))
  expect(journaled).toEqual(['m1'])
})
