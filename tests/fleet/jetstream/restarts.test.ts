/** A company's files over a real server that is killed meanwhile: the copies are the owner's, byte for byte. */
import { afterEach, expect, test } from 'bun:test'
import { inSuite } from '../../support/long'
import { startNats } from '../../support/nats'
import { createRandom } from '../../support/random'
import { createCompany, newFolder, openCompany, removeFolders, runTransaction } from '../support/company'
import { findDifferences, follow, own } from '../support/fleet'
import { openLog } from './opened'

const ended: (() => unknown)[] = []
afterEach(async () => {
  for (const end of ended.splice(0).reverse()) await end()
  removeFolders()
})

test('a follower, a rebuilt copy and the next owner have what the owner committed', async () => {
  const nats = await startNats({ servers: 1 })
  ended.push(() => nats.stop())
  const opened = await openLog(nats)
  ended.push(() => opened.close())
  const { log } = opened
  const [server] = nats.servers
  const [folder, standby, empty] = [newFolder(), newFolder(), newFolder()]
  await createCompany(folder)
  const first = await own(log, folder, { pause: () => Bun.sleep(20) })
  const follower = await follow(log, standby)
  const company = openCompany(folder)
  const random = createRandom(1)
  for (let round = 0; round < inSuite(40, 400); round++) {
    runTransaction(company, random)
    const isDown = round % 20 >= 10 && round % 20 < 13
    if (round % 20 === 10) await server?.kill()
    if (round % 20 === 13) await server?.start()
    if (!isDown && random.oneIn(3)) await first.owner.wait()
  }
  await first.owner.wait()
  await follower.catchUp()
  await first.owner.takeSnapshot()
  expect([...first.lost, ...first.faults]).toEqual([])
  company.close()
  await first.owner.handOver()
  const rebuilt = await follow(log, empty)
  await rebuilt.finish()
  expect(findDifferences(folder, empty)).toEqual([])
  await follower.settle()
  expect(findDifferences(folder, standby)).toEqual([])
  follower.close()
  const second = await own(log, standby)
  expect(second.owner.origin).toBe('followed')
  await second.owner.handOver()
  expect(findDifferences(folder, standby)).toEqual([])
})
