/** A company whose files are replaced by a backup's: after a crash at any step it is the old one or the restored one. */
import { afterAll, describe, expect, test } from 'bun:test'
import { existsSync, renameSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import Sqlite from 'better-sqlite3'
import { markRestored } from '../../src/fleet/restored'
import { RESTORED_NAME } from '../../src/fleet/set-aside'
import { COMPANY, createCompany, newFolder, openCompany, removeFolders } from './support/company'
import { findDifferences, follow, NAMES, own, reopenFollower } from './support/fleet'
import { createUnkindLog, type UnkindLog } from './support/unkind-log'

afterAll(removeFolders)

const copyOf = (folder: string): string => {
  const copy = newFolder()
  Bun.spawnSync(['cp', '-a', `${folder}/.`, copy])
  return copy
}

function write(folder: string, ...names: string[]): void {
  const company = openCompany(folder)
  for (const name of names)
    company.tenant.prepare("INSERT INTO contacts (name, name_folded, created_at) VALUES (?, '', 1)").run(name)
  company.close()
}

/** Of closed files. */
function namesIn(folder: string): unknown[] {
  const db = new Sqlite(join(folder, 'tenant.db'))
  const names = db.prepare('SELECT name FROM contacts ORDER BY id').pluck().all()
  expect(db.pragma('integrity_check', { simple: true })).toBe('ok')
  db.close()
  return names
}

/** A company that ended in order, the folder of a backup that shall replace it, and a node that follows. */
async function handedOver() {
  const unkind = createUnkindLog(3)
  const [home, made, standby] = [newFolder(), newFolder(), newFolder()]
  await createCompany(home)
  write(home, 'first')
  await createCompany(made)
  write(made, 'of the backup')
  const { owner } = await own(unkind.log, home)
  const follower = await follow(unkind.log, standby)
  await follower.settle()
  follower.close()
  write(home, 'later')
  owner.committed()
  await owner.wait()
  await owner.handOver()
  const last = unkind.messages(COMPANY).at(-1)
  const { link } = JSON.parse(await Bun.file(join(home, 'follower.json')).text())
  expect(link.seq).toBe(last?.seq)
  const mark = () => markRestored(made, NAMES, { company: COMPANY, after: { seq: link.seq, hash: link.hash } })
  return { ...unkind, home, made, standby, mark }
}

/** What becomes of a folder, and what any other node builds from the log then. */
async function outcomeOf({ log }: Pick<UnkindLog, 'log'>, folder: string) {
  const { owner } = await own(log, folder)
  expect(existsSync(join(folder, RESTORED_NAME))).toBe(false)
  await owner.wait()
  await owner.handOver()
  const copy = newFolder()
  const follower = await follow(log, copy)
  await follower.finish()
  expect(findDifferences(folder, copy)).toEqual([])
  return { origin: owner.origin, names: namesIn(folder) }
}

const OLD = ['first', 'later']
const RESTORED = ['of the backup']

describe('a crash', () => {
  test('before the folders change places leaves the old company', async () => {
    const world = await handedOver()
    await world.mark()
    expect(await outcomeOf(world, world.home)).toEqual({ origin: 'followed', names: OLD })
  })

  test('between the old folder and the new one leaves the old company', async () => {
    const world = await handedOver()
    await world.mark()
    renameSync(world.home, `${world.home}-aside`)
    expect(await outcomeOf(world, world.home)).toEqual({ origin: 'rebuilt', names: OLD })
    rmSync(`${world.home}-aside`, { recursive: true })
  })

  test('after they have changed places leaves the restored one, and its followers begin anew', async () => {
    const world = await handedOver()
    await world.mark()
    expect(await outcomeOf(world, world.made)).toEqual({ origin: 'restored', names: RESTORED })
    const follower = await reopenFollower(world.log, world.standby)
    await expect(follower.catchUp()).rejects.toThrow('goes on from the snapshot')
    follower.close()
  })

  test('after the claim, and after the snapshot, leaves the restored one', async () => {
    const world = await handedOver()
    await world.mark()
    const { append } = world.log
    let afterSnapshot = ''
    world.log.append = async (company, expected, id, message) => {
      if (message.headers['B-Kind'] !== 'snapshot') return append(company, expected, id, message)
      world.log.append = append
      const claimed = copyOf(world.made)
      const claimedLog = createUnkindLog(4)
      claimedLog.load(COMPANY, world.messages(COMPANY))
      for await (const { name } of world.log.objects.list(COMPANY)) {
        const bytes = await world.log.objects.get(name)
        if (bytes) await claimedLog.log.objects.put(name, bytes)
      }
      expect(await outcomeOf(claimedLog, claimed)).toEqual({ origin: 'restored', names: RESTORED })
      const outcome = await append(company, expected, id, message)
      afterSnapshot = copyOf(world.made)
      return outcome
    }
    const { owner } = await own(world.log, world.made)
    await owner.close()
    expect(existsSync(join(afterSnapshot, RESTORED_NAME))).toBe(true)
    expect(await outcomeOf(world, afterSnapshot)).toEqual({ origin: 'recovered', names: RESTORED })
  })
})

describe('another node', () => {
  test('that has written meanwhile keeps the company as it was', async () => {
    const world = await handedOver()
    await world.mark()
    const { owner } = await own(world.log, world.standby)
    write(world.standby, 'elsewhere')
    owner.committed()
    await owner.wait()
    await owner.handOver()
    expect(await outcomeOf(world, world.made)).toEqual({ origin: 'rebuilt', names: [...OLD, 'elsewhere'] })
  })

  test('that follows again puts the restored files aside', async () => {
    const world = await handedOver()
    await world.mark()
    const follower = await follow(world.log, world.made)
    await follower.finish()
    expect(existsSync(join(world.made, RESTORED_NAME))).toBe(false)
    expect(namesIn(world.made)).toEqual(OLD)
  })
})

test('a company that was deleted comes back with what its folder has', async () => {
  const world = await handedOver()
  await world.log.purgeBelow(COMPANY, Number.MAX_SAFE_INTEGER)
  await world.log.objects.removeAll(COMPANY)
  expect(world.messages(COMPANY)).toHaveLength(1)
  write(world.home, 'while it was away')
  const unmarked = copyOf(world.home)
  rmSync(join(unmarked, 'follower.json'))
  await expect(own(world.log, unmarked)).rejects.toThrow('it has no snapshot')
  await markRestored(world.home, NAMES, { company: COMPANY, after: null })
  expect(await outcomeOf(world, world.home)).toEqual({ origin: 'restored', names: [...OLD, 'while it was away'] })
})

test('a note of another company is refused', async () => {
  const world = await handedOver()
  await markRestored(world.made, NAMES, { company: 'another', after: null })
  await expect(own(world.log, world.made)).rejects.toThrow('was restored for another')
})
