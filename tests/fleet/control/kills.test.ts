/** Nodes that are killed while they apply records to what they read control.db from. */
import { afterAll, expect, test } from 'bun:test'
import { cpSync, mkdirSync } from 'node:fs'
import { join } from 'node:path'
import Sqlite from 'better-sqlite3'
import { CONTROL } from '../../../src/platform/gate'
import { execute, getRows } from '../../../src/platform/sql'
import type { ControlDb } from '../../../src/platform/sqlite'
import { inSuite } from '../../support/long'
import { createRandom } from '../../support/random'
import { newFolder, removeFolders } from '../support/company'
import { createKeptLog } from '../support/kept-log'
import { inFleet } from './support/in-fleet'
import { createTestFleet } from './support/nodes'

inFleet()
afterAll(removeFolders)

const rowsOf = (control: ControlDb) => getRows<unknown>(control, 'SELECT key, value FROM meta ORDER BY key')

/** A log, the copy of a node that stopped in the midst of it, and what control.db has at its end. */
async function prepare() {
  const [logFolder, copy] = [newFolder(), newFolder()]
  const fleet = createTestFleet(createKeptLog(logFolder, CONTROL))
  const owner = await fleet.first('a')
  const random = createRandom(7)
  const write = async (count: number) => {
    const { $client } = owner.control.writable()
    for (let done = 0; done < count; done++) {
      const value = 'x'.repeat(random.below(30_000))
      execute($client, 'INSERT OR REPLACE INTO meta (key, value) VALUES (?, ?)', [`k${random.below(12)}`, value])
      await owner.control.wait()
    }
  }
  await write(5)
  const follower = await fleet.follower('b', copy)
  await follower.control.stop()
  await write(25)
  const rows = rowsOf(owner.control.db)
  await fleet.stop()
  return { logFolder, copy, rows }
}

async function runKilled(logFolder: string, folder: string, killAt: number): Promise<number | undefined> {
  const child = Bun.spawn(
    ['bun', join(import.meta.dir, '../support/killed-process.ts'), 'control', logFolder, folder, String(killAt)],
    { stdio: ['ignore', 'pipe', 'inherit'] },
  )
  const out = await new Response(child.stdout).text()
  await child.exited
  const found = /^calls (\d+)$/m.exec(out)?.[1]
  return found === undefined ? undefined : Number(found)
}

test('a node that is killed while it applies records reads what the log has when it is back', async () => {
  const { logFolder, copy, rows } = await prepare()
  const begin = () => {
    const folder = newFolder()
    mkdirSync(folder, { recursive: true })
    cpSync(copy, folder, { recursive: true })
    return folder
  }
  const calls = (await runKilled(logFolder, begin(), 0)) ?? 0
  expect(calls).toBeGreaterThan(50)
  const random = createRandom(11)
  for (let round = 0; round < inSuite(6, 60); round++) {
    const folder = begin()
    expect(await runKilled(logFolder, folder, 1 + random.below(calls))).toBeUndefined()
    const fleet = createTestFleet(createKeptLog(logFolder, CONTROL))
    const { control, errors } = await fleet.follower('again', folder)
    expect(rowsOf(control.db)).toEqual(rows)
    expect(errors).toEqual([])
    await fleet.stop()
    const check = new Sqlite(join(folder, 'control-copy.db'), { readonly: true })
    expect(check.pragma('integrity_check', { simple: true })).toBe('ok')
    check.close()
  }
}, 180_000)
