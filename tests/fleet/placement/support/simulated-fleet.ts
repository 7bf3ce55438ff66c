/** Nodes with the real placement, on simulated servers, companies and time. */

import { believesOwn, type Phase } from '../../../../src/fleet/placement/company-state'
import type { Load, NodeLease } from '../../../../src/fleet/placement/lease'
import type { NodeOrder, Ownership } from '../../../../src/fleet/placement/owners'
import { Placement } from '../../../../src/fleet/placement/placement'
import type { Versions } from '../../../../src/fleet/placement/versions'
import { Judge } from './judge'
import { KIND, Link, type Unkindness } from './network'
import { SimulatedCompanies } from './simulated-company'
import { BucketServer } from './unkind-bucket'
import { LogServer } from './unkind-log'
import { type Random, randomOf, VirtualProcess, VirtualTime } from './virtual-time'

export type FleetOptions = {
  readonly seed?: number
  readonly unkindness?: Unkindness
  readonly commitEveryMs?: number
  readonly firstCompany?: string
}
export type NodeOptions = {
  readonly versions?: Versions
  readonly capacity?: number
  /** What the machine has and uses. */
  readonly machine?: () => NonNullable<Load['machine']>
  readonly predecessor?: string
  readonly activeAt?: (company: string) => number | undefined
  readonly isFull?: () => boolean
  readonly isQuiet?: (company: string) => boolean
}

export type SimulatedNode = {
  readonly name: string
  readonly process: VirtualProcess
  /** To the buckets, and to the log. */
  readonly link: Link
  readonly logLink: Link
  readonly placement: Placement
  readonly phases: string[]
  readonly errors: string[]
  hasLeft: boolean
}

export const VERSIONS: Versions = { program: '1.0.0', protocol: 1, schema: 100 }

export class SimulatedFleet {
  readonly time = new VirtualTime()
  readonly random: Random
  readonly judge = new Judge()
  readonly log = new LogServer()
  readonly servers = {
    nodes: new BucketServer<NodeLease>(this.time, 12_000),
    owners: new BucketServer<Ownership>(this.time),
    orders: new BucketServer<NodeOrder>(this.time),
  }
  /** Processes that live, and those that were killed and still count as long as they believe to own something. */
  readonly nodes: SimulatedNode[] = []
  readonly #options: FleetOptions
  #incarnations = 0
  #steps = 0
  #every = 1

  constructor(options: FleetOptions = {}) {
    this.#options = options
    this.random = randomOf(options.seed ?? 1)
  }

  get firstCompany(): string {
    return this.#options.firstCompany ?? 'first'
  }

  node(name: string): SimulatedNode {
    const found = this.nodes.findLast((node) => node.name === name)
    if (!found) throw new Error(`no node ${name}`)
    return found
  }

  /** Starts a process; the lease is there some time later. */
  boot(name: string, options: NodeOptions = {}): SimulatedNode {
    const { unkindness = KIND, commitEveryMs = 400 } = this.#options
    const process = new VirtualProcess(this.time)
    const link = new Link(this.time, process, this.random, unkindness)
    const logLink = new Link(this.time, process, this.random, unkindness)
    const { nodes, owners, orders } = this.servers
    const buckets = { nodes: nodes.client(link), owners: owners.client(link), orders: orders.client(link) }
    const effects = new SimulatedCompanies({
      node: name,
      timers: process,
      random: this.random,
      log: this.log.client(logLink),
      judge: this.judge,
      owns: (company) => placement.owns(company),
      report: (company, event) => placement.report(company, event),
      commitEveryMs,
    })
    const phases: string[] = []
    const errors: string[] = []
    const placement: Placement = new Placement({
      node: name,
      buckets,
      timers: process,
      effects,
      firstCompany: this.firstCompany,
      facts: () => ({
        url: `https://${name}:7000`,
        versions: options.versions ?? VERSIONS,
        load: {
          companies: 0,
          standbys: 0,
          busy: 0,
          capacity: options.capacity ?? 100,
          ...(options.machine ? { machine: options.machine() } : {}),
        },
        ...(options.isFull?.() ? { isFull: true as const } : {}),
      }),
      newIncarnation: () => `${name}-${++this.#incarnations}`,
      ...(options.activeAt ? { activeAt: options.activeAt } : {}),
      ...(options.isQuiet ? { isQuiet: options.isQuiet } : {}),
      phaseChanged: (company: string, phase: Phase) => phases.push(`${company} ${phase}`),
      refused: (why) => errors.push(why.message),
      failed: (company, effect, error) => errors.push(`${company}: ${effect}: ${String(error)}`),
      left: () => {
        node.hasLeft = true
      },
    })
    const node: SimulatedNode = { name, process, link, logLink, placement, phases, errors, hasLeft: false }
    this.nodes.push(node)
    placement.start(options.predecessor).catch((error: unknown) => errors.push(String(error)))
    return node
  }

  /** Two nodes that let something of the same company leave. */
  check = (): void => {
    // With many companies, not after every step.
    if (++this.#steps % this.#every !== 0) return
    this.#every = Math.ceil(this.nodes.reduce((sum, { placement }) => sum + placement.countCompanies(), 0) / 100) || 1
    const companies = new Set<string>()
    for (const { placement, process } of this.nodes) {
      if (process.isKilled) continue
      for (const company of placement.companies()) {
        if (!placement.owns(company)) continue
        if (companies.has(company)) this.judge.faults.push(`${this.time.now()}: two nodes own ${company}`)
        companies.add(company)
      }
    }
  }

  pass = (ms: number): Promise<void> => this.time.pass(ms, this.check)
  until = (isSo: () => boolean, most: number): Promise<number> => this.time.passUntil(isSo, most, this.check)

  /** Lets time pass until a promise is settled. */
  async settled<T>(promise: Promise<T>, most = 60_000): Promise<T> {
    let isSettled = false
    const end = () => {
      isSettled = true
    }
    promise.then(end, end)
    await this.until(() => isSettled, most)
    return promise
  }

  ownersOf = (company: string): string[] =>
    this.nodes.filter(({ process, placement }) => process.isRunning && placement.owns(company)).map(({ name }) => name)

  isOwned = (company: string): boolean => this.ownersOf(company).length === 1
  believers = (company: string): string[] =>
    this.nodes.filter(({ placement }) => believesOwn(placement.phaseOf(company))).map(({ name }) => name)

  verify(): readonly string[] {
    for (const company of this.servers.owners.entries().keys()) this.judge.verify(company, this.log.messages(company))
    return this.judge.faults
  }
}
