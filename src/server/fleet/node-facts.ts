/** What a node says of itself with each renewal of its lease. */
import type { Load, MachineLoad, NodeFacts } from '../../fleet/placement/lease'
import type { Versions } from '../../fleet/placement/versions'
import { createMachineMeter } from './machine-load'

export type NodeFactsDeps = {
  readonly dataDir: string
  /** Where other nodes reach this one. */
  readonly url: string
  readonly versions: Versions
  /** How many companies the node owns, and of how many it keeps a copy. */
  readonly counts: () => Pick<Load, 'companies' | 'standbys'>
  /** How much the companies that it owns take of it, in those of usual size. */
  readonly busy: () => number
  /** Connections of the companies that it owns. */
  readonly connections: () => MachineLoad['connections']
  /** Whether writes fail for lack of space, which quotas cause, too. */
  readonly isStorageFull: () => boolean
}

/** Companies of usual size on one processor, and in a gigabyte, with room for those of other nodes. */
const COMPANIES_A_PROCESSOR = 100
const COMPANIES_A_GIGABYTE = 60

/** Returns a function that costs a tenth of a millisecond. `stop` ends what measures in the background. */
export function createNodeFacts({ dataDir, url, versions, counts, busy, connections, isStorageFull }: NodeFactsDeps) {
  const meter = createMachineMeter(dataDir, connections)
  return {
    facts(): NodeFacts {
      const machine = meter.read()
      const { companies, standbys } = counts()
      return {
        url,
        versions,
        load: { companies, standbys, busy: Math.round(10 * busy()) / 10, capacity: capacityOf(machine), machine },
        ...(meter.isFull() || isStorageFull() ? { isFull: true as const } : {}),
      }
    },
    stop: meter.stop,
  }
}

const capacityOf = ({ cpus, memoryBytes }: MachineLoad): number =>
  Math.max(1, Math.round(Math.min(cpus * COMPANIES_A_PROCESSOR, (memoryBytes / 2 ** 30) * COMPANIES_A_GIGABYTE)))
