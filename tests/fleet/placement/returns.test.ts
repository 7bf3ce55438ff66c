/** What becomes of a node's companies when it has been away and comes back. */
import { describe, expect, test } from 'bun:test'
import { findMove, type OrderDeps, orderMove, stopMove } from '../../../src/fleet/placement/move'
import { CONTROL } from '../../../src/platform/gate'
import { type NodeOptions, SimulatedFleet, type SimulatedNode, VERSIONS } from './support/simulated-fleet'

const MINUTE = 60_000
const depsOf = ({ placement, process }: SimulatedNode): OrderDeps => ({
  buckets: placement.buckets,
  picture: placement.picture,
  timers: process,
  firstCompany: 'first',
})

/** Each node with its companies. */
async function start(homes: Readonly<Record<string, readonly string[]>>, options: NodeOptions = {}) {
  const fleet = new SimulatedFleet({ commitEveryMs: 20_000 })
  const names = Object.keys(homes)
  const companies = Object.values(homes).flat()
  for (const name of names) fleet.boot(name, options)
  await fleet.pass(3000)
  for (const [name, own] of Object.entries(homes))
    for (const company of own) await fleet.settled(fleet.node(name).placement.adopt(company))
  const isCopied = (company: string) =>
    fleet.isOwned(company) && fleet.servers.owners.read(company)?.value.isStandbyReady === true
  const areCopied = () => companies.every(isCopied)
  await fleet.until(areCopied, 120_000)
  const owners = () => companies.map((company) => fleet.ownersOf(company)[0] ?? '')
  async function restart(name: string, more: NodeOptions = options): Promise<void> {
    const { placement, process } = fleet.node(name)
    await fleet.settled(placement.stop())
    process.kill()
    await fleet.pass(5000)
    fleet.boot(name, more)
    await fleet.until(areCopied, 120_000)
  }
  return { fleet, owners, restart }
}

describe('the companies of a node', () => {
  test('that was killed come back ten minutes after it, one after the other', async () => {
    const { fleet, owners } = await start({ a: ['u', 'v', 'w'], b: [] })
    fleet.node('a').process.kill()
    await fleet.pass(MINUTE)
    fleet.boot('a')
    await fleet.pass(9.5 * MINUTE)
    expect(owners()).not.toContain('a')
    let most = 0
    await fleet.until(() => {
      most = Math.max(most, ['u', 'v', 'w'].filter((company) => !fleet.isOwned(company)).length)
      return owners().every((owner) => owner === 'a')
    }, 3 * MINUTE)
    expect(most).toBe(1)
    await fleet.pass(30 * MINUTE)
    expect(owners()).toEqual(['a', 'a', 'a'])
    expect(fleet.verify()).toEqual([])
  })

  test('are where they were after all nodes were restarted in order', async () => {
    const { fleet, owners, restart } = await start({ a: ['u', 'v'], b: ['w', 'x'], c: ['y', 'z'] })
    const before = owners()
    for (const name of ['a', 'b', 'c']) await restart(name)
    expect(owners()).not.toEqual(before)
    await fleet.pass(15 * MINUTE)
    expect(owners()).toEqual(before)
    expect(fleet.verify()).toEqual([])
  })

  test('wait for a quiet moment', async () => {
    const busy = new Set(['v'])
    const { fleet, owners, restart } = await start(
      { a: ['u', 'v'], b: [] },
      { isQuiet: (company) => !busy.has(company) },
    )
    await restart('a')
    await fleet.pass(30 * MINUTE)
    expect(owners()).toEqual(['a', 'b'])
    busy.clear()
    await fleet.until(() => owners()[1] === 'a', MINUTE)
  })

  test('wait for the end of an upgrade', async () => {
    const { fleet, owners, restart } = await start({ a: ['u'], b: [] })
    const newer = { versions: { ...VERSIONS, program: '1.1.0' } }
    await restart('a', newer)
    await fleet.pass(30 * MINUTE)
    expect(owners()).toEqual(['b'])
    await restart('b', newer)
    expect(owners()).toEqual(['a'])
  })

  test('stay away when an operator has moved them, or calls their return off', async () => {
    const { fleet, owners, restart } = await start({ a: ['u', 'v'], b: [], c: [] })
    await restart('a')
    const deps = depsOf(fleet.node('b'))
    const [there = ''] = owners()
    await fleet.settled(orderMove(deps, 'u', there === 'b' ? 'c' : 'b'))
    await fleet.until(() => owners()[0] === (there === 'b' ? 'c' : 'b'), MINUTE)
    const moved = owners()
    fleet.node('a').logLink.cut() // no copy is made there, so that the move does not end
    await fleet.until(() => findMove(deps.picture, 'v')?.to === 'a', 30 * MINUTE)
    expect(await fleet.settled(stopMove(deps, 'v'))).toBe(true)
    fleet.node('a').logLink.mend()
    await fleet.pass(30 * MINUTE)
    expect(owners()).toEqual(moved)
  })

  test('come back without control.db and company 1', async () => {
    const { fleet, owners, restart } = await start({ a: [CONTROL, 'first', 'u'], b: [] })
    await restart('a')
    await fleet.pass(30 * MINUTE)
    expect(owners()).toEqual(['b', 'b', 'a'])
    expect(fleet.verify()).toEqual([])
  })
})
