/** Who owns a company, with the real placement on nodes whose servers, companies and time are simulated. */
import { describe, expect, test } from 'bun:test'
import { CONTROL } from '../../../src/platform/gate'
import { inSuite } from '../../support/long'
import { type FleetOptions, type NodeOptions, SimulatedFleet, VERSIONS } from './support/simulated-fleet'

const ownershipOf = (fleet: SimulatedFleet, company: string) => fleet.servers.owners.read(company)?.value
const isReady = (fleet: SimulatedFleet, company: string) => ownershipOf(fleet, company)?.isStandbyReady === true

/** A fleet whose companies all have an owner, and a standby if there is a second node. */
async function start(
  nodes: Readonly<Record<string, NodeOptions>>,
  companies: readonly string[],
  options: FleetOptions = {},
): Promise<SimulatedFleet> {
  const fleet = new SimulatedFleet(options)
  const [first = '', ...others] = Object.keys(nodes)
  fleet.boot(first, nodes[first])
  for (const other of others) fleet.boot(other, nodes[other])
  await fleet.pass(3000)
  await fleet.settled(Promise.all(companies.map((company) => fleet.node(first).placement.adopt(company))))
  const isComplete = (company: string) => fleet.isOwned(company) && (others.length === 0 || isReady(fleet, company))
  await fleet.until(() => companies.every(isComplete), 300_000)
  return fleet
}

const countBy = (owners: readonly string[]) =>
  Object.fromEntries(
    Map.groupBy(owners, (one) => one)
      .entries()
      .map(([node, all]) => [node, all.length]),
  )

describe('the death of a node', () => {
  test('lets the standby own its company within 15 s, with everything that was confirmed', async () => {
    const fleet = await start({ a: {}, b: {} }, ['x'])
    await fleet.pass(20_000)
    const told = fleet.judge.countTold('x')
    expect(told).toBeGreaterThan(10)
    const [owner = ''] = fleet.ownersOf('x')

    fleet.node(owner).process.kill()
    const took = await fleet.until(() => fleet.isOwned('x'), 30_000)

    expect(took).toBeLessThanOrEqual(15_000)
    expect(fleet.ownersOf('x')).toEqual([owner === 'a' ? 'b' : 'a'])
    await fleet.pass(10_000)
    expect(fleet.judge.countTold('x')).toBeGreaterThan(told)
    expect(fleet.verify()).toEqual([])
  })

  const seeds = Array.from({ length: inSuite(5, 50) }, (_, at) => at + 1)
  test.each(seeds)('is over within 15 s at any moment, with delays of up to 200 ms (seed %d)', async (seed) => {
    const unkindness = { lost: 0, unanswered: 0, late: 0, delayMs: 200 }
    const fleet = await start({ a: {}, b: {}, c: {} }, ['x', 'y', 'z'], { seed, unkindness })
    await fleet.pass(fleet.random.between(0, 5000))
    const [owner = ''] = fleet.ownersOf('x')
    fleet.node(owner).process.kill()
    const took = await fleet.until(() => ['x', 'y', 'z'].every((company) => fleet.isOwned(company)), 30_000)
    expect(took).toBeLessThanOrEqual(15_000)
    expect(fleet.verify()).toEqual([])
  })

  test('spreads its many companies over the living, active ones and control first, within 20 s', async () => {
    const count = inSuite(300, 1000)
    const companies = [CONTROL, 'first', ...Array.from({ length: count }, (_, at) => `c${at}`)]
    const activeAt = (company: string) => (company.startsWith('c') ? Number(company.slice(1)) : 0)
    // Only one node has room for owners at first.
    const fleet = await start({ a: { activeAt } }, companies, { commitEveryMs: 600_000 })
    for (const name of ['b', 'c', 'd', 'e']) fleet.boot(name, { activeAt })
    await fleet.until(() => companies.every((company) => isReady(fleet, company)), 600_000)
    const standbys = countBy(companies.map((company) => ownershipOf(fleet, company)?.standby ?? 'none'))
    for (const name of ['b', 'c', 'd', 'e'])
      expect(Math.abs((standbys[name] ?? 0) - count / 4)).toBeLessThan(count / 20)
    for (const node of fleet.nodes) node.phases.length = 0

    fleet.node('a').process.kill()
    const took = await fleet.until(() => companies.every((company) => fleet.isOwned(company)), 60_000)

    expect(took).toBeLessThanOrEqual(20_000)
    const owners = countBy(companies.flatMap((company) => fleet.ownersOf(company)))
    expect(owners).toEqual(standbys)
    expect(fleet.ownersOf(CONTROL)).toEqual(fleet.ownersOf('first'))
    for (const node of fleet.nodes.slice(1)) {
      const claimed = node.phases
        .filter((phase) => /^c\d+ claiming$/.test(phase))
        .map((phase) => activeAt(phase.split(' ')[0] ?? ''))
      const half = Math.floor(claimed.length / 2)
      const mean = (list: readonly number[]) => list.reduce((sum, one) => sum + one, 0) / list.length
      expect(mean(claimed.slice(0, half)) - mean(claimed.slice(half))).toBeGreaterThan(0.4 * count)
    }
    expect(fleet.verify()).toEqual([])
  }, 60_000)

  test('gives control and company 1 to the same node, control first', async () => {
    const fleet = await start({ a: {}, b: {}, c: {} }, [CONTROL, 'first', 'x'])
    const [owner = ''] = fleet.ownersOf(CONTROL)
    expect(fleet.ownersOf('first')).toEqual([owner])
    expect(ownershipOf(fleet, 'first')?.standby).toBe(ownershipOf(fleet, CONTROL)?.standby as string)
    fleet.node(owner).process.kill()
    await fleet.until(() => fleet.isOwned('first'), 30_000)
    const [heir = ''] = fleet.ownersOf(CONTROL)
    expect(fleet.ownersOf('first')).toEqual([heir])
    const own = fleet.node(heir).phases.filter((phase) => / own$/.test(phase))
    expect(own.indexOf(`${CONTROL} own`)).toBeLessThan(own.indexOf('first own'))
  })

  test('and that of the standby too leave the company to the third within 30 s more', async () => {
    const fleet = await start({ a: {}, b: {}, c: {} }, ['x'])
    const standby = ownershipOf(fleet, 'x')?.standby ?? ''
    const [owner = ''] = fleet.ownersOf('x')
    fleet.node(owner).process.kill()
    fleet.node(standby).process.kill()
    const took = await fleet.until(() => fleet.isOwned('x'), 60_000)
    expect(took).toBeLessThanOrEqual(30_000)
    expect(fleet.verify()).toEqual([])
  })
})

