/** What operators order, carried out by nodes with the real placement. */
import { describe, expect, test } from 'bun:test'
import {
  findDrain,
  findMove,
  type OrderDeps,
  orderDrain,
  orderLeave,
  orderMove,
  stopDrain,
  stopMove,
} from '../../../src/fleet/placement/move'
import { type CompanyLoad, type NodeLoad, planMoves, rebalance } from '../../../src/fleet/placement/rebalance'
import { fleetStatus } from '../../../src/fleet/placement/status'
import { CONTROL } from '../../../src/platform/gate'
import { type FleetOptions, SimulatedFleet, type SimulatedNode, VERSIONS } from './support/simulated-fleet'

const ownershipOf = (fleet: SimulatedFleet, company: string) => fleet.servers.owners.read(company)?.value

async function start(names: readonly string[], companies: readonly string[], options: FleetOptions = {}) {
  const fleet = new SimulatedFleet(options)
  for (const name of names) fleet.boot(name)
  await fleet.pass(3000)
  const [first = ''] = names
  for (const company of companies) await fleet.settled(fleet.node(first).placement.adopt(company))
  const isReady = (company: string) => fleet.isOwned(company) && ownershipOf(fleet, company)?.isStandbyReady === true
  await fleet.until(() => companies.every(isReady), 120_000)
  return fleet
}

const depsOf = ({ placement, process }: SimulatedNode): OrderDeps => ({
  buckets: placement.buckets,
  picture: placement.picture,
  timers: process,
  firstCompany: 'first',
})
const ownerOf = (fleet: SimulatedFleet, company: string) => fleet.ownersOf(company)[0] ?? ''
/** A node that is neither of these. */
const other = (fleet: SimulatedFleet, ...names: string[]) =>
  fleet.nodes.find(({ name }) => !names.includes(name))?.name ?? ''

async function refusal(fleet: SimulatedFleet, order: Promise<unknown>): Promise<string> {
  let said = 'nothing was refused'
  await fleet.settled(
    order.then(
      () => {},
      (error: Error) => {
        said = error.message
      },
    ),
  )
  return said
}

