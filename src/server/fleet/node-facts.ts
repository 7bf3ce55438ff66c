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
  /** Connections of the companies that it owns. */
  readonly connections: () => MachineLoad['connections']
}

/** Companies of usual size on one processor, and in a gigabyte, with room for those of other nodes. */
const COMPANIES_A_PROCESSOR = 100
const COMPANIES_A_GIGABYTE = 60
const USUAL_CONNECTIONS = 3

/** Returns a function that costs a tenth of a millisecond. `stop` ends what measures in the background. */
export function createNodeFacts({ dataDir, url, versions, counts, connections }: NodeFactsDeps) {
  const meter = createMachineMeter(dataDir, connections)
  return {
    facts(): NodeFacts {
      const machine = meter.read()
      const { companies, standbys } = counts()
      return {
        url,
        versions,
        load: { companies, standbys, busy: busyOf(companies, machine), capacity: capacityOf(machine), machine },
      }
    },
    stop: meter.stop,
  }
}

/** In companies of usual size. */
const busyOf = (companies: number, { connections }: MachineLoad): number =>
  Math.round(10 * Math.max(companies / 4, connections.total / USUAL_CONNECTIONS)) / 10

const capacityOf = ({ cpus, memoryBytes }: MachineLoad): number =>
  Math.max(1, Math.round(Math.min(cpus * COMPANIES_A_PROCESSOR, (memoryBytes / 2 ** 30) * COMPANIES_A_GIGABYTE)))