describe('the peace of a fleet', () => {
  test('nothing moves for ten minutes, nor in the first minutes after a node has come back', async () => {
    const companies = ['x', 'y', 'z', 'u', 'v']
    const fleet = await start({ a: {}, b: {}, c: {} }, companies, { commitEveryMs: 60_000 })
    const epochs = () => companies.map((company) => ownershipOf(fleet, company)?.epoch)
    const before = epochs()
    await fleet.pass(600_000)
    expect(epochs()).toEqual(before)

    const [owner = ''] = fleet.ownersOf('x')
    fleet.node(owner).process.kill()
    await fleet.pass(60_000)
    const after = companies.map((company) => fleet.ownersOf(company))
    fleet.boot(owner)
    await fleet.pass(590_000)
    expect(companies.map((company) => fleet.ownersOf(company))).toEqual(after)
    expect(companies.every((company) => isReady(fleet, company))).toBe(true)
    expect(fleet.verify()).toEqual([])
  })

  test('a standby that is away for 20 s stays the standby; after 40 s another is', async () => {
    const fleet = await start({ a: {}, b: {}, c: {} }, ['x'])
    const standby = ownershipOf(fleet, 'x')?.standby ?? ''
    fleet.node(standby).process.kill()
    await fleet.pass(20_000)
    fleet.boot(standby)
    await fleet.pass(60_000)
    expect(ownershipOf(fleet, 'x')?.standby).toBe(standby)
    fleet.node(standby).process.kill()
    await fleet.pass(60_000)
    expect(ownershipOf(fleet, 'x')?.standby).not.toBe(standby)
    expect(isReady(fleet, 'x')).toBe(true)
  })

  test('a process that was stopped for 20 s wakes without a word from the past', async () => {
    const fleet = await start({ a: {}, b: {} }, ['x'], { commitEveryMs: 50 })
    const [owner = ''] = fleet.ownersOf('x')
    fleet.node(owner).process.stop()
    await fleet.until(() => fleet.isOwned('x'), 20_000)
    await fleet.pass(5000)
    fleet.node(owner).process.continue()
    await fleet.pass(30_000)
    expect(fleet.ownersOf('x')).not.toEqual([owner])
    expect(ownershipOf(fleet, 'x')?.standby).toBe(owner)
    expect(isReady(fleet, 'x')).toBe(true)
    expect(fleet.verify()).toEqual([])
  })

  test('a process that ends in order hands its companies over in less than 2 s', async () => {
    const fleet = await start({ a: {}, b: {} }, ['x', 'y', 'z'])
    const [owner = ''] = fleet.ownersOf('x')
    void fleet.node(owner).placement.stop()
    const took = await fleet.until(
      () => ['x', 'y', 'z'].every((company) => fleet.isOwned(company) && fleet.ownersOf(company)[0] !== owner),
      10_000,
    )
    expect(took).toBeLessThan(2000)
    expect(fleet.verify()).toEqual([])
  })

  test('an answer to an unknown company names no owner, and one of a dead owner none either', async () => {
    const fleet = await start({ a: {}, b: {} }, ['x'])
    const [owner = ''] = fleet.ownersOf('x')
    const { placement } = fleet.node(owner === 'a' ? 'b' : 'a')
    expect(placement.ownerOf('nobody')).toBeUndefined()
    expect(placement.ownerOf('x')).toEqual({ node: owner, url: `https://${owner}:7000`, epoch: 1 })
    fleet.node(owner).process.kill()
    await fleet.until(() => placement.ownerOf('x') === undefined, 15_000)
  })
})

