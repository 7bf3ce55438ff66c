/**
 * The real placement under random faults: processes are killed and stopped, links cut, servers' clocks set, companies moved
 * and nodes emptied, while every call may be answered late or never. Whatever a seed finds, it finds again.
 */
import { describe, expect, test } from 'bun:test'
import { orderDrain, orderMove, stopDrain } from '../../../src/fleet/placement/move'
import { CONTROL } from '../../../src/platform/gate'
import { inSuite } from '../../support/long'
import { UNKIND } from './support/network'
import { SimulatedFleet, type SimulatedNode } from './support/simulated-fleet'

const COMPANIES = [CONTROL, 'first', 'c1', 'c2', 'c3', 'c4', 'c5']
const HOUR = 3_600_000

class Havoc {
  readonly fleet: SimulatedFleet
  readonly names: readonly string[]
  readonly orders: string[] = []

  constructor(seed: number) {
    this.fleet = new SimulatedFleet({ seed, unkindness: UNKIND, commitEveryMs: 1500 })
    const count = 3 + Math.floor(this.fleet.random.next() * 3)
    this.names = ['a', 'b', 'c', 'd', 'e'].slice(0, count)
  }

  async start(): Promise<void> {
    for (const name of this.names) this.fleet.boot(name)
    await this.fleet.pass(4000)
    for (const company of COMPANIES) await this.fleet.settled(this.fleet.node('a').placement.adopt(company))
    await this.areAllOwned(120_000)
  }

  areAllOwned = (most: number): Promise<number> =>
    this.fleet.until(() => COMPANIES.every((company) => this.fleet.isOwned(company)), most)

  #running = (): SimulatedNode[] =>
    this.names.map((name) => this.fleet.node(name)).filter(({ process }) => process.isRunning)

  async fault(): Promise<void> {
    const { fleet } = this
    const { random, time, servers } = fleet
    const node = random.pick(this.#running())
    if (!node) return
    const length = random.between(500, 30_000)
    const deps = {
      buckets: node.placement.buckets,
      picture: node.placement.picture,
      timers: node.process,
      firstCompany: fleet.firstCompany,
    }
    const ignored = () => {}
    switch (
      random.pick(['kill', 'stop', 'stop', 'cut', 'cutLog', 'cutBuckets', 'clock', 'move', 'move', 'drain', 'end'])
    ) {
      case 'kill':
        node.process.kill()
        time.after(length, () =>
          fleet.boot(node.name, random.chance(0.5) ? { predecessor: node.placement.incarnation } : {}),
        )
        return
      case 'stop':
        node.process.stop()
        time.after(length, () => node.process.continue())
        return
      case 'cut':
        return this.#cut(length, node.link, node.logLink)
      case 'cutLog':
        return this.#cut(length, node.logLink)
      case 'cutBuckets':
        return this.#cut(length, node.link)
      case 'clock':
        servers.nodes.jump(random.chance(0.5) ? HOUR : -HOUR)
        return
      case 'move':
        orderMove(deps, random.pick(COMPANIES) ?? '', random.pick(this.names) ?? '').catch(ignored)
        return
      case 'drain':
        orderDrain(deps, node.name).catch(ignored)
        time.after(length, () => void stopDrain(deps, node.name).catch(ignored))
        return
      case 'end':
        node.placement.stop().catch(ignored)
        time.after(length, () => {
          node.process.kill()
          fleet.boot(node.name)
        })
    }
  }

  #cut(length: number, ...links: SimulatedNode['link'][]): void {
    for (const link of links) link.cut()
    this.fleet.time.after(length, () => {
      for (const link of links) link.mend()
    })
  }

  async run(faults: number): Promise<void> {
    for (let at = 0; at < faults; at++) {
      await this.fault()
      await this.fleet.pass(this.fleet.random.between(200, 12_000))
    }
  }

  /** Nothing goes wrong any more. */
  async calmDown(): Promise<void> {
    await this.fleet.pass(40_000)
    for (const { name } of this.fleet.nodes) {
      const { link, logLink } = this.fleet.node(name)
      for (const one of [link, logLink]) {
        one.mend()
        one.unkindness = { lost: 0, unanswered: 0, late: 0, delayMs: 10 }
      }
      await this.fleet.settled(
        (async () => {
          const { orders } = this.fleet.servers
          const order = orders.read(name)
          if (order) orders.change(name, order.revision, undefined)
        })(),
      )
    }
  }
}

const seeds = Array.from({ length: inSuite(10, 200) }, (_, at) => at + 1)

describe('the placement under random faults', () => {
  test.each(seeds)(
    'never lets two nodes answer for a company, loses and doubles nothing, and recovers (seed %d)',
    async (seed) => {
      const havoc = new Havoc(seed)
      await havoc.start()
      await havoc.run(25)
      await havoc.calmDown()
      await havoc.areAllOwned(120_000)
      await havoc.fleet.pass(5000)
      expect(havoc.fleet.verify()).toEqual([])
      expect(havoc.fleet.ownersOf(CONTROL)).toEqual(havoc.fleet.ownersOf('first'))
      for (const company of COMPANIES) expect(havoc.fleet.judge.countTold(company)).toBeGreaterThan(10)
    },
  )
})
