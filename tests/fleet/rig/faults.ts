/** Carries faults out: at most one node and a minority of the servers are out of order at a time, so that the fleet can go on. */
import { LEASE_TTL_MS } from '../../../src/fleet/placement/lease'
import { CONTROL } from '../../../src/platform/gate'
import { type Random, randomFor } from '../../chaos/random'
import { boundOf } from '../../support/bound'
import type { NatsServer } from '../../support/nats'
import { command } from './fleet'
import type { RigNode } from './nodes'
import type { Fault, FaultKind } from './plan'
import { whileSlow } from './slow-flush'
import type { Wires } from './wires'
import type { RigSize, World } from './world'

/** When a node was in a state in which its sessions may overlap with those of the next owner; epoch milliseconds. */
export type Frozen = { readonly from: number; until: number }

type OneFault = Omit<Fault, 'meanwhile'>

const HOUR_S = 3600
/** Faults that leave no majority of the servers, and those that leave none where there is one server. */
const isOfAllServers = /All/
const isOfServer = /Server|Both|Flush|Disk|Power/

export class Faults {
  readonly #world: World
  readonly #random: Random
  readonly frozen: Frozen[] = []
  /** Seconds of the timeline. */
  readonly #spans: { readonly kind: FaultKind; readonly from: number; until: number }[] = []

  constructor(world: World, seed: number) {
    this.#world = world
    this.#random = randomFor(seed, 'fault details')
  }

  /**
   * Whether it is promised that somebody answers soon: one fault at a time, which leaves a majority of the servers. What
   * happens shortly before may go on.
   */
  isPromised({ from, until: end }: { readonly from: number; readonly until: number }): boolean {
    const around = this.#spans.filter((span) => span.from < end && span.until > from - promise(this.#world.size))
    const { servers } = this.#world.size
    const isOfServers = around.some(({ kind }) => isOfAllServers.test(kind) || (servers === 1 && isOfServer.test(kind)))
    return !isOfServers && around.length <= 1
  }

