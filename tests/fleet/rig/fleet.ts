/** Makes a fleet of an installation: streams, a data folder for each node, and its processes. */
import { cpSync, mkdirSync } from 'node:fs'
import { join } from 'node:path'
import { programToTest } from '../../chaos/program'
import type { Testbed } from '../../survival/support/testbed'
import { until } from '../../survival/support/until'
import { openFleetServers } from './fleet-servers'
import { createNode, type RigNode } from './nodes'

type Joining = {
  readonly folder: string
  readonly testbed: Testbed
  /** Serves the installation without a fleet until now. */
  readonly alone: RigNode
  readonly names: readonly string[]
  readonly servers: 1 | 3
}

export async function joinFleet({ folder, testbed, alone, names, servers: count }: Joining) {
  const servers = await openFleetServers(folder, { servers: count, nodes: names })
  await alone.stop()
  await command(alone.dataDir, servers.initEnv, 'fleet', 'init')
  const nodes: RigNode[] = []
  for (const name of names) {
    const dataDir = join(folder, name)
    mkdirSync(dataDir, { recursive: true, mode: 0o700 })
    // The fleet has one key, which operators carry from machine to machine.
    if (dataDir !== alone.dataDir) cpSync(join(alone.dataDir, 'secret.key'), join(dataDir, 'secret.key'))
    nodes.push(await createNode({ name, folder, testbed, env: await servers.envOf(name) }))
  }
  for (const node of nodes) await node.start()
  await until(async () => (await statusOf(nodes)).companies.every(({ owner }) => owner !== null), { every: 200 })
  return { servers, nodes }
}

export type FleetStatus = {
  readonly nodes: readonly { readonly name: string; readonly companies: number }[]
  readonly companies: readonly {
    readonly uuid: string
    readonly owner: string | null
    readonly standby: string | null
    readonly epoch: number
    readonly lag: number | null
  }[]
}

/** As a running node sees it. */
export async function statusOf(nodes: readonly RigNode[]): Promise<FleetStatus> {
  const node = nodes.find((one) => one.state() === 'up')
  if (!node) throw new Error('no node runs')
  return JSON.parse(await command(node.dataDir, node.env, 'fleet', 'status', '--json')) as FleetStatus
}

/** Runs a command of the product on a node's folder; returns what it prints. */
export async function command(
  dataDir: string,
  env: Readonly<Record<string, string>>,
  ...words: string[]
): Promise<string> {
  const child = Bun.spawn([...programToTest(), ...words, '--data', dataDir], {
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
