/**
 * A node of a fleet: connects to the fleet's servers, takes part in placement, and gives the server what it needs of both.
 * Only this folder's callers load it, with `import()`, when BALCAO_FLEET is set.
 */
import { mkdirSync } from 'node:fs'
import { join } from 'node:path'
import { countConnections, countConnectionsByCompany } from '../../channels/connection-counts'
import { sessionSchema } from '../../channels/whatsapp/storage/session-schema'
import type { NodeCertificate } from '../../fleet/forwarding/identity'
import { type FleetServers, openFleetServers } from '../../fleet/jetstream/open'
import { fleetKeyOf, installationOf } from '../../fleet/keys'
import type { OwnerDeps } from '../../fleet/owner'
import { createPagePool } from '../../fleet/pages'
import type { CompanyEffects } from '../../fleet/placement/company-runner'
import type { Effect } from '../../fleet/placement/company-state'
import { NodeNameTaken } from '../../fleet/placement/lease'
import type { Buckets, Ownership } from '../../fleet/placement/owners'
import { Placement } from '../../fleet/placement/placement'
import { FLEET_PROTOCOL } from '../../fleet/placement/protocol'
import { systemTimers } from '../../fleet/placement/timers'
import { type Versions, VersionTooFar } from '../../fleet/placement/versions'
import { FleetRefused, ServersNotReady } from '../../fleet/refused'
import type { FleetSettings } from '../../fleet/settings'
import type { FleetView } from '../../fleet/view'
import { listHandovers } from '../../operator/handover'
import { isOnStandby } from '../../operator/standby'
import { controlSchema, tenantFolder, tenantSchema } from '../../platform/databases'
import { CONTROL } from '../../platform/gate'
import { lockDataFolder } from '../../platform/lock'
import type { Log } from '../../platform/log'
import { newestOf } from '../../platform/schema'
import { findSecret } from '../../platform/secret'
import type { Clock } from '../../platform/time'
import { findCompany, listCompanies } from '../../tenancy/companies'
import { OPERATOR_COMPANY } from '../../tenancy/contract'
import { version } from '../../version'
import type { Server } from '../server'
import { readNodeCertificate } from './certificate'
import { type CompanyLoads, createCompanyLoads } from './company-loads'
import { createFleetControl, type FleetControlOfNode } from './control'
import type { AskOwner } from './control-asking'
import { type ControlHolds, createControlHolds } from './control-holds'
import { bringControlHere, findFirstCompany, warnOfNewerData } from './control-upgrade'
import { type CompanyFiles, Effects } from './effects'
import { createFleetGate } from './fleet-gate'
import { createSession, findPredecessor, listLeftOut, newIncarnation, requireInstallation } from './installation'
import { KeptCopies } from './kept-copies'
import { createLending, type Lending } from './lending'
import { type FleetMedia, type FleetMediaDeps, openFleetMedia } from './media'
import { createNodeFacts } from './node-facts'
import { OwnedCompanies } from './owned-companies'
import type { FleetParts } from './parts'
import { createProduct, type Parting } from './product'
import { createStatusFacts } from './status-facts'
import { startUpkeep } from './upkeep'
import { createFleetView } from './view'

export type FleetNodeOptions = {
  readonly settings: FleetSettings
  readonly dataDir: string
  readonly log: Log
  readonly clock: Clock
  /** Milliseconds that the start waits for servers that start, too; for tests. */
  readonly serversWithin?: number
}

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
  /** How much of this node its companies take, for nodes that ask. */
  readonly loads: CompanyLoads
  /** How another node is asked for its `loads`. */
  askLoadsBy(ask: (node: string) => Promise<unknown>): void
  /** Calls `call` when the owner of a company may have changed, or of any company. Returns what ends this. */
  onOwnersChanged(call: (company?: string) => void): () => void
  /** Calls `call` before a company is closed here, which waits for what it returns, half a second at most. */
  onParting(call: Parting): void
  /** Calls `call` when a company is open here. */
  onArrival(call: (company: string) => void): void
  /** Resolves when an order to leave is carried out: the process ends then. */
  readonly left: Promise<void>
  /** For commands that replace a company's folder. */
  readonly lending: Lending
  /** For commands that write control.db for hours. */
  readonly controlHolds: ControlHolds
  /** From now on companies are opened here. */
  attach(server: Server): void
  /** Hands all companies over, while the server still runs. */
  handOver(): Promise<void>
  /** After the server has closed. */
  close(): Promise<void>
}

