/** No frame is sent before its keys are on disk. */

import { describe, expect, test } from 'bun:test'
import { AsyncLocalStorage } from 'node:async_hooks'
import * as baileys from '@whiskeysockets/baileys'
import { defaultLimits } from '../../../../src/channels/whatsapp/limits'
import { createScheduler } from '../../../../src/channels/whatsapp/session/scheduler'
import type { Changes, Credentials } from '../../../../src/channels/whatsapp/storage/credentials'
import { openCredentials } from '../../../../src/channels/whatsapp/storage/credentials'
import { createWriteBarrier } from '../../../../src/channels/whatsapp/storage/write-barrier'
import { NotAcknowledged, noWait, type Wait } from '../../../../src/platform/gate'
import { ENCRYPTION, REF, sessionDb, until } from '../support'

/** A generous interval, because the machine may be busy. */
const PACE = 60

function makeWire(refuse: () => boolean = () => false, wait: Wait = noWait) {
  const steps: string[] = []
  const real = openCredentials(
    { db: sessionDb(), ref: REF, encryption: ENCRYPTION, limits: { ...defaultLimits, forget: 50 } },
    baileys,
  )
  const credentials: Credentials = {
    ...real,
    commit(changes: Changes) {
      if (refuse()) throw Object.assign(new Error('full'), { code: 'SQLITE_FULL' })
      steps.push(`disk ${[...(changes.values.get('session')?.keys() ?? [])].join(' ')}`)
      return real.commit(changes)
    },
  }
  const raw = {
    readyState: 1,
    send: (data: Uint8Array) => void steps.push(`wire ${Buffer.from(data)}`),
    close: () => void steps.push('closed'),
  }
  const failures: unknown[] = []
  const transaction = new AsyncLocalStorage<string>()
  const journaled: string[] = []
  const barrier = createWriteBarrier(
    credentials,
    baileys,
    { ms: PACE, scheduler: createScheduler(), wait },
    {
      journaled: (rows) => void journaled.push(...rows.map(({ attrs }) => attrs.id + (transaction.getStore() ?? ''))),
      failed: (error) => void failures.push(error),
      broken: () => void steps.push('broken'),
      lost: () => void steps.push('lost'),
    },
  )
  barrier.guard(raw)
  const write = (id: string) => barrier.keys.set({ session: { [id]: { id } } } as never)
  const guarded: { send(data: Uint8Array, done?: () => void): void } = raw
  const send = (text: string) => new Promise<void>((resolve) => guarded.send(Buffer.from(text), resolve))
  return { steps, barrier, raw, write, send, failures, journaled, transaction }
}

test('a receipt is sent after its message’s ratchet is on disk', async () => {
  const { steps, write, send } = makeWire()
  write('a')
  await send('receipt a')
  expect(steps).not.toContain('wire receipt a')
  await Bun.sleep(2 * PACE)
  expect(steps).toEqual(['disk a', 'wire receipt a'])
})

test('a message is sent after its ratchet is on disk, although Baileys writes it after sending', async () => {
  const { steps, write, send } = makeWire()
  await send('message a')
  await Promise.resolve()
  write('a')
  await until(() => steps.length >= 2)
  expect(steps).toEqual(['disk a', 'wire message a'])
})

test('a message waits for its ratchet when a commit comes between Baileys’ sending and writing', async () => {
  const { steps, write, send } = makeWire()
  write('before')
  const busyUntil = performance.now() + 5
  while (performance.now() < busyUntil);
  const sent = send('message a').then(() => write('a'))
  await sent
  await until(() => steps.length >= 3)
  expect(steps).toEqual(['disk before', 'disk a', 'wire message a'])
})

test('writes within a few milliseconds share a transaction, and frames keep their order', async () => {
  const { steps, write, send } = makeWire()
  write('first')
  await until(() => steps.length === 1)
  for (const id of ['a', 'b', 'c']) {
    write(id)
    await send(id)
  }
  await until(() => steps.length >= 5)
  expect(steps).toEqual(['disk first', 'disk a b c', 'wire a', 'wire b', 'wire c'])
})

test('a single message is not delayed; those of a busy socket are gathered', async () => {
  const { barrier, journaled } = makeWire()
  const come = async (...ids: string[]) => {
    for (const id of ids) barrier.place({ attrs: { id }, plain: Uint8Array.of(1), me: null })
    for (let turn = 0; turn < 3; turn++) await new Promise(setImmediate)
  }
  await come('m1')
  await come('m2')
  expect(journaled).toEqual(['m1', 'm2'])
  await come('m3', 'm4')
  await come('m5')
  expect(journaled).toEqual(['m1', 'm2', 'm3', 'm4'])
  await until(() => journaled.length === 5)
})

