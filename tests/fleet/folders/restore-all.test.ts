/** A fleet that is lost comes back from the backups of its nodes: as an installation, and as a fleet again. */
import { expect, test } from 'bun:test'
import { existsSync } from 'node:fs'
import { join } from 'node:path'
import Sqlite from 'better-sqlite3'
import type { ImportReport } from '../../../src/moving-in/contract'
import { controlPath, tenantFolder, tenantPath } from '../../../src/platform/databases'
import { mediaPath } from '../../../src/platform/files'
import { getColumn, getOnlyValue } from '../../../src/platform/sql'
import { listNames } from '../../../src/platform/stored-files'
import { storedFiles } from '../../../src/stored-files'
import { balcao, balcaoJson, folder } from '../../cli/support'
import { writeDump } from '../../moving-in/run/dumps'
import { until } from '../../survival/support/until'
import { startTwoNodes } from '../node/product-process'

type Restored = { companies: { name: string; missing: string | null }[]; deleted: string[]; missing: string[] }

test('the newest copy of each company is restored, with its files', async () => {
  const { a, b } = await startTwoNodes((w) => {
    w.company('Café Central')
  })
  const done = async <T>(of: typeof a, ...args: string[]): Promise<T> => {
    const { code, out, err } = await of.command(...args)
    if (code !== 0) throw new Error(`${args.join(' ')}: ${code} ${err}`)
    return JSON.parse(out) as T
  }
  const backUp = async (of: typeof a) => (await done<{ folder: string }>(of, 'backup', 'create', '--with-key')).folder
  const { dump, media } = writeDump(folder())
  const report = await done<ImportReport>(a, 'import', dump, '--media', media, '--yes', '--companies', '2')
  const imported = report.companies[0]?.id ?? 0
  await until(async () => (await b.status()).companies.every(({ isStandbyReady }) => isStandbyReady), {
    why: () => 'copies on b',
  })
  await done(a, 'fleet', 'move', '2', 'b')
  const [early, ofB] = [await backUp(a), await backUp(b)]
  await done(a, 'user', 'create', 'bia@padaria.example', '--name', 'Bia', '--company', String(imported))
  await done(a, 'fleet', 'move', String(imported), 'b')
  const laterOfB = await backUp(b)
  const restore = async (to: string, ...args: string[]) => {
    const restored = await balcaoJson<Restored>(['backup', 'restore', ...args, '--to', to])
    return { restored, users: usersOf(to, imported) }
  }

  expect((await balcao(['backup', 'restore', early, '--to', join(folder(), 'one')])).err).toContain(
    'The backup of b is',
  )
  const partly = await restore(join(folder(), 'partly'), early, '--incomplete')
  expect(partly.restored.companies.filter(({ missing }) => missing !== null).map(({ name }) => name)).toEqual([
    'Café Central',
  ])
  const older = await restore(join(folder(), 'older'), early, ofB)
  expect(older.restored.companies.every(({ missing }) => missing === null)).toBe(true)
  expect(older.users).not.toContain('bia@padaria.example')
  // Beside the node, in another folder: its own is not touched.
  const last = join(folder(), 'last')
  const whole = await done<Restored>(a, 'backup', 'restore', ofB, laterOfB, early, '--to', last)
  expect(whole).toMatchObject({ missing: [], deleted: [] })
  expect(usersOf(last, imported)).toContain('bia@padaria.example')
  expect(filesMissingIn(last, imported)).toEqual([])

  await done(a, 'tenant', 'delete', '2', '--name', 'Café Central')
  const without = await restore(join(folder(), 'without'), ofB, laterOfB, await backUp(a))
  expect(without.restored.deleted).toEqual([expect.stringContaining('Café Central')])
  await b.stop()
  await a.stop()

  // A new fleet.
  expect((await balcao(['activate', '--data', last])).code).toBe(0)
  const again = await startTwoNodes(() => {}, { from: last })
  const areReady = async () => {
    const { companies } = await again.b.status()
    return companies.length >= 4 && companies.every(({ isStandbyReady }) => isStandbyReady)
  }
  await until(areReady, { why: () => 'all companies in the new fleet' })
  await done(again.a, 'fleet', 'move', String(imported), 'b')
  await again.b.stop()
  await again.a.stop()
  expect(usersOf(again.b.dataDir, imported, again.a.dataDir)).toContain('bia@padaria.example')
}, 600_000)

const uuidIn = (dataDir: string, id: number) =>
  read(controlPath(dataDir), (raw) => getOnlyValue<string>(raw, 'SELECT uuid FROM companies WHERE id = ?', id))

const usersOf = (dataDir: string, id: number, control = dataDir) =>
  read(tenantPath(dataDir, uuidIn(control, id)), (raw) => getColumn<string>(raw, 'SELECT email FROM users'))

function filesMissingIn(dataDir: string, id: number) {
  const uuid = uuidIn(dataDir, id)
  const names = read(tenantPath(dataDir, uuid), (raw) => [...listNames(raw, storedFiles)])
  expect(names.length).toBeGreaterThan(1)
  return names.filter((name) => !existsSync(mediaPath(tenantFolder(dataDir, uuid), name)))
}

function read<T>(path: string, work: (raw: Sqlite.Database) => T): T {
  const raw = new Sqlite(path)
  try {
    return work(raw)
  } finally {
    raw.close()
  }
}
