/** What the page shows of machines, and what a move would do to their load. */
import type { MachineLoad } from '../../fleet/placement/lease'
import type { FleetStatus, NodeStatus } from '../../fleet/placement/status'
import { instant, instantOrNull } from '../../platform/formats'
import type { CompanyThere } from './companies'
import type { Machine, MachineCompany, MachineUse, MoveTarget } from './contract'
import type { KnownMachine } from './known-machines'

/** Memory of a process without companies. */
const EMPTY_PROCESS = 150 * 1024 * 1024

/** Machines that answer, and those that did. `firstOwner` has the operator's company. */
export function showMachines(
  { nodes }: FleetStatus,
  known: readonly KnownMachine[],
  firstOwner: string | null,
  now: number,
): Machine[] {
  const ended = new Map(known.map((machine) => [machine.name, machine]))
  const shown = nodes.map((node) => showNode(node, ended.get(node.name), firstOwner, now))
  const names = new Set(nodes.map(({ name }) => name))
  const gone = known.filter(({ name }) => !names.has(name)).map((machine) => showGone(machine, now))
  return [...shown, ...gone].toSorted((a, b) => (a.name < b.name ? -1 : 1))
}

function showNode(node: NodeStatus, known: KnownMachine | undefined, firstOwner: string | null, now: number): Machine {
  const { name, address, version, isRunning, machine, drain } = node
  return {
    name,
    address: hostOf(address),
    version,
    state: stateOf(node),
    since: isRunning ? null : instant(known?.endedAt ?? now),
    startedAt: machine && isRunning ? instant(machine.startedAt) : null,
    isFirst: name === firstOwner,
    companies: node.companies,
    copies: node.standbys,
    emptying: drain ? { left: drain.left } : null,
    load: machine && isRunning ? showLoad(machine) : null,
    lag: isRunning ? node.answerMs : null,
  }
}

const showGone = ({ name, address, version, endedAt, isStopped }: KnownMachine, now: number): Machine => ({
  name,
  address: hostOf(address),
  version,
  state: isStopped ? 'stopped' : 'silent',
  since: instantOrNull(endedAt ?? now),
  startedAt: null,
  isFirst: false,
  companies: 0,
  copies: 0,
  emptying: null,
  load: null,
  lag: null,
})

function stateOf({ isRunning, isStopped, drain }: NodeStatus): Machine['state'] {
  if (!isRunning) return isStopped ? 'stopped' : 'silent'
  if (drain) return drain.kind === 'leave' ? 'leaving' : 'emptying'
  return 'running'
}

/** `https://10.1.0.1:7000` without what is the same everywhere. */
const hostOf = (address: string): string => address.replace(/^https:\/\//, '')

const readUse = ({ cpu, memory, disk, connections }: MachineLoad): MachineUse => ({
  cpu,
  memory,
  disk,
  connections: connections.total,
})

const showLoad = (machine: MachineLoad): Machine['load'] => ({
  ...readUse(machine),
  connectionsUp: machine.connections.up,
  cpus: machine.cpus,
  memoryBytes: machine.memoryBytes,
  diskBytes: machine.diskBytes,
  ownMemory: rounded(Math.max(0, machine.own.memoryBytes - EMPTY_PROCESS) / machine.memoryBytes),
})

/** Every machine as a target of the company's move, the least loaded first. */
export function listTargets({ nodes }: FleetStatus, there: CompanyThere, company: MachineCompany): MoveTarget[] {
  const source = nodes.find(({ name }) => name === company.machine)
  return nodes
    .map((node): MoveTarget => {
      const hasCopy = there.status?.standby === node.name
      const obstacle = obstacleOf(node, there, company)
      const now = node.machine && node.isRunning ? readUse(node.machine) : null
      const after =
        obstacle === null && node.machine ? estimateUse(node.machine, source?.machine ?? null, company, hasCopy) : null
      return { machine: node.name, obstacle, hasCopy, now, after }
    })
    .toSorted((a, b) => fullness(a) - fullness(b) || (a.machine < b.machine ? -1 : 1))
}

function obstacleOf(node: NodeStatus, { status }: CompanyThere, { machine }: MachineCompany): MoveTarget['obstacle'] {
  const state = stateOf(node)
  if (node.name === machine) return 'here'
  if (state !== 'running') return state
  if (status && node.schema < status.schema) return 'tooOld'
  return node.isFull ? 'full' : null
}

/** Machines that are out of the question come last. */
const fullness = ({ obstacle, after }: MoveTarget): number => {
  if (obstacle !== null) return 2
  return after ? Math.max(after.cpu, after.memory, after.disk) : 1
}

function estimateUse(
  target: MachineLoad,
  source: MachineLoad | null,
  { share, disk, connections }: MachineCompany,
  hasCopy: boolean,
): MachineUse {
  const cpu = source ? (source.own.cpu * share * source.cpus) / target.cpus : 0
  const memory = source ? (Math.max(0, source.own.memoryBytes - EMPTY_PROCESS) * share) / target.memoryBytes : 0
  const stored = hasCopy ? 0 : (disk ?? 0) / target.diskBytes
  return {
    cpu: rounded(Math.min(1, target.cpu + cpu)),
    memory: rounded(Math.min(1, target.memory + memory)),
    disk: rounded(Math.min(1, target.disk + stored)),
    connections: target.connections.total + connections,
  }
}

const rounded = (share: number): number => Math.round(share * 1000) / 1000
