/** The phone sends the LIDs of all its contacts at once: nothing is delayed and nothing is lost. */
import { afterEach, expect } from 'bun:test'
import { proto } from '@whiskeysockets/baileys'
import { inSuite } from '../../../support/long'
import { test } from '../../../support/trace'
import { COMPANY, JOAO, openSession, REF, until } from '../support'
import { afterThisTest, linkedTestbed, runCleanups } from '../testbed'

afterEach(runCleanups)

const PAIRS = inSuite(2_000, 5_000)

/** The company's phone sends the LIDs of many contacts, João's last. `stored` counts those that arrived. */
async function migrating() {
  const all = await linkedTestbed()
  const { simulator, session, joao } = all
  await joao.say(COMPANY, 'zero')
  const { chat } = await session.hears('zero')
  await session.say(JOAO, 'um') // his devices are known now
  const lid = chat.find(({ kind }) => kind === 'lid')?.value ?? ''
  const pairs = Array.from({ length: PAIRS }, (_, n) => ({ pn: 4_900_000_000 + n, assignedLid: 77_000_000_000 + n }))
  const payload = proto.LIDMigrationMappingSyncPayload.encode({
    pnToLidMappings: [...pairs, { pn: Number(JOAO), assignedLid: 1, latestLid: Number(lid) }],
  })
  const content = proto.Message.encode({
    protocolMessage: {
      type: proto.Message.ProtocolMessage.Type.LID_MIGRATION_MAPPING_SYNC,
      lidMigrationMappingSyncMessage: { encodedMappingPayload: payload.finish() },
    },
  })
  const base64 = Buffer.from(content.finish()).toString('base64')
  const count = (sql: string) => session.db.prepare<[], number>(`SELECT count(*) FROM ${sql}`).pluck().get() ?? 0
  return {
    ...all,
    lid,
    tell: () => simulator.run({ do: 'sendContent', from: COMPANY, to: COMPANY, base64 }),
    stored: () => count("session_rows WHERE type = 'lid-mapping' AND id LIKE '77%'"),
    inJournal: () => count('inbox'),
  }
}

test('while thousands of LIDs are stored, messages arrive', async () => {
  const { session, joao, tell, stored } = await migrating()
  await tell()
  await joao.say(COMPANY, 'dois')
  await session.hears('dois')
  expect(stored()).toBeLessThan(PAIRS)
  await until(() => stored() === PAIRS)
})

test('pairs that were not stored before a crash are stored afterwards, and their sessions are migrated', async () => {
  const { simulator, session, lid, tell, stored, inJournal } = await migrating()
  await tell()
  await until(() => stored() > 0)
  await session.close()
  expect(stored()).toBeLessThan(PAIRS)
  const sessionsOf = (id: string) =>
    session.db.prepare("SELECT 1 FROM session_rows WHERE type = 'session' AND id = ?").all(id).length
  const [before, after] = [`${JOAO}.0`, `${lid}_1.0`]
  session.db.prepare("DELETE FROM session_rows WHERE type = 'lid-mapping' AND id IN (?, ?)").run(JOAO, `${lid}_reverse`)
  session.db.prepare("UPDATE session_rows SET id = ? WHERE type = 'session' AND id = ?").run(before, after)
  expect(sessionsOf(before)).toBe(1)
  // As in links from before messages went to LIDs: his devices are known by number.
  session.db.prepare("UPDATE session_rows SET id = ? WHERE type = 'device-list' AND id = ?").run(JOAO, lid)

  const next = openSession(simulator, { db: session.db })
  afterThisTest(next.close)
  next.channel.start(REF)
  await until(() => stored() === PAIRS && sessionsOf(after) === 1)
  expect(sessionsOf(before)).toBe(0)
  await until(() => inJournal() === 0)
})
