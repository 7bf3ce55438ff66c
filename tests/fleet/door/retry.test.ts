/** What has failed is tried again on all nodes, each of which is asked once. */
import { expect, test } from 'bun:test'
import { cpSync, mkdtempSync } from 'node:fs'
import { join } from 'node:path'
import { acrossNodes } from '../../../src/features/monitor/at-nodes'
import { listCompanies } from '../../../src/tenancy/companies'
import { shelf } from '../../support/shelf'
import { NOON, world } from '../../support/world'
import { newProductFleet } from './support/product-nodes'

/** `a` has the first company and control.db; `b` has three. */
async function openWithThreeElsewhere() {
  const base = world()
  const there = ['Padaria Sol', 'Padaria Lua', 'Padaria Mar'].map((name) => base.company(name).tenant.uuid)
  await base.close()
  const folder = mkdtempSync(join(shelf(), 'balcao-other-'))
  cpSync(base.dataDir, folder, { recursive: true })
  const fleet = newProductFleet()
  const [one, other] = [world({ dataDir: base.dataDir, startsAt: NOON }), world({ dataDir: folder, startsAt: NOON })]
  const [a, b] = [fleet.open('a', one), fleet.open('b', other)]
  const uuids = listCompanies(one.server.databases.control).map(({ uuid }) => uuid)
  fleet.moveAll(uuids, 'a')
  for (const uuid of uuids) (there.includes(uuid) ? one : other).server.databases.handOver(uuid)
  for (const uuid of there) fleet.move(uuid, 'b')
  return { a, b, one, uuids, there, everyNode: acrossNodes(one.server) }
}

test('in companies of another node, and not once more for each when it is gone', async () => {
  const { b, one, uuids, everyNode } = await openWithThreeElsewhere()
  expect(await everyNode.retryQueue('outbox', uuids)).toBe(4)
  b.door.close()
  await b.door.stop()
  expect(await everyNode.retryQueue('outbox', uuids)).toBe(1)
  expect(one.logged.filter(({ msg }) => msg === 'what has failed could not be tried again')).toHaveLength(1)
}, 60_000)

test('a job runs again there, too', async () => {
  const { b, everyNode } = await openWithThreeElsewhere()
  const { jobs } = b.w.server.vitals
  jobs.note('email.send', 1, true)
  expect(jobs.of('email.send').failedAt).not.toBeNull()
  await everyNode.retryJob('email.send')
  expect(jobs.of('email.send').failedAt).toBeNull()
}, 60_000)