describe('a move', () => {
  test.each([1, 2, 3, 4, 5])(
    'to the standby or to a third node pauses the company for at most 2 s, by steps (seed %d)',
    async (seed) => {
      const fleet = await start(['a', 'b', 'c'], ['x'], { seed, commitEveryMs: 50 })
      const [from, standby] = [ownerOf(fleet, 'x'), ownershipOf(fleet, 'x')?.standby ?? '']
      for (const to of [standby, other(fleet, from, standby)]) {
        const deps = depsOf(fleet.node(other(fleet, to)))
        const steps = new Set<string>()
        let [last, longest, count] = [fleet.time.now(), 0, fleet.judge.countTold('x')]
        await fleet.settled(orderMove(deps, 'x', to))
        await fleet.until(() => {
          const step = findMove(deps.picture, 'x')?.step
          if (step) steps.add(step)
          if (fleet.judge.countTold('x') > count) [last, count] = [fleet.time.now(), fleet.judge.countTold('x')]
          longest = Math.max(longest, fleet.time.now() - last)
          return fleet.ownersOf('x')[0] === to && findMove(deps.picture, 'x') === undefined
        }, 30_000)
        const before = fleet.judge.countTold('x')
        longest = Math.max(longest, await fleet.until(() => fleet.judge.countTold('x') > before, 2000))
        expect(longest).toBeLessThanOrEqual(2000)
        expect([...steps].at(-1)).toBe('opens')
      }
      await fleet.until(() => ownershipOf(fleet, 'x')?.isStandbyReady === true, 10_000)
      expect(ownershipOf(fleet, 'x')?.to).toBeUndefined()
      expect(fleet.verify()).toEqual([])
    },
  )

  test('back and forth leaves nobody unable to take over, also if owners is written slowly', async () => {
    const fleet = await start(['a', 'b'], ['x'], { unkindness: { lost: 0, unanswered: 0, late: 0, delayMs: 300 } })
    const [from, to] = [ownerOf(fleet, 'x'), ownershipOf(fleet, 'x')?.standby ?? '']
    await fleet.settled(orderMove(depsOf(fleet.node(from)), 'x', to))
    await fleet.until(() => ownerOf(fleet, 'x') === to && ownershipOf(fleet, 'x')?.isStandbyReady === true, 10_000)
    fleet.node(to).process.kill()
    expect(await fleet.until(() => ownerOf(fleet, 'x') === from, 60_000)).toBeLessThanOrEqual(15_000)
  })

  test('of company 1 takes control along, control first', async () => {
    const fleet = await start(['a', 'b', 'c'], [CONTROL, 'first', 'x'])
    const from = ownerOf(fleet, 'first')
    const to = other(fleet, from, ownershipOf(fleet, 'first')?.standby ?? '')
    await fleet.settled(orderMove(depsOf(fleet.node(from)), 'first', to))
    await fleet.until(() => ownerOf(fleet, 'first') === to && ownerOf(fleet, CONTROL) === to, 30_000)
    const own = fleet.node(to).phases.filter((phase) => / own$/.test(phase) && !phase.startsWith('x'))
    expect(own).toEqual([`${CONTROL} own`, 'first own'])
    await fleet.pass(10_000)
    expect(fleet.verify()).toEqual([])
  })

  test('is refused in words', async () => {
    const fleet = await start(['a', 'b'], [CONTROL, 'first', 'x'])
    fleet.boot('old', { versions: { ...VERSIONS, program: '0.9.0', schema: 99 } })
    await fleet.pass(3000)
    const owner = ownerOf(fleet, 'x')
    const deps = depsOf(fleet.node(owner))
    expect(await refusal(fleet, orderMove(deps, 'nobody', 'b'))).toBe('There is no company nobody in this fleet.')
    expect(await refusal(fleet, orderMove(deps, 'x', owner))).toBe(`Company x is on "${owner}" already.`)
    expect(await refusal(fleet, orderMove(deps, 'x', 'z'))).toBe('No node "z" is running. Running nodes: a, b, old.')
    expect(await refusal(fleet, orderMove(deps, 'x', 'old'))).toStartWith(
      'Node "old" runs 0.9.0, which is too old for company x',
    )
    expect(await refusal(fleet, orderMove(deps, CONTROL, 'b'))).toBe(
      'The control database goes with company 1. Move that company instead.',
    )
  })

  test('whose target dies meanwhile ends at the owner or elsewhere, with everything', async () => {
    for (const after of [5, 20, 60, 150, 400]) {
      const fleet = await start(['a', 'b', 'c'], ['x'], { seed: after, commitEveryMs: 50 })
      const to = ownershipOf(fleet, 'x')?.standby ?? ''
      const from = ownerOf(fleet, 'x')
      void orderMove(depsOf(fleet.node(from)), 'x', to)
      await fleet.pass(after)
      fleet.node(to).process.kill()
      await fleet.until(() => fleet.isOwned('x'), 60_000)
      await fleet.pass(60_000)
      expect(fleet.isOwned('x')).toBe(true)
      expect(fleet.verify()).toEqual([])
    }
  })

  test('is called off while its copy is made', async () => {
    const fleet = await start(['a', 'b', 'c'], ['x'])
    const from = ownerOf(fleet, 'x')
    const to = other(fleet, from, ownershipOf(fleet, 'x')?.standby ?? '')
    fleet.node(to).logLink.cut()
    const deps = depsOf(fleet.node(from))
    await fleet.settled(orderMove(deps, 'x', to))
    await fleet.pass(3000)
    expect(findMove(deps.picture, 'x')).toEqual({ company: 'x', from, to, step: 'copies' })
    expect(await fleet.settled(stopMove(deps, 'x'))).toBe(true)
    fleet.node(to).logLink.mend()
    await fleet.pass(30_000)
    expect(ownerOf(fleet, 'x')).toBe(from)
    expect(findMove(deps.picture, 'x')).toBeUndefined()
  })
})

