/** Companies that come into a fleet after its start, and leave it. */
import { describe, expect, test } from 'bun:test'
import { existsSync } from 'node:fs'
import { tenantFolder, tenantPath } from '../../../src/platform/databases'
import { findCompanyByUuid } from '../../../src/tenancy/companies'
import { until } from '../../support/until'
import { openFleetWithTwoNodes } from './fleet'

const details = { name: 'Café Novo', email: 'dona@cafe.example', password: 'Segredo123' }

const TAKES_ALONE = `
  const raw = new (require('better-sqlite3'))(process.argv[1], { timeout: 0 })
  raw.pragma('locking_mode = EXCLUSIVE')
  try {
    raw.prepare('SELECT count(*) FROM users').get()
    console.log('nobody has it')
  } catch (error) {
    console.log(error.code)
  }
`
/** What another process learns that wants a database for itself. */
const findUse = (path: string): string =>
  Bun.spawnSync([process.execPath, '-e', TAKES_ALONE, path]).stdout.toString().trim()

describe('a new company', () => {
  test('is in the log before anybody is told, and gets a copy', async () => {
    const { a, b, planId, asOperator } = await openFleetWithTwoNodes()
    const response = await a.request('/api/companies', asOperator('POST', { ...details, planId }))
    expect(response.status).toBe(200)
    const { id } = (await response.json()) as { id: number }
    const { picture } = a.node.placement
    const made = [...picture.owners].find(([uuid]) => findCompanyByUuid(a.server.databases.control, uuid)?.id === id)
    const [uuid = ''] = made ?? []
    expect(a.node.placement.owns(uuid)).toBe(true)
    // Otherwise another process that closes it last would delete its log.
    expect(findUse(tenantPath(a.dataDir, uuid))).toBe('SQLITE_BUSY')
    await until(() => picture.owners.get(uuid)?.value.isStandbyReady, 'a copy')
    await until(() => findCompanyByUuid(b.server.databases.control, uuid)?.name === 'Café Novo', 'the row on b')
    await a.server.fleet?.move(uuid, 'b')
    await until(() => b.server.databases.isAvailable(uuid), 'the company on b')
    expect(b.server.cxOf(uuid).db.$client.prepare('SELECT email FROM users').pluck().all()).toEqual([details.email])
  }, 120_000)
})

describe('a deleted company', () => {
  test('is brought to the node of control.db, and leaves the fleet', async () => {
    const { a, b, uuids, asOperator } = await openFleetWithTwoNodes()
    const [, bakery = ''] = uuids
    const { picture } = a.node.placement
    await until(() => picture.owners.get(bakery)?.value.isStandbyReady, 'the copy')
    await a.server.fleet?.move(bakery, 'b')
    await until(() => picture.ownerOf(bakery)?.node === 'b', 'the company on b')
    const response = await a.request('/api/companies/2', asOperator('DELETE', { name: 'Padaria Sol' }))
    expect([response.status, await response.text()]).toEqual([200, '{"ok":true}'])
    expect(picture.owners.has(bakery)).toBe(false)
    expect(findCompanyByUuid(a.server.databases.control, bakery)).toBeUndefined()
    expect(existsSync(tenantFolder(a.dataDir, bakery))).toBe(false)
    await until(() => !b.node.placement.picture.owners.has(bakery), 'the picture of b')
    await until(() => b.node.placement.phaseOf(bakery) === 'cold', 'b, which lets go of it')
  }, 120_000)
})
