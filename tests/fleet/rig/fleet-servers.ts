/** The servers of a rig: NATS with mutual TLS, each node behind wires of its own, and what a node needs to be one. */
import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { newAuthority } from '../../support/fleet-certificates'
import { freePort } from '../../support/free-port'
import { type Nats, startNats, usualAccounts } from '../../support/nats'
import { natsTls } from '../../support/nats-tls'
import { afterThisTest } from '../../survival/support/cleanups'
import { newRoutes } from '../support/routes'
import { type Disk, openDisk } from './disks'
import { openWires, type Wires } from './wires'

export type FleetServers = {
  readonly nats: Nats
  readonly wires: Wires
  /** The wire between a node and a server. */
  wireOf(node: string, server: string): string
  /** Between the servers; undefined if there is one. By `wireBetween`, in the direction in which it was connected. */
  readonly routes: Wires | undefined
  wireBetween(from: string, to: string): string
  /** By server; none where this machine cannot have any. */
  readonly disks: ReadonlyMap<string, Disk>
  /** The environment of a node. */
  envOf(node: string): Promise<Record<string, string>>
  /** Of whoever creates the streams, past the wires. */
  readonly initEnv: Record<string, string>
}

export type ServersWanted = {
  readonly servers: 1 | 3
  readonly nodes: readonly string[]
  readonly withDisks: boolean
}

export async function openFleetServers(
  folder: string,
  { servers, nodes, withDisks }: ServersWanted,
): Promise<FleetServers> {
  const authority = newAuthority()
  const save = (name: string, { cert, key }: { readonly cert: string; readonly key: string }) => {
    const paths = { cert: join(folder, `${name}.pem`), key: join(folder, `${name}.key`) }
    writeFileSync(paths.cert, cert)
    writeFileSync(paths.key, key, { mode: 0o600 })
    return paths
  }
  const ca = join(folder, 'ca.pem')
  writeFileSync(ca, authority.ca)
  const issue = (name: string, host = '127.0.0.1') => save(name, authority.other(host))
  const { users, ...tls } = natsTls({ ca, issue })
  // The servers do not tell their addresses, which would lead past the wires.
  const clusterTls = `${tls.clusterTls}, no_advertise: true`
  const disks = new Map<string, Disk>()
  if (withDisks) for (const name of ['a', 'b', 'c'].slice(0, servers)) disks.set(name, await openDisk(folder, name))
  const routes = newRoutes()
  const nats = await startNats({
    servers,
    ...tls,
    diskOf: (name) => disks.get(name),
    routeBy: routes.routeBy,
    clusterTls,
    accounts: usualAccounts(users).replace('no_auth_user: node', ''),
  })
  afterThisTest(() => nats.stop())

  const wireOf = (node: string, server: string) => `${node}-${server}`
  const targets = nodes.flatMap((node) =>
    nats.servers.map(({ name, address }) => [wireOf(node, name), Number(address.split(':')[1])] as const),
  )
  const wires = await openWires(Object.fromEntries(targets))
  const pair = (paths: { readonly cert: string; readonly key: string }) => ({
    BALCAO_FLEET_CA: ca,
    BALCAO_FLEET_CERT: paths.cert,
    BALCAO_FLEET_KEY: paths.key,
  })
  return {
    nats,
    wires,
    wireOf,
    routes: routes.wires(),
    wireBetween: routes.wireBetween,
    disks,
    initEnv: {
      BALCAO_FLEET: nats.urls,
      BALCAO_FLEET_NODE: 'init',
      BALCAO_FLEET_ADDRESS: '127.0.0.1:1',
      ...pair(save('init', authority.named('init', '127.0.0.1'))),
    },
    async envOf(node) {
      return {
        BALCAO_FLEET: nats.servers.map(({ name }) => `nats://127.0.0.1:${wires.portOf(wireOf(node, name))}`).join(','),
        BALCAO_FLEET_NODE: node,
        BALCAO_FLEET_ADDRESS: `127.0.0.1:${await freePort()}`,
        ...pair(save(node, authority.node(node))),
      }
    },
  }
}