const ownVersions: Versions = { program: version, protocol: FLEET_PROTOCOL, schema: newestOf(tenantSchema) }

/** How long a node takes to end, at most: less than its process has. */
const END_MS = 8000
/** Somebody who works writes more often. */
const QUIET_MS = 60_000
/** How long the start waits for the NATS servers, and how often it looks. */
const [SERVERS_MS, SERVERS_PAUSE_MS] = [60_000, 500]
/** How long the start waits for the first copy of control.db. */
const CONTROL_MS = 60_000

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
    if (isOnStandby(dataDir))
      throw new FleetRefused([
        `${dataDir} was restored from a backup and is on standby, which other nodes would not know. Leave out the BALCAO_FLEET settings, start it, and activate it first: balcao activate --data ${dataDir}`,
      ])
    servers = await openServersWhenReady(options, installationOf(secret))
    const node = await createNode(options, { secret, servers })
    await node.start()
    return nodeOf(node, { certificate, servers, release: lock.release })
  } catch (error) {
    await servers?.close()
    lock.release()
    if (error instanceof NodeNameTaken || error instanceof VersionTooFar) throw new FleetRefused([error.message], error)
    throw error
  }
}

/** Machines start in any order, and the servers elect a leader first. What waiting does not help is refused at once. */
async function openServersWhenReady(
  { settings, clock, log, serversWithin = SERVERS_MS }: FleetNodeOptions,
  installation: string,
): Promise<FleetServers> {
  const end = performance.now() + serversWithin
  for (let said = ''; ; ) {
    try {
      return await openFleetServers(settings, installation, clock)
    } catch (error) {
      if (!(error instanceof ServersNotReady) || performance.now() >= end) throw error
      if (error.message !== said)
        log.warn({ reasons: error.reasons }, 'the NATS servers are not ready: the start waits')
      said = error.message
    }
    await Bun.sleep(SERVERS_PAUSE_MS)
  }
}

type StoreDeps = { readonly secret: Buffer; readonly servers: FleetServers }
type NodeParts = Awaited<ReturnType<typeof createNode>>

function nodeOf(
  { parts, placement, control, media, loads, hooks, lending, controlHolds, attach, stop }: NodeParts,
  held: { readonly certificate: NodeCertificate; readonly servers: FleetServers; release(): void },
): FleetNode {
  let endAt: number | undefined
  return {
    parts,
    placement,
    certificate: held.certificate,
    control,
    media,
    askControlBy(ask) {
      hooks.askControl = ask
    },
    askMediaBy(ask) {
      hooks.askMedia = ask
    },
    loads,
    askLoadsBy(ask) {
      hooks.askLoads = ask
    },
    onOwnersChanged(call) {
      hooks.ownersChanged.add(call)
      return () => void hooks.ownersChanged.delete(call)
    },
    onParting: (call) => void hooks.partings.add(call),
    onArrival: (call) => void hooks.arrivals.add(call),
    left: hooks.left.promise,
    lending,
    controlHolds,
    attach,
    handOver() {
      endAt = performance.now() + END_MS
      return placement.handOver((company) => company !== CONTROL)
    },
    async close() {
      // Without the servers, some of it waits for answers that nobody needs any more.
      await (endAt === undefined ? stop() : Promise.race([stop(), Bun.sleep(Math.max(0, endAt - performance.now()))]))
      await held.servers.close()
      held.release()
    },
  }
}

