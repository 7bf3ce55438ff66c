/** A fleet that is not there, for the demo: machines whose load follows from their companies, and orders that take their time. */
import type { MachineLoad } from '../../fleet/placement/lease'
import type { DrainProgress, MoveProgress, MoveStep } from '../../fleet/placement/move'
import { type OrderFault, OrderRefused } from '../../fleet/placement/order-refused'
import type { CompanyStatus, FleetStatus, NodeStatus } from '../../fleet/placement/status'
import type { FleetView } from '../../fleet/view'
import { type Clock, DAY, MINUTE } from '../../platform/time'

const GB = 2 ** 30

export type SampleMachine = {
  readonly name: string
  readonly address: string
  readonly version: string
  readonly cpus: number
  readonly memoryGb: number
  readonly diskGb: number
}
export type SampleCompany = {
  readonly uuid: string
  readonly name: string
  readonly connections: number
  readonly disconnected: number
  readonly owner: string
  readonly standby: string
}
type Options = {
  readonly machines: readonly SampleMachine[]
  readonly companies: readonly SampleCompany[]
  readonly clock: Clock
  readonly pace: number
}
type Company = Omit<SampleCompany, 'owner' | 'standby'> & {
  owner: string | null
  standby: string | null
  epoch: number
  move: { readonly from: string; readonly to: string; readonly step: MoveStep } | null
}

/** Milliseconds of each step of a move; `copies` where there is no copy yet. */
const STEP_MS: Readonly<Record<MoveStep, number>> = { copies: 2500, closes: 600, opens: 900 }
const BETWEEN_MOVES_MS = 800

/** What a company and each of its connections need of a machine. */
const [CPU_OF_COMPANY, CPU_OF_CONNECTION] = [0.05, 0.035]
const [MEMORY_OF_COMPANY, MEMORY_OF_CONNECTION] = [0.03 * GB, 0.045 * GB]
const [DISK_OF_COMPANY, DISK_OF_COPY] = [2.6 * GB, 1.1 * GB]
/** What the system needs. */
const [IDLE_CPU, IDLE_MEMORY, IDLE_DISK] = [0.03, 0.6 * GB, 6 * GB]

export class SampleFleet implements FleetView {
  readonly node: string
  readonly #machines: readonly SampleMachine[]
  readonly #companies: Map<string, Company>
  readonly #clock: Clock
  readonly #pace: number
  readonly #startedAt: number
  /** Machines that are being emptied, with the companies that they had. */
  readonly #drains = new Map<string, number>()
  readonly #watching = new Set<() => void>()
  readonly #timers = new Set<Timer>()
  #spreads = 0

  constructor({ machines, companies, clock, pace }: Options) {
    this.node = machines[0]?.name ?? ''
    this.#machines = machines
    this.#companies = new Map(companies.map((one) => [one.uuid, { ...one, epoch: 1, move: null }]))
    this.#clock = clock
    this.#pace = pace
    this.#startedAt = clock() - 5 * DAY
  }

