/** Who moves frames into the files, and what happens if another process does. */
import { afterAll, afterEach, describe, expect, test } from 'bun:test'
import { readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { anchor, follow as followChain, RecordsMissing } from '../../src/fleet/chain'
import { readChainEnd } from '../../src/fleet/crash'
import { openKeeper } from '../../src/fleet/keeper'
import { openOwnerFiles } from '../../src/fleet/owner-files'
import { findOwnerNote } from '../../src/fleet/owner-note'
import { checkpoint } from '../../src/platform/sqlite'
import { createRandom } from '../support/random'
import { until } from '../support/until'
import {
  COMPANY,
  type Company,
  createCompany,
  filesIn,
  newFolder,
  openCompany,
  removeFolders,
  runTransaction,
} from './support/company'
import { findDifferences, follow, own, sealing } from './support/fleet'
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
      const standby = await follow(unkind.log, newFolder())
      const company = openCompany(folder)
      setName(company, 'unseen')
      elsewhere(folder, `${insert}; PRAGMA wal_checkpoint(${mode}); ${insert}`)
      await owner.wait()
      expect(unkind.messages(COMPANY).filter(({ headers }) => headers['B-Kind'] === 'snapshot')).toHaveLength(2)
      await expect(standby.catchUp()).rejects.toThrow(RecordsMissing)
      standby.close()
      await expectWhole(unkind, folder, owner, company)
    },
  )
})

