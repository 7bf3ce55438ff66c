/** What a crashed owner left becomes the copy of the next owner's company, without a snapshot. */
import { afterAll, describe, expect, test } from 'bun:test'
import { existsSync } from 'node:fs'
import { join } from 'node:path'
import Sqlite from 'better-sqlite3'
import { readHead } from '../../src/fleet/records'
import { keepCopies } from '../../src/fleet/recovery'
import { inSuite } from '../support/long'
import { createRandom } from '../support/random'
import { COMPANY, createCompany, newFolder, openCompany, removeFolders, runTransaction } from './support/company'
import { findDifferences, follow, own, reopenFollower, sealing } from './support/fleet'
import { createUnkindLog } from './support/unkind-log'

afterAll(removeFolders)

/** `crashed` is the disk of an owner that died with commits that nobody was told of. */
async function crash(seed: number, transactions: number) {
  const folder = newFolder()
  await createCompany(folder)
  const { log } = createUnkindLog(seed)
  const { owner } = await own(log, folder)
  const company = openCompany(folder)
  const random = createRandom(seed)
  for (let done = 0; done < transactions; done++) {
    runTransaction(company, random)
    if (random.oneIn(2)) await owner.wait()
  }
  await owner.wait()
  company.tenant.exec("INSERT INTO contacts (name, name_folded, created_at) VALUES ('Nunca', 'nunca', 1)")
  const crashed = newFolder()
  Bun.spawnSync(['cp', '-a', `${folder}/.`, crashed])
  company.close()
  await owner.close()
  return { log, crashed, random }
}

/** The same, of an owner whose last record has a few parts in the log and not the others. */
async function crashWithin(partsStored: number) {
  const folder = newFolder()
  await createCompany(folder)
  const { log } = createUnkindLog(partsStored)
  const cut = Promise.withResolvers<void>()
  let isCutting = false
  const { owner } = await own(
    {
      ...log,
      append(company, expected, id, message) {
        const { part } = readHead(message)
        if (!isCutting || part <= partsStored) return log.append(company, expected, id, message)
        cut.resolve()
        return Promise.resolve({ outcome: 'unsure', reason: 'no answer' })
      },
    },
    folder,
  )
  const company = openCompany(folder)
  const random = createRandom(partsStored)
  for (let done = 0; done < 20; done++) runTransaction(company, random)
  await owner.wait()
  isCutting = true
  company.tenant.transaction(() => {
    const insert = company.tenant.prepare('INSERT INTO contacts (name, name_folded, created_at) VALUES (?, ?, 1)')
    for (let at = 0; at < 60; at++) insert.run('Nunca'.repeat(10_000), `${at}`)
  })()
  const acknowledged = owner.wait()?.then(
    () => 'acknowledged',
    () => 'dropped',
  )
  expect(await Promise.race([cut.promise, acknowledged])).toBeUndefined()
  expect((await log.last(COMPANY))?.headers['B-Part']).toStartWith(`${partsStored}/`)
  const crashed = newFolder()
  Bun.spawnSync(['cp', '-a', `${folder}/.`, crashed])
  company.close()
  await owner.close()
  return { log, crashed, random }
}

type Crash = Awaited<ReturnType<typeof crash>>

/** Another node takes the company and writes. Returns its folder, with everything in its files. */
async function goOnElsewhere({ log, random }: Crash): Promise<string> {
  const folder = newFolder()
  const { owner } = await own(log, folder, { claim: { node: 'b', incarnation: '1', version: '1.0.0', steps: {} } })
  const company = openCompany(folder)
  for (let done = 0; done < 5; done++) runTransaction(company, random)
  await owner.wait()
  company.close()
  await owner.handOver()
  return folder
}

const withoutObjects = ({ log }: Crash): Crash['log'] => ({
  ...log,
  objects: { ...log.objects, get: () => Promise.reject(new Error('a snapshot was read')) },
})
const filesOf = ({ log, crashed: folder }: Pick<Crash, 'log' | 'crashed'>) => ({
  company: COMPANY,
  folder,
  log,
  sealing,
})

describe('the files of a crashed owner', () => {
  test.each(Array.from({ length: inSuite(2, 8) }, (_, at) => at + 1))(
    'follow the next owner with what the log has since: seed %p',
    async (seed) => {
      const one = await crash(seed, 20 * seed)
      const owned = await goOnElsewhere(one)
      const log = withoutObjects(one)
      expect(await keepCopies(filesOf({ log, crashed: one.crashed }))).toBe(true)
      expect(existsSync(join(one.crashed, 'owner.json'))).toBe(false)
      const follower = await reopenFollower(log, one.crashed)
      await follower.catchUp()
      await follower.finish()
      expect(findDifferences(owned, one.crashed)).toEqual([])
    },
  )

  test('are taken over by the node itself when the next owner has died, too', async () => {
    const one = await crash(7, 40)
    const owned = await goOnElsewhere(one)
    const { owner } = await own(withoutObjects(one), one.crashed)
    expect([owner.origin, owner.epoch]).toEqual(['followed', 3])
    await owner.handOver()
    expect(findDifferences(owned, one.crashed)).toEqual([])
  })

  test('stay what they are while nobody else has claimed the company', async () => {
    const one = await crash(8, 20)
    expect(await keepCopies(filesOf(one))).toBe(false)
    const { owner } = await own(one.log, one.crashed)
    expect(owner.origin).toBe('recovered')
    await owner.close()
  })

  test.each([1, 2])(
    'lack a record of which the log has %d parts: as a copy, and as the next owner’s',
    async (parts) => {
      const one = await crashWithin(parts)
      const again = newFolder()
      Bun.spawnSync(['cp', '-a', `${one.crashed}/.`, again])
      const owned = await goOnElsewhere(one)
      const log = withoutObjects(one)
      expect(await keepCopies(filesOf({ log, crashed: one.crashed }))).toBe(true)
      const follower = await reopenFollower(log, one.crashed)
      await follower.catchUp()
      await follower.finish()
      expect(findDifferences(owned, one.crashed)).toEqual([])
      const { owner } = await own(log, again)
      await owner.handOver()
      expect(findDifferences(owned, again)).toEqual([])
    },
  )

  test.each([1, 2])('of which the log has %d parts of the last record are recovered without it', async (parts) => {
    const one = await crashWithin(parts)
    const { owner } = await own(one.log, one.crashed)
    expect([owner.origin, owner.epoch]).toEqual(['recovered', 2])
    const company = openCompany(one.crashed)
    const count = company.tenant.prepare('SELECT count(*) FROM contacts WHERE length(name) > 10000').pluck().get()
    runTransaction(company, one.random)
    await owner.wait()
    company.close()
    await owner.handOver()
    expect(count).toBe(0)
    const copy = newFolder()
    const follower = await follow(one.log, copy)
    await follower.catchUp()
    await follower.finish()
    expect(findDifferences(one.crashed, copy)).toEqual([])
  })

  test('are left to a rebuild when a process has moved unacknowledged commits into them', async () => {
    const one = await crash(9, 20)
    await goOnElsewhere(one)
    const raw = new Sqlite(join(one.crashed, 'tenant.db'))
    raw.pragma('wal_checkpoint(TRUNCATE)')
    raw.close()
    expect(await keepCopies(filesOf(one))).toBe(false)
  })
})