/** What others add to a node, and the server, which opens later. */
function createHooks() {
  const tooOld = Promise.withResolvers<never>()
  tooOld.promise.catch(() => {}) // after the start nobody waits for it
  const hooks = {
    askControl: (async () => Promise.reject(new Error('this node cannot ask others yet'))) as AskOwner,
    askMedia: (async () => undefined) as FleetMediaDeps['askNode'],
    askLoads: (async () => []) as (node: string) => Promise<unknown>,
    /** This program needs more steps of control.db than the copy has. */
    bringControl: () => {},
    /** Rejects when control.db has steps that this program must not read. */
    tooOld,
    /** Why control.db does not come here yet. */
    obstacle: '',
    setObstacle(why: string) {
      hooks.obstacle = why
    },
    uploaded: (_company: string, _share: number) => {},
    ownersChanged: new Set<(company?: string) => void>(),
    partings: new Set<Parting>(),
    arrivals: new Set<(company: string) => void>(),
    left: Promise.withResolvers<void>(),
    server: undefined as Server | undefined,
    /** Undefined if the server never opens. */
    attached: Promise.withResolvers<Server | undefined>(),
  }
  return hooks
}

type CompanyDeps = StoreDeps & {
  readonly options: FleetNodeOptions
  readonly hooks: ReturnType<typeof createHooks>
  /** Companies that are open here. */
  readonly here: Set<string>
  readonly placement: () => Placement
}

/** What this node does with companies. */
async function createCompanyParts({ options, secret, servers, hooks, here, placement }: CompanyDeps) {
  const { settings, dataDir, log, clock } = options
  const { node } = settings
  const fleetKey = fleetKeyOf(secret)
  const shared = { log: servers.log, fleetKey, pool: createPagePool(), logger: log }
  const control = createFleetControl({
    ...shared,
    dataDir,
    claim: () => ({ node, incarnation: placement().incarnation, version }),
    askOwner: (question, within) => hooks.askControl(question, within),
    report: (event) => placement().report(CONTROL, event),
    unreadable({ kind, words }) {
      if (kind === 'newer') hooks.tooOld.reject(new FleetRefused([words]))
      else hooks.bringControl()
    },
  })
  const owned = new OwnedCompanies({ listOpen: () => hooks.server?.databases.listOpen() ?? [] })
  const gate = createFleetGate({
    owned,
    waitForControl: () => control.wait(),
    isLeaseHeld: () => placement().isLeaseHeld(),
  })
  const copies = new KeptCopies({
    ...shared,
    folderOf: (company) => filesOf(dataDir, company).folder,
    failed: (company) => placement().report(company, 'failed'),
  })
  const effects = new Effects({
    ...shared,
    copies,
    claim: () => claimOf(node, placement().incarnation),
    owned,
    gate,
    product: createProduct({
      here,
      partings: hooks.partings,
      arrivals: hooks.arrivals,
      attached: hooks.attached.promise,
    }),
    filesOf: (company) => filesOf(dataDir, company),
    isHandedOut: (company) => listHandovers(dataDir).has(company),
    ownershipOf: (company) => placement().picture.owners.get(company)?.value,
    isCopiedHere: (company) => isCopiedAt(placement().picture.owners.get(company)?.value, node),
    uploaded: (company, share) => hooks.uploaded(company, share),
    refused: (company) => placement().report(company, 'refused'),
  })
  const media = await openFleetMedia({
    ...shared,
    objects: servers.log.objects,
    dataDir,
    gate,
    clock,
    isHere: (company) => (company === CONTROL ? control.isOwned() : here.has(company)),
    listKeepers: () => listKeepers(placement(), node),
    askNode: (other, question, within) => hooks.askMedia(other, question, within),
  })
  const loads = createCompanyLoads({
    node,
    listOwn: owned.list,
    connections: () => (hooks.server ? countConnectionsByCompany(hooks.server) : new Map()),
    listNodes: () => placement().picture.living().keys(),
    companiesOf: (name) => placement().picture.companiesOf(name),
    askNode: (name) => hooks.askLoads(name),
    now: () => performance.now(),
  })
  const machine = createNodeFacts({
    dataDir,
    url: `https://${settings.address}`,
    versions: ownVersions,
    counts: () => ({ companies: owned.size, standbys: copies.size }),
    busy: () => loads.busy(),
    connections: () => (hooks.server ? countConnections(hooks.server) : { total: 0, up: 0 }),
    isStorageFull: () => hooks.server?.diskSpace.isFull() ?? false,
  })
  return { control, owned, gate, copies, effects, media, loads, machine }
}

