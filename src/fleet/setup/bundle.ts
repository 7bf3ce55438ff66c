/** What `balcao fleet init` writes: the authority, and a folder for each machine. */
import { chmodSync, existsSync, mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import * as v from 'valibot'
import { tlsNameOf } from '../forwarding/identity'
import { FleetRefused } from '../refused'
import {
  type CertificateSubject,
  INIT_USER,
  issue,
  NODE_USER,
  newAuthority,
  type Pair,
  SERVER_USER,
  stillServes,
} from './authority'
import { natsConfiguration } from './nats-config'
import { type FleetPlan, listMachines, type MachinePlan, type NodePlan, StoredPlan } from './plan'
import { natsChecksums } from './release'
import {
  commandScript,
  dataFolderFor,
  environmentOf,
  NATS_CONFIGURATION,
  NATS_STORE,
  natsUnit,
  nodeDropIn,
  nodeScript,
  nodeUnit,
  readme,
  serverScript,
  serviceOf,
} from './units'

/** Of an installation that has become a fleet, in its data folder. */
export const fleetFolder = (dataDir: string): string => join(dataDir, 'fleet')
/** The authority's key, with which further nodes are added. */
const authorityFolder = (folder: string) => join(folder, 'authority')
const planPath = (folder: string) => join(folder, 'plan.json')

/** Where `join` puts what a node needs. */
export const nodeFilesIn = (dataDir: string) => {
  const folder = join(fleetFolder(dataDir), 'node')
  return { ca: join(folder, 'ca.pem'), cert: join(folder, 'node.pem'), key: join(folder, 'node.key') }
}

/** The certificate with which the streams are created. */
export const initFilesIn = (folder: string) => {
  const own = authorityFolder(folder)
  return { ca: join(own, 'ca.pem'), cert: join(own, 'init.pem'), key: join(own, 'init.key') }
}

export type BundleOptions = {
  readonly folder: string
  readonly plan: FleetPlan
  readonly installation: string
  readonly secret: Uint8Array
  readonly now: number
  /** The program that reads the folders. */
  readonly version: string
}

/** Writes everything; repeated, it keeps the authority and what still serves. Returns the machines. */
export function writeBundles(options: BundleOptions): MachinePlan[] {
  const { folder, plan, installation, now } = options
  const known = findPlan(folder)
  if (known && known.installation !== installation)
    throw new FleetRefused([`${folder} belongs to another installation: give another folder with --to`])
  const authority = keepAuthority(folder, installation, now)
  const init = initFilesIn(folder)
  keepPair(init, authority, { user: INIT_USER, names: [] }, now)
  const machines = listMachines(plan)
  for (const machine of machines) writeMachine(options, authority, machine)
  write(planPath(folder), `${JSON.stringify({ ...plan, installation }, null, 2)}\n`)
  return machines
}

export function findPlan(folder: string): v.InferOutput<typeof StoredPlan> | undefined {
  if (!existsSync(planPath(folder))) return undefined
  try {
    return v.parse(StoredPlan, JSON.parse(readFileSync(planPath(folder), 'utf8')))
  } catch (error) {
    throw new FleetRefused([`${planPath(folder)} cannot be read: make the folder anew with balcao fleet init`], error)
  }
}

function keepAuthority(folder: string, installation: string, now: number): Pair {
  const own = authorityFolder(folder)
  const [ca, key] = [join(own, 'ca.pem'), join(own, 'ca.key')]
  if (existsSync(ca) && existsSync(key)) return { cert: readFileSync(ca, 'utf8'), key: readFileSync(key, 'utf8') }
  if (existsSync(ca))
    throw new FleetRefused([
      `${key} is missing: put the authority's key back. A new authority would lock out every node of the fleet`,
    ])
  const authority = newAuthority(installation, now)
  write(key, authority.key)
  write(ca, authority.cert)
  return authority
}

function keepPair(
  files: { cert: string; key: string },
  authority: Pair,
  issued: CertificateSubject,
  now: number,
): void {
  if (existsSync(files.cert) && existsSync(files.key)) {
    const pair = { cert: readFileSync(files.cert, 'utf8'), key: readFileSync(files.key, 'utf8') }
    if (stillServes(pair, authority.cert, issued.names, now)) return
  }
  const pair = issue(authority, issued, now)
  write(files.key, pair.key)
  write(files.cert, pair.cert)
}

function writeMachine(options: BundleOptions, authority: Pair, machine: MachinePlan): void {
  const { plan, now } = options
  const folder = join(options.folder, machine.folder)
  write(join(folder, 'README.txt'), readme(plan, machine))
  const { server } = machine
  if (server) {
    const nats = join(folder, 'nats')
    const folders = { configuration: NATS_CONFIGURATION, store: NATS_STORE }
    write(join(nats, 'nats.conf'), natsConfiguration(plan, server, folders))
    write(join(nats, 'ca.pem'), authority.cert)
    const pair = { cert: join(nats, 'server.pem'), key: join(nats, 'server.key') }
    keepPair(pair, authority, { user: SERVER_USER, names: [server.host] }, now)
    write(join(folder, 'balcao-nats.service'), natsUnit())
    write(join(folder, 'SHA256SUMS'), natsChecksums())
    write(join(folder, 'server.sh'), serverScript(machine))
  }
  for (const node of machine.nodes) writeNode(options, authority, machine, node)
  if (machine.nodes.length > 0) write(join(folder, 'balcao.sh'), commandScript())
}

function writeNode(options: BundleOptions, authority: Pair, machine: MachinePlan, node: NodePlan): void {
  const { plan, secret, installation, version, now } = options
  const machineFolder = join(options.folder, machine.folder)
  const folder = join(machineFolder, node.name)
  write(join(machineFolder, `${node.name}.sh`), nodeScript(machine, node))
  write(join(machineFolder, `${serviceOf(machine, node)}.service`), nodeUnit(machine, node))
  write(join(machineFolder, `${serviceOf(machine, node)}.conf`), nodeDropIn(machine, node))
  const installed = nodeFilesIn(dataFolderFor(machine, node))
  write(join(folder, 'fleet.env'), environmentOf(plan, node, installed))
  write(join(folder, 'ca.pem'), authority.cert)
  const pair = { cert: join(folder, 'node.pem'), key: join(folder, 'node.key') }
  keepPair(pair, authority, { user: NODE_USER, names: [tlsNameOf(node.name), node.host] }, now)
  write(join(folder, 'secret.key'), Buffer.from(secret).toString('hex'))
  write(join(folder, 'node.json'), `${JSON.stringify({ installation, version }, null, 2)}\n`)
}

/** Keys stand in these folders, so all of it is for its owner alone. */
function write(path: string, text: string): void {
  const folder = join(path, '..')
  mkdirSync(folder, { recursive: true, mode: 0o700 })
  rmSync(path, { force: true })
  writeFileSync(path, text, { mode: 0o600, flag: 'wx' })
  chmodSync(path, 0o600)
}