  /** What is under way stays so. */
  stop(): void {
    for (const timer of this.#timers) clearTimeout(timer)
    this.#timers.clear()
  }

  status(): FleetStatus {
    return {
      nodes: this.#machines.map((machine) => this.#showMachine(machine)),
      companies: [...this.#companies.values()].map(showCompany),
    }
  }

  listRunning(): readonly string[] {
    return this.#machines.map(({ name }) => name)
  }

  isServing(): boolean {
    return true
  }

  owns(company: string): boolean {
    return this.#companies.get(company)?.owner === this.node
  }

  countOwned(): number {
    return [...this.#companies.values()].filter(({ owner }) => owner === this.node).length
  }

  async adopt(): Promise<void> {}
  async forget(): Promise<void> {}
  bring(company: string): Promise<void> {
    return this.move(company, this.node)
  }

  async move(uuid: string, to: string): Promise<void> {
    const company = this.#companies.get(uuid) ?? refuse('noCompany')
    if (company.owner === to) refuse('there')
    if (!this.#machines.some(({ name }) => name === to)) refuse('notRunning')
    if (this.#drains.has(to)) refuse('emptying')
    if (!company.move) void this.#carryOut(company, to)
  }

  async stopMove(uuid: string): Promise<boolean> {
    const company = this.#companies.get(uuid)
    if (company?.move?.step !== 'copies') return company?.move === null
    company.move = null
    this.#changed()
    return true
  }

  findMove(uuid: string): MoveProgress | undefined {
    const move = this.#companies.get(uuid)?.move
    return move ? { company: uuid, ...move } : undefined
  }

  async drain(node: string): Promise<void> {
    if (!this.#machines.some(({ name }) => name !== node && !this.#drains.has(name))) refuse('noOther')
    this.#drains.set(node, this.#ownedBy(node).length)
    this.#changed()
    void this.#empty(node)
  }

  async stopDrain(node: string): Promise<boolean> {
    const wasDrained = this.#drains.delete(node)
    this.#changed()
    return wasDrained
  }

  findDrain(node: string): DrainProgress | undefined {
    const companies = this.#drains.get(node)
    if (companies === undefined) return undefined
    const owned = this.#ownedBy(node)
    const moving = owned.find(({ move }) => move)
    const current = moving && this.findMove(moving.uuid)
    return { node, kind: 'drain', companies, left: owned.length, isDone: owned.length === 0, current }
  }

  async leave(): Promise<boolean> {
    return refuse('noOther')
  }

  /** Each machine gets what its processors can bear. */
  async rebalance(): Promise<number> {
    const moves = this.#planSpread()
    void this.#carryOutAll(moves, ++this.#spreads)
    return moves.length
  }

  until(isSo: () => boolean): Promise<void> {
    if (isSo()) return Promise.resolve()
    const { promise, resolve } = Promise.withResolvers<void>()
    const look = () => {
      if (!isSo()) return
      this.#watching.delete(look)
      resolve()
    }
    this.#watching.add(look)
    return promise
  }

  async #carryOut(company: Company, to: string): Promise<void> {
    const from = company.owner ?? to
    const steps: MoveStep[] = company.standby === to ? ['closes', 'opens'] : ['copies', 'closes', 'opens']
    for (const step of steps) {
      if (step !== steps[0] && !company.move) return // it was called off
      company.move = { from, to, step }
      company.owner = step === 'opens' ? null : from
      this.#changed()
      await this.#pass(STEP_MS[step])
    }
    Object.assign(company, { owner: to, standby: from, epoch: company.epoch + 1, move: null })
    this.#changed()
  }

  async #empty(node: string): Promise<void> {
    while (this.#drains.has(node)) {
      const [company] = this.#ownedBy(node)
      const target = this.#leastLoaded((name) => name !== node && !this.#drains.has(name))
      if (!company || !target) return
      await this.#carryOut(company, target)
      await this.#pass(BETWEEN_MOVES_MS)
    }
  }

  async #carryOutAll(moves: readonly { readonly company: Company; readonly to: string }[], spread: number) {
    for (const { company, to } of moves) {
      if (spread !== this.#spreads) return
      if (!company.move && company.owner !== to && !this.#drains.has(to)) await this.#carryOut(company, to)
      await this.#pass(BETWEEN_MOVES_MS)
    }
  }

  #planSpread(): { readonly company: Company; readonly to: string }[] {
    const open = this.#machines.filter(({ name }) => !this.#drains.has(name))
    const loads = new Map(open.map((machine) => [machine, sum(this.#ownedBy(machine.name), weightOf)]))
    const share = (machine: SampleMachine) => (loads.get(machine) ?? 0) / machine.cpus
    const moves: { readonly company: Company; readonly to: string }[] = []
    const planned = new Set<Company>()
    for (;;) {
      const [lightest, ...others] = open.toSorted((a, b) => share(a) - share(b))
      const heaviest = others.at(-1)
      if (!lightest || !heaviest) return moves
      const gap = share(heaviest) - share(lightest)
      const company = this.#ownedBy(heaviest.name).find(
        (one) => !planned.has(one) && weightOf(one) * (1 / heaviest.cpus + 1 / lightest.cpus) < gap,
      )
      if (!company) return moves
      planned.add(company)
      moves.push({ company, to: lightest.name })
      loads.set(heaviest, (loads.get(heaviest) ?? 0) - weightOf(company))
      loads.set(lightest, (loads.get(lightest) ?? 0) + weightOf(company))
    }
  }

  #leastLoaded(isTarget: (name: string) => boolean): string | undefined {
    const cpuOf = (machine: SampleMachine) => this.#loadOf(machine).cpu
    return this.#machines.filter(({ name }) => isTarget(name)).toSorted((a, b) => cpuOf(a) - cpuOf(b))[0]?.name
  }

  #ownedBy(node: string): Company[] {
    return [...this.#companies.values()].filter(({ owner }) => owner === node)
  }

  #copiedAt(node: string): Company[] {
    return [...this.#companies.values()].filter(({ standby }) => standby === node)
  }

  #showMachine(machine: SampleMachine): NodeStatus {
    const { name, address, version } = machine
    const drain = this.findDrain(name)
    return {
      name,
      address,
      version,
      schema: 1,
      companies: this.#ownedBy(name).length,
      standbys: this.#copiedAt(name).length,
      isRunning: true,
      isStopped: false,
      isFull: false,
      busy: 0,
      capacity: 0,
      machine: this.#loadOf(machine),
      unstored: null,
      answerMs: Math.round(30 + 12 * this.#wave(name, 2 * MINUTE)) / 10,
      ...(drain && { drain }),
    }
  }

  #loadOf({ name, cpus, memoryGb, diskGb }: SampleMachine): MachineLoad {
    const owned = this.#ownedBy(name)
    const connections = sum(owned, (one) => one.connections)
    const work = owned.length * CPU_OF_COMPANY + connections * CPU_OF_CONNECTION
    const memoryBytes = owned.length * MEMORY_OF_COMPANY + connections * MEMORY_OF_CONNECTION
    const stored = owned.length * DISK_OF_COMPANY + this.#copiedAt(name).length * DISK_OF_COPY
    const cpu = (work / cpus) * (1 + 0.12 * this.#wave(name, MINUTE))
    return {
      cpus,
      memoryBytes: memoryGb * GB,
      diskBytes: diskGb * GB,
      cpu: Math.min(0.99, IDLE_CPU + cpu),
      memory: Math.min(0.99, (IDLE_MEMORY + memoryBytes) / (memoryGb * GB)),
      disk: Math.min(0.99, (IDLE_DISK + stored) / (diskGb * GB)),
      own: { cpu: Math.min(0.99, cpu), memoryBytes: 0.15 * GB + memoryBytes },
      connections: { total: connections, up: connections - sum(owned, (one) => one.disconnected) },
      startedAt: this.#startedAt,
    }
  }

  /** Between -1 and 1, another one for each machine. */
  #wave(name: string, periodMs: number): number {
    return Math.sin(
      (2 * Math.PI * (this.#clock() % periodMs)) / periodMs + name.length + name.charCodeAt(name.length - 1),
    )
  }

  #changed(): void {
    for (const look of [...this.#watching]) look()
  }

  #pass(ms: number): Promise<void> {
    const { promise, resolve } = Promise.withResolvers<void>()
    const timer = setTimeout(() => {
      this.#timers.delete(timer)
      resolve()
    }, ms * this.#pace)
    timer.unref()
    this.#timers.add(timer)
    return promise
  }
}

const showCompany = ({ uuid, name, owner, standby, epoch, move }: Company): CompanyStatus => ({
  uuid,
  name,
  owner,
  last: owner ?? '',
  epoch,
  schema: 1,
  lag: standby === null ? null : 0,
  standby,
  isStandbyReady: standby !== null,
  ...(move && { move: { to: move.to, step: move.step } }),
})

const weightOf = ({ connections }: Company): number => 1 + connections

const sum = <T>(all: readonly T[], of: (one: T) => number): number => all.reduce((total, one) => total + of(one), 0)

const refuse = (fault: OrderFault): never => {
  throw new OrderRefused(`The sample refuses the order: ${fault}.`, fault)
}
