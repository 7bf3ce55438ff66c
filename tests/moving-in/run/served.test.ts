/** A newer dump while the server runs: people work until everything is ready, and nothing of theirs is lost. */
import { describe, expect, test } from 'bun:test'
import { existsSync } from 'node:fs'
import { join } from 'node:path'
import type { ImportReport } from '../../../src/moving-in/contract'
import { getColumn, getOnlyValue, getRows } from '../../../src/platform/sql'
import { folder, installation } from '../../cli/support'
import { copyFolder, keepFolder } from '../../support/kept-folder'
import { inSuite } from '../../support/long'
import { type World, world } from '../../support/world'
import { until } from '../../survival/support/until'
import { installation as neutral } from '../samples/installation'
import { writeDump } from './dumps'
import { type Ended, runImport, withoutIds } from './program'

/** Moved in with an older dump; each call copies it. */
async function place() {
  const companies = neutral.companies.map((one) => ({ ...one, tickets: one.tickets.slice(0, -2) }))
  const [older, newer] = [writeDump(folder(), 'ticketz', { ...neutral, companies }), writeDump(folder())]
  const moved = await installation()
  expect((await runImport(moved, older)).err).toBe('')
  const kept = keepFolder(moved)
  const open = () => {
    const dataDir = folder()
    copyFolder(kept, dataDir)
    const w = world({ dataDir })
    const uuid = getOnlyValue<string>(w.server.databases.control, 'SELECT uuid FROM companies WHERE id = 2')
    return { w, uuid, ...handover(dataDir, uuid), db: () => w.server.databases.tenant(uuid) }
  }
  return { open, newer }
}

const handover = (dataDir: string, uuid: string) => ({
  dataDir,
  isAsked: () => existsSync(join(dataDir, 'handover', `${uuid}.asked`)),
})

/** The server answers commands until the import has ended. */
async function serve(w: World, running: Promise<Ended>): Promise<Ended> {
  let ended: Ended | undefined
  void running.then((one) => {
    ended = one
  })
  await until(async () => {
    await w.server.wakeUp()
    return ended !== undefined
  })
  await w.server.wakeUp()
  return running
}

const COUNTED = [
  'messages',
  'tickets',
  'contacts',
  'ticket_log',
  'users',
  'moved_ids',
  'ticket_ratings',
  'message_edits',
]

describe('a newer dump, while the server runs', () => {
  test('is taken in beside what people wrote meanwhile', async () => {
    const { open, newer } = await place()
    const still = open()
    const alone = await serve(still.w, runImport(still.dataDir, newer))
    const { w, db, isAsked, dataDir } = open()
    const before = getOnlyValue<number>(db(), 'SELECT count(*) FROM messages')
    const running = runImport(dataDir, newer)
    await until(isAsked)
    // Everything is ready, and nobody noticed.
    expect(getOnlyValue<number>(db(), 'SELECT count(*) FROM messages')).toBe(before)
    const [ticket] = getRows<{ id: number; contact: number; last: number }>(
      db(),
      'SELECT id, contact_id AS contact, last_message_id AS last FROM tickets WHERE last_message_id IS NOT NULL ORDER BY id DESC LIMIT 1',
    )
    db().$client.exec(
      `INSERT INTO messages (id, ticket_id, contact_id, connection_id, from_me, kind, body, ack, created_at)
         SELECT (SELECT max(id) + 1 FROM messages WHERE contact_id = ${ticket?.contact}), ticket_id, contact_id, connection_id, 1, 'chat', 'dito aqui', 2, created_at + 1
           FROM messages WHERE id = ${ticket?.last};
       UPDATE users SET name = 'Ana de Souza' WHERE name = 'Ana Souza'`,
    )
    const ended = await serve(w, running)
    expect(ended.err).toBe('')
    expect(withoutIds(JSON.parse(ended.out) as ImportReport)).toEqual(
      withoutIds(JSON.parse(alone.out) as ImportReport), // our own --json
    )
    for (const table of COUNTED) {
      const count = (from: typeof db) => getOnlyValue<number>(from(), `SELECT count(*) FROM ${table}`)
      expect([table, count(db)]).toEqual([table, count(still.db) + (table === 'messages' ? 1 : 0)])
    }
    expect(getOnlyValue<number>(db(), 'SELECT count(*) FROM messages')).toBeGreaterThan(before + 1)
    expect(getColumn(db(), "SELECT 1 FROM messages WHERE body = 'dito aqui'")).toEqual([1])
    expect(getColumn(db(), "SELECT 1 FROM users WHERE name = 'Ana de Souza'")).toEqual([1])
    expect(getColumn(db(), 'SELECT step FROM moved_steps')).toEqual([])
    expect(getColumn(db(), 'PRAGMA integrity_check')).toEqual(['ok'])
    expect(existsSync(join(dataDir, 'moving-in', 'run'))).toBe(false)
  })

  test('that is killed at any moment leaves what was there, and the next one brings all', async () => {
    const { open, newer } = await place()
    const still = open()
    const counted = join(folder(), 'count')
    const whole = await serve(still.w, runImport(still.dataDir, newer, { KILL_COUNT: counted }))
    expect(whole.err).toBe('')
    const moments = Number(await Bun.file(counted).text())
    const kills = inSuite(3, 25)
    for (let kill = 0; kill < kills; kill++) {
      const { w, db, isAsked, dataDir } = open()
      // The last moments are those in which the company is held.
      const after = moments - Math.floor((kill * inSuite(6, 30)) / kills)
      const running = runImport(dataDir, newer, { KILL_AFTER: String(after) })
      await until(isAsked)
      db().$client.exec("UPDATE users SET name = 'Ana de Souza' WHERE name = 'Ana Souza'")
      expect([after, (await serve(w, running)).signal]).toEqual([after, 'SIGKILL'])
      const again = await serve(w, runImport(dataDir, newer))
      expect([after, again.err]).toEqual([after, ''])
      for (const table of COUNTED) {
        const count = (from: typeof db) => getOnlyValue<number>(from(), `SELECT count(*) FROM ${table}`)
        expect([after, table, count(db)]).toEqual([after, table, count(still.db)])
      }
      expect(getColumn(db(), "SELECT 1 FROM users WHERE name = 'Ana de Souza'")).toEqual([1])
    }
  }, 600_000)
})
