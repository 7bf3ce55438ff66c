/** Linked devices are taken over by the import itself. */
import { expect, test } from 'bun:test'
import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { openSessionStore, sessionEncryption } from '../../../src/channels/sessions/session-store'
import { whatIsStored } from '../../../src/channels/whatsapp/storage/credentials'
import { tenantFolder } from '../../../src/platform/databases'
import { loadSecret } from '../../../src/platform/secret'
import { getOnlyRow, getRows } from '../../../src/platform/sql'
import { withDatabases } from '../../cli/support'
import { listClaims } from '../../support/claims'
import { importWith, sessionsIn } from './with-session'

const bytes = (length: number) => Buffer.alloc(length, 7)
const pair = { private: bytes(32), public: bytes(32) }
/** As `JSON.stringify` writes Buffers, and as Baileys does. */
const base64 = (_: string, value: unknown) =>
  typeof value === 'object' && value !== null && 'data' in value && Array.isArray(value.data)
    ? { type: 'Buffer', data: Buffer.from(value.data).toString('base64') }
    : value
const credsOf = (number: string) => ({
  noiseKey: pair,
  signedIdentityKey: pair,
  signedPreKey: { keyPair: pair, signature: bytes(64), keyId: 1 },
  registrationId: 7,
  me: { id: `${number}:3@s.whatsapp.net` },
  account: { details: 'AA==' },
})
const NUMBER = '5511911112222'

const place = () =>
  importWith({
    session: JSON.stringify({ creds: credsOf(NUMBER), keys: {} }, base64),
    keys: [{ type: 'pre-key', id: '5', value: JSON.stringify(pair) }],
  })

test('sessions are taken over after it is confirmed that the old system is stopped, and once', async () => {
  const { dataDir, run, asked, name } = place()
  const { report } = await run({ redis: null })
  expect(asked).toContain('sessions')
  const mine = sessionsIn(report).find((one) => one.number === NUMBER)
  expect(mine).toMatchObject({ name, outcome: 'taken' })
  expect(sessionsIn(report).filter(({ outcome }) => outcome === 'taken')).toHaveLength(1)
  await withDatabases(dataDir, ({ control, tenant }) => {
    const { companyId, connectionId, uuid } = getOnlyRow<{ companyId: number; connectionId: number; uuid: string }>(
      control,
      `SELECT c.id AS companyId, connection_id AS connectionId, uuid FROM claims JOIN companies c ON c.uuid = tenant_uuid
         WHERE value = ?`,
      `whatsapp:${NUMBER}`,
    )
    expect(companyId).toBeGreaterThan(1)
    expect(getRows(tenant(uuid), 'SELECT status, number FROM connections WHERE id = ?', connectionId)).toEqual([
      { status: 'OPENING', number: NUMBER },
    ])
    const encryption = sessionEncryption(loadSecret(dataDir))
    const store = openSessionStore(tenantFolder(dataDir, uuid), uuid, encryption)
    expect(whatIsStored({ db: store, ref: { tenantUuid: uuid, connectionId }, encryption })).toBe('paired')
    expect(getRows(store, 'SELECT type FROM session_rows ORDER BY type')).toEqual([
      { type: 'creds' },
      { type: 'pre-key' },
    ])
    expect(JSON.stringify(getRows(store, 'SELECT value FROM session_rows'))).not.toContain('noiseKey')
    store.close()
  })
  const again = await run({ redis: null })
  expect(sessionsIn(again.report).find((one) => one.name === name)).toMatchObject({ outcome: 'linkedHere' })
})

test('without the confirmation nothing is imported, and without the wish nothing is asked', async () => {
  const { run, asked, dataDir } = place()
  await expect(run({ redis: null }, false)).rejects.toThrow('Nothing was imported')
  const { report } = await run(null)
  expect(sessionsIn(report)).toEqual([])
  expect(asked.filter((kind) => kind === 'sessions')).toHaveLength(1)
  await withDatabases(dataDir, ({ control }) => expect(listClaims(control, 'account')).toEqual([]))
})

test('an export of Redis that cannot be read refuses the import before it begins', async () => {
  const { run, home, asked } = place()
  const redis = join(home, 'dump.rdb')
  writeFileSync(redis, 'REDIS0011')
  await expect(run({ redis })).rejects.toThrow('redis-cli EVAL')
  await expect(run({ redis: join(home, 'none') })).rejects.toThrow('There is no file')
  expect(asked).toEqual([])
})
