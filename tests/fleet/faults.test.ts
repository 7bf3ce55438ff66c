/** Two nodes and a log that is as unkind as a real one: no acknowledged commit is lost, and a lost company is noticed. */
import { afterAll, describe, expect, test } from 'bun:test'
import { join } from 'node:path'
import Sqlite from 'better-sqlite3'
import { anchor, follow as followChain } from '../../src/fleet/chain'
import { ChainLost } from '../../src/fleet/log-writer'
import { NotAcknowledged } from '../../src/platform/gate'
import { inSuite } from '../support/long'
import { createRandom } from '../support/random'
import {
  COMPANY,
  type Company,
  createCompany,
  newFolder,
  openCompany,
  removeFolders,
  runTransaction,
} from './support/company'
import { findDifferences, follow, own, type TestOwner } from './support/fleet'
import { createUnkindLog, type UnkindLog } from './support/unkind-log'

afterAll(removeFolders)

const unkindness = {
  lostAnswers: 7,
  lostMessages: 9,
  lateMessages: 11,
  forgottenIds: 3,
  unreadable: 5,
  stale: 5,
}

/** Each is a row whose commit was or was not acknowledged. */
type Told = { readonly n: number; state: 'pending' | 'acknowledged' | 'dropped' }
type Node = { readonly folder: string; readonly test: TestOwner; readonly company: Company }

class World {
  readonly unkind: UnkindLog
  readonly told: Told[] = []
  node: Node | undefined
  #n = 0

  constructor(seed: number) {
    this.unkind = createUnkindLog(seed, unkindness)
  }

  /** Opens a node and closes none: another one may still think that it owns the company. */
  async open(folder: string): Promise<void> {
    for (;;) {
      try {
        const test = await own(this.unkind.log, folder)
        this.node = { folder, test, company: openCompany(folder) }
        return
      } catch (error) {
        if (!(error instanceof ChainLost) && !String(error).includes('cannot be read')) throw error
      }
    }
  }

  write(node: Node): void {
    const n = ++this.#n
    node.company.session
      .prepare('INSERT INTO session_rows (connection_id, type, id, value) VALUES (9, ?, ?, ?)')
      .run('told', String(n), 'x'.repeat(n % 900))
    const one: Told = { n, state: 'pending' }
    this.told.push(one)
    const waiting = node.test.owner.wait()
    if (!waiting) throw new Error('a commit that was just made counts as acknowledged')
    waiting.then(
      () => {
        one.state = 'acknowledged'
      },
      (error: unknown) => {
        if (!(error instanceof NotAcknowledged)) throw error
        one.state = 'dropped'
      },
    )
  }
}

/** Leaves copies in a folder that has none, as a standby that was told to take over. */
async function standBy({ unkind: { log } }: World, folder: string): Promise<void> {
  const follower = await follow(log, folder)
  await follower.settle()
  follower.close()
}

const rowsIn = (folder: string): Set<number> => {
  const db = new Sqlite(join(folder, 'session.db'))
  const rows = db.prepare("SELECT id FROM session_rows WHERE type = 'told'").pluck().all()
  expect(db.pragma('integrity_check', { simple: true })).toBe('ok')
  db.close()
  return new Set(rows.map(Number))
}

/** The folder as a process leaves it that dies just now. */
function copyOf(folder: string): string {
  const copy = newFolder()
  const { exitCode } = Bun.spawnSync(['cp', '-a', `${folder}/.`, copy])
  if (exitCode !== 0) throw new Error(`${folder} cannot be copied`)
  return copy
}

async function drop({ test, company }: Node): Promise<void> {
  company.close()
  await test.owner.close()
}

describe.each(Array.from({ length: inSuite(6, 60) }, (_, at) => at + 1))('with faults (seed %d)', (seed) => {
  test('acknowledged commits are in the chain, others may be, and a node that lost says nothing more', async () => {
    const world = new World(seed)
    const random = createRandom(seed)
    const folders = [newFolder(), newFolder()]
    await createCompany(folders[0] ?? '')
    await world.open(folders[0] ?? '')
    const origins: Record<'crash' | 'takeOver', (string | undefined)[]> = { crash: [], takeOver: [] }
    for (let round = 0; round < 60; round++) {
      const node = world.node
      if (!node) throw new Error('nobody owns')
      if (random.oneIn(3)) runTransaction(node.company, random)
      world.write(node)
      if (random.oneIn(3)) await node.test.owner.wait()
      if (random.oneIn(12)) await node.test.owner.takeSnapshot()
      if (!random.oneIn(15)) continue
      if (random.oneIn(2)) {
        // The other node takes over while this one goes on.
        const other = folders.find((folder) => folder !== node.folder) ?? ''
        if (random.oneIn(2)) await standBy(world, other)
        await world.open(other)
        world.write(node)
        await node.test.owner.wait()?.catch(() => {})
        expect(node.test.lost.length).toBe(1)
        origins.takeOver.push(world.node?.test.owner.origin)
        await drop(node)
      } else {
        const died = copyOf(node.folder)
        await drop(node)
        folders[folders.indexOf(node.folder)] = died
        await world.open(died)
        origins.crash.push(world.node?.test.owner.origin)
      }
    }
    const node = world.node
    if (!node) throw new Error('nobody owns')
    await node.test.owner.wait()
    expect(node.test.lost).toEqual([])
    await node.test.owner.takeSnapshot()
    const copy = newFolder()
    const follower = await follow(world.unkind.log, copy)
    await follower.finish()
    node.company.close()
    await node.test.owner.handOver()
    expect(findDifferences(node.folder, copy)).toEqual([])
    const kept = rowsIn(copy)
    const lost = world.told.filter(({ n, state }) => state === 'acknowledged' && !kept.has(n))
    expect(lost).toEqual([])
    expect(world.told.filter(({ state }) => state === 'pending')).toEqual([])
    expect(origins.crash.filter((origin) => origin !== 'recovered')).toEqual([])
    expect(origins.takeOver.filter((origin) => origin !== 'followed' && origin !== 'rebuilt')).toEqual([])
    requireChain(world.unkind)
  })
})

function requireChain({ messages }: UnkindLog): void {
  const [first, ...rest] = messages(COMPANY)
  if (!first) throw new Error('the log is empty')
  rest.reduce((last, message) => followChain(COMPANY, last, message), anchor(COMPANY, first))
}

test('of two nodes that claim at once, one owns and the other is told so', async () => {
  const [folder, other, base] = [newFolder(), newFolder(), newFolder()]
  await createCompany(base)
  const { log, messages } = createUnkindLog(1)
  const { owner } = await own(log, base)
  await owner.handOver()
  // Both have read the chain before either claim arrives.
  const { append } = log
  const both = Promise.withResolvers<void>()
  let claims = 0
  log.append = async (...args) => {
    if (++claims === 2) both.resolve()
    await both.promise
    return append(...args)
  }
  const outcomes = await Promise.allSettled([own(log, folder), own(log, other)])
  expect(outcomes.map(({ status }) => status).toSorted()).toEqual(['fulfilled', 'rejected'])
  const [refused] = outcomes.flatMap((one) => (one.status === 'rejected' ? [one.reason] : []))
  expect(refused).toBeInstanceOf(ChainLost)
  expect(messages(COMPANY).filter(({ headers }) => headers['B-Kind'] === 'epoch')).toHaveLength(2)
  for (const one of outcomes) if (one.status === 'fulfilled') await one.value.owner.handOver()
})
