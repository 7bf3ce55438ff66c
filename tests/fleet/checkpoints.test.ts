/** Who moves frames into the files, and what happens if another process does. */
import { afterAll, afterEach, describe, expect, test } from 'bun:test'
import { join } from 'node:path'
import { anchor, follow as followChain } from '../../src/fleet/chain'
import { openKeeper } from '../../src/fleet/keeper'
import { checkpoint } from '../../src/platform/sqlite'
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
import { findDifferences, follow, own } from './support/fleet'
import { createUnkindLog, type UnkindLog } from './support/unkind-log'

afterAll(removeFolders)
afterEach(() => {
  delete process.env.BALCAO_FLEET
})

const setName = ({ tenant }: Company, name: string) =>
  tenant.prepare("INSERT INTO contacts (name, name_folded, created_at) VALUES (?, '', 1)").run(name)

/** What an empty disk gets from the log is what the owner has. */
async function expectWhole(
  { log, messages }: UnkindLog,
  folder: string,
  owner: Awaited<ReturnType<typeof own>>['owner'],
  company: Company,
) {
  await owner.wait()
  await owner.takeSnapshot()
  const copy = newFolder()
  const follower = await follow(log, copy)
  await follower.finish()
  expect(findDifferences(folder, copy)).toEqual([])
  const [first, ...rest] = messages(COMPANY)
  if (!first) throw new Error('the log is empty')
  rest.reduce((last, message) => followChain(COMPANY, last, message), anchor(COMPANY, first))
  company.close()
  await owner.handOver()
}

test('connections leave checkpoints to the fleet, and without one do them every 250 frames', async () => {
  const folder = newFolder()
  await createCompany(folder)
  const { openTenantAt } = await import('../../src/platform/databases')
  const framesOf = () => {
    const raw = openTenantAt(join(folder, 'tenant.db'), COMPANY, { create: false }).$client
    const frames = raw.pragma('wal_autocheckpoint', { simple: true })
    raw.close()
    return frames
  }
  expect(framesOf()).toBe(250)
  process.env.BALCAO_FLEET = 'nats://127.0.0.1:4222'
  expect(framesOf()).toBe(0)
})

test('only what is acknowledged goes into the files', async () => {
  const folder = newFolder()
  await createCompany(folder)
  let isOpen = true
  const unkind = createUnkindLog(1)
  const log: typeof unkind.log = {
    ...unkind.log,
    append: async (...args) => (isOpen ? unkind.log.append(...args) : { outcome: 'unsure', reason: 'no majority' }),
  }
  const { owner } = await own(log, folder, { pause: () => Bun.sleep(1) })
  const company = openCompany(folder)
  const keeper = openKeeper('tenant.db', join(folder, 'tenant.db'))
  isOpen = false
  for (let n = 0; n < 100; n++) setName(company, `${n}`)
  owner.committed()
  expect(owner.wait()).toBeInstanceOf(Promise)
  await Bun.sleep(5)
  expect(keeper.index.read()).toMatchObject({ backfilled: 0 })
  expect(keeper.index.read()?.frame).toBeGreaterThan(250)
  isOpen = true
  await owner.wait()
  expect(keeper.index.read()?.backfilled).toBe(keeper.index.read()?.frame)
  keeper.close()
  await expectWhole(unkind, folder, owner, company)
})

describe('another process that opens the files', () => {
  /** Runs in a process of its own, as the command line would. */
  const elsewhere = (folder: string, sql: string) => {
    const path = join(folder, 'tenant.db')
    const code = `const db = new (require('better-sqlite3'))(${JSON.stringify(path)}); db.pragma('wal_autocheckpoint = 0'); db.exec(${JSON.stringify(sql)})`
    const { exitCode, stderr } = Bun.spawnSync([process.execPath, '-e', code], { cwd: import.meta.dir })
    if (exitCode !== 0) throw new Error(stderr.toString())
  }
  const insert = "INSERT INTO contacts (name, name_folded, created_at) VALUES ('elsewhere', '', 1)"

  test('writes: its commits are shipped as ours', async () => {
    const folder = newFolder()
    await createCompany(folder)
    const unkind = createUnkindLog(1)
    const { owner } = await own(unkind.log, folder)
    const company = openCompany(folder)
    setName(company, 'here')
    elsewhere(folder, `${insert}; ${insert}`)
    setName(company, 'here again')
    await expectWhole(unkind, folder, owner, company)
  })

  test.each(['PASSIVE', 'FULL', 'RESTART', 'TRUNCATE'])(
    'checkpoints (%s) what was shipped: nothing is lost',
    async (mode) => {
      const folder = newFolder()
      await createCompany(folder)
      const unkind = createUnkindLog(1)
      const { owner } = await own(unkind.log, folder)
      const company = openCompany(folder)
      setName(company, 'before')
      await owner.wait()
      elsewhere(folder, `PRAGMA wal_checkpoint(${mode}); ${insert}`)
      setName(company, 'after')
      await owner.wait()
      expect(unkind.messages(COMPANY).filter(({ headers }) => headers['B-Kind'] === 'snapshot')).toHaveLength(1)
      await expectWhole(unkind, folder, owner, company)
    },
  )

  test.each(['RESTART', 'TRUNCATE'])(
    'checkpoints (%s) what was not shipped: the files are shipped anew',
    async (mode) => {
      const folder = newFolder()
      await createCompany(folder)
      const unkind = createUnkindLog(1)
      const { owner } = await own(unkind.log, folder)
      const company = openCompany(folder)
      setName(company, 'unseen')
      elsewhere(folder, `${insert}; PRAGMA wal_checkpoint(${mode}); ${insert}`)
      await owner.wait()
      expect(unkind.messages(COMPANY).filter(({ headers }) => headers['B-Kind'] === 'snapshot')).toHaveLength(2)
      await expectWhole(unkind, folder, owner, company)
    },
  )
})

test.each([1, 2, 3])('our own process checkpoints between commits: nothing is lost (seed %d)', async (seed) => {
  const folder = newFolder()
  await createCompany(folder)
  const unkind = createUnkindLog(seed)
  const { owner, lost } = await own(unkind.log, folder)
  const company = openCompany(folder)
  const random = createRandom(seed)
  for (let round = 0; round < 60; round++) {
    runTransaction(company, random)
    if (random.oneIn(4)) await owner.wait()
    if (random.oneIn(6)) company.tenant.pragma(`wal_checkpoint(${random.pick(['PASSIVE', 'FULL', 'RESTART'])})`)
    if (random.oneIn(10)) checkpoint(company.session)
  }
  await expectWhole(unkind, folder, owner, company)
  expect(lost).toEqual([])
})