async function createNode(options: FleetNodeOptions, { secret, servers }: StoreDeps) {
  const { settings, dataDir, log, clock } = options
  const { node } = settings
  const hooks = createHooks()
  const state = { firstCompany: '' }
  const here = new Set<string>()
  const controlHolds = createControlHolds()
  const companies = await createCompanyParts({ options, secret, servers, hooks, here, placement: () => placement })
  const { control, owned, gate, copies, effects, media, loads, machine } = companies
  const placement: Placement = new Placement({
    node,
    buckets: bucketsOf(servers),
    timers: systemTimers,
    effects: withControl(effects, control.effects, controlHolds),
    get firstCompany() {
      return state.firstCompany
    },
    facts: () => ({ ...machine.facts(), lag: copies.behind(), ...media.unstored() }),
    newIncarnation: () => newIncarnation(dataDir, node),
    leaseTtlMs: servers.leaseTtlMs,
    isQuiet: (company) => owned.isQuiet(company, QUIET_MS),
    ...noticesFor(hooks, log),
  })
  const prepare = (company: string) => {
    createSession(dataDir, company, secret)
    media.store.adopt(company)
  }
  const lending = createLending({
    async renew(company, work) {
      await placement.renew(company, (claimant, signal) => effects.renew(company, work, claimant, signal))
      media.store.adopt(company)
    },
  })
  hooks.uploaded = lending.uploaded
  const view = createViewOf({ node, placement, control, owned, loads, hooks, state, prepare, media, servers })
  const parts: FleetParts = {
    view,
    gate,
    control,
    isHere: (company) => here.has(company),
    workOn: lending.workOn,
    versionOf: (company, path) => owned.find(company)?.owner.versionOf(path) ?? Number.POSITIVE_INFINITY,
    committed: owned.committed,
  }
  const leaving = new AbortController()
  hooks.bringControl = () => {
    state.firstCompany = findFirstCompany(control.db) ?? ''
    const { signal } = leaving
    void bringControlHere({ view, company: state.firstCompany, log, signal, refused: hooks.setObstacle })
  }
  const logNow = () => hooks.server?.log ?? log
  let endUpkeep = () => {}

  async function stop(): Promise<void> {
    leaving.abort()
    endUpkeep()
    hooks.attached.resolve(undefined)
    await placement.stop()
    machine.stop()
    owned.stop()
    if (placement.hasGivenUp) return // files are left as they are, and the process ends
    await control.stop()
    await media.close()
  }

  return {
    parts,
    placement,
    control,
    media,
    loads,
    hooks,
    lending,
    controlHolds,
    stop,
    /** Leaves nothing behind if it fails. */
    async start() {
      try {
        await joinFleet({ dataDir, node, placement, owned, control, state, prepare, hooks })
        warnOfNewerData(placement.picture, ownVersions, log)
        endUpkeep = startUpkeep({ servers, control, placement, view, media, dataDir, clock, log: logNow })
      } catch (error) {
        await stop()
        throw error
      }
    },
    attach(server: Server) {
      hooks.server = server
      media.store.start()
      hooks.attached.resolve(server)
    },
  }
}

/** What placement tells of. */
const noticesFor = (hooks: ReturnType<typeof createHooks>, log: Log) => ({
  ownersChanged(company?: string) {
    for (const call of hooks.ownersChanged) call(company)
  },
  returning: (company: string, to: string) =>
    log.info({ tenant: company, to }, 'a company goes back to the node that had it before'),
  leaseLost: (why: string) =>
    log.error({ why }, 'this node lost its lease: it lets go of all companies, and comes back'),
  left() {
    log.info('this node has given everything away, and leaves the fleet')
    hooks.left.resolve()
  },
  notHandedOver: (companies: number) =>
    log.warn(
      { companies },
      'the log did not take all companies in time: this node ends without handing them over, and others take them in some seconds',
    ),
  refused: (why: NodeNameTaken) => log.fatal({ err: why }, 'this node cannot come back until the other process ends'),
  failed: (company: string, effect: Effect, error: unknown) =>
    log.error({ err: error, tenant: company, effect }, 'a step of a company failed'),
})

