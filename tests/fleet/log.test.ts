import { afterAll, describe, expect, test } from 'bun:test'
import { cpSync } from 'node:fs'
import { join } from 'node:path'
import { Copies } from '../../src/fleet/copies'
import { Follower } from '../../src/fleet/follower'
import { LogWriter } from '../../src/fleet/log-writer'
import { openOwnerFiles } from '../../src/fleet/owner-files'
import { createPagePool } from '../../src/fleet/pages'
import { createSealing } from '../../src/fleet/sealing'
import { Shipper } from '../../src/fleet/shipper'
import { createRandom } from '../support/random'
import {
  COMPANY,
  createCompany,
  FLEET_KEY,
  filesIn,
  findDifference,
  newFolder,
  openCompany,
  removeFolders,
  runTransaction,
} from './support/company'
import { createUnkindLog } from './support/unkind-log'

afterAll(removeFolders)

describe('thin line', () => {
  test('copy equals', async () => {
    const folder = newFolder()
    const copyFolder = newFolder()
    await createCompany(folder)
    for (const { name, path } of filesIn(folder)) cpSync(path, join(copyFolder, name))
    const { log } = createUnkindLog(1)
    const sealing = createSealing(FLEET_KEY, COMPANY)
    const files = openOwnerFiles(filesIn(folder))
    const writer = new LogWriter({ company: COMPANY, log, sealing }, undefined)
    const link = await writer.claim(Buffer.from('{}'))
    const copies = await Copies.create(COMPANY, copyFolder, { link, files: files.states })
    const follower = new Follower({ company: COMPANY, folder: copyFolder, log, sealing }, copies)
    const shipper = new Shipper({ company: COMPANY, writer, files, pool: createPagePool(), onLost: (why) => console.log(why) })
    const company = openCompany(folder)
    const random = createRandom(1)
    let compared = 0
    for (let round = 0; round < 300; round++) {
      runTransaction(company, random)
      if (random.oneIn(3)) await shipper.wait()
      if (round % 50 === 49) {
        await shipper.wait()
        await follower.catchUp()
        files.checkpoint(shipper.acknowledged)
        await follower.settle()
        for (const { name, path } of filesIn(folder)) expect(findDifference(path, join(copyFolder, name))).toBeUndefined()
        compared++
      }
    }
    expect(compared).toBe(6)
  })
})
