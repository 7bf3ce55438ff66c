/** control.db on several nodes: one owns it, the others read what it has written. */
import { afterAll, afterEach, describe, expect, test } from 'bun:test'
import * as v from 'valibot'
import { defineControlWrite } from '../../../src/platform/control-writes'
import { execute, getColumn, getValue } from '../../../src/platform/sql'
import { othersMarkOf, prepared, remembered } from '../../../src/platform/sqlite'
import { CONTROL_STEPS, READABLE_FROM } from '../../../src/server/fleet/control-schema'
import { companies } from '../../../src/tenancy/tables'
import { isSettled } from '../settled'
import { newFolder, removeFolders } from '../support/company'
import { createUnkindLog } from '../support/unkind-log'
import { inFleet } from './support/in-fleet'
import { createTestFleet, handOver, lose, type TestFleet, take, until } from './support/nodes'

const addKey = defineControlWrite('test.add', v.object({ key: v.string() }), (control, _now, { key }) => {
  execute(control, 'INSERT INTO meta (key, value) VALUES (?, ?)', [key, 'x'])
  return key.length
})

inFleet()
afterAll(removeFolders)
let fleet: TestFleet
afterEach(() => fleet.stop())

const keys = (node: { control: TestFleet['nodes'][number]['control'] }) =>
  getColumn<string>(node.control.db, "SELECT key FROM meta WHERE value = 'x' ORDER BY key")

