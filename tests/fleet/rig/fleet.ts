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
import { type Clock, canSetClocks, openClock } from './clocks'
import { hasDisks } from './disks'
import { type FleetServers, openFleetServers } from './fleet-servers'
import { createNode, type RigNode } from './nodes'
import type { RigSize } from './world'

type Joining = {
  readonly size: RigSize
  readonly folder: string
  readonly testbed: Testbed
  /** The folder of the first has the installation. */
  readonly names: readonly string[]
}
export type RigFleet = FleetServers & {
  /** What `owners` had when it was heard of last. */
  readOwners(): ReadonlyMap<string, Ownership>
  /** Asks: a server that was away says late what has changed meanwhile. */
  askOwners(): Promise<void>
  /** By node; none where this machine cannot set them. */
  readonly clocks: ReadonlyMap<string, Clock>
  /** The log, past the wires. */
  readonly log: Awaited<ReturnType<typeof openConnection>>['log']
}

export async function joinFleet({ size, folder, testbed, names }: Joining) {
  const count = size.servers === 3 ? 3 : 1
  const servers = await openFleetServers(folder, {
    servers: count,
    nodes: names,
    withDisks: size.isThorough === true && (await hasDisks(folder)),
  })
  const { settings, faults } = readFleetSettings(servers.initEnv)
  if (!settings) throw new Error(faults.join())
  const [firstFolder = ''] = names.map((name) => join(folder, name))
  const installation = installationOf(loadSecret(firstFolder))
  const { leaseMs } = size
  const fleetPlan = { installation, replicas: count, ...(leaseMs !== undefined && { nodeTtlMs: leaseMs }) } as const
  await createFleet(settings, fleetPlan, Date.now)
  const connection = await openConnection(settings, installation, Date.now)
  afterThisTest(() => connection.close())
  const owners = new Map<string, Ownership>()
  const bucket = connection.bucket<Ownership>('owners')
  await bucket.watch((company, entry) => {
    if (entry) owners.set(company, entry.value)
    else owners.delete(company)
  })
  const clocks = new Map<string, Clock>()
  const nodes: RigNode[] = []
  for (const name of names) {
    const dataDir = join(folder, name)
    mkdirSync(dataDir, { recursive: true, mode: 0o700 })
    // The fleet has one key, which operators carry from machine to machine.
    if (dataDir !== firstFolder) cpSync(join(firstFolder, 'secret.key'), join(dataDir, 'secret.key'))
    const clock = size.isThorough && canSetClocks() ? openClock(folder, name) : undefined
    if (clock) clocks.set(name, clock)
    const { program } = size
    nodes.push(
      await createNode({ name, folder, testbed, program, env: { ...(await servers.envOf(name)), ...clock?.env } }),
    )
  }
  const [first, ...others] = nodes
  await first?.start()
  await Promise.all(others.map((node) => node.start()))
  const askOwners = async () => {
    for (const company of [...owners.keys()]) {
      const entry = await bucket.get(company)
      if (entry) owners.set(company, entry.value)
    }
  }
  const fleet: RigFleet = { ...servers, log: connection.log, clocks, readOwners: () => owners, askOwners }
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
