/** A full disk: who can make room is told, for as long as there is none. */
import { expect, test } from 'bun:test'
import { statfsSync, symlinkSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { type Installation, installationUpdated } from '../../src/operator/contract'
import { leavesSpace, trialPath, watchDiskSpace } from '../../src/platform/disk-space'
import { version } from '../../src/version'
import { type World, world } from '../support/world'

/** The next trial fails as on a full disk; the one after it does not. */
const fill = (w: World) => symlinkSync('/dev/full', trialPath(w.dataDir))

const asked = async (answer: Promise<Response>) => ((await (await answer).json()) as Installation).storageFull // the route's own schema
const stateOf = (w: World) => asked(w.admin().request('/api/version'))

test('when a write fails on a full disk every admin and the operator are notified, until there is room', async () => {
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
  // Strangers are not told how the machine is, nor those who can do nothing about it.
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

test('one company at its own size limit does not count as a full disk', async () => {
  const w = world()
  const ana = w.attendant()
  w.ticket({ userId: ana.userId })
  w.db.$client.pragma(`max_page_count = ${Number(w.db.$client.pragma('page_count', { simple: true }))}`)
  expect((await ana.json('/api/messages/1', 'POST', { body: 'x'.repeat(60_000), isNote: true })).status).toBe(507)
  expect(await stateOf(w)).toBe(false)
})

test('a messenger session that cannot write reports the full disk too', async () => {
  const w = world()
  w.expectErrors()
  const boss = w.admin()
  fill(w)
  w.telephones.tell(w.refOf(1), { status: 'TIMEOUT', reason: 'storage' })
  expect(boss.heard(installationUpdated)).toMatchObject([{ storageFull: true }])
})

test('a folder in which nothing can be written or removed is not full', () => {
  const told: boolean[] = []
  const space = watchDiskSpace(import.meta.path, (isFull) => void told.push(isFull))
  space.noteError(Object.assign(new Error(), { code: 'ENOSPC' }))
  expect([space.isFull(), told]).toEqual([false, []])
})
