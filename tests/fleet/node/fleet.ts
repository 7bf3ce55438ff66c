/** A fleet of nodes in this process: real NATS servers with TLS, the real app on each node, and a messenger double. */
import { copyFileSync, mkdirSync, mkdtempSync, renameSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import { createFleet } from '../../../src/fleet/jetstream/open'
import { installationOf } from '../../../src/fleet/keys'
import type { FleetSettings } from '../../../src/fleet/settings'
import { loadSecret } from '../../../src/platform/secret'
import { listCompanies } from '../../../src/tenancy/companies'
import { freePort } from '../../support/free-port'
import { type Nats, startNats, usualAccounts } from '../../support/nats'
import { natsTls, newAuthority } from '../../support/nats-tls'
import { givePlan } from '../../support/plans'
import { shelf } from '../../support/shelf'
import { until } from '../../support/until'
import { world } from '../../support/world'
import { afterThisTest } from '../../survival/support/cleanups'
import type { Routes } from '../support/routes'
import { openNode, type TestNode } from './open-node'

export type { TestNode }

const now = () => Date.now()

export type TestFleet = {
  readonly nats: Nats
  /** The installation before it was a fleet, furnished. */
  readonly first: string
  /** A new folder that shares the installation's secret. */
  emptyFolder(): string
  settings(node: string): Promise<FleetSettings>
  /** Opens a node on a folder. */
  open(node: string, dataDir: string, more?: Partial<FleetSettings>): Promise<TestNode>
}

/** Keeps SQLite's logs, as in every process of a fleet. */
function asProcessOfFleet(urls: string) {
  process.env.BALCAO_FLEET = urls
  afterThisTest(() => {
    delete process.env.BALCAO_FLEET
  })
}

type Furnish = (w: ReturnType<typeof world>) => unknown
type FleetOptions = {
  /** The folder of an installation, instead of one that is furnished. */
  readonly from?: string
  readonly servers?: 1 | 3
  /** By which the servers reach each other; usually directly. */
  readonly routes?: Routes
}

export async function startFleet(
  furnish: Furnish = () => {},
  { from, servers = 1, routes }: FleetOptions = {},
): Promise<TestFleet> {
  const home = mkdtempSync(join(shelf(), 'balcao-fleet-'))
  afterThisTest(() => rmSync(home, { recursive: true, force: true }))
  const authority = newAuthority(home)
  const { users, ...tls } = natsTls(authority)
  const nats = await startNats({
    servers,
    ...tls,
    ...(routes && { routeBy: routes.routeBy, clusterTls: `${tls.clusterTls}, no_advertise: true` }),
    accounts: usualAccounts(users).replace('no_auth_user: node', ''),
  })
  afterThisTest(() => nats.stop())
  const first = join(home, 'first')
  mkdirSync(first)
  Bun.spawnSync(['cp', '-a', `${from ?? (await furnished(furnish))}/.`, first])
  const secret = loadSecret(first)
  const urls = nats.urls.split(',')
  const init = { servers: urls, node: 'init', address: '127.0.0.1:1', ca: authority.ca, ...authority.issue('init') }
  await createFleet(init, { installation: installationOf(secret), replicas: servers }, now)
  asProcessOfFleet(nats.urls)
  const settings = async (node: string): Promise<FleetSettings> => {
    const issued = authority.issue('node', `${node}.node.balcao.internal`)
    const [cert, key] = [join(home, `${node}.pem`), join(home, `${node}.key`)]
    renameSync(issued.cert, cert)
    renameSync(issued.key, key)
    return { servers: urls, node, address: `127.0.0.1:${await freePort()}`, ca: authority.ca, cert, key }
  }
  let folders = 0
  return {
    nats,
    first,
    emptyFolder() {
      const folder = join(home, `empty-${++folders}`)
      mkdirSync(folder, { mode: 0o700 })
      copyFileSync(join(first, 'secret.key'), join(folder, 'secret.key'))
      return folder
    },
    settings,
    open: async (node, dataDir, more = {}) => openNode({ ...(await settings(node)), ...more }, dataDir),
  }
}

async function furnished(furnish: Furnish): Promise<string> {
  const w = world({ startsAt: now() })
  await furnish(w)
  await w.close()
  return w.dataDir
}

/** `a` owns everything of an installation with two companies, and `b` has begun to copy. */
export async function openFleetWithTwoNodes(options: Omit<FleetOptions, 'from'> = {}) {
  const uuids: string[] = []
  let token = ''
  let planId = 0
  const fleet = await startFleet(async (w) => {
    w.company('Padaria Sol')
    const { control } = w.server.databases
    uuids.push(...listCompanies(control).map(({ uuid }) => uuid))
    planId = givePlan(w.server.databases.writableControl(), 2, []).plan?.id ?? 0
    token = await w.attendant([], { profile: 'admin', super: true }).token()
  }, options)
  const a = await fleet.open('a', fleet.first)
  await until(() => uuids.every((uuid) => a.server.databases.isAvailable(uuid)), 'the companies on a')
  const b = await fleet.open('b', fleet.emptyFolder())
  const nodes = [a, b]
  for (const { node } of nodes)
    node.askControlBy(async (question) => {
      const owner = nodes.find((one) => one.node.control.isOwned())
      if (!owner) throw new Error('nobody owns control.db')
      return owner.node.control.answer(question)
    })
  const asOperator = (method: string, body?: object): RequestInit => ({
    method,
    headers: { authorization: `Bearer ${token}`, 'content-type': 'application/json' },
    ...(body && { body: JSON.stringify(body) }),
  })
  return { fleet, a, b, uuids, planId, asOperator }
}
