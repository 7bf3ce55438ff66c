/** A company's files on three real servers: shipped, followed, taken over and rebuilt while servers are lost. */
import { afterAll, afterEach, expect, test } from 'bun:test'
import { addressOf, OBJECTS_STREAM } from '../../../src/fleet/jetstream/names'
import { inSuite } from '../../support/long'
import { startNats } from '../../support/nats'
import { createRandom } from '../../support/random'
import { until } from '../../support/until'
import { COMPANY, createCompany, newFolder, openCompany, removeFolders, runTransaction } from '../support/company'
import { findDifferences, follow, own } from '../support/fleet'
import { openLog } from './opened'

const ended: (() => unknown)[] = []
afterEach(async () => {
  for (const end of ended.splice(0).reverse()) await end()
})
afterAll(removeFolders)

test('a company goes to another node, and from an empty disk to a third, while leaders are killed', async () => {
  const nats = await startNats({ servers: 3 })
  ended.push(() => nats.stop())
  const [a, b] = [await openLog(nats), await openLog(nats)]
  ended.push(a.close, b.close)
  const [folder, copy] = [newFolder(), newFolder()]
  await createCompany(folder)
  const first = await own(a.log, folder)
  const follower = await follow(b.log, copy)
  const following = b.log.follow(COMPANY, follower.state.link.seq, (message) => follower.take(message))
  const company = openCompany(folder)
  const random = createRandom(1)
  const work = async (rounds: number) => {
    for (let round = 0; round < rounds; round++) {
      runTransaction(company, random)
      if (random.oneIn(3)) await first.owner.wait()
    }
    await first.owner.wait()
  }
  for (const stream of [addressOf(COMPANY).stream, OBJECTS_STREAM].slice(0, inSuite(1, 2))) {
    await work(inSuite(30, 300))
    const leader = await nats.leaderOf(stream)
    await leader.kill()
    await work(inSuite(30, 300))
    await first.owner.takeSnapshot()
    await leader.start()
    await nats.whole()
    const newest = (await a.log.last(COMPANY))?.seq
    await until(() => follower.state.link.seq === newest, 'the newest record')
    await follower.settle()
    expect(findDifferences(folder, copy)).toEqual([])
  }
  expect([...first.lost, ...first.faults]).toEqual([])

  await following.stop()
  await follower.finish()
  const claim = { node: 'b', incarnation: '2', version: '1.0.0', steps: {} }
  const second = await own(b.log, copy, { claim })
  runTransaction(company, random)
  await expect(Promise.resolve(first.owner.wait())).rejects.toThrow()
  await until(() => first.lost.length === 1, 'the end of the first owner')
  company.close()

  const taken = openCompany(copy)
  for (let round = 0; round < 20; round++) runTransaction(taken, random)
  await second.owner.wait()
  await second.owner.takeSnapshot()
  const empty = newFolder()
  const third = await follow(a.log, empty)
  await third.finish()
  expect(findDifferences(copy, empty)).toEqual([])
  taken.close()
  await second.owner.handOver()
  expect([...second.lost, ...second.faults]).toEqual([])
})
