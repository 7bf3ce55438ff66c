/** session.db: atomic writes, and archived sessions. */

import { expect, spyOn, test } from 'bun:test'
import * as baileys from '@whiskeysockets/baileys'
import type { Database } from 'better-sqlite3'
import { openGroupRows } from '../../../../src/channels/whatsapp/groups/group-rows'
import { openParts } from '../../../../src/channels/whatsapp/history/parts'
import { defaultLimits } from '../../../../src/channels/whatsapp/limits'
import { openGaps } from '../../../../src/channels/whatsapp/receiving/gaps'
import { createScheduler } from '../../../../src/channels/whatsapp/session/scheduler'
import { archiveSession, restoreSession } from '../../../../src/channels/whatsapp/storage/archive'
import { openCredentials, whatIsStored } from '../../../../src/channels/whatsapp/storage/credentials'
import { createWriteBarrier } from '../../../../src/channels/whatsapp/storage/write-barrier'
import { noWait } from '../../../../src/platform/gate'
import { ENCRYPTION, REF, sessionDb, until } from '../support'

const WATCH = { journaled() {}, failed(_error: unknown) {}, broken(_error: unknown) {}, lost() {} }
const at = (db: Database, connectionId = 1) => ({ db, ref: { ...REF, connectionId }, encryption: ENCRYPTION })
function open(db = sessionDb(), connectionId = 1) {
  const credentials = openCredentials({ ...at(db, connectionId), limits: { ...defaultLimits, forget: 50 } }, baileys)
  const { keys, save, close } = createWriteBarrier(
    credentials,
    baileys,
    { ms: 4, scheduler: createScheduler(), wait: noWait },
    WATCH,
  )
  return { ...credentials, keys, save, close }
}
const PAIRED = {
  ...baileys.initAuthCreds(),
  me: { id: '5511:3@s.whatsapp.net' },
  account: { details: Uint8Array.of(1) },
}

test('credentials come back byte for byte', () => {
  const store = open()
  const creds = baileys.initAuthCreds()
  store.save(creds)
  store.close()
  expect(store.load()).toEqual(
    JSON.parse(JSON.stringify(creds, baileys.BufferJSON.replacer), baileys.BufferJSON.reviver),
  )
  expect(Buffer.from(store.load()?.noiseKey.private ?? [])).toEqual(Buffer.from(creds.noiseKey.private))
})

test('keys of every type come back, including unknown types, and null removes', async () => {
  const db = sessionDb()
  let store = open(db)
  const rows = {
    session: { '1.0': { _sessions: { a: 'b' } } },
    'pre-key': { '7': { private: Buffer.from([1]), public: Buffer.from([2]) } },
    'a-type-of-tomorrow': { x: { deep: [Buffer.from([3])] } },
  }
  await store.keys.set(rows as never)
  store.close()
  store = open(db)
  for (const [type, values] of Object.entries(rows)) {
    expect(await store.keys.get(type as never, [...Object.keys(values), 'missing'])).toEqual(values as never)
  }
  await store.keys.set({ 'pre-key': { '7': null } })
  expect(await store.keys.get('pre-key', ['7'])).toEqual({})
})

test('an app state key comes back as WhatsApp’s own message', async () => {
  const store = open()
  await store.keys.set({ 'app-state-sync-key': { k: { keyData: Buffer.from([1, 2]), timestamp: 5 } } })
  const { k } = await store.keys.get('app-state-sync-key', ['k'])
  expect(k).toBeInstanceOf(baileys.proto.Message.AppStateSyncKeyData)
})

test('connections do not see each other’s keys', async () => {
  const db = sessionDb()
  const one = open(db, 1)
  await one.keys.set({ 'lid-mapping': { '55': '99' } })
  one.close()
  expect(open(db, 2).otherHalf('phone', '55')).toBeNull()
  expect(open(db, 1).otherHalf('phone', '55')).toBe('99')
})

test('a connection counts as paired only once a phone has linked it', () => {
  const db = sessionDb()
  const paired = [{ ...baileys.initAuthCreds(), me: { id: '5511@s.whatsapp.net' } }, PAIRED].map((creds) => {
    const store = open(db)
    store.save(creds)
    store.close()
    return whatIsStored(at(db))
  })
  expect(paired).toEqual(['attempt', 'paired'])
})

test('an archived session is inactive, complete and restorable', async () => {
  const db = sessionDb()
  const store = open(db)
  store.save(PAIRED)
  await store.keys.set({ 'lid-mapping': { '55': '99' } })
  store.close()
  const id = archiveSession(db, { connectionId: 1, number: '5511', reason: 'loggedOut', at: 5 })
  expect(whatIsStored(at(db))).toBe('nothing')
  expect(store.otherHalf('phone', '55')).toBeNull()
  restoreSession(db, id)
  expect(whatIsStored(at(db))).toBe('paired')
  expect(store.otherHalf('phone', '55')).toBe('99')
})

test('stored messages leave the journal with the next commit, or after a delay', async () => {
  const stored = { values: new Map(), journal: [{ attrs: { id: 'A' }, plain: Uint8Array.of(1), me: null }] }
  const nothing = { values: new Map(), journal: [] }
  const patient = openCredentials({ ...at(sessionDb()), limits: { ...defaultLimits, forget: 60_000 } }, baileys)
  patient.forget(patient.commit(stored))
  expect(patient.journal()).toHaveLength(1)
  patient.commit(nothing)
  expect(patient.journal()).toEqual([])
  const quick = openCredentials({ ...at(sessionDb()), limits: { ...defaultLimits, forget: 10 } }, baileys)
  quick.forget(quick.commit(stored))
  await until(() => quick.journal().length === 0)
})

test('session.db survives a power cut: every commit is synced', () => {
  const db = sessionDb()
  open(db)
  expect(db.pragma('synchronous', { simple: true })).toBe(2)
})

test('all connections of a company share prepared statements', () => {
  const db = sessionDb()
  const openAll = (connectionId: number) => {
    const store = open(db, connectionId)
    const context = {
      ...at(db, connectionId),
      limits: { ...defaultLimits, gap: 0 },
      scheduler: createScheduler(),
      log: console,
      now: Date.now,
    }
    openGaps(context, { baileys, credentials: store, me: () => ({ id: '' }) })
    openParts(db, connectionId)
    openGroupRows(db, connectionId)
    whatIsStored(at(db, connectionId))
    store.journal()
  }
  const prepare = spyOn(db, 'prepare')
  openAll(1)
  const first = prepare.mock.calls.length
  expect(first).toBeGreaterThan(10)
  openAll(2)
  expect(prepare.mock.calls).toHaveLength(first)
})
