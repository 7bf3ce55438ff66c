/** Reads of control.db on three nodes, of which one at a time owns it, beside a plain database that gets the same writes. */
import { afterAll, describe, expect, test } from 'bun:test'
import { join } from 'node:path'
import Sqlite from 'better-sqlite3'
import { asc } from 'drizzle-orm'
import * as v from 'valibot'
import { Copies } from '../../../src/fleet/copies'
import { defineControlWrite } from '../../../src/platform/control-writes'
import { openControl } from '../../../src/platform/databases'
import { CONTROL } from '../../../src/platform/gate'
import { execute, getRows, getTuples, getValue } from '../../../src/platform/sql'
import { type ControlDb, changeMark, prepared, type Raw, reading, remembered } from '../../../src/platform/sqlite'
import { companies } from '../../../src/tenancy/tables'
import { inSuite } from '../../support/long'
import { createRandom } from '../../support/random'
import { findDifference, newFolder, removeFolders } from '../support/company'
import { createUnkindLog } from '../support/unkind-log'
import { inFleet } from './support/in-fleet'
import { createTestFleet, handOver, lose, type TestFleet, type TestNode, take, until } from './support/nodes'

inFleet()
afterAll(removeFolders)

const words = 'padaria oficina farmácia mercado escola clínica'.split(' ')
class Undone extends Error {}

/** One random transaction, the same for the same seed. */
function write(raw: Raw, seed: number): void {
  const random = createRandom(seed)
  const kind = random.below(100)
  const id = 1 + random.below(60)
  const name = Array.from({ length: 1 + random.below(20) }, () => random.pick(words)).join(' ')
  if (kind < 8) {
    const value = name.padEnd(random.below(40_000), '.')
    execute(raw, 'INSERT OR REPLACE INTO meta (key, value) VALUES (?, ?)', [`k${id % 9}`, value])
  } else if (kind < 12) execute(raw, 'DELETE FROM meta WHERE key = ?', `k${id % 9}`)
  else if (kind < 16) raw.exec(`CREATE TABLE IF NOT EXISTS extra_${id % 3} (n INTEGER, word TEXT)`)
  else if (kind < 18) raw.exec(`DROP TABLE IF EXISTS extra_${id % 3}`)
  else if (kind < 30) execute(raw, 'DELETE FROM companies WHERE id = ?', id)
  else addCompanies(raw, { id, name, count: random.oneIn(10) ? 300 : 1 })
  if (kind > 95) throw new Undone()
}

function addCompanies(raw: Raw, { id, name, count }: { id: number; name: string; count: number }): void {
  for (let at = 0; at < count; at++)
    execute(
      raw,
      `INSERT INTO companies (id, uuid, name, due_at, created_at) VALUES (?, ?, ?, 0, 0)
       ON CONFLICT DO UPDATE SET name = excluded.name`,
      [id + at, `u${id + at}`, name],
    )
}

const undoable = (raw: Raw, work: () => void) => {
  try {
    raw.transaction(work).immediate()
  } catch (error) {
    if (!(error instanceof Undone)) throw error
  }
}

const randomWrite = defineControlWrite('test.write', v.object({ seed: v.number() }), ({ $client }, _now, { seed }) =>
  undoable($client, () => write($client, seed)),
)

/** Everything that is read, in the ways in which the product reads. */
function createReader(db: ControlDb) {
  const raw = db.$client as Raw // as the product's own helpers have it
  const all = raw.prepare('SELECT id, name FROM companies ORDER BY id')
  const names = raw.prepare('SELECT name FROM companies WHERE id > ? ORDER BY id').pluck()
  const lists = raw.prepare('SELECT key, length(value) FROM meta ORDER BY key').raw()
  const byQuery = () =>
    prepared(db, (one) =>
      one.select({ id: companies.id, name: companies.name }).from(companies).orderBy(asc(companies.id)).prepare(),
    )
  const count = remembered(raw, () => Number(getValue(db, 'SELECT count(*) FROM companies')), ['companies'])
  const longest = remembered(
    raw,
    (key: string) => getValue(db, 'SELECT length(value) FROM meta WHERE key = ?', key) ?? 0,
    ['meta'],
  )
  const ways = [
    () => all.all(),
    () => [...all.iterate()],
    () => names.all(20),
    () => lists.all(),
    () => byQuery().all(),
    () => count(null),
    () => Array.from({ length: 9 }, (_, at) => longest(`k${at}`)),
    () => getTuples(db, 'SELECT name, sql FROM sqlite_schema ORDER BY name'),
    () =>
      reading(raw, () => [
        getValue(db, 'SELECT max(id) FROM companies'),
        getRows(db, 'SELECT key FROM meta ORDER BY key'),
      ]),
  ]
  return { mark: () => changeMark(raw), read: (way: number) => ways[way]?.(), ways: ways.length }
}
type Reader = ReturnType<typeof createReader>

