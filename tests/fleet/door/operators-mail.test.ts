/** Mail to the operator's people, from a node that does not have their company. */
import { expect, test } from 'bun:test'
import { cpSync, mkdtempSync } from 'node:fs'
import { join } from 'node:path'
import { mailFailedBackup } from '../../../src/features/monitor/mail'
import { listCompanies } from '../../../src/tenancy/companies'
import { mailbox } from '../../support/mailbox'
import { shelf } from '../../support/shelf'
import { NOON, world } from '../../support/world'
import { newProductFleet } from './support/product-nodes'

test('of a backup that failed there, once to each person', async () => {
  const box = await mailbox()
  const base = world()
  const people = [1, 2].map(() => base.attendant([], { profile: 'admin', super: true }).email)
  await base.close()
  const folder = mkdtempSync(join(shelf(), 'balcao-other-'))
  cpSync(base.dataDir, folder, { recursive: true })
  const fleet = newProductFleet()
  const [one, other] = [base.dataDir, folder].map((dataDir) => world({ dataDir, startsAt: NOON, mail: box }))
  if (!one || !other) throw new Error('two were opened')
  const [b] = [fleet.open('b', one), fleet.open('a', other)]
  const uuids = listCompanies(one.server.databases.control).map(({ uuid }) => uuid)
  for (const uuid of uuids) other.server.databases.handOver(uuid)
  fleet.moveAll(uuids, 'b')
  await mailFailedBackup(other.server, 'a: the disk is full')
  expect(
    box
      .mails()
      .flatMap(({ to }) => to)
      .sort(),
  ).toEqual(people.toSorted())
  b.door.close()
  await b.door.stop()
  fleet.move(one.tenant.uuid, undefined)
  box.empty()
  await mailFailedBackup(other.server, 'a: the disk is full')
  expect(box.mails()).toEqual([])
  expect(other.logged.map(({ msg }) => msg)).toContain('a mail to the operator was not sent')
}, 60_000)
