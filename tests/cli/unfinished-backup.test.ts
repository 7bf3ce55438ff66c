/** Interrupted and concurrent backups. */
import { Database } from 'bun:sqlite'
import { expect, test } from 'bun:test'
import { existsSync, mkdirSync, readdirSync } from 'node:fs'
import { basename, join } from 'node:path'
import { createBackup } from '../../src/operator/backup/create'
import { backupName } from '../../src/operator/backup/list'
import { tenantPath } from '../../src/platform/databases'
import { HOUR } from '../../src/platform/time'
import { storedFiles } from '../../src/stored-files'
import { listCompanies } from '../../src/tenancy/companies'
import { program } from '../support/program'
import { balcaoJson, eventually, installation, withDatabases } from './support'

test('an interrupted backup leaves nothing, and says so', async () => {
  const data = await installation(2)
  const backups = join(data, 'backups')
  const [first = '', second = ''] = await withDatabases(data, ({ control }) =>
    listCompanies(control).map(({ uuid }) => uuid),
  )
  const held = new Database(tenantPath(data, second))
  held.run('PRAGMA locking_mode = EXCLUSIVE')
  held.run('BEGIN EXCLUSIVE')
  const child = Bun.spawn([...program, 'backup', 'create', '--data', data], { stdout: 'pipe', stderr: 'pipe' })
  const [making = ''] = (await eventually(() => existsSync(backups) && readdirSync(backups).length > 0))
    ? readdirSync(backups)
    : []
  expect(await eventually(() => existsSync(join(backups, making, 'tenants', first, 'tenant.db')))).toBe(true)
  child.kill('SIGINT')
  held.close()
  expect(await child.exited).toBe(1)
  expect(await new Response(child.stderr).text()).toStartWith('Stopped')
  expect(readdirSync(backups)).toEqual([])
})

test('leftovers of a killed backup are removed after a day', async () => {
  const data = await installation()
  const left = (age: number) => {
    const name = `.making-${backupName(Date.now() - age)}-1`
    mkdirSync(join(data, 'backups', name), { recursive: true })
    return name
  }
  left(25 * HOUR)
  const young = left(23 * HOUR)
  const { folder: made } = await balcaoJson<{ folder: string }>(['backup', 'create', '--data', data])
  expect(readdirSync(join(data, 'backups')).sort()).toEqual([young, basename(made)])
})

test('backups started in the same second get different names', async () => {
  const data = await installation()
  const now = Date.now()
  const first = join(data, 'backups', backupName(now))
  mkdirSync(join(first, 'tenants'), { recursive: true })
  const making = createBackup(data, now, { to: null, withKey: false, storedFiles })
  mkdirSync(join(`${first}-2`, 'tenants'), { recursive: true })
  expect((await making).folder).toBe(`${first}-3`)
})