describe('a drain', () => {
  const companies = [CONTROL, 'first', 'u', 'v', 'w', 'x', 'y', 'z']

  test('gives the companies away one after the other, survives a restart, and says how far it is', async () => {
    const fleet = await start(['a', 'b', 'c'], companies)
    const owner = ownerOf(fleet, 'x')
    const mine = companies.filter((company) => ownerOf(fleet, company) === owner)
    const deps = depsOf(fleet.node(other(fleet, owner)))
    await fleet.settled(orderDrain(deps, owner))
    await fleet.until(() => deps.picture.orderOf(owner) !== undefined, 1000)
    expect(findDrain(deps.picture, owner)).toMatchObject({
      node: owner,
      kind: 'drain',
      companies: mine.filter((company) => company !== CONTROL).length,
    })
    let most = 0
    await fleet.until(() => {
      most = Math.max(most, mine.filter((company) => !fleet.isOwned(company)).length)
      return findDrain(deps.picture, owner)?.isDone === true
    }, 60_000)
    expect(most).toBeLessThanOrEqual(2) // control and company 1 go together
    fleet.node(owner).process.kill()
    await fleet.pass(20_000)
    fleet.boot(owner)
    await fleet.pass(60_000)
    expect(companies.map((company) => ownerOf(fleet, company))).not.toContain(owner)
    expect(companies.map((company) => ownershipOf(fleet, company)?.standby)).not.toContain(owner)
    expect(await fleet.settled(stopDrain(deps, owner))).toBe(true)
    await fleet.pass(60_000)
    expect(fleet.verify()).toEqual([])
  })

  test('is stopped in the middle: what was given away stays there', async () => {
    const fleet = await start(['a', 'b', 'c'], companies)
    const owners = Map.groupBy(companies, (company) => ownerOf(fleet, company))
    const [[owner = ''] = []] = [...owners].toSorted(([, a], [, b]) => b.length - a.length)
    const mine = () => companies.filter((company) => ownerOf(fleet, company) === owner)
    const all = mine().length
    const deps = depsOf(fleet.node(owner))
    await fleet.settled(orderDrain(deps, owner))
    await fleet.until(() => mine().length < all, 30_000)
    await fleet.settled(stopDrain(deps, owner))
    await fleet.pass(10_000)
    const left = mine()
    expect(left.length).toBeGreaterThan(0)
    await fleet.pass(120_000)
    expect(mine()).toEqual(left)
    expect(companies.filter((company) => findMove(deps.picture, company))).toEqual([])
    expect(fleet.verify()).toEqual([])
  })

  test('of the only node is refused, and so is that of a node that does not run', async () => {
    const fleet = new SimulatedFleet()
    const a = fleet.boot('a')
    await fleet.pass(3000)
    expect(await refusal(fleet, orderDrain(depsOf(a), 'a'))).toBe(
      'No other node is running that could take the companies of "a".',
    )
    expect(await refusal(fleet, orderDrain(depsOf(a), 'b'))).toBe(
      'No node "b" is running, so it has nothing to give away.',
    )
  })

  test('that ends in leaving is done when nothing is owned or copied there', async () => {
    const fleet = await start(['a', 'b', 'c'], companies)
    const owner = ownerOf(fleet, 'x')
    await fleet.settled(orderLeave(depsOf(fleet.node(owner)), owner))
    await fleet.until(() => fleet.node(owner).hasLeft, 120_000)
    for (const company of companies) {
      expect(ownerOf(fleet, company)).not.toBe(owner)
      expect(ownershipOf(fleet, company)?.standby).not.toBe(owner)
    }
    expect(fleet.verify()).toEqual([])
  })
})

