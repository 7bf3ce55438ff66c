/** What a company stores is counted on the next node, too. */
import { expect, test } from 'bun:test'
import { writeFileSync } from 'node:fs'
import { tenantFolder } from '../../../src/platform/databases'
import { adoptFile, hashOf, sidePath } from '../../../src/platform/files'
import { getValue } from '../../../src/platform/sql'
import { countStored } from '../../../src/tenancy/storage'
import { until } from '../../support/until'
import { openFleetWithTwoNodes } from '../node/fleet'

test('bytes that came since they were counted move with the company', async () => {
  const { a, b, uuids } = await openFleetWithTwoNodes()
  const [, bakery = ''] = uuids
  const { picture } = a.node.placement
  await until(() => picture.owners.get(bakery)?.value.isStandbyReady, 'the copy')
  const folder = tenantFolder(a.dataDir, bakery)
  await countStored(a.server.cxOf(bakery), folder)
  const side = sidePath(folder)
  writeFileSync(side, 'uma foto')
  await adoptFile(folder, side, (await hashOf(side)).sha256)
  await a.server.fleet?.move(bakery, 'b')
  await until(() => b.server.databases.isAvailable(bakery), 'the company on b')
  expect(getValue<number>(b.server.cxOf(bakery).db, 'SELECT bytes FROM stored_bytes')).toBe(8)
}, 120_000)
