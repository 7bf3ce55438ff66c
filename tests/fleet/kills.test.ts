/** A follower and an owner that are killed at any call that changes the disk. */
import { afterAll, expect, test } from 'bun:test'
import { join } from 'node:path'
import Sqlite from 'better-sqlite3'
import { inSuite } from '../support/long'
import { createRandom } from '../support/random'
import { COMPANY, createCompany, newFolder, openCompany, removeFolders, runTransaction } from './support/company'
import { findDifferences, follow, own, reopenFollower } from './support/fleet'
import { createKeptLog, keepMessage } from './support/kept-log'
import { createUnkindLog } from './support/unkind-log'

afterAll(removeFolders)

const copyOf = (folder: string): string => {
  const copy = newFolder()
  Bun.spawnSync(['cp', '-a', `${folder}/.`, copy])
  return copy
}

async function run(role: 'follower' | 'owner', log: string, folder: string, killAt: number, seed = 1) {
  const command = [process.execPath, join(import.meta.dir, 'support/killed-process.ts'), role, log, folder]
  const running = Bun.spawn([...command, String(killAt), String(seed)], { stdout: 'pipe', stderr: 'pipe' })
  const [out, errors] = await Promise.all([new Response(running.stdout).text(), new Response(running.stderr).text()])
  await running.exited
  if (running.exitCode !== 0 && running.signalCode !== 'SIGKILL') throw new Error(errors)
  return {
    isKilled: running.signalCode === 'SIGKILL',
    calls: Number(/^calls (\d+)$/m.exec(out)?.[1] ?? 0),
    told: [...out.matchAll(/^told (.+)$/gm)].map(([, id = '']) => id),
  }
}

/** Calls at which a run is killed: some at its start and end, where notes are written, and others in between. */
function momentsOf(calls: number, count: number, seed: number): number[] {
  const random = createRandom(seed)
  const between = Array.from({ length: count }, () => 1 + random.below(calls))
  return [...new Set([1, calls, ...between])].filter((call) => call <= calls)
}

test('a follower killed while it applies ends with the owner’s files', async () => {
  const [folder, base] = [newFolder(), newFolder()]
  const kept = newFolder()
  await createCompany(folder)
  const { log, messages } = createUnkindLog(5)
  const { owner } = await own(log, folder)
  const first = await follow(log, base)
  await first.settle()
  first.close()
  const company = openCompany(folder)
  const random = createRandom(5)
  for (let round = 0; round < 60; round++) {
    runTransaction(company, random)
    if (random.oneIn(2)) await owner.wait()
  }
  await owner.wait()
  company.close()
  await owner.handOver()
  for (const message of messages(COMPANY)) keepMessage(kept, message)

  const whole = await run('follower', kept, copyOf(base), 0)
  expect(whole.isKilled).toBe(false)
  expect(whole.calls).toBeGreaterThan(20)
  for (const moment of momentsOf(whole.calls, inSuite(4, 150), 5)) {
    const copy = copyOf(base)
    expect(await run('follower', kept, copy, moment)).toMatchObject({ isKilled: true })
    const follower = await reopenFollower(createKeptLog(kept), copy)
    await follower.catchUp()
    await follower.finish()
    expect(findDifferences(folder, copy)).toEqual([])
  }
})

test('an owner killed at any moment starts again with what the chain has, and with all that was told', async () => {
  const [base, emptyLog] = [newFolder(), newFolder()]
  await createCompany(base)
  const whole = await run('owner', copyOf(emptyLog), copyOf(base), 0)
  expect(whole.calls).toBeGreaterThan(20)
  for (const [at, moment] of momentsOf(whole.calls, inSuite(3, 150), 9).entries()) {
    const [folder, log] = [copyOf(base), copyOf(emptyLog)]
    const { told } = await run('owner', log, folder, moment)
    const again = await run('owner', log, folder, 0, 2 + at)
    expect(again.isKilled).toBe(false)
    const copy = newFolder()
    const follower = await follow(createKeptLog(log), copy)
    await follower.finish()
    expect(findDifferences(folder, copy)).toEqual([])
    const db = new Sqlite(join(copy, 'session.db'))
    const rows = new Set(db.prepare("SELECT id FROM session_rows WHERE type = 'told'").pluck().all())
    expect(db.pragma('integrity_check', { simple: true })).toBe('ok')
    db.close()
    expect([...told, ...again.told].filter((id) => !rows.has(id))).toEqual([])
  }
})