test('credentials change inside a key transaction, and messages are reported outside of it', async () => {
  const { barrier, journaled, transaction } = makeWire()
  transaction.run(' within', () => {
    barrier.place({ attrs: { id: 'm1' }, plain: Uint8Array.of(1), me: null })
    barrier.save(baileys.initAuthCreds())
  })
  await until(() => journaled.length > 0)
  expect(journaled).toEqual(['m1'])
})

test('uncommitted values can be read back, as a new object each time', async () => {
  const { barrier, write } = makeWire()
  write('a')
  const [one, two] = [await barrier.keys.get('session', ['a']), await barrier.keys.get('session', ['a'])]
  expect(one).toEqual({ a: { id: 'a' } } as never)
  expect(one.a).not.toBe(two.a)
  await barrier.keys.set({ session: { a: null } } as never)
  expect(await barrier.keys.get('session', ['a'])).toEqual({})
})

test('on a write failure nothing is sent, later writes are refused, and it is reported once', async () => {
  const { steps, barrier, write, send, failures } = makeWire(() => true)
  write('a')
  await send('receipt a')
  await Bun.sleep(2 * PACE)
  await send('refusal a')
  await Bun.sleep(2 * PACE)
  expect(steps).toEqual([])
  expect(failures).toHaveLength(1)
  expect(() => write('b')).toThrow()
  barrier.close()
})

test('closing still sends earlier frames', async () => {
  const { steps, write, send, raw } = makeWire()
  write('a')
  await send('bye')
  raw.close()
  expect(steps).toEqual(['disk a', 'wire bye', 'closed'])
})

test('messages decrypted at the end of a session are kept, and later writes are refused', async () => {
  const { steps, barrier, write, journaled } = makeWire()
  write('a')
  await barrier.keys.set({ 'x-inbox': { 1: { attrs: { id: 'm1' }, plain: Uint8Array.of(1), me: null } } } as never)
  barrier.close()
  expect(steps).toEqual(['disk a'])
  expect(journaled).toEqual(['m1'])
  expect(() => write('b')).toThrow('over')
})

test('a socket that refuses a frame ends the session, and decrypted messages still reach our server', async () => {
  const { steps, barrier, send, raw, journaled } = makeWire()
  await barrier.keys.set({ 'x-inbox': { 1: { attrs: { id: 'm1' }, plain: Uint8Array.of(1), me: null } } } as never)
  Object.defineProperty(raw, 'readyState', {
    get() {
      throw new Error('torn')
    },
  })
  await send('receipt m1')
  await until(() => steps.includes('broken'))
  expect(journaled).toEqual(['m1'])
})

describe('in a fleet', () => {
  /** Each commit gets an acknowledgement of its own. */
  function makeHeldWire() {
    const waits: ReturnType<typeof Promise.withResolvers<void>>[] = []
    let isPending = false
    const wire = makeWire(
      () => {
        isPending = true
        waits.push(Promise.withResolvers())
        return false
      },
      () => (isPending ? waits.at(-1)?.promise : undefined),
    )
    return { ...wire, waits }
  }
  const come = async (barrier: ReturnType<typeof makeWire>['barrier'], id: string) => {
    barrier.place({ attrs: { id }, plain: Uint8Array.of(1), me: null })
    await until(() => true)
  }

  test('frames leave in order, each after the acknowledgement of its commit; messages are handed over before', async () => {
    const { steps, barrier, send, write, journaled, waits } = makeHeldWire()
    write('a')
    await come(barrier, 'm1')
    await send('receipt m1')
    await until(() => journaled.length === 1)
    write('b')
    await send('receipt m2')
    await until(() => steps.includes('disk b'))
    expect(steps).toEqual(['disk a', 'disk b'])
    waits[1]?.resolve() // the log acknowledges in order, but the later promise may be heard first
    for (let turn = 0; turn < 5; turn++) await new Promise(setImmediate)
    expect(steps).toEqual(['disk a', 'disk b'])
    waits[0]?.resolve()
    await until(() => steps.length === 4)
    expect(steps).toEqual(['disk a', 'disk b', 'wire receipt m1', 'wire receipt m2'])
  })

  test('closing waits for earlier frames', async () => {
    const { steps, write, send, raw, waits } = makeHeldWire()
    write('a')
    await send('bye')
    raw.close()
    expect(steps).toEqual(['disk a'])
    waits[0]?.resolve()
    await until(() => steps.length === 3)
    expect(steps).toEqual(['disk a', 'wire bye', 'closed'])
  })

  test('when a commit is lost, no frame leaves any more, and the session ends', async () => {
    const { steps, write, send, waits } = makeHeldWire()
    write('a')
    await send('receipt a')
    await until(() => steps.includes('disk a'))
    waits[0]?.reject(new NotAcknowledged())
    await until(() => steps.includes('lost'))
    expect(() => write('b')).toThrow('over')
    await send('receipt b')
    for (let turn = 0; turn < 5; turn++) await new Promise(setImmediate)
    expect(steps).toEqual(['disk a', 'lost'])
  })
})
