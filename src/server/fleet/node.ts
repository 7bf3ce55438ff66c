/**
 * A node of a fleet: connects to the fleet's servers, takes part in placement, and gives the server what it needs of both.
 * Only this folder's callers load it, with `import()`, when BALCAO_FLEET is set.
 */
import { existsSync, mkdirSync, renameSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import * as v from 'valibot'
import { countConnections } from '../../channels/connection-counts'
import { openSessionStore, sessionEncryption, sessionPath } from '../../channels/sessions/session-store'
import { sessionSchema } from '../../channels/whatsapp/storage/session-schema'
import { STATE_NAME } from '../../fleet/copies'
import { readText } from '../../fleet/durable'
import type { NodeCertificate } from '../../fleet/forwarding/identity'
import { type FleetServers, openFleetServers } from '../../fleet/jetstream/open'
import { fleetKeyOf, installationOf } from '../../fleet/keys'
import type { OwnerDeps } from '../../fleet/owner'
import { NOTE_NAME } from '../../fleet/owner-note'
import { createPagePool } from '../../fleet/pages'
import type { CompanyEffects } from '../../fleet/placement/company-runner'
import { NodeNameTaken } from '../../fleet/placement/lease'
import type { Buckets, Ownership } from '../../fleet/placement/owners'
import { Placement } from '../../fleet/placement/placement'
import { systemTimers } from '../../fleet/placement/timers'
import { VersionTooFar } from '../../fleet/placement/versions'
import { FleetRefused } from '../../fleet/refused'
import { createSealing } from '../../fleet/sealing'
import type { FleetSettings } from '../../fleet/settings'
import { listSnapshotObjects } from '../../fleet/snapshot'
import { controlPath, controlSchema, tenantFolder, tenantPath, tenantSchema } from '../../platform/databases'
import { CONTROL } from '../../platform/gate'
import { lockDataFolder } from '../../platform/lock'
import type { Log } from '../../platform/log'
import { newestOf } from '../../platform/schema'
import { findSecret } from '../../platform/secret'
import type { ControlDb } from '../../platform/sqlite'
import type { Clock } from '../../platform/time'
import { SERVED_AGAIN } from '../../platform/wire'
import { findCompany, listCompanies } from '../../tenancy/companies'
import { OPERATOR_COMPANY } from '../../tenancy/contract'
import { version } from '../../version'
import type { Server } from '../server'
import { readNodeCertificate } from './certificate'
import { createFleetControl, type FleetControlOfNode } from './control'
import type { AskOwner } from './control-asking'
import { bringControlHere, findFirstCompany } from './control-upgrade'
import { type CompanyFiles, createEffects, type Product } from './effects'
import { createFleetGate } from './fleet-gate'
import { type FleetMedia, type FleetMediaDeps, openFleetMedia } from './media'
import { createNodeFacts } from './node-facts'
import { OwnedCompanies } from './owned-companies'
import type { FleetParts } from './parts'
import { createStatusFacts } from './status-facts'
import { createFleetView } from './view'

export type FleetNodeOptions = {
  readonly settings: FleetSettings
  readonly dataDir: string
  readonly log: Log
  readonly clock: Clock
}

/** Resolves when requests of the company that have begun are handled. */
type Parting = (company: string) => Promise<void>

export type FleetNode = {
  /** For `openServer`. */
  readonly parts: FleetParts
  readonly placement: Placement
  readonly certificate: NodeCertificate
  /** Answers what other nodes ask of control.db (`answer`). */
  readonly control: FleetControlOfNode
  /** How the owner of control.db is asked. */
  askControlBy(ask: AskOwner): void
  /** Media of its companies. Answers what other nodes ask (`answer`). */
  readonly media: FleetMedia
  /** How other nodes are asked for media. */
  askMediaBy(ask: FleetMediaDeps['askNode']): void
  /** Calls `call` when the owner of a company may have changed, or of any company. Returns what ends this. */
  onOwnersChanged(call: (company?: string) => void): () => void
  /** Calls `call` before a company is closed here, which waits for what it returns, half a second at most. */
  onParting(call: Parting): void
  /** From now on companies are opened here. */
  attach(server: Server): void
  /** Hands all companies over, while the server still runs. */
  handOver(): Promise<void>
  /** After the server has closed. */
  close(): Promise<void>
}

/** The language that nodes speak with one another and in the log. */
const PROTOCOL = 1
/** How long a node without an installation waits for another one to bring it into the fleet. */
const INSTALLATION_MS = 30_000
const CONTROL_MS = 60_000
const QUIESCE_MS = 500
const NODE_NAME = 'fleet-node.json'

/** Throws `FleetRefused` with sentences for the operator, and leaves nothing behind then. */
export async function openFleetNode(options: FleetNodeOptions): Promise<FleetNode> {
  const { settings, dataDir, clock } = options
  const certificate = readNodeCertificate(settings, clock())
  mkdirSync(join(dataDir, 'tenants'), { recursive: true, mode: 0o700 })
  const lock = lockDataFolder(dataDir)
  let servers: FleetServers | undefined
  try {
    const secret = findSecret(dataDir)
    if (!secret)
      throw new FleetRefused([
        `${join(dataDir, 'secret.key')} is missing: all nodes of a fleet share it, and balcao fleet join brings it here`,
      ])
    servers = await openFleetServers(settings, installationOf(secret), clock)
    return await startNode(options, { certificate, lock, secret, servers })
  } catch (error) {
    await servers?.close()
    lock.release()
    if (error instanceof NodeNameTaken || error instanceof VersionTooFar) throw new FleetRefused([error.message], error)
    throw error
  }
}

type Ground = {
  readonly certificate: NodeCertificate
  readonly lock: { release(): void }
  readonly secret: Buffer
  readonly servers: FleetServers
}

async function startNode(
  options: FleetNodeOptions,
  { certificate, lock, secret, servers }: Ground,
): Promise<FleetNode> {
  const { settings, dataDir, log } = options
  const { node } = settings
  const { log: commitLog } = servers
  const fleetKey = fleetKeyOf(secret)
  const pool = createPagePool()
  let askOwner: AskOwner = async () => Promise.reject(new Error('this node cannot ask others yet'))
  const control = createFleetControl({
    dataDir,
    log: commitLog,
    logger: log,
    fleetKey,
    pool,
    claim: () => ({ node, incarnation: placement.incarnation, version }),
    askOwner: (question, within) => askOwner(question, within),
    report: (event) => placement.report(CONTROL, event),
    unreadable({ kind }) {
      if (kind === 'newer') return
      firstCompany = findFirstCompany(control.db) ?? ''
      void bringControlHere({ view, company: firstCompany, log, signal: leaving.signal })
    },
  })
  const leaving = new AbortController()
  const attached = Promise.withResolvers<Server | undefined>()
  let server: Server | undefined
  const here = new Set<string>()
  const owned = new OwnedCompanies({ listOpen: () => server?.databases.listOpen() ?? [] })
  const listeners = new Set<(company?: string) => void>()
  const partings = new Set<Parting>()
  let firstCompany = ''

  const gate = createFleetGate({
    owned,
    waitForControl: () => control.wait(),
    isLeaseHeld: () => placement.isLeaseHeld(),
  })
  const effects = createEffects({
    log: commitLog,
    fleetKey,
    pool,
    claim: () => claimOf(node, placement.incarnation),
    logger: log,
    owned,
    gate,
    product: createProduct({ here, partings, attached: attached.promise }),
    filesOf: (company) => filesOf(dataDir, company),
    ownershipOf: (company) => placement.picture.owners.get(company)?.value,
    isCopiedHere: (company) => isCopiedAt(placement.picture.owners.get(company)?.value, node),
    report: (company, event) => placement.report(company, event),
  })
  const machine = createNodeFacts({
    dataDir,
    url: `https://${settings.address}`,
    versions: { program: version, protocol: PROTOCOL, schema: newestOf(tenantSchema) },
    counts: () => ({ companies: owned.size, standbys: effects.copies() }),
    connections: () => (server ? countConnections(server) : { total: 0, up: 0 }),
  })
  let askMedia: FleetMediaDeps['askNode'] = async () => undefined
  const media = await openFleetMedia({
    objects: commitLog.objects,
    fleetKey,
    dataDir,
    gate,
    clock: options.clock,
    logger: log,
    isHere: (company) => (company === CONTROL ? control.isOwned() : here.has(company)),
    listKeepers: () => listKeepers(placement, node),
    askNode: (other, question, within) => askMedia(other, question, within),
  })
  const placement: Placement = new Placement({
    node,
    buckets: bucketsOf(servers),
    timers: systemTimers,
    effects: withControl(effects, control.effects),
    get firstCompany() {
      return firstCompany
    },
    facts: () => ({ ...machine.facts(), lag: effects.behind(), ...media.unstored() }),
    newIncarnation: () => newIncarnation(dataDir, node),
    ownersChanged(company) {
      for (const call of listeners) call(company)
    },
    leaseLost: (why) => log.error({ why }, 'this node lost its lease: it lets go of all companies, and comes back'),
    refused: (why) => log.fatal({ err: why }, 'this node cannot come back'),
    failed: (company, effect, error) =>
      log.error({ err: error, tenant: company, effect }, 'a step of a company failed'),
  })
  const prepare = (company: string) => createSession(dataDir, company, secret)
  const statusFacts = createStatusFacts(placement.picture)
  const view = createFleetView({
    node,
    placement,
    timers: systemTimers,
    firstCompany: () => firstCompany,
    facts: () => statusFacts(server?.databases.control),
    prepare,
    deleteStored: async (company) => {
      const objects = await listSnapshotObjects(commitLog, company, createSealing(fleetKey, company))
      for (const name of objects) await commitLog.objects.remove(name)
      await commitLog.purgeBelow(company, Number.MAX_SAFE_INTEGER)
    },
  })
  const close = async () => {
    leaving.abort()
    attached.resolve(undefined)
    await placement.stop()
    machine.stop()
    owned.stop()
    await control.stop()
    await media.close()
  }
  try {
    await placement.start(findPredecessor(dataDir, node), () => requireInstallation(dataDir, node, placement))
    owned.start()
    if (!placement.picture.owners.has(CONTROL)) await placement.adopt(CONTROL)
    control.start()
    await readControl(control)
    firstCompany = findCompany(control.db, OPERATOR_COMPANY)?.uuid ?? ''
    await adoptLeftOut(control.db, { dataDir, prepare, placement })
  } catch (error) {
    await close()
    throw error
  }
  return {
    parts: {
      view,
      gate,
      control,
      isHere: (company) => here.has(company),
      versionOf: (company, path) => owned.find(company)?.owner.versionOf(path) ?? Number.POSITIVE_INFINITY,
      committed: owned.committed,
    },
    placement,
    certificate,
    control,
    askControlBy(ask) {
      askOwner = ask
    },
    media,
    askMediaBy(ask) {
      askMedia = ask
    },
    onOwnersChanged(call) {
      listeners.add(call)
      return () => void listeners.delete(call)
    },
    onParting: (call) => void partings.add(call),
    attach(opened) {
      server = opened
      media.store.start()
      attached.resolve(opened)
    },
    handOver: () => placement.handOver((company) => company !== CONTROL),
    async close() {
      await close()
      await servers.close()
      lock.release()
    },
  }
}

const bucketsOf = ({ bucket }: FleetServers): Buckets => ({
  nodes: bucket('nodes'),
  owners: bucket('owners'),
  orders: bucket('orders'),
})

function filesOf(dataDir: string, company: string): CompanyFiles {
  if (company === CONTROL) return { folder: dataDir, names: ['control.db'] }
  return { folder: tenantFolder(dataDir, company), names: ['tenant.db', 'session.db'] }
}

/** Who claims a company, for people who read its log. */
const claimOf = (node: string, incarnation: string): OwnerDeps['claim'] => ({
  node,
  incarnation,
  version,
  steps: {
    'control.db': newestOf(controlSchema),
    'tenant.db': newestOf(tenantSchema),
    'session.db': newestOf(sessionSchema),
  },
})

const isCopiedAt = (ownership: Ownership | undefined, node: string): boolean =>
  ownership !== undefined && ownership.node !== node && (ownership.standby === node || ownership.to === node)

/** Other nodes that have media which the object store lacks. */
const listKeepers = ({ picture }: Placement, node: string): string[] =>
  [...picture.living()].flatMap(([name, { unstored }]) => (unstored && name !== node ? [name] : []))

/** Every company of a fleet has both files: what ships has the same files always. */
function createSession(dataDir: string, company: string, secret: Uint8Array): void {
  const folder = tenantFolder(dataDir, company)
  if (!existsSync(sessionPath(folder))) openSessionStore(folder, company, sessionEncryption(secret)).close()
}

type ProductDeps = {
  /** Companies that are open here. */
  readonly here: Set<string>
  readonly partings: ReadonlySet<Parting>
  /** Undefined if the server never opens. */
  readonly attached: Promise<Server | undefined>
}

const createProduct = ({ here, partings, attached }: ProductDeps): Product => ({
  async open(company) {
    const server = await attached
    here.add(company)
    server?.companyMoves.take(company)
  },
  async quiesce(company) {
    const work = Promise.all([...partings].map((call) => call(company)))
    await Promise.race([work, Bun.sleep(QUIESCE_MS)])
  },
  shut: (company) => void here.delete(company),
  async close(company) {
    here.delete(company)
    await (await attached)?.companyMoves.part(company)
  },
  async endSockets(company) {
    const sockets = (await attached)?.hub.all() ?? []
    for (const socket of sockets) if (socket.actor.tenantUuid === company) socket.close(SERVED_AGAIN, 'connect again')
  },
})

/** The incarnation of the process before this one in the same data folder. It has ended: this one has the folder's lock. */
function findPredecessor(dataDir: string, node: string): string | undefined {
  const text = readText(join(dataDir, NODE_NAME))
  const read = text === undefined ? undefined : v.safeParse(NodeNote, JSON.parse(text))
  return read?.success && read.output.node === node ? read.output.incarnation : undefined
}
const NodeNote = v.object({ node: v.string(), incarnation: v.string() })

function newIncarnation(dataDir: string, node: string): string {
  const incarnation = crypto.randomUUID()
  const path = join(dataDir, NODE_NAME)
  writeFileSync(`${path}.new`, JSON.stringify({ node, incarnation }), { flush: true })
  renameSync(`${path}.new`, path)
  return incarnation
}

/**
 * A node whose folder has the installation brings it into a fleet that has none; others get it from the fleet. Throws
 * `FleetRefused`.
 */
async function requireInstallation(dataDir: string, node: string, { picture, until }: Placement): Promise<void> {
  const control = () => picture.owners.get(CONTROL)?.value
  const isHere = existsSync(controlPath(dataDir))
  const isOfFleet = [NOTE_NAME, STATE_NAME].some((name) => existsSync(join(dataDir, name)))
  const known = control()
  if (isHere && !isOfFleet && known && !(known.node === node && known.epoch === 0))
    throw new FleetRefused([
      `${dataDir} has an installation of its own, and the fleet has one already. Start this node with an empty folder that has secret.key only.`,
    ])
  if (isHere || known) return
  const isKnown = until(() => control() !== undefined).then(() => true)
  if (!(await Promise.race([isKnown, Bun.sleep(INSTALLATION_MS).then(() => false)])))
    throw new FleetRefused([
      `No node has brought an installation into the fleet, and ${dataDir} has none. First start the node whose data folder has it.`,
    ])
}

/** control.db is followed everywhere, and has effects of its own. */
const withControl = (companies: CompanyEffects, control: CompanyEffects): CompanyEffects => {
  const of = (company: string) => (company === CONTROL ? control : companies)
  return {
    follow: (company, signal) => of(company).follow(company, signal),
    unfollow: (company) => of(company).unfollow(company),
    claim: (company, claimant, signal) => of(company).claim(company, claimant, signal),
    open: (company, epoch) => of(company).open(company, epoch),
    hold: (company) => of(company).hold(company),
    drop: (company) => of(company).drop(company),
    part: (company, signal) => of(company).part(company, signal),
    close: (company) => of(company).close(company),
    putAside: (company) => of(company).putAside(company),
  }
}

async function readControl(control: FleetControlOfNode): Promise<void> {
  const isReadable = control.started().then(() => true)
  if (!(await Promise.race([isReadable, Bun.sleep(CONTROL_MS).then(() => false)])))
    throw new FleetRefused([
      `control.db could not be read from the fleet within ${CONTROL_MS / 1000} s; the log above says why`,
    ])
}

type Adopting = { readonly dataDir: string; prepare(company: string): void; readonly placement: Placement }

/**
 * Companies whose folder is here and that the fleet does not know: those of an installation that joins, and one whose making
 * was interrupted. A copy is no reason: its company is being deleted.
 */
async function adoptLeftOut(control: ControlDb, { dataDir, prepare, placement }: Adopting): Promise<void> {
  for (const { uuid } of listCompanies(control)) {
    if (placement.picture.owners.has(uuid) || !existsSync(tenantPath(dataDir, uuid))) continue
    if (existsSync(join(tenantFolder(dataDir, uuid), STATE_NAME))) continue
    prepare(uuid)
    await placement.adopt(uuid)
  }
}
