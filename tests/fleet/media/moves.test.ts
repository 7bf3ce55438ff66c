/** Files of a company that moves between nodes with real servers. */
import { expect, test } from 'bun:test'
import { writeFileSync } from 'node:fs'
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
import { until } from '../../support/until'
import { openFleetWithTwoNodes, type TestNode } from '../node/fleet'
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
