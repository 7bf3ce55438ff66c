/** A full disk is announced to users who can make space, until there is some. */
import { expect, test } from 'bun:test'
import { statfsSync, symlinkSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { type Installation, installationUpdated } from '../../src/operator/contract'
import { leavesSpace, trialPath, watchDiskSpace } from '../../src/platform/disk-space'
import { version } from '../../src/version'
import { type World, world } from '../support/world'

/** The next trial write fails as on a full disk; the one after it succeeds. */
const fill = (w: World) => symlinkSync('/dev/full', trialPath(w.dataDir))

const asked = async (answer: Promise<Response>) => ((await (await answer).json()) as Installation).storageFull // the route's own schema
const stateOf = (w: World) => asked(w.admin().request('/api/version'))

test('after a write fails on a full disk, admins and the operator are notified until there is space', async () => {
  const w = world()
  w.expectErrors()
  const b = w.company()
  const [boss, ana, operator] = [w.admin(), w.attendant(), w.attendant([], { super: true })]
  const [otherBoss, bruno] = [b.admin(), b.attendant()]
  b.ticket({ userId: bruno.userId })
  const pages = Number(b.db.$client.pragma('page_count', { simple: true }))
  b.db.$client.pragma(`max_page_count = ${pages}`)
  fill(w)
  const write = () => bruno.json('/api/messages/1', 'POST', { body: 'x'.repeat(60_000), isNote: true })
  expect((await write()).status).toBe(507)

  const heard = () => [boss, operator, otherBoss, ana, bruno].map((one) => one.heard(installationUpdated))
  const full = { storageFull: true }
  expect(heard()).toMatchObject([[full], [full], [full], [], []])
  expect(await stateOf(w)).toBe(true)
  // Neither strangers nor users who cannot act learn the machine's state.
  expect(await asked(w.request('/api/version'))).toBe(false)
  expect(await asked(ana.request('/api/version'))).toBe(false)
  expect(await (await w.request('/health')).json()).toEqual({ status: 'ok', version })

  w.server.diskSpace.look()
  const free = { storageFull: false }
  expect(heard()).toMatchObject([[full, free], [full, free], [full, free], [], []])
  expect(await stateOf(w)).toBe(false)
})

test('files leave half a gigabyte for messages, or a tenth of a small disk', () => {
  const { blocks, bavail, bsize } = statfsSync(tmpdir())
  const reserve = Math.min(512 * 1024 * 1024, (blocks * bsize) / 10)
  expect([0, bavail * bsize - reserve / 2, 1e15].map((size) => leavesSpace(tmpdir(), size))).toEqual([
    bavail * bsize > reserve,
    false,
    false,
  ])
})

test('a company at its own size limit does not count as a full disk', async () => {
  const w = world()
  const ana = w.attendant()
  w.ticket({ userId: ana.userId })
  w.db.$client.pragma(`max_page_count = ${Number(w.db.$client.pragma('page_count', { simple: true }))}`)
  expect((await ana.json('/api/messages/1', 'POST', { body: 'x'.repeat(60_000), isNote: true })).status).toBe(507)
  expect(await stateOf(w)).toBe(false)
})

test('a messenger session that cannot write also reports a full disk', async () => {
  const w = world()
  w.expectErrors()
  const boss = w.admin()
  fill(w)
  w.telephones.report(w.refOf(1), { status: 'TIMEOUT', reason: 'storage' })
  expect(boss.heard(installationUpdated)).toMatchObject([{ storageFull: true }])
})

test('a read-only folder does not count as full', () => {
  const reports: boolean[] = []
  const space = watchDiskSpace(import.meta.path, (isFull) => void reports.push(isFull))
  space.noteError(Object.assign(new Error(), { code: 'ENOSPC' }))
  expect([space.isFull(), reports]).toEqual([false, []])
})
