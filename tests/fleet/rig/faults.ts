/** Carries faults out: at most one node and a minority of the servers are out of order at a time, so that the fleet can go on. */
import { LEASE_TTL_MS } from '../../../src/fleet/placement/lease'
import { CONTROL } from '../../../src/platform/gate'
import { type Random, randomFor } from '../../chaos/random'
import { command } from './fleet'
import type { RigNode } from './nodes'
import type { Fault, FaultKind } from './plan'
import type { RigSize, World } from './world'

/** When a node was in a state in which its sessions may overlap with those of the next owner; epoch milliseconds. */
export type Frozen = { readonly from: number; until: number }

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
    const isOfServers = around.some(
      ({ kind }) => kind === 'killAllServers' || (servers === 1 && /Server|Both/.test(kind)),
    )
    return !isOfServers && around.length <= 1
  }

  /** Breaks something for a while and mends it. */
  async carryOut(fault: Fault): Promise<void> {
    const { timeline } = this.#world
    const span = { kind: fault.kind, from: timeline.now(), until: Number.POSITIVE_INFINITY }
    this.#spans.push(span)
    await this.#carryOut(fault)
    span.until = timeline.now()
  }

  async #carryOut({ kind, node: at, server: serverAt, ms }: Fault): Promise<void> {
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
        await node.stop().then((code) => {
          if (code !== 0) throw new Error(`${node.name} ended with ${code} after SIGTERM`)
        })
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
      case 'move':
        return this.#move(node)
      case 'drain':
        return this.#drain(node, ms)
    }
    timeline.note(`${kind} is over`)
  }

  /** A node that was killed in the middle of something starts again, whatever it takes. */
  async #startAgain(node: RigNode): Promise<void> {
    const took = await node.start()
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
