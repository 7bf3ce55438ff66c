/** Sessions of a company that moved in. */
import { expect, test } from 'bun:test'
import { openSessionStore, sessionEncryption } from '../../../../src/channels/sessions/session-store'
import { takeOverSessions } from '../../../../src/channels/whatsapp/moving-in/take-over'
import { whatIsStored } from '../../../../src/channels/whatsapp/storage/credentials'
import type { TakenSession } from '../../../../src/moving-in/contract'
import type { Source } from '../../../../src/moving-in/source'
import { loadSecret } from '../../../../src/platform/secret'
import { getRows } from '../../../../src/platform/sql'
import { peopleMover } from '../../../moving-in/rows'
import { type MovedIn, moveIn, sourceOf } from '../../../moving-in/support'
import { NOON } from '../../../support/world'

const buffer = (length: number) => ({ type: 'Buffer', data: Buffer.alloc(length, 7).toString('base64') })
const pair = { private: buffer(32), public: buffer(32) }
const session = (number: string, more: object = { account: { details: 'AA==' } }) =>
  JSON.stringify({
    creds: {
      noiseKey: pair,
      signedIdentityKey: pair,
      signedPreKey: { keyPair: pair, signature: buffer(64), keyId: 1 },
      registrationId: 7,
      me: { id: `${number}:3@s.whatsapp.net` },
      ...more,
    },
    keys: {},
  })

type Connections = Parameters<typeof sourceOf>[0]['rows']
const rows = (sessions: Record<string, string | null>): NonNullable<Connections> => ({
  1: {
    connections: Object.entries(sessions).map(([id, session]) => ({
      id,
      session,
      channel: 'whatsapp',
      name: id,
    })) as never,
  }, // the rest is not read
})

const claimedBy = "SELECT value FROM claims WHERE tenant_uuid = ? AND kind = 'account'"

async function takeOver(moved: MovedIn, source: Source): Promise<TakenSession[]> {
  const { claims, databases } = moved.world.server
  const { dataDir } = databases
  const encryption = sessionEncryption(loadSecret(dataDir))
  const store = openSessionStore(moved.folder, moved.uuid, encryption)
  try {
    const taken = await takeOverSessions({
      cx: moved.cx,
      claims,
      store,
      encryption,
      source,
      companyId: '1',
      connectionOf: (theirs) =>
        getRows<{ ours: number }>(
          moved.db,
          "SELECT ours FROM moved_ids WHERE kind = 'connections' AND theirs = ?",
          theirs,
        )[0]?.ours,
      redis: null,
      until: NOON,
    })
    for (const { outcome, name } of taken.map((one, at) => ({ ...one, at })))
      if (outcome === 'taken') {
        const { id } = getRows<{ id: number }>(moved.db, 'SELECT id FROM connections WHERE name = ?', name)[0] ?? {
          id: 0,
        }
        expect(whatIsStored({ db: store, ref: { tenantUuid: moved.uuid, connectionId: id }, encryption })).toBe(
          'paired',
        )
      }
    return taken
  } finally {
    store.close()
  }
}

test('linked devices are taken over once, and what is linked here stays', async () => {
  const sessions = {
    1: session('5521991234567'),
    2: session('5521988887777', {}),
    3: null,
    4: '{',
    5: session('5521991234567'),
  }
  const source = sourceOf({ rows: rows(sessions) })
  const connections = { 1: 'Loja', 2: 'Filial', 3: 'Sem', 4: 'Cortada', 5: 'Mesma', 6: 'Outra' }
  const moved = await moveIn(source, { movers: [peopleMover({ connections })] })
  expect(await takeOver(moved, source)).toEqual([
    { name: 'Loja', number: '5521991234567', outcome: 'taken' },
    { name: 'Filial', number: null, outcome: 'attempt' },
    { name: 'Sem', number: null, outcome: 'none' },
    { name: 'Cortada', number: null, outcome: 'none' },
    { name: 'Mesma', number: '5521991234567', outcome: 'inUse' },
  ])
  expect(getRows(moved.db, 'SELECT name, status, number FROM connections WHERE id < 3 ORDER BY id')).toEqual([
    { name: 'Loja', status: 'OPENING', number: '5521991234567' },
    { name: 'Filial', status: 'DISCONNECTED', number: null },
  ])
  const control = moved.world.server.databases.writableControl()
  expect(getRows(control, claimedBy, moved.uuid)).toEqual([{ value: 'whatsapp:5521991234567' }])
  expect((await takeOver(moved, source))[0]).toEqual({ name: 'Loja', number: '5521991234567', outcome: 'linkedHere' })
})

test('a session whose number a killed import could not claim is claimed by the next one', async () => {
  const source = sourceOf({ rows: rows({ 1: session('5521991234567') }) })
  const moved = await moveIn(source, { movers: [peopleMover({ connections: { 1: 'Loja' } })] })
  const control = moved.world.server.databases.writableControl()
  const taken = await takeOver(moved, source)
  control.$client.exec('DELETE FROM claims')
  expect(await takeOver(moved, source)).toEqual(taken)
  expect(getRows(control, claimedBy, moved.uuid)).toEqual([{ value: 'whatsapp:5521991234567' }])
})

test('a session in a browser’s profile cannot be read', async () => {
  const source = sourceOf({ family: 'izing', rows: rows({ 1: session('5521991234567') }) })
  const moved = await moveIn(source, { movers: [peopleMover({ connections: { 1: 'Loja' } })] })
  expect(await takeOver(moved, source)).toEqual([{ name: 'Loja', number: null, outcome: 'browser' }])
})
