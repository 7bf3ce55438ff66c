/** The placement of two nodes on a real server's buckets and log. */
import { afterAll, beforeAll, describe, expect, test } from 'bun:test'
import type { StoredMessage } from '../../../src/fleet/commit-log'
import { openBucket } from '../../../src/fleet/jetstream/buckets'
import type { NodeLease } from '../../../src/fleet/placement/lease'
import { type OrderDeps, orderMove } from '../../../src/fleet/placement/move'
import type { NodeOrder, Ownership } from '../../../src/fleet/placement/owners'
import { Placement } from '../../../src/fleet/placement/placement'
import { systemTimers } from '../../../src/fleet/placement/timers'
import { isLong } from '../../support/long'
import { type Nats, startNats } from '../../support/nats'
import { until } from '../../support/until'
import { type OpenedLog, openLog } from '../jetstream/opened'
import { Judge } from './support/judge'
import { SimulatedCompanies } from './support/simulated-company'
import { VERSIONS } from './support/simulated-fleet'
import { randomOf } from './support/virtual-time'

type Started = { readonly opened: OpenedLog; readonly placement: Placement; readonly deps: OrderDeps; cut(): void }

let nats: Nats
const judge = new Judge()
const started: Started[] = []
beforeAll(async () => {
  nats = await startNats()
})
afterAll(async () => {
  await Promise.all(started.map(({ placement }) => placement.stop()))
  await Promise.all(started.map(({ opened }) => opened.close()))
  await nats?.stop()
})

async function startNode(name: string): Promise<Started> {
  const opened = await openLog(nats)
  const { connection, log } = opened
  let isCut = false
  const timers = {
    now: systemTimers.now,
    after: (ms: number, run: () => void) => systemTimers.after(ms, () => !isCut && run()),
  }
  const buckets = {
    nodes: openBucket<NodeLease>(connection, 'nodes'),
    owners: openBucket<Ownership>(connection, 'owners'),
    orders: openBucket<NodeOrder>(connection, 'orders'),
  }
  const effects = new SimulatedCompanies({
    node: name,
    timers,
    random: randomOf(1),
    log,
    judge,
    owns: (company) => !isCut && placement.owns(company),
    report: (company, event) => placement.report(company, event),
    commitEveryMs: 20,
  })
  const placement: Placement = new Placement({
    node: name,
    buckets,
    timers,
    effects,
    firstCompany: 'first',
    facts: () => ({
      url: `https://${name}:7000`,
      versions: VERSIONS,
      load: { companies: 0, standbys: 0, busy: 0, capacity: 100 },
    }),
    newIncarnation: () => crypto.randomUUID(),
  })
  await placement.start()
  const deps = { buckets, picture: placement.picture, timers, firstCompany: 'first' }
  // Its time stands still, as if the process were stopped.
  const cut = () => {
    isCut = true
  }
  const one = { opened, placement, deps, cut }
  started.push(one)
  return one
}

async function verify(company: string): Promise<readonly string[]> {
  const messages: StoredMessage[] = []
  for await (const message of started[0]?.opened.log.read(company, 0) ?? []) messages.push(message)
  judge.verify(company, messages)
  return judge.faults
}

describe('two nodes on a real server', () => {
  const company = crypto.randomUUID()

  test('share a company as owner and standby, and move it within 2 s', async () => {
    const [a, b] = [await startNode('a'), await startNode('b')]
    await a.placement.adopt(company)
    await until(() => a.placement.owns(company) && a.placement.picture.owners.get(company)?.value.isStandbyReady)
    await until(() => judge.countTold(company) > 20)
    expect(b.placement.ownerOf(company)).toMatchObject({ node: 'a', url: 'https://a:7000' })

    await orderMove(b.deps, company, 'b')
    await until(() => b.placement.owns(company))
    const told = judge.countTold(company)
    await until(() => judge.countTold(company) > told)
    expect(a.placement.owns(company)).toBe(false)
    await until(() => a.placement.ownerOf(company)?.node === 'b')
    await until(() => b.placement.picture.owners.get(company)?.value.isStandbyReady)
    expect(await verify(company)).toEqual([])
  })

  if (isLong)
    test('the standby owns it after the owner has fallen silent', async () => {
      const [a, b] = started
      b?.cut()
      const began = performance.now()
      await until(() => a?.placement.owns(company))
      expect(performance.now() - began).toBeGreaterThan(9000)
      const told = judge.countTold(company)
      await until(() => judge.countTold(company) > told)
      expect(await verify(company)).toEqual([])
    })
})