describe('spreading load', () => {
  const node = (name: string, capacity = 100): NodeLoad => ({ node: name, capacity, versions: VERSIONS })
  const company = (name: string, at: string, load: number, standby?: string): CompanyLoad => ({
    company: name,
    node: at,
    standby,
    schema: 100,
    load,
  })
  const many = (at: string, count: number, load: number) =>
    Array.from({ length: count }, (_, one) => company(`${at}${one}`, at, load))

  test('levels a new node with few moves', async () => {
    const moves = await planMoves(
      [node('a'), node('b'), node('c')],
      [...many('a', 30, 1), ...many('b', 30, 1)],
      'first',
    )
    expect(moves.every(({ to }) => to === 'c')).toBe(true)
    expect(Math.abs(moves.length - 20)).toBeLessThanOrEqual(4)
  })

  test('moves nothing for small gains, and nothing that would only swap the ends', async () => {
    expect(await planMoves([node('a'), node('b')], [...many('a', 52, 1), ...many('b', 48, 1)], 'first')).toEqual([])
    expect(await planMoves([node('a'), node('b')], [company('x', 'a', 80)], 'first')).toEqual([])
  })

  test('fills nodes by their capacity, and prefers the company whose copy is there', async () => {
    const moves = await planMoves([node('a', 100), node('b', 300)], many('a', 40, 1), 'first')
    expect(Math.abs(moves.length - 30)).toBeLessThanOrEqual(5)
    const [first] = await planMoves(
      [node('a'), node('b')],
      [company('x', 'a', 10), company('y', 'a', 10, 'b'), company('z', 'a', 10), company('u', 'a', 10)],
      'first',
    )
    expect(first).toEqual({ company: 'y', from: 'a', to: 'b' })
  })

  test('leaves control and company 1 where they are, and gives nothing to a program that is too old', async () => {
    expect(
      await planMoves([node('a'), node('b')], [company(CONTROL, 'a', 50), company('first', 'a', 50)], 'first'),
    ).toEqual([])
    const old = { ...node('b'), versions: { ...VERSIONS, schema: 99 } }
    expect(await planMoves([node('a'), old], many('a', 30, 1), 'first')).toEqual([])
  })

  test('leaves a company alone that has moved a short while ago, and counts it where it is', async () => {
    const rested = many('a', 10, 1).map((one) => ({ ...one, isResting: true }))
    expect(await planMoves([node('a'), node('b')], rested, 'first')).toEqual([])
    const moves = await planMoves([node('a'), node('b')], [...rested, ...many('b', 2, 1)], 'first')
    expect(moves).toEqual([])
    const [move] = await planMoves([node('a'), node('b')], [...rested, company('x', 'a', 6)], 'first')
    expect(move).toEqual({ company: 'x', from: 'a', to: 'b' })
  })

  test('moves by what companies do, and not by their number', async () => {
    const quiet = many('a', 40, 0.25)
    const busy = many('b', 4, 10)
    const moves = await planMoves([node('a'), node('b')], [...quiet, ...busy], 'first')
    expect(moves).toEqual([{ company: expect.stringMatching(/^b/), from: 'b', to: 'a' }])
  })

  test('lets others in between two moves of a plan', async () => {
    let rests = 0
    const rest = () => {
      rests++
      return undefined
    }
    const moves = await planMoves([node('a'), node('b')], many('a', 20, 1), 'first', rest)
    expect(rests).toBe(moves.length)
  })

  test('plans 10,000 companies on 50 nodes without looking at all of them for each move', async () => {
    const nodes = Array.from({ length: 50 }, (_, at) => node(`n${at}`))
    let looks = 0
    const companies = Array.from({ length: 10_000 }, (_, at) => {
      const one = company(`c${at}`, `n${at % 7}`, 1 + (at % 13))
      return Object.defineProperty({ ...one }, 'load', {
        get() {
          looks++
          return one.load
        },
      })
    })
    const moves = await planMoves(nodes, companies, 'first')
    expect(moves.length).toBe(1000)
    expect(looks / moves.length).toBeLessThan(1000)
  })

  test('moves nothing to a node that does not answer: nobody knows how full it is', async () => {
    const names = ['x0', 'x1', 'x2', 'x3', 'x4', 'x5']
    const fleet = await start(['a', 'b'], names)
    const a = fleet.node('a')
    for (const name of ['x0', 'x1']) await fleet.settled(orderMove(depsOf(a), name, 'b'))
    const { picture } = a.placement
    await fleet.until(() => ['x0', 'x1'].every((name) => picture.ownerOf(name)?.node === 'b'), 60_000)
    const ownedByA = () => names.filter((name) => ownerOf(fleet, name) === 'a')
    const before = ownedByA()
    expect(before).toHaveLength(4)
    const listLoads = async () => new Map(before.map((name) => [name, { load: 1 }]))
    const done = rebalance({ ...depsOf(a), listLoads, movesPerMinute: 6 }, new AbortController().signal)
    expect(await fleet.settled(done, 300_000)).toBe(0)
    expect(ownedByA()).toEqual(before)
  })

  test('orders its moves with a limit a minute, and ends when nothing is worth one', async () => {
    const names = ['x0', 'x1', 'x2', 'x3', 'x4', 'x5', 'x6', 'x7']
    const fleet = await start(['a'], [], { commitEveryMs: 5000 })
    for (const name of names) await fleet.settled(fleet.node('a').placement.adopt(name))
    await fleet.until(() => names.every((name) => fleet.isOwned(name)), 60_000)
    fleet.boot('b')
    await fleet.pass(60_000)
    const a = fleet.node('a')
    const starts: number[] = []
    const began = fleet.time.now()
    const done = rebalance(
      {
        ...depsOf(a),
        listLoads: async () => new Map(names.map((name) => [name, { load: 1 }])),
        movesPerMinute: 6,
        progressed: ({ current }) => current && starts.push(fleet.time.now() - began),
      },
      new AbortController().signal,
    )
    expect(await fleet.settled(done, 300_000)).toBe(4)
    for (const [at, one] of starts.entries()) expect(one).toBeGreaterThanOrEqual(10_000 * at)
    await fleet.pass(20_000)
    expect(names.filter((name) => ownerOf(fleet, name) === 'b')).toHaveLength(4)
    expect(fleet.verify()).toEqual([])
  })
})

