/** Nodes whose disks are full: they keep what they own, and get nothing more. */
import { describe, expect, test } from 'bun:test'
import { findMove, type OrderDeps, orderDrain, orderMove } from '../../../src/fleet/placement/move'
import { type NodeLoad, planMoves } from '../../../src/fleet/placement/rebalance'
import { SimulatedFleet, type SimulatedNode, VERSIONS } from './support/simulated-fleet'

const ownershipOf = (fleet: SimulatedFleet, company: string) => fleet.servers.owners.read(company)?.value
const isCopied = (fleet: SimulatedFleet, company: string) =>
  fleet.isOwned(company) && ownershipOf(fleet, company)?.isStandbyReady === true
const depsOf = ({ placement, process }: SimulatedNode): OrderDeps => ({
  buckets: placement.buckets,
  picture: placement.picture,
  timers: process,
  firstCompany: 'first',
})

/** Nodes a, b and c, of which those in `full` have no room; `x` is at a. */
async function start(full: Set<string>, companies: readonly string[] = ['x']) {
  const fleet = new SimulatedFleet({ commitEveryMs: 5000 })
  const boot = (name: string) => fleet.boot(name, { isFull: () => full.has(name) })
  for (const name of ['a', 'b', 'c']) boot(name)
  await fleet.pass(3000)
  for (const company of companies) await fleet.settled(fleet.node('a').placement.adopt(company))
  await fleet.until(() => companies.every((company) => isCopied(fleet, company)), 120_000)
  return { fleet, boot }
}

const refusalOf = (order: Promise<unknown>) =>
  order.then(
    () => 'not refused',
    (error: Error) => error.message,
  )

describe('a node without room', () => {
  test('gets no copy', async () => {
    const companies = Array.from({ length: 9 }, (_, at) => `x${at}`)
    const { fleet } = await start(new Set(['c']), companies)
    expect(companies.map((company) => ownershipOf(fleet, company)?.standby)).not.toContain('c')
  })

  test('keeps its copies for a moment, and then other nodes make them', async () => {
    const full = new Set<string>()
    const { fleet } = await start(full)
    const standby = ownershipOf(fleet, 'x')?.standby ?? ''
    const other = standby === 'b' ? 'c' : 'b'
    full.add(standby)
    await fleet.pass(20_000)
    expect(ownershipOf(fleet, 'x')?.standby).toBe(standby)
    full.clear()
    await fleet.pass(20_000)
    full.add(standby)
    await fleet.until(() => ownershipOf(fleet, 'x')?.standby === other && isCopied(fleet, 'x'), 60_000)
    expect(fleet.verify()).toEqual([])
  })

  test('keeps them where no other node has room', async () => {
    const full = new Set<string>()
    const { fleet } = await start(full)
    const standby = ownershipOf(fleet, 'x')?.standby ?? ''
    for (const name of ['b', 'c']) full.add(name)
    await fleet.pass(120_000)
    expect(ownershipOf(fleet, 'x')?.standby).toBe(standby)
  })

  test('takes a company after the others, and all the same when nobody else is there', async () => {
    const full = new Set<string>()
    const { fleet } = await start(full)
    const standby = ownershipOf(fleet, 'x')?.standby ?? ''
    const other = standby === 'b' ? 'c' : 'b'
    full.add(standby)
    await fleet.pass(3000)
    fleet.node('a').process.kill()
    await fleet.until(() => fleet.isOwned('x'), 30_000)
    expect(fleet.ownersOf('x')).toEqual([other])
    fleet.node(other).process.kill()
    await fleet.until(() => fleet.ownersOf('x')[0] === standby, 60_000)
    expect(fleet.verify()).toEqual([])
  })

  test('is no target of moves and drains, in words', async () => {
    const { fleet } = await start(new Set(['c']))
    const deps = depsOf(fleet.node('a'))
    expect(await fleet.settled(refusalOf(orderMove(deps, 'x', 'c')))).toBe(
      'The disk of node "c" is full: make room there first.',
    )
    fleet.node('b').process.kill()
    await fleet.pass(20_000)
    expect(await fleet.settled(refusalOf(orderDrain(deps, 'a')))).toBe(
      'The disks of all other nodes are full: make room on c first.',
    )
  })

  test('ends a move that is on its way there', async () => {
    const full = new Set<string>()
    const { fleet } = await start(full)
    const to = ownershipOf(fleet, 'x')?.standby === 'b' ? 'c' : 'b'
    fleet.node(to).logLink.cut()
    const deps = depsOf(fleet.node('a'))
    await fleet.settled(orderMove(deps, 'x', to))
    full.add(to)
    await fleet.until(() => findMove(deps.picture, 'x') === undefined, 10_000)
    fleet.node(to).logLink.mend()
    await fleet.pass(30_000)
    expect(fleet.ownersOf('x')).toEqual(['a'])
  })

  test('gives load away and takes none when it is spread', async () => {
    const node = (name: string, isFull = false): NodeLoad => ({ node: name, capacity: 100, versions: VERSIONS, isFull })
    const many = (at: string, count: number) =>
      Array.from({ length: count }, (_, one) => ({
        company: `${at}${one}`,
        node: at,
        standby: undefined,
        schema: 100,
        load: 1,
      }))
    const away = await planMoves([node('a', true), node('b'), node('c', true)], many('a', 30), 'first')
    expect(new Set(away.map(({ from, to }) => `${from} ${to}`))).toEqual(new Set(['a b']))
  })
})