async function play(seed: number, steps: number): Promise<void> {
  const random = createRandom(seed)
  const { log } = createUnkindLog(seed, { lostAnswers: 40, forgottenIds: 40 })
  const fleet = createTestFleet(log, { operations: [randomWrite] })
  const plainFolder = newFolder()
  const plain = openControl(plainFolder)
  const expected = createReader(plain)
  const nodes: TestNode[] = [await fleet.first('a'), await fleet.follower('b'), await fleet.follower('c')]
  const readers = nodes.map(({ control }) => createReader(control.db))
  let owner = 0

  const differs = (reader: Reader | undefined, way: number) => !Bun.deepEquals(reader?.read(way), expected.read(way))
  const catchUp = (at: number) =>
    until(() => Array.from({ length: expected.ways }, (_, way) => way).every((way) => !differs(readers[at], way)))

  for (let step = 0; step < steps; step++) {
    const at = random.below(nodes.length)
    const node = nodes[at]
    if (!node) throw new Error('no such node')
    const kind = random.below(40)
    if (kind === 0) {
      const from = nodes[owner]
      if (!from || at === owner) continue
      if (random.oneIn(2)) await handOver(from)
      await take(node)
      if (from.control.isOwned()) await lose(from)
      owner = at
    } else if (kind === 1 && at !== owner) {
      await node.control.stop()
      const again = await fleet.follower(`${node.name}'`, node.folder)
      nodes[at] = again
      readers[at] = createReader(again.control.db)
    } else if (kind === 2) {
      nodes[owner]?.control.writable().$client.exec('VACUUM')
      plain.$client.exec('VACUUM')
      await nodes[owner]?.control.acknowledged()
    } else {
      const mark = readers[at]?.mark()
      const args = { seed: seed * 100_000 + step }
      const content = JSON.stringify(expected.read(0))
      undoable(plain.$client, () => write(plain.$client, args.seed))
      await node.writes.run(randomWrite, args)
      if (JSON.stringify(expected.read(0)) !== content) expect(readers[at]?.mark()).not.toBe(mark as number)
      const way = random.below(expected.ways)
      expect({ step, way, read: readers[at]?.read(way) }).toEqual({ step, way, read: expected.read(way) })
    }
    if (random.oneIn(10)) await catchUp(random.below(nodes.length))
  }
  for (const at of nodes.keys()) await catchUp(at)
  await compareFiles(fleet, nodes, owner)
  plain.$client.close()
}

/** The copies, byte for byte, once the owner's file has everything. */
async function compareFiles(fleet: TestFleet, nodes: readonly TestNode[], owner: number): Promise<void> {
  const [owned] = nodes.slice(owner)
  if (!owned) throw new Error('nobody owns it')
  await handOver(owned)
  await take(owned)
  await handOver(owned)
  const last = () => nodes.map(({ control }) => control.seq())
  await until(() => new Set(last()).size === 1)
  await fleet.stop()
  for (const { folder } of nodes) {
    ;(await Copies.open(CONTROL, folder))?.close() // writes its journal into the copy
    expect(findDifference(join(owned.folder, 'control.db'), join(folder, 'control.db'))).toBeUndefined()
    const check = new Sqlite(join(folder, 'control-copy.db'), { readonly: true })
    expect(check.pragma('integrity_check', { simple: true })).toBe('ok')
    check.close()
  }
}

describe('reads of control.db on nodes that own it by turns', () => {
  const seeds = Array.from({ length: inSuite(3, 40) }, (_, at) => at + 1)
  test.each(seeds)('give what a plain database gives (seed %i)', (seed) => play(seed, inSuite(250, 600)), 180_000)
})
