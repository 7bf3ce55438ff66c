/** A node joins: its folder is checked against this machine and the fleet, and only then installed. */
import { chownSync, existsSync, mkdirSync, readFileSync, renameSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { createServer } from 'node:net'
import { join, resolve } from 'node:path'
import * as v from 'valibot'
import { fleetEnvironmentPath, readFleetEnvironment, settingsIn } from '../../platform/fleet-environment'
import { CONTROL } from '../../platform/gate'
import { isInUse } from '../../platform/lock'
import { findSecret } from '../../platform/secret'
import { nodeNamedIn } from '../forwarding/identity'
import type { FleetServers } from '../jetstream/open'
import { installationOf } from '../keys'
import type { NodeLease } from '../placement/lease'
import type { NodeOrder, Ownership } from '../placement/owners'
import { requireNeighbours, type Versions, VersionTooFar } from '../placement/versions'
import { FleetRefused } from '../refused'
import { type FleetSettings, readFleetSettings } from '../settings'
import { certificateFaults, readCertificate } from './authority'
import { fleetFolder, nodeFilesIn } from './bundle'

export type JoinOptions = {
  /** What `fleet init` made for this node. */
  readonly folder: string
  readonly dataDir: string
  readonly versions: Versions
  readonly now: () => number
}
export type JoinResult = {
  readonly node: string
  readonly address: string
  readonly servers: readonly string[]
  /** Whether the fleet has the installation's data, or this folder brings it. */
  readonly hasData: boolean
}

/** Throws `FleetRefused` with everything that it has found, and has changed nothing then. */
export async function joinFleet(options: JoinOptions): Promise<JoinResult> {
  const { folder, dataDir, now } = options
  const bundle = readBundle(folder, now())
  requireFolder(bundle, dataDir)
  await requireAddress(bundle.settings, dataDir)
  const { openFleetServers } = await import('../jetstream/open')
  const servers = await openFleetServers(bundle.settings, bundle.installation, now)
  try {
    const hasData = await requireWelcome(servers, bundle, options)
    install(bundle, dataDir)
    await endOrder(servers, bundle.settings.node)
    const { node, address, servers: urls } = bundle.settings
    return { node, address, servers: urls, hasData: hasData || existsSync(join(dataDir, 'control.db')) }
  } finally {
    await servers.close()
  }
}

type Bundle = {
  readonly settings: FleetSettings
  readonly installation: string
  readonly secret: Buffer
  /** By name. */
  readonly texts: Readonly<Record<string, string>>
}

const FILES = ['fleet.env', 'ca.pem', 'node.pem', 'node.key', 'secret.key', 'node.json'] as const
const Facts = v.object({ installation: v.pipe(v.string(), v.regex(/^[0-9a-f]{32}$/)), version: v.string() })

function readBundle(folder: string, now: number): Bundle {
  const whole = resolve(folder)
  const missing = FILES.filter((name) => !existsSync(join(whole, name)))
  if (missing.length > 0)
    throw new FleetRefused([
      `${folder} has no ${missing.join(', ')}: give the folder that balcao fleet init made for this node, such as machine-10.1.0.2/node-2`,
    ])
  const texts = Object.fromEntries(FILES.map((name) => [name, readFileSync(join(whole, name), 'utf8')]))
  const open = FILES.filter((name) => name.endsWith('.key') && (statSync(join(whole, name)).mode & 0o077) !== 0)
  if (open.length > 0)
    throw new FleetRefused(open.map((name) => `${join(folder, name)} can be read by others here: chmod 600 it`))
  const { settings, faults } = readFleetSettings({
    ...settingsIn(texts['fleet.env'] ?? ''),
    BALCAO_FLEET_CA: join(whole, 'ca.pem'),
    BALCAO_FLEET_CERT: join(whole, 'node.pem'),
    BALCAO_FLEET_KEY: join(whole, 'node.key'),
  })
  if (!settings) throw new FleetRefused(faults.length > 0 ? faults : [`${folder}/fleet.env names no servers`])
  const secret = secretIn(whole)
  const installation = installationOf(secret)
  const facts = v.safeParse(Facts, parsed(texts['node.json'] ?? ''))
  const wrong = [...certificateFaultsOf(texts, settings.node, now)]
  if (!facts.success || facts.output.installation !== installation)
    wrong.push('secret.key is not the one of this fleet: copy the folder again')
  if (wrong.length > 0) throw new FleetRefused(wrong)
  return { settings, installation, secret, texts }
}

function secretIn(folder: string): Buffer {
  try {
    const secret = findSecret(folder)
    if (secret) return secret
  } catch (error) {
    throw new FleetRefused([error instanceof Error ? error.message : String(error)], error)
  }
  throw new FleetRefused([`${folder} has no secret.key`])
}

function parsed(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return undefined
  }
}

function certificateFaultsOf(texts: Bundle['texts'], node: string, now: number): string[] {
  const { 'node.pem': cert = '', 'node.key': key = '', 'ca.pem': ca = '' } = texts
  const faults = certificateFaults({ cert, key, ca }, now).map((fault) => `The certificate node.pem ${fault}`)
  const own = readCertificate(cert)
  const named = own && nodeNamedIn(own)
  if (own && named !== node)
    faults.push(`The certificate node.pem is ${named ? `of node ${named}` : 'of no node'}, and fleet.env names ${node}`)
  return faults
}

