/**
 * Whatever fails, and whenever: what the company's log names is in the object store, and what it does not name goes in the end.
 */
import { afterEach, expect, test } from 'bun:test'
import { createHash } from 'node:crypto'
import { existsSync } from 'node:fs'
import type { ObjectStore } from '../../../src/fleet/commit-log'
import { objectOf } from '../../../src/fleet/media/context'
import { isSound } from '../../../src/fleet/media/uploading'
import { createSealing } from '../../../src/fleet/sealing'
import { listHomes, namesBeginning, removeIfOlder, type Sha256 } from '../../../src/platform/files'
import { NotAcknowledged } from '../../../src/platform/gate'
import { DAY, HOUR } from '../../../src/platform/time'
import { inSuite } from '../../support/long'
import { createRandom, type Random } from '../../support/random'
import { COMPANY, FLEET_KEY } from '../support/company'
import { createFleet, endFleets, type TestNode } from './nodes'

afterEach(endFleets)

class Killed extends Error {}

/** Each call may fail before or after it did its work; after a kill none does anything. */
function unkind(objects: ObjectStore, random: Random, isDead: () => boolean): ObjectStore {
  const call = async <T>(work: () => Promise<T>): Promise<T> => {
    if (isDead() || random.oneIn(12)) throw new Killed()
    const result = await work()
    if (isDead() || random.oneIn(12)) throw new Killed()
    return result
  }
  return {
    put: (name, bytes, options) =>
      call(async () => {
        const all = await Array.fromAsync(bytes)
        if (isDead()) throw new Killed()
        return objects.put(
          name,
          (async function* () {
            yield* all
          })(),
          options,
        )
      }),
    get: (name) => call(() => objects.get(name)),
    find: (name) => call(() => objects.find(name)),
    remove: (name, before) => call(() => objects.remove(name, before)),
    list: objects.list,
    removeAll: objects.removeAll,
  }
}

/** An owner of the company: the rows that it sees, and commits that the log does not have yet. */
type Owner = {
  readonly node: TestNode
  readonly named: Set<Sha256>
  readonly pending: { readonly apply: () => void; readonly settled: PromiseWithResolvers<void> }[]
  isDead: boolean
}

const CONTENTS = ['um', 'dois', 'três', 'quatro']
const nameOf = (content: string) => createHash('sha256').update(content).digest('hex') as Sha256

async function run(seed: number): Promise<void> {
  const random = createRandom(seed)
  const fleet = createFleet()
  await fleet.node() // names the store
  const folders = new Map<string, string>()
  const chain = new Set<Sha256>()
  const settled: Promise<unknown>[] = []

  async function take(place: string): Promise<Owner> {
    const state = { isDead: false }
    const pending: Owner['pending'] = []
    const node = await fleet.node(
      {
        objects: unkind(fleet.objects, random, () => state.isDead),
        isHere: () => !state.isDead,
        gate: { wait: () => pending.at(-1)?.settled.promise },
      },
      folders.get(place),
    )
    folders.set(place, node.dataDir)
    return {
      node,
      named: new Set(chain),
      pending,
      get isDead() {
        return state.isDead
      },
      set isDead(value) {
        state.isDead = value
      },
    }
  }
  /** In order, as the log does. */
  const acknowledge = (owner: Pick<Owner, 'pending'>, count: number) => {
    for (const { apply, settled: one } of owner.pending.splice(0, count)) {
      apply()
      one.resolve()
    }
  }
  const commit = (owner: Owner, apply: () => void) => {
    const one = Promise.withResolvers<void>()
    one.promise.catch(() => {})
    settled.push(one.promise.catch(() => {}))
    owner.pending.push({ apply, settled: one })
  }
  /** It may wait for a removal, which waits for the log. */
  const adopts = async ({ node, pending }: Owner, content: string): Promise<boolean> => {
    let isOver = false
    const adopting = node
      .adopt(content)
      .then(
        () => true,
        () => false, // then the row is not written
      )
      .finally(() => {
        isOver = true
      })
    for (let turn = 0; !isOver; turn++) {
      await Bun.sleep(0)
      if (turn > 20) acknowledge({ pending }, 1)
    }
    return adopting
  }
  const lose = async (owner: Owner) => {
    owner.isDead = true
    for (const { settled: one } of owner.pending.splice(0)) one.reject(new NotAcknowledged())
    await owner.node.stop()
  }
  const round = async ({ node, named }: Owner) => {
    const names = listHomes(node.folder).flatMap((home) => namesBeginning(node.folder, home))
    for await (const { sha256 } of node.media.keeper.list(node.folder)) names.push(sha256)
    for (const name of names) if (!named.has(name)) removeIfOlder(node.folder, name, Date.now() + DAY)
  }
  const check = async () => {
    for (const sha256 of chain) {
      const name = objectOf(COMPANY, sha256)
      const sealing = createSealing(FLEET_KEY, COMPANY)
      if (!(await isSound({ objects: fleet.objects, sealing }, { name, sha256 })))
        throw new Error(`seed ${seed}: the log names ${sha256}, and the store does not have it`)
    }
  }

  let owner = await take('a')
  for (let step = 0; step < 60; step++) {
    const content = random.pick(CONTENTS)
    const name = nameOf(content)
    switch (random.below(8)) {
      case 0:
      case 1:
        if (await adopts(owner, content)) {
          owner.named.add(name)
          commit(owner, () => chain.add(name))
        }
        break
      case 2:
        if (owner.named.delete(name)) commit(owner, () => chain.delete(name))
        break
      case 3:
        await round(owner)
        break
      case 4:
        acknowledge(owner, 1 + random.below(3))
        break
      case 5:
        fleet.forward(random.below(30) * HOUR)
        break
      case 6:
        if (random.oneIn(2)) {
          await lose(owner)
          owner = await take(random.pick(['a', 'b', 'c']))
        }
        break
      default:
        await owner.node.media.sweep()
    }
    await Bun.sleep(0)
    await check()
  }
  acknowledge(owner, owner.pending.length)
  // Everything works again: what nobody names goes.
  for (let rounds = 0; rounds < 40; rounds++) {
    fleet.forward(2 * DAY)
    await round(owner)
    await Bun.sleep(0)
    await check()
    const left = await Array.fromAsync(fleet.objects.list(COMPANY))
    if (left.length === chain.size) break
  }
  const left = await Array.fromAsync(fleet.objects.list(COMPANY))
  expect(left.map(({ name }) => name).toSorted()).toEqual([...chain].map((one) => objectOf(COMPANY, one)).toSorted())
  await lose(owner)
  expect(existsSync(owner.node.dataDir)).toBe(true)
}

test.each(Array.from({ length: inSuite(25, 300) }, (_, at) => at + 1))('seed %d', (seed) => run(seed), 60_000)