type Joining = {
  readonly dataDir: string
  readonly node: string
  readonly placement: Placement
  readonly owned: OwnedCompanies
  readonly control: FleetControlOfNode
  readonly state: { firstCompany: string }
  readonly hooks: Pick<ReturnType<typeof createHooks>, 'tooOld' | 'obstacle'>
  prepare(company: string): void
}

async function joinFleet({ dataDir, node, placement, owned, control, state, prepare, hooks }: Joining): Promise<void> {
  await placement.start(findPredecessor(dataDir, node), () => requireInstallation(dataDir, node, placement))
  owned.start()
  if (!placement.picture.owners.has(CONTROL)) await placement.adopt(CONTROL)
  control.start()
  await readControl(control, hooks)
  state.firstCompany = findCompany(control.db, OPERATOR_COMPANY)?.uuid ?? ''
  for (const company of listLeftOut(listCompanies(control.db), dataDir, placement)) {
    prepare(company)
    await placement.adopt(company)
  }
}

type ViewParts = {
  readonly node: string
  readonly placement: Placement
  readonly control: FleetControlOfNode
  readonly owned: OwnedCompanies
  readonly loads: CompanyLoads
  readonly hooks: ReturnType<typeof createHooks>
  readonly state: { readonly firstCompany: string }
  prepare(company: string): void
  readonly media: FleetMedia
  readonly servers: FleetServers
}

function createViewOf({
  node,
  placement,
  control,
  owned,
  loads,
  hooks,
  state,
  prepare,
  media,
  servers,
}: ViewParts): FleetView {
  const statusFacts = createStatusFacts(placement.picture)
  return createFleetView({
    node,
    placement,
    timers: systemTimers,
    countOwned: () => owned.size,
    isControlRead: () => control.isRead(),
    firstCompany: () => state.firstCompany,
    facts: () => statusFacts(hooks.server?.databases.control),
    prepare,
    listLoads: loads.listAll,
    async deleteStored(company) {
      await media.store.forgetSnapshots(company) // its media wait with its folder for thirty days
      await servers.log.purgeBelow(company, Number.MAX_SAFE_INTEGER)
    },
  })
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

const withControl = (companies: CompanyEffects, control: CompanyEffects, holds: ControlHolds): CompanyEffects => {
  const of = (company: string) => (company === CONTROL ? control : companies)
  return {
    follow: (company, signal) => of(company).follow(company, signal),
    unfollow: (company) => of(company).unfollow(company),
    claim: (company, claimant, signal) => of(company).claim(company, claimant, signal),
    open: (company, epoch) => of(company).open(company, epoch),
    prepareToPart: async (company, signal) => of(company).prepareToPart?.(company, signal),
    hold: (company) => of(company).hold(company),
    drop: (company) => of(company).drop(company),
    async part(company, signal) {
      if (company === CONTROL) await holds.end(signal)
      await of(company).part(company, signal)
    },
    close: (company) => of(company).close(company),
    putAside: (company) => of(company).putAside(company),
  }
}

async function readControl(control: FleetControlOfNode, hooks: Joining['hooks']): Promise<void> {
  const isReadable = control.started().then(() => true)
  const late = Promise.withResolvers<false>()
  // A process that is refused must not wait for it.
  const timer = setTimeout(() => late.resolve(false), CONTROL_MS).unref()
  const isRead = await Promise.race([isReadable, hooks.tooOld.promise, late.promise]).finally(() => clearTimeout(timer))
  if (isRead) return
  const why = hooks.obstacle === '' ? 'the log above says why' : hooks.obstacle
  throw new FleetRefused([`control.db could not be read from the fleet within ${CONTROL_MS / 1000} s: ${why}`])
}