/** Of the data folder: free, and empty or of this installation. */
function requireFolder({ secret, settings }: Bundle, dataDir: string): void {
  if (!existsSync(dataDir)) return
  // Root must not create the lock in the folder of the service's user.
  if (existsSync(join(dataDir, 'lock.db')) && isInUse(dataDir))
    throw new FleetRefused([`A server runs on ${dataDir}: stop it first, and start it again after it has joined`])
  const before = readFleetEnvironment(dataDir)?.BALCAO_FLEET_NODE
  if (before && before !== settings.node)
    throw new FleetRefused([
      `${dataDir} belongs to node ${before} of a fleet: give node ${settings.node} a folder of its own with --data`,
    ])
  const own = existsSync(join(dataDir, 'secret.key')) ? secretIn(dataDir) : undefined
  if (own && !own.equals(secret))
    throw new FleetRefused([
      `${dataDir} has an installation of its own, with another secret.key: give this node an empty folder with --data`,
    ])
  if (!own && existsSync(join(dataDir, 'control.db')))
    throw new FleetRefused([
      `${dataDir} has databases without their secret.key: give this node an empty folder with --data`,
    ])
}

async function requireAddress({ address }: FleetSettings, dataDir: string): Promise<void> {
  const { hostname, port } = new URL(`http://${address}`)
  const host = hostname.replace(/^\[(.*)\]$/, '$1')
  const fault = await new Promise<string | undefined>((resolveFault) => {
    const probe = createServer()
    probe.once('error', (error) => resolveFault('code' in error ? String(error.code) : error.message))
    probe.listen({ host, port: Number(port || 80), exclusive: true }, () => probe.close(() => resolveFault(undefined)))
  })
  if (fault === undefined) return
  const words: Readonly<Record<string, string>> = {
    EADDRINUSE: `another program uses it: stop that, or run balcao fleet init again with another port`,
    EADDRNOTAVAIL: 'it is no address of this machine: is this the folder of another one?',
    ENOTFOUND: 'the name has no address',
    EACCES: 'ports below 1024 are reserved',
  }
  throw new FleetRefused([
    `${address}, where other nodes shall reach ${dataDir}, cannot be used: ${words[fault] ?? fault}`,
  ])
}

/** Of the fleet. Returns whether it has the installation's data. */
async function requireWelcome(
  servers: FleetServers,
  { settings }: Bundle,
  { dataDir, versions }: JoinOptions,
): Promise<boolean> {
  const nodes = new Map<string, NodeLease>()
  const watching = await servers.bucket<NodeLease>('nodes').watch((name, entry) => {
    if (entry && !entry.value.isStopped) nodes.set(name, entry.value)
    else nodes.delete(name)
  })
  await watching.stop()
  const same = nodes.get(settings.node)
  if (same)
    throw new FleetRefused([
      `Node ${settings.node} lives already, at ${same.url}. Stop it first; a node that was killed is forgotten after 12 seconds`,
    ])
  try {
    requireNeighbours(versions, new Map([...nodes].map(([name, lease]) => [name, lease.versions])))
  } catch (error) {
    if (error instanceof VersionTooFar) throw new FleetRefused([error.message], error)
    throw error
  }
  const control = await servers.bucket<Ownership>('owners').get(CONTROL)
  const isOurs = readFleetEnvironment(dataDir)?.BALCAO_FLEET_NODE === settings.node
  if (control && !isOurs && existsSync(join(dataDir, 'control.db')))
    throw new FleetRefused([
      `The fleet has the installation's data already, and ${dataDir} has some too: give this node an empty folder with --data`,
    ])
  return control !== undefined
}

/** The file with the settings comes last: without it the folder is none of a fleet. */
function install({ secret, texts }: Bundle, dataDir: string): void {
  mkdirSync(dataDir, { recursive: true, mode: 0o700 })
  const { uid, gid } = statSync(dataDir)
  const isRoot = process.getuid?.() === 0
  const give = (path: string) => {
    if (isRoot) chownSync(path, uid, gid)
  }
  const put = (path: string, text: string) => {
    const fresh = `${path}.new`
    rmSync(fresh, { force: true })
    writeFileSync(fresh, text, { mode: 0o600, flush: true })
    give(fresh)
    renameSync(fresh, path)
  }
  const files = nodeFilesIn(resolve(dataDir))
  for (const folder of [fleetFolder(dataDir), join(files.ca, '..')]) {
    mkdirSync(folder, { recursive: true, mode: 0o700 })
    give(folder)
  }
  put(files.key, texts['node.key'] ?? '')
  put(files.cert, texts['node.pem'] ?? '')
  put(files.ca, texts['ca.pem'] ?? '')
  if (!existsSync(join(dataDir, 'secret.key'))) put(join(dataDir, 'secret.key'), secret.toString('hex'))
  put(fleetEnvironmentPath(dataDir), withPaths(texts['fleet.env'] ?? '', files))
}

/** The paths are those of this data folder. */
const withPaths = (text: string, { ca, cert, key }: ReturnType<typeof nodeFilesIn>): string =>
  [
    ...text.split('\n').filter((line) => line.trim() !== '' && !/^\s*BALCAO_FLEET_(CA|CERT|KEY)=/.test(line)),
    `BALCAO_FLEET_CA=${ca}`,
    `BALCAO_FLEET_CERT=${cert}`,
    `BALCAO_FLEET_KEY=${key}`,
    '',
  ].join('\n')

/** A node that has left before may come again. */
async function endOrder(servers: FleetServers, node: string): Promise<void> {
  const orders = servers.bucket<NodeOrder>('orders')
  const order = await orders.get(node)
  if (order?.value.kind === 'leave') await orders.remove(node, order.revision)
}