  /** Breaks something for a while and mends it. */
  async carryOut(fault: Fault): Promise<void> {
    const { meanwhile, ...alone } = fault
    const order = meanwhile && { ...alone, kind: meanwhile, node: fault.node + 1, ms: Math.min(fault.ms, 3000) }
    await Promise.all([this.#noted(alone), order && this.#noted(order)])
  }

  async #noted(fault: OneFault): Promise<void> {
    const { timeline } = this.#world
    const span = { kind: fault.kind, from: timeline.now(), until: Number.POSITIVE_INFINITY }
    this.#spans.push(span)
    await this.#carryOut(fault)
    span.until = timeline.now()
  }

  async #carryOut({ kind, node: at, server: serverAt, ms }: OneFault): Promise<void> {
    const { nodes, fleet, timeline } = this.#world
    const node = nodes[at % nodes.length] as RigNode // one of them
    const server = fleet?.nats.servers[serverAt % fleet.nats.servers.length]
    timeline.note(`${kind} ${node.name}${server ? ` ${server.name}` : ''} for ${ms} ms`)
    switch (kind) {
      case 'killNode':
        this.#noteOwned(node)
        await node.kill()
        await Bun.sleep(ms)
        await this.#startAgain(node)
        break
      case 'killServer':
        await server?.kill()
        await Bun.sleep(ms)
        await server?.start()
        break
      case 'killBoth':
        this.#noteOwned(node)
        await Promise.all([node.kill(), server?.kill()])
        await Bun.sleep(ms)
        await Promise.all([this.#startAgain(node), server?.start()])
        break
      case 'killAllServers':
        await Promise.all(fleet?.nats.servers.map((one) => one.kill()) ?? [])
        await Bun.sleep(ms)
        await Promise.all(fleet?.nats.servers.map((one) => one.start()) ?? [])
        break
      case 'freezeNode':
        this.#noteOwned(node)
        await this.#whileFrozen(async () => {
          node.freeze()
          await Bun.sleep(ms)
          node.thaw()
        })
        break
      case 'freezeServer':
        server?.pause()
        await Bun.sleep(ms)
        server?.resume()
        break
      case 'restartNode':
        await this.#stop(node)
        await this.#startAgain(node)
        break
      case 'cutNode':
        return this.#cut(node, ms, {})
      case 'cutOneWay':
        return this.#cut(node, ms, this.#random.maybe(0.5) ? { up: true } : { down: true })
      case 'slowWires':
        await this.#onWires(node, (wire) => fleet?.wires.slow(wire, 50))
        await Bun.sleep(ms)
        await this.#onWires(node, (wire) => fleet?.wires.mend(wire))
        break
      case 'cutServer':
        await this.#cutServer(server?.name ?? '', ms)
        break
      case 'slowFlush':
        await whileSlow(server?.pid() ?? 0, ms)
        break
      case 'fillDisk':
        await this.#fillDisk(server, ms)
        break
      case 'losePower':
      case 'loseAllPower': {
        const dark = kind === 'losePower' ? [server] : (fleet?.nats.servers ?? [])
        await this.#losePower(
          dark.flatMap((one) => one ?? []),
          ms,
        )
        break
      }
      case 'shiftClock': {
        const clock = fleet?.clocks.get(node.name)
        const shift = this.#random.pick([HOUR_S, -HOUR_S])
        this.#noteOwned(node)
        timeline.note(`the clock of ${node.name} is shifted by ${shift} s`)
        clock?.set(shift)
        await Bun.sleep(ms)
        clock?.set(0)
        break
      }
      case 'move':
        return this.#move(node)
      case 'drain':
        return this.#drain(node, ms)
    }
    timeline.note(`${kind} is over`)
  }

  /** A server whose connections to the others pass nothing, in one direction or both; nodes still reach it. */
  async #cutServer(server: string, ms: number): Promise<void> {
    const { fleet } = this.#world
    const others = fleet?.nats.servers.map(({ name }) => name).filter((name) => name !== server) ?? []
    const [out, back] = this.#random.pick([
      [false, false],
      [true, false],
      [false, true],
    ])
    const on = (work: (routes: Wires, wire: string, isOut: boolean) => Promise<void>) =>
      Promise.all(
        others.flatMap((other) =>
          [true, false].map(async (isOut) => {
            const wire = isOut ? fleet?.wireBetween(server, other) : fleet?.wireBetween(other, server)
            if (fleet?.routes && wire) await work(fleet.routes, wire, isOut)
          }),
        ),
      )
    // What leaves the server goes up where it has connected itself, and down where others have.
    await on((routes, wire, isOut) => routes.cut(wire, isOut ? { up: out, down: back } : { up: back, down: out }))
    await Bun.sleep(ms)
    await on((routes, wire) => routes.mend(wire))
  }

  /** Its JetStream may have given up; then it runs again once it is restarted, as the node's log tells the operator. */
  async #fillDisk(server: NatsServer | undefined, ms: number): Promise<void> {
    const disk = this.#world.fleet?.disks.get(server?.name ?? '')
    await disk?.fill()
    await Bun.sleep(ms)
    disk?.makeRoom()
    await server?.kill()
    await server?.start()
  }

  /** At the same moment. */
  async #losePower(servers: readonly NatsServer[], ms: number): Promise<void> {
    const { fleet } = this.#world
    await Promise.all(servers.map((server) => server.kill()))
    await Promise.all(servers.map(({ name }) => fleet?.disks.get(name)?.losePower()))
    await Bun.sleep(ms)
    await Promise.all(servers.map((server) => server.start()))
  }

  /** In order, even while something else is broken and it has nobody to hand over to. */
  async #stop(node: RigNode): Promise<void> {
    const code = await node.stop()
    this.#world.timeline.note(`${node.name} ended with ${code} after SIGTERM`)
    if (code !== 0) throw new Error(`${node.name} ended with ${code} after SIGTERM`)
  }

  /** A node that was killed in the middle of something starts again, whatever it takes; its service repeats what fails. */
  async #startAgain(node: RigNode): Promise<void> {
    const bound = boundOf(60_000)
    let took: number | undefined
    while (took === undefined)
      took = await node.start().catch((error: Error) => {
        this.#world.timeline.note(`${node.name} does not start: ${error.message.slice(-300)}`)
        if (bound.isOver()) throw error
        return undefined
      })
    this.#world.timeline.note(`${node.name} serves again after ${Math.round(took)} ms`)
  }

  async #whileFrozen(work: () => Promise<void>): Promise<void> {
    const one: Frozen = { from: Date.now(), until: Number.POSITIVE_INFINITY }
    this.frozen.push(one)
    await work()
    one.until = Date.now()
  }

  #noteOwned(node: RigNode): void {
    const { fleet, timeline } = this.#world
    const owned = [...(fleet?.readOwners() ?? [])].filter(([, owner]) => owner.node === node.name)
    timeline.note(`${node.name} owns ${owned.map(([uuid]) => uuid).join(', ') || 'nothing'}`)
  }

  async #onWires(node: RigNode, work: (wire: string) => Promise<void> | undefined): Promise<void> {
    const { fleet } = this.#world
    await Promise.all(fleet?.nats.servers.map(({ name }) => work(fleet.wireOf(node.name, name))) ?? [])
  }

  async #cut(node: RigNode, ms: number, directions: { readonly up?: boolean; readonly down?: boolean }): Promise<void> {
    const { fleet, timeline } = this.#world
    this.#noteOwned(node)
    await this.#onWires(node, (wire) => fleet?.wires.cut(wire, directions))
    await Bun.sleep(ms)
    await this.#onWires(node, (wire) => fleet?.wires.mend(wire))
    timeline.note(`${node.name} reaches the servers again`)
  }

  /** Any company to any other node; an order that is refused says why, and changes nothing. */
  async #move(to: RigNode): Promise<void> {
    const { nodes, timeline, fleet } = this.#world
    const from = nodes.find((node) => node.state() === 'up')
    const owners = [...(fleet?.readOwners() ?? [])]
    const elsewhere = owners.filter(([uuid, { node }]) => uuid !== CONTROL && node !== to.name).map(([uuid]) => uuid)
    if (!from || elsewhere.length === 0) return
    const company = this.#random.pick(elsewhere)
    const began = timeline.now()
    await this.#order(from, 'move', company, to.name)
    timeline.note(`${company} has moved to ${to.name} in ${(timeline.now() - began).toFixed(2)} s`)
  }

  async #drain(node: RigNode, ms: number): Promise<void> {
    const by = this.#world.nodes.find((one) => one.state() === 'up')
    if (!by) return
    const draining = this.#order(by, 'drain', node.name)
    await Bun.sleep(ms)
    await this.#order(by, 'drain', node.name, '--stop')
    await draining
  }

  async #order(node: RigNode, ...words: string[]): Promise<void> {
    await command(node, 'fleet', ...words).catch((error: Error) =>
      this.#world.timeline.note(`${words.join(' ')}: ${error.message.split('\n')[0]}`),
    )
  }
}

/** Seconds until somebody answers for the companies of a node that died, if another has copies. */
export const promise = ({ leaseMs = LEASE_TTL_MS }: RigSize) => leaseMs / 1000 + 3
