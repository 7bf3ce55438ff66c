/** What a company's files take is counted as they come and go, bounded by its plan, and shown. */
import { describe, expect, test } from 'bun:test'
import { utimesSync, writeFileSync } from 'node:fs'
import { findStoredFile, mediaPath, readStoredName } from '../../src/platform/files'
import { getValue } from '../../src/platform/sql'
import { DAY } from '../../src/platform/time'
import { GIGABYTE, levelOf, planFlags, storageChanged } from '../../src/tenancy/contract'
import { countStored, storedBytes } from '../../src/tenancy/storage'
import { ROUND } from '../../src/tickets/media/unneeded'
import { runJob } from '../support/jobs'
import { PNG } from '../support/pixel'
import { givePlan } from '../support/plans'
import { announcedFile } from '../support/telephones'
import { until } from '../support/until'
import type { World } from '../support/world'
import { attending, filesOf, MARIA } from '../tickets/media/support'

const folderOf = (w: World) => w.server.folderOf(w.tenant.uuid)
const used = (w: World) => storedBytes(w.db, folderOf(w))
const file = (bytes: number, letter = 'x') => letter.repeat(bytes)

async function counting(storage: number | null = null) {
  const at = await attending()
  givePlan(at.w.server.databases.writableControl(), at.w.tenant.id, planFlags, { storage })
  await countStored(at.w.cx, folderOf(at.w))
  return at
}

async function roundOver(w: World) {
  w.clock.forward(w.server.fileRounds.dueAt(w.cx) - w.clock.now() + ROUND)
  while (w.server.fileRounds.dueAt(w.cx) <= w.clock.now()) await runJob(w.server, 'messages.remove-files')
}

describe('bytes of stored files', () => {
  test('rise with each new content, not with a repeated one, and fall when a file is removed', async () => {
    const { w, ticket, stored } = await counting()
    await stored('um.txt', file(1000))
    await stored('dois.txt', file(500, 'y'))
    await stored('de novo.txt', file(1000))
    expect(used(w)).toBe(1500)
    expect(getValue(w.db, 'SELECT bytes FROM stored_bytes')).toBe(1500)
    await w.admin().request(`/api/tickets/${ticket.id}`, { method: 'DELETE' })
    for (const name of filesOf(w)) {
      const old = new Date(w.clock.now() - 2 * DAY)
      utimesSync(findStoredFile(folderOf(w), name)?.path ?? '', old, old)
    }
    await roundOver(w)
    expect(used(w)).toBe(0)
  })

  test('survive a restart, and are counted anew after each round over the files', async () => {
    const { w, stored } = await counting()
    await stored('um.txt', file(1000))
    const again = await w.reopen()
    expect(used(again)).toBe(1000)
    const name = readStoredName(filesOf(again)[0])
    if (name) writeFileSync(mediaPath(folderOf(again), name), file(3000)) // as a command of another process leaves it
    await roundOver(again)
    await runJob(again.server, 'messages.count-files')
    expect(used(again)).toBe(3000)
  })

  test('are counted after an upgrade, with what comes meanwhile', async () => {
    const { w, stored } = await attending()
    w.rows('DELETE FROM stored_bytes RETURNING id')
    await stored('um.txt', file(1000))
    expect(getValue(w.db, 'SELECT bytes FROM stored_bytes')).toBeUndefined()
    await runJob(w.server, 'messages.count-files')
    expect(used(w)).toBe(1000)
  })
})

test.each([
  [799, 'fine'],
  [800, 'near'],
  [999, 'near'],
  [1000, 'full'],
  [5000, 'full'],
] as const)('%p of 1000 bytes are %p', (bytes, level) => expect(levelOf(bytes, 1000)).toBe(level))
test('without a limit everything is fine', () => expect(levelOf(1e15, null)).toBe('fine'))

describe('a plan with storage', () => {
  const setUsed = (w: World, bytes: number) => void w.rows('UPDATE stored_bytes SET bytes = ? RETURNING bytes', bytes)

  test('refuses what does not fit with the numbers, and nothing else', async () => {
    const { w, ana, ticket, upload } = await counting(1)
    setUsed(w, GIGABYTE - 700)
    const refused = await upload([['grande.txt', file(1000)]])
    expect([refused.status, await refused.json()]).toMatchObject([
      409,
      { error: 'ERR_STORAGE_QUOTA', details: { used: GIGABYTE - 700, limit: GIGABYTE } },
    ])
    expect(filesOf(w)).toEqual([])
    expect((await upload([['pequeno.txt', file(10)]])).status).toBe(200)
    expect((await ana.json(`/api/messages/${ticket.id}`, 'POST', { body: 'Só texto' })).status).toBe(200)
  })

  test('stores what contacts send although it is full', async () => {
    const { w, upload } = await counting(1)
    setUsed(w, GIGABYTE)
    w.telephones.keepFile('t1', PNG)
    w.whatsapp.person(MARIA).says('', { kind: 'image', media: announcedFile('t1', { mimetype: 'image/png' }) })
    await until(() => used(w) === GIGABYTE + PNG.length, 'the file')
    expect((await upload([['pequeno.txt', 'x']])).status).toBe(409)
  })

  test('counts what several people upload at the same time', async () => {
    const { w, upload } = await counting(1)
    setUsed(w, GIGABYTE - 5000)
    const all = await Promise.all(
      ['a', 'b', 'c', 'd', 'e', 'f'].map((one) => upload([[`${one}.txt`, file(2000, one)]])),
    )
    expect(all.filter(({ status }) => status === 200).length).toBeLessThanOrEqual(2)
    expect(used(w)).toBeLessThanOrEqual(GIGABYTE)
  })

  test('warns administrators at four fifths and when it is full, and nobody else', async () => {
    const { w, upload } = await counting(1)
    setUsed(w, 0.8 * GIGABYTE - 5)
    const [boss, attendant] = [w.admin(), w.attendant([])]
    await upload([['um.txt', file(10)]])
    setUsed(w, GIGABYTE - 1000)
    expect(boss.heard(storageChanged)).toEqual([
      { storage: { used: 0.8 * GIGABYTE + 5, limit: GIGABYTE, level: 'near' } },
    ])
    expect(attendant.heard(storageChanged)).toEqual([])
    const version = async (who: ReturnType<typeof w.admin>) =>
      ((await (await who.request('/api/version')).json()) as { storage?: object }).storage
    expect(await version(w.admin())).toEqual({ used: GIGABYTE - 1000, limit: GIGABYTE, level: 'near' })
    expect(await version(w.attendant([]))).toBeUndefined()
  })
})
