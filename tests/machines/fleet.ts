/**
 * A fleet for the page of machines: nodes with the real placement on simulated servers, and what one of them sees. The
 * companies are rows of the world's control.db; their files stay where the world's server has them.
 */

import { FleetMachines } from '../../src/features/machines/service'
import type { Load } from '../../src/fleet/placement/lease'
import type { FleetView } from '../../src/fleet/view'
import { createFleetView } from '../../src/server/fleet/view'
import type { Server } from '../../src/server/server'
import { type FleetOptions, type NodeOptions, SimulatedFleet } from '../fleet/placement/support/simulated-fleet'

export const GB = 2 ** 30

/** A small machine of a provider. */
export const machineLoad = (more: Partial<NonNullable<Load['machine']>> = {}): NonNullable<Load['machine']> => ({
  cpus: 2,
  memoryBytes: 4 * GB,
  diskBytes: 80 * GB,
  cpu: 0.1,
  memory: 0.3,
  disk: 0.2,
  own: { cpu: 0.05, memoryBytes: 0.5 * GB },
  connections: { total: 0, up: 0 },
  startedAt: Date.UTC(2026, 1, 25, 12),
  ...more,
})

/** The fleet as a node sees it. */
export function viewOf(
  fleet: SimulatedFleet,
  name: string,
  nameOf: (company: string) => string | undefined,
): FleetView {
  const { placement, process } = fleet.node(name)
  return createFleetView({
    node: name,
    placement,
    timers: process,
    facts: () => ({ nameOf, lagOf: () => 0 }),
    isControlRead: () => true,
    countOwned: () => [...placement.companies()].filter(placement.owns).length,
    firstCompany: () => fleet.firstCompany,
    prepare() {},
    listLoads: async () => new Map([...placement.picture.owners.keys()].map((company) => [company, { load: 1 }])),
    async deleteStored() {},
  })
}

export type MachineWorldOptions = {
  readonly nodes: Readonly<Record<string, NodeOptions>>
  readonly companies: readonly { readonly uuid: string; readonly name: string }[]
  readonly fleet?: FleetOptions
}

/** Starts the nodes; the first of them takes all companies, and each gets a copy elsewhere if there is another node. */
export async function startFleet({ nodes, companies, fleet: options }: MachineWorldOptions): Promise<SimulatedFleet> {
  const first = companies[0]?.uuid ?? ''
  const fleet = new SimulatedFleet({ firstCompany: first, commitEveryMs: 1e9, ...options })
  const names = Object.keys(nodes)
  const [home = ''] = names
  fleet.boot(home, nodes[home])
  await fleet.pass(3000)
  for (const { uuid } of companies) await fleet.settled(fleet.node(home).placement.adopt(uuid))
  await fleet.until(() => companies.every(({ uuid }) => fleet.isOwned(uuid)), 120_000)
  for (const name of names.slice(1)) fleet.boot(name, nodes[name])
  const isReady = (uuid: string) => fleet.servers.owners.read(uuid)?.value.isStandbyReady === true
  if (names.length > 1) await fleet.until(() => companies.every(({ uuid }) => isReady(uuid)), 120_000)
  await fleet.pass(500)
  return fleet
}

/**
 * Has the server's page show this fleet, as the first node sees it. Before its first request. `answerTimeoutMs`: how long orders may
 * wait for servers that do not answer; as in the product by default.
 */
export function showFleet(
  server: Server,
  fleet: SimulatedFleet,
  options: MachineWorldOptions,
  answerTimeoutMs?: number,
): FleetMachines {
  const names = new Map(options.companies.map(({ uuid, name }) => [uuid, name]))
  const [home = ''] = Object.keys(options.nodes)
  const view = viewOf(fleet, home, (uuid) => names.get(uuid))
  const machines = new FleetMachines(
    view,
    { ...server, diskOf: () => null },
    answerTimeoutMs === undefined ? {} : { answerTimeoutMs },
  )
  Object.assign(server, { fleet: view, machines })
  return machines
}

/** Lets the fleet's time pass with the machine's, until it is stopped. */
export function runFleet(fleet: SimulatedFleet): () => void {
  let last = performance.now()
  let isPassing = false
  const timer = setInterval(() => {
    if (isPassing) return
    isPassing = true
    const now = performance.now()
    const ms = now - last
    last = now
    void fleet.pass(ms).finally(() => {
      isPassing = false
    })
  }, 20)
  return () => clearInterval(timer)
}
