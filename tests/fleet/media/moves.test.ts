/** Files of a company that moves between nodes with real servers. */
import { expect, test } from 'bun:test'
import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import pino from 'pino'
import { backupScope } from '../../../cli/fleet'
import { createBackup } from '../../../src/operator/backup/create'
import { verifyBackup } from '../../../src/operator/backup/verify'
import { tenantFolder } from '../../../src/platform/databases'
import {
  adoptFile,
  findStoredFile,
  hashOf,
  obtainStoredFile,
  type Sha256,
  serveFile,
  sidePath,
} from '../../../src/platform/files'
import { openLocalSocket } from '../../../src/server/fleet/local-socket'
import { storedFiles } from '../../../src/stored-files'
import { until } from '../../support/until'
import { openFleetWithTwoNodes, startFleet, type TestNode } from '../node/fleet'
import { random, read } from './nodes'

async function store({ dataDir, server }: TestNode, company: string, bytes: Uint8Array): Promise<Sha256> {
  const folder = tenantFolder(dataDir, company)
  const path = sidePath(folder)
  writeFileSync(path, bytes)
  const { sha256 } = await hashOf(path)
  await adoptFile(folder, path, sha256)
  server.cxOf(company).transaction(({ db }) => {
    db.$client
      .prepare('INSERT INTO queues (name, color, media_file, created_at) VALUES (@sha256, @color, @sha256, 1)')
      .run({ sha256, color: `#${sha256.slice(0, 6)}` })
  })
  return sha256
}

const namesAt = ({ server }: TestNode, company: string) =>
  server
    .cxOf(company)
    .db.$client.prepare('SELECT media_file FROM queues WHERE media_file IS NOT NULL')
    .pluck()
    .all() as string[]

test('of an installation that was restored and not activated enter no fleet', async () => {
  const fleet = await startFleet()
  writeFileSync(join(fleet.first, 'passive'), '')
  await expect(fleet.open('a', fleet.first)).rejects.toThrow('is on standby')
}, 120_000)

test('are there on the other node as soon as the company answers there, and when it comes back', async () => {
  const { a, b, uuids } = await openFleetWithTwoNodes()
  const [, bakery = ''] = uuids
  const picture = random(300_000)
  const name = await store(a, bakery, picture)
  await until(() => a.node.placement.picture.owners.get(bakery)?.value.isStandbyReady, 'the copy')
  await a.server.fleet?.move(bakery, 'b')
  await until(() => b.server.databases.isAvailable(bakery), 'the company on b')
  expect(namesAt(b, bakery)).toEqual([name])
  const folder = tenantFolder(b.dataDir, bakery)
  expect(findStoredFile(folder, name)).toBeUndefined()
  const served = await serveFile(new Request('http://localhost/', { headers: { range: 'bytes=5-9' } }), {
    folder,
    file: name,
    mimetype: 'image/png',
    name: null,
  })
  expect(await read(served)).toEqual(picture.subarray(5, 10))
  const second = await store(b, bakery, random(1000))
  await until(() => b.node.placement.picture.owners.get(bakery)?.value.isStandbyReady, 'the copy on a')
  await b.server.fleet?.move(bakery, 'a')
  await until(() => a.server.databases.isAvailable(bakery), 'the company on a again')
  expect(namesAt(a, bakery).toSorted()).toEqual([name, second].toSorted())
  expect(await obtainStoredFile(tenantFolder(a.dataDir, bakery), second)).toBeDefined()
}, 120_000)

/** Through the socket that commands use, with what the command itself does. */
async function backUp({ dataDir, node, server }: TestNode) {
  const { view, gate } = node.parts
  const { lending, controlHolds } = node
  const { bringFiles } = node.media
  const log = pino({ level: 'silent' })
  const { control } = server.databases
  const updates = { listHoldUps: () => [], goOn() {}, stop: async () => {} }
  const deps = {
    dataDir,
    view,
    gate,
    control,
    log,
    lending,
    controlHolds,
    bringFiles,
    updateAddress: () => '',
    updates,
  }
  const socket = openLocalSocket(deps)
  try {
    return await createBackup(dataDir, Date.now(), {
      to: null,
      withKey: false,
      storedFiles,
      fleet: backupScope(dataDir),
    })
  } finally {
    await socket.stop()
  }
}

test('are in the backup of the node that owns the company, and the other one names that node', async () => {
  const { a, b, uuids } = await openFleetWithTwoNodes()
  const [shop = '', bakery = ''] = uuids
  const name = await store(a, bakery, random(300_000))
  await until(() => a.node.placement.picture.owners.get(bakery)?.value.isStandbyReady, 'the copy')
  await a.server.fleet?.move(bakery, 'b')
  await until(() => b.server.databases.isAvailable(bakery), 'the company on b')
  await until(() => a.node.placement.picture.ownerOf(bakery)?.node === 'b', 'the new owner in the picture of a')
  const where = async (node: TestNode) => {
    const { manifest, problems, folder } = await backUp(node)
    const { missing } = await verifyBackup(folder, { readMedia: true, storedFiles })
    const companies = manifest.companies.map(({ uuid, elsewhere }) => [uuid, elsewhere ?? 'here'])
    return { problems, missing, companies, files: Object.keys(manifest.files) }
  }
  const ofA = await where(a)
  expect(ofA).toMatchObject({
    problems: [],
    missing: [],
    companies: [
      [shop, 'here'],
      [bakery, 'b'],
    ],
  })
  const ofB = await where(b)
  expect(ofB).toMatchObject({
    problems: [],
    missing: [],
    companies: [
      [shop, 'a'],
      [bakery, 'here'],
    ],
  })
  expect(ofB.files).toContain(`tenants/${bakery}/media/${name.slice(0, 2)}/${name}`)
}, 120_000)
