/** What a node keeps of companies that are not its own any more goes after a day, and nothing that somebody needs. */
import { expect, test } from 'bun:test'
import { existsSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { RESTORED_NAME } from '../../../src/fleet/set-aside'
import { tenantFolder } from '../../../src/platform/databases'
import { DAY } from '../../../src/platform/time'
import { createLeftovers } from '../../../src/server/fleet/leftovers'
import { listCompanies } from '../../../src/tenancy/companies'
import { until } from '../../support/until'
import { openFleetWithTwoNodes, type TestNode } from '../node/fleet'

/** As the node looks two days later. */
function looksAt({ node, server, dataDir }: TestNode, name: string, handedOut: ReadonlySet<string> = new Set()) {
  const removed: string[] = []
  const look = createLeftovers({
    dataDir,
    node: name,
    placement: node.placement,
    now: () => Date.now() + 2 * DAY,
    listCompanies: () => listCompanies(server.databases.control),
    isHandedOut: (company) => handedOut.has(company),
    areFilesStored: (company) => node.media.store.hasAllOf(company),
    removed: (company) => void removed.push(company),
  })
  return async () => {
    await look()
    await look()
    return removed.splice(0)
  }
}

test('a node removes what it has of deleted companies, and of those that two others have', async () => {
  const { fleet, a, b, uuids, asOperator } = await openFleetWithTwoNodes()
  const [first = '', bakery = ''] = uuids
  const { picture } = a.node.placement
  const isCopied = (company: string) => picture.owners.get(company)?.value.isStandbyReady === true
  await until(() => uuids.every(isCopied), 'copies on b')
  const ofB = looksAt(b, 'b')
  expect(await ofB()).toEqual([]) // copies
  expect(await looksAt(a, 'a')()).toEqual([]) // its own

  const c = await fleet.open('c', fleet.emptyFolder())
  c.node.askControlBy(async (question) => a.node.control.answer(question))
  await a.server.fleet?.move(bakery, 'c')
  await until(() => picture.ownerOf(bakery)?.node === 'c' && isCopied(bakery), 'the bakery on c, and a copy')
  const isLeftAt = (name: string) => {
    const { standby, to } = picture.owners.get(bakery)?.value ?? {}
    return standby !== name && to !== name
  }
  const [left, name] = isLeftAt('a') ? [a, 'a'] : [b, 'b']
  expect(isLeftAt(name)).toBe(true)
  await until(() => left.node.placement.phaseOf(bakery) === 'cold', 'the node that lets go of it')
  expect(await looksAt(left, name, new Set([bakery]))()).toEqual([]) // a command has it
  await left.node.media.store.storeAll(bakery)
  const home = tenantFolder(left.dataDir, bakery)
  const note = join(home, RESTORED_NAME)
  writeFileSync(note, '{}')
  expect(await looksAt(left, name)()).toEqual([]) // about to replace the company
  await Bun.file(note).delete()
  expect(await looksAt(left, name)()).toEqual([bakery])
  expect(existsSync(home)).toBe(false)
  expect(existsSync(tenantFolder(left.dataDir, first))).toBe(true)

  // It comes back as if it had never been here.
  await left.server.fleet?.bring(bakery)
  await until(() => left.server.databases.isAvailable(bakery), 'the bakery again')
  expect(left.server.cxOf(bakery).db.$client.pragma('quick_check', { simple: true })).toBe('ok')
  await until(() => isCopied(bakery), 'a copy')
  const response = await a.request('/api/companies/2', asOperator('DELETE', { name: 'Padaria Sol' }))
  expect(response.status).toBe(200)
  const others = [
    { one: b, name: 'b' },
    { one: c, name: 'c' },
  ].filter(({ one }) => existsSync(tenantFolder(one.dataDir, bakery)))
  expect(others.length).toBeGreaterThan(0)
  for (const { one, name } of others) {
    await until(() => !one.node.placement.picture.owners.has(bakery), `the picture of ${name}`)
    await until(() => one.node.placement.phaseOf(bakery) === 'cold', `${name}, which lets go of it`)
    await until(() => !listCompanies(one.server.databases.control).some(({ uuid }) => uuid === bakery), 'control.db')
    await one.node.media.store.storeAll(bakery)
    expect(await looksAt(one, name)()).toEqual([bakery])
    expect(existsSync(tenantFolder(one.dataDir, bakery))).toBe(false)
  }
}, 300_000)