test('a node whose name another process has taken says so once, and comes back when that process is gone', async () => {
  const fleet = await start({ a: {} }, ['x'])
  const first = fleet.node('a')
  first.process.stop()
  const other = fleet.boot('a')
  await fleet.until(() => other.placement.owns('x'), 60_000)
  first.process.continue()
  await fleet.until(() => first.errors.length > 0, 30_000)
  await fleet.pass(60_000)
  expect(first.errors).toEqual([expect.stringContaining('is in use by another process')])
  expect(fleet.isOwned('x')).toBe(true)

  other.process.kill()
  await fleet.until(() => first.placement.owns('x'), 60_000)
  await fleet.pass(5000)
  expect(fleet.verify()).toEqual([])
})

describe('nodes of different versions', () => {
  const newer = { ...VERSIONS, program: '1.1.0', schema: 101 }

  test('a company goes to a node that knows its schema, and not to an older one', async () => {
    const fleet = await start({ a: { versions: newer }, b: { versions: newer } }, ['x', 'y', 'z', 'u'])
    fleet.boot('c')
    await fleet.pass(5000)
    expect(['x', 'y', 'z', 'u'].map((company) => ownershipOf(fleet, company)?.schema)).toEqual([101, 101, 101, 101])
    fleet.node('a').process.kill()
    fleet.node('b').process.kill()
    await fleet.pass(120_000)
    expect(['x', 'y', 'z', 'u'].flatMap((company) => fleet.ownersOf(company))).toEqual([])
    fleet.boot('b', { versions: newer })
    await fleet.until(() => ['x', 'y', 'z', 'u'].every((company) => fleet.isOwned(company)), 60_000)
    expect(fleet.verify()).toEqual([])
  })

  test('a company whose schema all know goes to an old node before a new one', async () => {
    const fleet = await start({ a: {}, b: {} }, ['x', 'y', 'z'])
    fleet.boot('n', { versions: newer, capacity: 10_000 })
    await fleet.pass(5000)
    fleet.node('a').process.kill()
    await fleet.pass(120_000)
    for (const company of ['x', 'y', 'z']) expect(fleet.ownersOf(company)).toEqual(['b'])
  })
})
