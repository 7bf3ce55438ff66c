/** Makes a fleet of an installation: streams, a data folder for each node, and its processes. */
import { cpSync, mkdirSync } from 'node:fs'
import { join } from 'node:path'
import { createFleet, openFleetServers as openConnection } from '../../../src/fleet/jetstream/open'
import { installationOf } from '../../../src/fleet/keys'
import type { Ownership } from '../../../src/fleet/placement/owners'
import { readFleetSettings } from '../../../src/fleet/settings'
import { CONTROL } from '../../../src/platform/gate'
import { loadSecret } from '../../../src/platform/secret'
import { afterThisTest } from '../../survival/support/cleanups'
import type { Testbed } from '../../survival/support/testbed'
import { until } from '../../survival/support/until'
import { type FleetServers, openFleetServers } from './fleet-servers'
import { createNode, type RigNode } from './nodes'

type Joining = {
  readonly folder: string
  readonly testbed: Testbed
  /** Served the installation without a fleet until now; it has stopped. */
  readonly alone: RigNode
  readonly names: readonly string[]
  readonly servers: 1 | 3
}
export type RigFleet = FleetServers & {
  /** What `owners` has. */
  readOwners(): ReadonlyMap<string, Ownership>
  /** The log, past the wires. */
  readonly log: Awaited<ReturnType<typeof openConnection>>['log']
}

export async function joinFleet({ folder, testbed, alone, names, servers: count }: Joining) {
  const servers = await openFleetServers(folder, { servers: count, nodes: names })
  const { settings, faults } = readFleetSettings(servers.initEnv)
  if (!settings) throw new Error(faults.join())
  const installation = installationOf(loadSecret(alone.dataDir))
  await createFleet(settings, { installation, replicas: count }, Date.now)
  const connection = await openConnection(settings, installation, Date.now)
  afterThisTest(() => connection.close())
  const owners = new Map<string, Ownership>()
  await connection.bucket<Ownership>('owners').watch((company, entry) => {
    if (entry) owners.set(company, entry.value)
    else owners.delete(company)
  })
  const nodes: RigNode[] = []
  const program = alone.program()
  for (const name of names) {
    const dataDir = join(folder, name)
    mkdirSync(dataDir, { recursive: true, mode: 0o700 })
    // The fleet has one key, which operators carry from machine to machine.
    if (dataDir !== alone.dataDir) cpSync(join(alone.dataDir, 'secret.key'), join(dataDir, 'secret.key'))
    nodes.push(await createNode({ name, folder, testbed, program, env: await servers.envOf(name) }))
  }
  for (const node of nodes) await node.start()
  const fleet: RigFleet = { ...servers, log: connection.log, readOwners: () => owners }
  await untilOwned(fleet, { copied: names.length > 1 })
  return { fleet, nodes }
}

/** Waits until somebody owns each company, and a copy of each is ready. */
export const untilOwned = ({ readOwners }: RigFleet, { copied = true } = {}): Promise<unknown> =>
  until(
    () => {
      const all = [...readOwners()]
      return (
        all.some(([company]) => company === CONTROL) &&
        all.every(([, { isFree, isStandbyReady }]) => !isFree && (isStandbyReady || !copied))
      )
    },
    { every: 100, within: 60_000, why: () => JSON.stringify([...readOwners()]) },
  )

/** Runs a command of the product on a node's folder; returns what it prints. */
export async function command({ dataDir, env, program }: RigNode, ...words: string[]): Promise<string> {
  const child = Bun.spawn([...program(), ...words, '--data', dataDir], {
    stdio: ['ignore', 'pipe', 'pipe'],
    env: { ...process.env, ...env },
  })
  const [said, complained, code] = await Promise.all([
    new Response(child.stdout).text(),
    new Response(child.stderr).text(),
    child.exited,
  ])
  if (code !== 0) throw new Error(`${words.join(' ')} ended with ${code}: ${complained}${said}`)
  return said
}
