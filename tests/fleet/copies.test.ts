/** What a follower makes of files that shrink and grow, of records that do not end, and of its own half-written journal. */
import { afterAll, describe, expect, test } from 'bun:test'
import { copyFileSync, readFileSync, statSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import type { Follower } from '../../src/fleet/follower'
import type { Owner, OwnerDeps } from '../../src/fleet/owner'
import { workedMs } from '../../src/platform/time'
import { until } from '../support/until'
import { COMPANY, type Company, createCompany, newFolder, openCompany, removeFolders } from './support/company'
import { findDifferences, follow, own, reopenFollower } from './support/fleet'
import { createUnkindLog, type UnkindLog } from './support/unkind-log'

afterAll(removeFolders)

type Scene = {
  readonly unkind: UnkindLog
  /** As the owner sees it. */
  readonly log: UnkindLog['log']
  readonly owner: Owner
  readonly company: Company
  readonly folder: string
  readonly copy: string
  readonly follower: Follower
}

async function open(more: Partial<OwnerDeps> = {}): Promise<Scene> {
  const [folder, copy] = [newFolder(), newFolder()]
  await createCompany(folder)
  const unkind = createUnkindLog(1)
  const log = { ...unkind.log }
  const { owner } = await own(log, folder, more)
  const follower = await follow(unkind.log, copy)
  return { unkind, log, owner, company: openCompany(folder), folder, copy, follower }
}

const insert = ({ session }: Company, seq: number, bytes: number, fill = seq) =>
  session
    .prepare('INSERT OR REPLACE INTO inbox (connection_id, seq, attrs, plain) VALUES (1, ?, ?, ?)')
    .run(seq, '', Buffer.alloc(bytes, fill + 1))

/** Blobs, none, and others: the file shrinks and grows, each time moved into the database file. */
async function shrinkAndGrow({ owner, company }: Scene): Promise<void> {
  for (let seq = 0; seq < 5; seq++) insert(company, seq, 100_000)
  await checkpoint(owner)
  company.session.exec('DELETE FROM inbox; VACUUM')
  await checkpoint(owner)
  for (let seq = 0; seq < 4; seq++) insert(company, seq, 100_000, seq + 50)
  await owner.wait()
}

/** Without a snapshot: the follower must not be rebuilt. */
async function checkpoint(owner: Owner): Promise<void> {
  await owner.wait()
  expect(owner.checkpoint()).toBe(true)
}

describe('a file that shrinks and grows', () => {
  test('is the same, with the size of the owner’s', async () => {
    const scene = await open()
    await shrinkAndGrow(scene)
    await scene.follower.catchUp()
    await scene.follower.settle()
    await checkpoint(scene.owner)
    expect(findDifferences(scene.folder, scene.copy)).toEqual([])
    scene.company.session.exec('DELETE FROM inbox; VACUUM')
    await checkpoint(scene.owner)
    insert(scene.company, 1, 10)
    await checkpoint(scene.owner)
    await scene.follower.catchUp()
    await scene.follower.settle()
    insert(scene.company, 2, 150_000) // in pages that were cut off
    await checkpoint(scene.owner)
    await scene.follower.catchUp()
    await scene.follower.settle()
    const sizeOf = (folder: string) => statSync(join(folder, 'session.db')).size
    expect(sizeOf(scene.copy)).toBe(sizeOf(scene.folder))
    expect(findDifferences(scene.folder, scene.copy)).toEqual([])
  })

  test('is not cut again by a journal that was settled, but not emptied, before a kill', async () => {
    const scene = await open()
    await shrinkAndGrow(scene)
    await scene.follower.catchUp()
    const journal = join(scene.copy, 'follower.journal')
    copyFileSync(journal, `${journal}.before`)
    await scene.follower.settle()
    scene.follower.close()
    copyFileSync(`${journal}.before`, journal)
    const again = await reopenFollower(scene.unkind.log, scene.copy)
    await again.finish()
    await checkpoint(scene.owner)
    expect(findDifferences(scene.folder, scene.copy)).toEqual([])
  })
})

test('a journal whose end was not flushed is read up to there, and the rest again from the log', async () => {
  const scene = await open()
  for (let seq = 0; seq < 5; seq++) {
    insert(scene.company, seq, 5000)
    await scene.owner.wait()
  }
  await scene.follower.catchUp()
  scene.follower.close()
  const path = join(scene.copy, 'follower.journal')
  const bytes = readFileSync(path)
  const middle = Math.floor(bytes.length / 2)
  bytes.fill(0, middle, middle + 512)
  writeFileSync(path, bytes)
  const again = await reopenFollower(scene.unkind.log, scene.copy)
  expect(again.link.seq).toBeLessThan(scene.unkind.messages(COMPANY).at(-1)?.seq ?? 0)
  await again.catchUp()
  await again.finish()
  await checkpoint(scene.owner)
  expect(findDifferences(scene.folder, scene.copy)).toEqual([])
})

describe('a record of several parts', () => {
  test('is one for the follower', async () => {
    const scene = await open()
    insert(scene.company, 1, 3_000_000)
    await scene.owner.wait()
    const parts = scene.unkind.messages(COMPANY).filter(({ headers }) => headers['B-Part']?.endsWith('/4'))
    expect(parts.map(({ headers }) => headers['B-Part'])).toEqual(['1/4', '2/4', '3/4', '4/4'])
    const first = scene.follower.state.link.n
    for (const part of parts.slice(0, 3)) await scene.follower.take(part)
    expect(scene.follower.state.link.n).toBe(first)
    await scene.follower.catchUp()
    await scene.follower.finish()
    await checkpoint(scene.owner)
    expect(findDifferences(scene.folder, scene.copy)).toEqual([])
  })

  test('is void without its last part, whether another owner or a restart follows', async () => {
    const scene = await open()
    insert(scene.company, 1, 20_000)
    await scene.owner.wait()
    let left = 2
    const { append } = scene.log
    scene.log.append = (...args) =>
      left-- > 0 ? append(...args) : Promise.resolve({ outcome: 'unsure', reason: 'no majority' })
    insert(scene.company, 1, 3_000_000, 9)
    const waiting = scene.owner.wait()
    waiting?.catch(() => {})
    await until(() => left < 0)
    await scene.follower.catchUp()
    const other = newFolder()
    const { owner } = await own(scene.unkind.log, other)
    scene.log.append = append
    await expect(waiting).rejects.toThrow('stands where')
    const company = openCompany(other)
    insert(company, 2, 30_000)
    await checkpoint(owner)
    await scene.follower.catchUp()
    await scene.follower.finish()
    expect(findDifferences(other, scene.copy)).toEqual([])
    expect(company.session.prepare('SELECT length(plain) FROM inbox ORDER BY seq').pluck().all()).toEqual([
      20_000, 30_000,
    ])
  })
})

/** Costly work holds the loop every time, a busy machine only once. */
const LOOKS = 3

test('a commit of 60 MB is shipped and applied in slices, in little memory, and never holds the loop for 100 ms', async () => {
  // SQLite moves a log into the file in one go, as it does without a fleet.
  const scene = await open({ checkpointFrames: Number.POSITIVE_INFINITY })
  let least = Number.POSITIVE_INFINITY
  for (let look = 0; look < LOOKS && least >= 100; look++) {
    scene.company.session.transaction(() => {
      for (let row = 0; row < 20; row++) insert(scene.company, 20 * look + row, 3_000_000)
    })()
    least = Math.min(least, await longestHold(() => shipAndFollow(scene)))
  }
  expect(least).toBeLessThan(100)
  await checkpoint(scene.owner)
  expect(findDifferences(scene.folder, scene.copy)).toEqual([])
})

async function shipAndFollow({ owner, follower }: Scene) {
  await owner.wait()
  await follower.catchUp()
  await follower.settle()
}

/** The most that one turn of the event loop worked meanwhile, in milliseconds. */
async function longestHold(work: () => Promise<void>): Promise<number> {
  let [longest, isOver] = [0, false]
  const watch = (async () => {
    for (let before = workedMs(); !isOver; before = workedMs()) {
      await new Promise(setImmediate)
      longest = Math.max(longest, workedMs() - before)
    }
  })()
  await work()
  isOver = true
  await watch
  return longest
}

describe('a log that was changed', () => {
  test.each<[string, (log: UnkindLog) => void, string]>([
    [
      'a flipped bit',
      ({ damage }) =>
        damage(COMPANY, (all) =>
          all.map((one, at) => (at === all.length - 2 ? { ...one, body: flip(one.body) } : one)),
        ),
      'was changed',
    ],
    [
      'a cut body',
      ({ damage }) =>
        damage(COMPANY, (all) =>
          all.map((one, at) => (at === all.length - 1 ? { ...one, body: one.body.subarray(0, 20) } : one)),
        ),
      'is cut off',
    ],
    [
      'a missing record',
      ({ damage }) => damage(COMPANY, (all) => all.filter((_, at) => at !== all.length - 2)),
      'is broken at',
    ],
    ['two records in another order', ({ damage }) => damage(COMPANY, swapLast), 'is broken at'],
  ])('stops the follower there: %s', async (_, change, why) => {
    const scene = await open()
    for (let seq = 0; seq < 6; seq++) {
      insert(scene.company, seq, 500)
      await scene.owner.wait()
    }
    change(scene.unkind)
    await expect(scene.follower.catchUp()).rejects.toThrow(why)
    const before = scene.follower.state.link.seq
    await expect(scene.follower.catchUp()).rejects.toThrow(why)
    expect(scene.follower.state.link.seq).toBe(before)
  })

  const flip = (body: Uint8Array) => Uint8Array.from(body, (byte, at) => (at === 30 ? byte ^ 4 : byte))
  function swapLast<T extends { readonly seq: number }>(all: T[]): T[] {
    const [one, other] = all.slice(-2)
    return one && other ? [...all.slice(0, -2), { ...other, seq: one.seq }, { ...one, seq: other.seq }] : all
  }
})

test('a snapshot that cannot be read gives way to the one before it', async () => {
  const scene = await open()
  insert(scene.company, 1, 100)
  const { objects } = scene.log
  Object.assign(scene.log, { purgeBelow: async () => {} })
  const { remove } = objects
  Object.assign(objects, { remove: async () => {} })
  await scene.owner.takeSnapshot()
  insert(scene.company, 2, 100)
  await checkpoint(scene.owner)
  const [, second] = scene.unkind.messages(COMPANY).filter(({ headers }) => headers['B-Kind'] === 'snapshot')
  expect(second).toBeDefined()
  for (const name of scene.owner.snapshotObjects) await remove(name)
  const copy = newFolder()
  const rebuilt = await follow(scene.unkind.log, copy)
  await rebuilt.finish()
  expect(findDifferences(scene.folder, copy)).toEqual([])
})