describe('the status', () => {
  test('names nodes with their companies, and companies with owner, epoch and lag', async () => {
    const fleet = await start(['a', 'b'], ['x', 'y'])
    const owner = ownerOf(fleet, 'x')
    const { picture } = fleet.node('a').placement
    const facts = { nameOf: (company: string) => (company === 'x' ? 'Padaria' : undefined), lagOf: () => 0 }
    const status = fleetStatus(picture, facts)
    expect(status.nodes.map(({ name, address, version }) => ({ name, address, version }))).toEqual([
      { name: 'a', address: 'https://a:7000', version: '1.0.0' },
      { name: 'b', address: 'https://b:7000', version: '1.0.0' },
    ])
    expect(status.nodes.reduce((sum, { companies }) => sum + companies, 0)).toBe(2)
    expect(status.companies[0]).toEqual({
      uuid: 'x',
      name: 'Padaria',
      owner,
      last: owner,
      epoch: 1,
      schema: 100,
      lag: 0,
      standby: owner === 'a' ? 'b' : 'a',
      isStandbyReady: true,
    })
    expect(status.companies[1]).toMatchObject({ uuid: 'y', name: null })

    fleet.node('b').process.kill()
    await fleet.until(() => fleetStatus(picture, facts).nodes.some(({ isRunning }) => !isRunning), 20_000)
    expect(fleetStatus(picture, facts).nodes.find(({ name }) => name === 'b')?.companies ?? 0).toBe(0)
  })
})