describe('control.db', () => {
  test('of another node is written by asking, and shows what was written when the answer is there', async () => {
    fleet = createTestFleet(createUnkindLog().log, { operations: [addKey] })
    const a = await fleet.first('a')
    const b = await fleet.follower('b')
    expect(await b.writes.run(addKey, { key: 'one' })).toBe(3)
    expect(keys(b)).toEqual(['one'])
    await a.writes.run(addKey, { key: 'two' })
    await until(() => keys(b).length === 2)
    expect(keys(a)).toEqual(['one', 'two'])
    expect([a.errors, b.errors]).toEqual([[], []])
  })

  test('is the same object before and after another node takes it', async () => {
    fleet = createTestFleet(createUnkindLog().log, { operations: [addKey] })
    const a = await fleet.first('a')
    const b = await fleet.follower('b')
    const { db } = b.control
    const count = remembered(db.$client, () => Number(getValue(db, 'SELECT count(*) FROM meta')), ['meta'])
    const start = count(0)
    const find = () => prepared(db, (one) => one.select({ id: companies.id }).from(companies).prepare()).all()
    expect(find()).toEqual([])
    for (let round = 1; round <= 3; round++) {
      const [from, to] = round % 2 === 1 ? [a, b] : [b, a]
      await handOver(from)
      await take(to)
      expect([from.control.isOwned(), to.control.isOwned()]).toEqual([false, true])
      expect(count(0)).toBe(start + 2 * (round - 1))
      await to.writes.run(addKey, { key: `${round} here` })
      await from.writes.run(addKey, { key: `${round} asked` })
      await until(() => count(0) === start + 2 * round)
      expect(b.control.db).toBe(db)
      expect(find()).toEqual([])
    }
    expect(keys(a)).toEqual(keys(b))
    expect([a.errors, b.errors]).toEqual([[], []])
  })

  test('cannot be written where it is a copy, also by what was begun before', async () => {
    fleet = createTestFleet(createUnkindLog().log)
    const a = await fleet.first('a')
    const b = await fleet.follower('b')
    expect(() => b.control.writable()).toThrow('ERR_CONTROL_ELSEWHERE')
    const own = a.control.writable()
    const insert = own.$client.prepare("INSERT INTO meta VALUES ('k', 'x')")
    await handOver(a)
    const refused = 'ERR_CONTROL_ELSEWHERE'
    expect(() => a.control.writable()).toThrow(refused)
    expect(() => insert.run()).toThrow(refused)
    expect(() => own.$client.exec("INSERT INTO meta VALUES ('k', 'x')")).toThrow(refused)
    expect(() => own.$client.transaction(() => {}).immediate()).toThrow(refused)
    expect(() => own.delete(companies).run()).toThrow(refused)
    expect(keys(a)).toEqual([])
  })

  test('that was lost loses what the log has not, and nothing leaves meanwhile', async () => {
    const { log } = createUnkindLog()
    fleet = createTestFleet(log, { operations: [addKey] })
    const a = await fleet.first('a')
    const b = await fleet.follower('b')
    await a.writes.run(addKey, { key: 'kept' })
    await take(b)
    const lost = a.writes.run(addKey, { key: 'lost' })
    expect(keys(a)).toEqual(['kept', 'lost'])
    await expect(lost).rejects.toThrow()
    await until(() => a.reports.includes('refused'))
    await lose(a)
    await expect(a.control.wait() ?? Promise.resolve()).rejects.toThrow()
    await until(() => keys(a).length === 1)
    await a.writes.run(addKey, { key: 'asked' })
    expect(keys(a)).toEqual(['asked', 'kept'])
    expect(keys(b)).toEqual(['asked', 'kept'])
  })

  test('of a node that was stopped is followed again from where its copy stands', async () => {
    fleet = createTestFleet(createUnkindLog().log, { operations: [addKey] })
    const a = await fleet.first('a')
    const folder = newFolder()
    const b = await fleet.follower('b', folder)
    await a.writes.run(addKey, { key: 'before' })
    await until(() => keys(b).length === 1)
    await b.control.stop()
    await a.writes.run(addKey, { key: 'meanwhile' })
    const again = await fleet.follower('b2', folder)
    expect(keys(again)).toEqual(['before', 'meanwhile'])
  })

  test('without an owner refuses writes in bounded time, and runs what was asked for once', async () => {
    fleet = createTestFleet(createUnkindLog().log, { operations: [addKey], within: 400 })
    const a = await fleet.first('a')
    const b = await fleet.follower('b')
    fleet.silent.add('a')
    await expect(b.writes.run(addKey, { key: 'one' })).rejects.toThrow(/ERR_CONTROL_/)
    fleet.silent.clear()
    expect(keys(a)).toEqual([])
    const writing = b.writes.run(addKey, { key: 'two' })
    fleet.silent.add('a') // it is written, and the answer is lost
    await Bun.sleep(50)
    fleet.silent.clear()
    expect(await writing).toBe(3)
    expect(keys(b)).toEqual(['two'])
  })

  test('is read further by a program that knows fewer steps, unless a step says that it must not be', async () => {
    fleet = createTestFleet(createUnkindLog().log)
    const a = await fleet.first('a')
    const older = await fleet.follower('older', undefined, CONTROL_STEPS)
    const { $client } = a.control.writable()
    $client.exec('ALTER TABLE companies ADD COLUMN later TEXT')
    $client.pragma(`user_version = ${CONTROL_STEPS + 1}`)
    execute($client, "INSERT INTO meta VALUES ('k', 'x')")
    await until(() => keys(older).length === 1)
    expect(older.control.db.select({ id: companies.id }).from(companies).all()).toEqual([])
    expect(older.faults).toEqual([])
    await expect(take(older)).rejects.toThrow('knows')
    execute($client, 'INSERT INTO meta VALUES (?, ?)', [READABLE_FROM, String(CONTROL_STEPS + 1)])
    $client.pragma(`user_version = ${CONTROL_STEPS + 2}`)
    await until(() => older.faults.length === 1)
    expect(older.faults[0]).toMatchObject({ kind: 'newer', words: expect.stringContaining('Upgrade this node') })
  })

  test('is not read by a program that needs more steps, until its owner has made them', async () => {
    fleet = createTestFleet(createUnkindLog().log)
    const a = await fleet.first('a')
    const newer = fleet.add('newer', newFolder(), CONTROL_STEPS + 1)
    newer.control.start()
    await until(() => newer.faults.length === 1)
    expect(newer.faults[0]).toMatchObject({ kind: 'older', words: expect.stringContaining('move company 1') })
    expect(await isSettled(newer.control.started())).toBe(false)
    a.control.writable().$client.pragma(`user_version = ${CONTROL_STEPS + 1}`)
    await newer.control.started()
    expect(newer.faults).toHaveLength(1)
  })

  test('keeps what copies remember of tables that were not written', async () => {
    fleet = createTestFleet(createUnkindLog().log, { operations: [addKey] })
    const a = await fleet.first('a')
    const b = await fleet.follower('b')
    const raw = b.control.db.$client
    const { $client } = a.control.writable()
    execute(
      $client,
      "INSERT INTO plans (id, name, amount, is_public, uses_menus, menus, features, created_at, updated_at) VALUES (1, 'Ouro', 1, 1, 1, '[]', '[]', 0, 0)",
    )
    await until(() => getValue(b.control.db, 'SELECT 1 FROM plans') === 1)
    const marks = () => [othersMarkOf(raw, ['companies', 'plans']), othersMarkOf(raw, ['meta'])] as const
    const [rows, meta] = marks()
    for (let n = 0; n < 30; n++) await b.writes.run(addKey, { key: `k${n}` })
    const [rowsAfter, metaAfter] = marks()
    expect(rowsAfter).toBe(rows)
    expect(metaAfter).toBeGreaterThan(meta)
    execute($client, "UPDATE plans SET name = 'Prata'")
    await until(() => othersMarkOf(raw, ['companies', 'plans']) > rows)
    expect(getValue(b.control.db, 'SELECT name FROM plans')).toBe('Prata')
  })

  test('shows copies that a table was made anew in other pages', async () => {
    fleet = createTestFleet(createUnkindLog().log)
    const a = await fleet.first('a')
    const b = await fleet.follower('b')
    const { $client } = a.control.writable()
    const found = () => getValue(b.control.db, "SELECT 1 FROM sqlite_schema WHERE name = 'kept'") && numberIn(b)
    const numberIn = (node: TestFleet['nodes'][number]) => getValue(node.control.db, 'SELECT n FROM kept')
    $client.exec('CREATE TABLE large (x); INSERT INTO large VALUES (zeroblob(100000)); DROP TABLE large') // leaves free pages
    $client.exec('CREATE TABLE kept (n); INSERT INTO kept VALUES (1)')
    await until(() => found() === 1)
    const before = othersMarkOf(b.control.db.$client, ['kept'])
    $client.exec(
      'BEGIN; CREATE TABLE anew (n); INSERT INTO anew VALUES (2); DROP TABLE kept; ALTER TABLE anew RENAME TO kept; COMMIT',
    )
    await until(() => found() === 2)
    expect(othersMarkOf(b.control.db.$client, ['kept'])).toBeGreaterThan(before)
  })
})

