/** A node of a fleet backs up what it owns, with the files that only the object store has. */
import { afterEach, expect, test } from 'bun:test'
import { existsSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import { createBackup } from '../../../src/operator/backup/create'
import { copyDatabase } from '../../../src/operator/backup/files'
import type { CompanyStanding, FleetScope } from '../../../src/operator/backup/fleet-scope'
import { findBackupOf } from '../../../src/operator/backup/list'
import { verifyBackup } from '../../../src/operator/backup/verify'
import { controlPath, tenantFolder } from '../../../src/platform/databases'
import { adoptFile, hashOf, mediaPath, readStoredName, type Sha256, sidePath } from '../../../src/platform/files'
import { storedFiles } from '../../../src/stored-files'
import { PNG } from '../../support/pixel'
import { type World, world } from '../../support/world'
import { createFleet, endFleets } from './nodes'

afterEach(endFleets)

/** A company with a file that a row names, on a node, and another company. */
async function node() {
  const w = world()
  const other = w.company('Outra')
  const fleet = createFleet()
  const { media } = await fleet.node({ isHere: () => true }, w.dataDir)
  const folder = tenantFolder(w.dataDir, w.tenant.uuid)
  const path = sidePath(folder)
  await Bun.write(path, PNG)
  const { sha256 } = await hashOf(path)
  await adoptFile(folder, path, sha256)
  w.rows('UPDATE queues SET media_file = ? WHERE id = (SELECT min(id) FROM queues) RETURNING id', sha256)
  const copy = join(w.dataDir, 'control-copy.db')
  await copyDatabase(controlPath(w.dataDir), copy)
  const standing = new Map<string, CompanyStanding>([
    [w.tenant.uuid, { isHere: true, node: 'a', epoch: 3 }],
    [other.tenant.uuid, { isHere: false, node: 'b', epoch: 5 }],
  ])
  const scope = (more: Partial<FleetScope> = {}): FleetScope => ({
    findControl: async () => copy,
    find: async (uuid) => standing.get(uuid) ?? { isHere: false, node: null, epoch: 0 },
    async bringFiles(company, files) {
      await media.bring(
        company,
        files.flatMap((name): Sha256[] => {
          const read = readStoredName(name)
          return read ? [read] : []
        }),
      )
    },
    ...more,
  })
  return { w, other, sha256, folder, scope, standing }
}

const backUp = (w: World, fleet: FleetScope) =>
  createBackup(w.dataDir, w.clock.now(), { to: null, withKey: false, storedFiles, fleet })

test('has the companies that the node owns, with their files, and says where the others are', async () => {
  const { w, other, sha256, folder, scope } = await node()
  rmSync(mediaPath(folder, sha256))
  const { folder: backup, manifest, problems } = await backUp(w, scope())
  expect(problems).toEqual([])
  expect(manifest.companies.map(({ uuid, missing, elsewhere }) => ({ uuid, missing, elsewhere }))).toEqual([
    { uuid: w.tenant.uuid, missing: null, elsewhere: undefined },
    { uuid: other.tenant.uuid, missing: 'it is on node b', elsewhere: 'b' },
  ])
  expect(Object.keys(manifest.files)).toContain(`tenants/${w.tenant.uuid}/media/${sha256.slice(0, 2)}/${sha256}`)
  expect(existsSync(join(backup, 'tenants', other.tenant.uuid))).toBe(false)
  const verdict = await verifyBackup(backup, { readMedia: true, storedFiles })
  expect({ ...verdict, manifest: null }).toEqual({ manifest: null, problems: [], faults: [], missing: [] })
  expect(findBackupOf(w.dataDir, other.tenant.uuid)).toBeUndefined()
})

test('leaves out a company that moved while it was copied', async () => {
  const { w, scope, standing } = await node()
  let asked = 0
  const {
    folder: backup,
    manifest,
    problems,
  } = await backUp(
    w,
    scope({
      async find(uuid) {
        const found = standing.get(uuid) ?? { isHere: false, node: null, epoch: 0 }
        return uuid === w.tenant.uuid && ++asked > 1 ? { isHere: false, node: 'c', epoch: 4 } : found
      },
    }),
  )
  expect(problems).toEqual([])
  expect(manifest.companies[0]).toMatchObject({ missing: 'it is on node c', elsewhere: 'c', counts: null })
  expect(existsSync(join(backup, 'tenants', w.tenant.uuid))).toBe(false)
})

test('copies one again that came back meanwhile', async () => {
  const { w, scope, standing } = await node()
  let asked = 0
  const { manifest } = await backUp(
    w,
    scope({
      async find(uuid) {
        const found = standing.get(uuid) ?? { isHere: false, node: null, epoch: 0 }
        return uuid === w.tenant.uuid ? { ...found, epoch: ++asked > 1 ? 5 : 3 } : found
      },
    }),
  )
  expect(manifest.companies[0]).toMatchObject({ missing: null })
})

test('names as problems one that moves all the time, and one that nobody owns', async () => {
  const { w, other, scope, standing } = await node()
  let epoch = 3
  standing.set(other.tenant.uuid, { isHere: false, node: null, epoch: 5 })
  const { manifest, problems } = await backUp(
    w,
    scope({
      find: async (uuid) =>
        uuid === w.tenant.uuid
          ? { isHere: true, node: 'a', epoch: epoch++ }
          : (standing.get(uuid) ?? { isHere: false, node: null, epoch: 0 }),
    }),
  )
  expect(manifest.companies.map(({ missing }) => missing)).toEqual(['it moved again and again', 'no node owns it now'])
  expect(problems).toEqual([
    `Company ${w.tenant.id} "Loja Centro" (${w.tenant.uuid}) is NOT in this backup: it moved again and again`,
    `Company ${other.tenant.id} "Outra" (${other.tenant.uuid}) is NOT in this backup: no node owns it now`,
  ])
})