test.each([1, 2])('our own process checkpoints between commits: nothing is lost (seed %d)', async (seed) => {
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

test('a company that is handed over leaves copies, and the next owner here needs nothing from the log', async () => {
  const folder = newFolder()
  await createCompany(folder)
  const unkind = createUnkindLog(1)
  const { owner } = await own(unkind.log, folder)
  const [company, reader] = [openCompany(folder), openCompany(folder)]
  setName(company, 'one')
  await owner.wait()
  reader.tenant.exec('BEGIN; SELECT count(*) FROM contacts')
  setName(company, 'two')
  await expect(owner.handOver()).rejects.toThrow('its files are still in use')
  reader.close()
  company.close()
  await owner.handOver()
  expect(unkind.messages(COMPANY).at(-1)?.headers['B-Kind']).toBe('bye')
  const again = await own(unkind.log, folder)
  expect(again.owner.origin).toBe('followed')
  const reopened = openCompany(folder)
  expect(reopened.tenant.prepare("SELECT count(*) FROM contacts WHERE name = 'two'").pluck().get()).toBe(1)
  await expectWhole(unkind, folder, again.owner, reopened)
})

test('a company whose creator was killed between its first claim and its snapshot begins again with its files', async () => {
  const [folder, other] = [newFolder(), newFolder()]
  await createCompany(folder)
  const unkind = createUnkindLog(1)
  const failing = {
    ...unkind.log,
    objects: { ...unkind.log.objects, put: () => Promise.reject(new Error('no store')) },
  }
  await expect(own(failing, folder)).rejects.toThrow('no store')
  expect(unkind.messages(COMPANY).map(({ headers }) => headers['B-Kind'])).toEqual(['epoch'])
  await expect(own(unkind.log, other)).rejects.toThrow('is new, but')
  const { owner } = await own(unkind.log, folder)
  expect(owner.origin).toBe('new')
  const company = openCompany(folder)
  setName(company, 'one')
  await expectWhole(unkind, folder, owner, company)
})

test('files of a log that is gone begin no new one, as owner or as follower', async () => {
  const [owned, copied] = [newFolder(), newFolder()]
  await createCompany(owned)
  const unkind = createUnkindLog(1)
  const { owner } = await own(unkind.log, owned)
  const company = openCompany(owned)
  setName(company, 'one')
  await owner.wait()
  const follower = await follow(unkind.log, copied)
  await follower.settle()
  follower.close()
  company.close()
  for (const folder of [owned, copied]) {
    const { log } = createUnkindLog(1)
    await expect(own(log, folder)).rejects.toThrow('no longer has any of its records')
    const fresh = newFolder()
    await createCompany(fresh)
    const failing = { ...log, objects: { ...log.objects, put: () => Promise.reject(new Error('no store')) } }
    await expect(own(failing, fresh)).rejects.toThrow('no store')
    await expect(own(log, folder)).rejects.toThrow('no longer has any of its records')
  }
})

test('a note leads only to the very record that it names', async () => {
  const folder = newFolder()
  await createCompany(folder)
  const unkind = createUnkindLog(1)
  await own(unkind.log, folder)
  const note = findOwnerNote(COMPANY, folder)
  if (!note) throw new Error('an owner has a note')
  expect((await readChainEnd(unkind.log, sealing, note))?.last.kind).toBe('snapshot')
  const newest = unkind.messages(COMPANY).at(-1)
  if (!newest) throw new Error('an owner has records')
  const other = { ...note, link: { ...note.link, seq: newest.seq, firstSeq: newest.seq } }
  await expect(readChainEnd(unkind.log, sealing, other)).rejects.toThrow('its owner noted another record there')
})

test('a company that is handed over does not wait for the upload of a snapshot', async () => {
  const folder = newFolder()
  await createCompany(folder)
  const unkind = createUnkindLog(1)
  const { owner: first } = await own(unkind.log, folder)
  await first.handOver()
  const { owner, faults } = await own(unkind.log, folder, { uploadBytesPerSecond: 1 })
  let isUploading = false
  const { put } = unkind.log.objects
  Object.assign(unkind.log.objects, {
    put: (...args: Parameters<typeof put>) => {
      isUploading = true
      return put(...args)
    },
  })
  void owner.takeSnapshot()
  await until(() => isUploading)
  await owner.handOver()
  expect(faults).toEqual([])
  expect(unkind.messages(COMPANY).at(-1)?.headers['B-Kind']).toBe('bye')
})

describe('the keeper of a file', () => {
  test('moves frames only while exactly what it is told is committed', async () => {
    const folder = newFolder()
    await createCompany(folder)
    const keeper = openKeeper('tenant.db', join(folder, 'tenant.db'))
    const company = openCompany(folder)
    setName(company, 'one')
    const first = keeper.index.read()
    setName(company, 'two')
    if (!first) throw new Error('the index cannot be read')
    expect([keeper.checkpoint(first), keeper.index.read()?.backfilled]).toEqual([false, 0])
    const second = keeper.index.read()
    if (!second) throw new Error('the index cannot be read')
    company.tenant.exec('BEGIN IMMEDIATE')
    expect([keeper.checkpoint(second), keeper.index.read()?.backfilled]).toEqual([false, 0])
    company.tenant.exec('ROLLBACK')
    expect([keeper.checkpoint(second), keeper.index.read()?.backfilled]).toEqual([true, second.frame])
    company.close()
    keeper.close()
  })

  test('keeps the log when the product closes the file, and the locks when it opens another index', async () => {
    const folder = newFolder()
    await createCompany(folder)
    const keeper = openKeeper('tenant.db', join(folder, 'tenant.db'))
    const company = openCompany(folder)
    setName(company, 'one')
    company.close()
    const before = keeper.index.read()
    expect(before?.frame).toBeGreaterThan(0)
    openKeeper('tenant.db', join(folder, 'tenant.db')).close()
    // A process that took the file for unused would move the log and delete it.
    const code = `new (require('better-sqlite3'))(${JSON.stringify(join(folder, 'tenant.db'))}).prepare('SELECT count(*) FROM contacts').get()`
    expect(Bun.spawnSync([process.execPath, '-e', code], { cwd: import.meta.dir }).exitCode).toBe(0)
    expect(keeper.index.read()).toEqual(before)
    keeper.close()
  })
})

test.each(['in the next log', 'in the same log, which a reader keeps'])(
  'files count as still only until more is moved into them: %s',
  async (where) => {
    const folder = newFolder()
    await createCompany(folder)
    const files = openOwnerFiles(filesIn(folder))
    const [company, reader] = [openCompany(folder), openCompany(folder)]
    setName(company, 'one')
    if (where !== 'in the next log') reader.tenant.exec('BEGIN; SELECT count(*) FROM contacts')
    const states = files.cut()?.files.map(({ state }) => state) ?? []
    expect(files.checkpoint(states)).toBe(true)
    expect(files.areFilesStill(states)).toBe(true)
    setName(company, 'two')
    expect(files.areFilesStill(states)).toBe(true)
    if (reader.tenant.inTransaction) reader.tenant.exec('COMMIT')
    company.tenant.pragma('wal_checkpoint(PASSIVE)')
    expect(files.areFilesStill(states)).toBe(false)
    setName(company, 'three')
    expect(files.areFilesStill(states)).toBe(false)
    company.close()
    reader.close()
    files.close()
  },
)

test('files into which SQLite moved unacknowledged commits at the end of a process are built anew', async () => {
  const folder = newFolder()
  await createCompany(folder)
  const unkind = createUnkindLog(1)
  const first = await own(unkind.log, folder)
  await first.owner.handOver()
  const { append } = unkind.log
  const { owner } = await own(unkind.log, folder)
  Object.assign(unkind.log, { append: async () => ({ outcome: 'unsure', reason: 'no majority' }) })
  const company = openCompany(folder)
  setName(company, 'told to nobody')
  const note = readFileSync(join(folder, 'owner.json'))
  company.close()
  await owner.close()
  writeFileSync(join(folder, 'owner.json'), note) // a process that just ends does not remove it
  Object.assign(unkind.log, { append })
  const again = await own(unkind.log, folder)
  expect(again.owner.origin).toBe('rebuilt')
  const reopened = openCompany(folder)
  expect(reopened.tenant.prepare("SELECT count(*) FROM contacts WHERE name = 'told to nobody'").pluck().get()).toBe(0)
  await expectWhole(unkind, folder, again.owner, reopened)
})