describe('a copy of control.db', () => {
  test('that does not get on shows no longer what the log has', async () => {
    const { log } = createUnkindLog()
    let held: PromiseWithResolvers<void> | undefined
    let waiting = 0
    const slow: typeof log = {
      ...log,
      follow(company, after, take) {
        const following = log.follow(company, after, async (message) => {
          waiting++
          await held?.promise
          await take(message)
          waiting--
        })
        return { ...following, behind: () => waiting }
      },
    }
    fleet = createTestFleet(slow, { operations: [addKey], stillAfter: 0 })
    const a = await fleet.first('a')
    const b = await fleet.follower('b')
    await until(() => b.control.isRead())
    held = Promise.withResolvers()
    await a.writes.run(addKey, { key: 'one' })
    await until(() => waiting > 0)
    expect([a.control.isRead(), b.control.isRead()]).toEqual([true, false])
    held.resolve()
    await until(() => b.control.isRead())
    expect(keys(b)).toEqual(['one'])
  })

  test('on a full disk does not count as kept as soon as it is begun again', async () => {
    const { log } = createUnkindLog()
    let isFull = false
    const full: typeof log = {
      ...log,
      read(company, after) {
        if (isFull) throw Object.assign(new Error('no space left on device'), { code: 'ENOSPC' })
        return log.read(company, after)
      },
    }
    fleet = createTestFleet(full, { operations: [addKey] })
    const a = await fleet.first('a')
    isFull = true
    const b = fleet.add('b')
    b.control.start()
    await until(() => b.errors.length > 0)
    isFull = false
    await b.control.started()
    await a.writes.run(addKey, { key: 'one' })
    await until(() => keys(b).length === 1)
    expect([a.control.isRead(), b.control.isRead()]).toEqual([true, false])
  })
})
