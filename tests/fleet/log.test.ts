import { afterAll, describe, expect, test } from 'bun:test'
import { inSuite } from '../support/long'
import { createRandom } from '../support/random'
import { until } from '../support/until'
import { COMPANY, createCompany, newFolder, openCompany, removeFolders, runTransaction } from './support/company'
import { findDifferences, follow, own } from './support/fleet'
import { createUnkindLog } from './support/unkind-log'

afterAll(removeFolders)

describe('a follower', () => {
  test.each([1, 2])('has the owner’s files byte for byte at every checkpoint (seed %d)', async (seed) => {
    const [folder, copy] = [newFolder(), newFolder()]
    await createCompany(folder)
    const { log, messages } = createUnkindLog(seed)
    const { owner, lost, faults } = await own(log, folder)
    const follower = await follow(log, copy)
    const following = log.follow(COMPANY, follower.state.link.seq, (message) => follower.take(message))
    const company = openCompany(folder)
    const random = createRandom(seed)
    let compared = 0
    for (let round = 0; round < inSuite(200, 2000); round++) {
      runTransaction(company, random)
      if (random.oneIn(3)) await owner.wait()
      if (round % 40 !== 39) continue
      await owner.takeSnapshot()
      await until(
        () => follower.state.link.kind === 'snapshot' && follower.state.link.seq === messages(COMPANY).at(-1)?.seq,
      )
      await follower.settle()
      expect(findDifferences(folder, copy)).toEqual([])
      compared++
    }
    expect(compared).toBe(inSuite(5, 50))
    expect([...lost, ...faults]).toEqual([])
    company.close()
    await owner.handOver()
    await following.stop()
    follower.close()
  })
})
