/**
 * A running server: databases, channels, auth and hub, opened together and closed in reverse order. It imports every
 * module; no module imports it.
 */

import type { Channel } from '../channels/channel'
import { listConnections } from '../channels/connections/queries'
import { META_FILES } from '../channels/meta/pages/files'
import { sessionEncryption } from '../channels/sessions/session-store'
import { TO_START } from '../channels/sessions/sessions'
import { refIn } from '../channels/sessions/states'
import { modules as allModules } from '../modules'
import { openClaims } from '../operator/claims'
import { companyReleased } from '../operator/contract'
import { withReader } from '../operator/inspect'
import { companyFiles, companySteps } from '../operator/migrations'
import { backlogs, factOfBacklog } from '../platform/backlogs'
import { companyFacts } from '../platform/company-facts'
import { type AroundControlWrite, type ControlWrites, createControlWrites } from '../platform/control-writes'
import type { Exits } from '../platform/cx'
import { type Databases, type FleetDatabases, openDatabases, tenantPath } from '../platform/databases'
import { createEncryption } from '../platform/encryption'
import { createErrorGroups } from '../platform/error-groups'
import { createExtensions } from '../platform/extensions'
import { type Gate, openGate } from '../platform/gate'
import { createHub, type Hub } from '../platform/hub'
import { createJobLog } from '../platform/job-stats'
import { isCompanyJob } from '../platform/jobs'
import { lockDataFolder } from '../platform/lock'
import { type Log, noting } from '../platform/log'
import { createMigrators } from '../platform/migrators'
import { fillingsOf, type Module, type ServiceDefinition, type Services } from '../platform/module'
import { allowNothing, eitherAllows, type OutsideAllow } from '../platform/outside'
import { createParsing, type Parsing } from '../platform/parsing/parsing'
import { loadSecret } from '../platform/secret'
import type { LocalMail } from '../platform/smtp-settings'
import { type Clock, SECOND, systemClock } from '../platform/time'
import { Timetable } from '../platform/timetable/timetable'
import { carryOverSettings } from '../settings/operator/carry-over'
import {
  createOperatorSettings,
  OPERATOR_SECRETS,
  type OperatorEnvironment,
  type OperatorSettings,
  operatorOutside,
} from '../settings/operator/settings'
import { storedFilesOf } from '../stored-files'
import { type ClaimBucket, createAskedBucket } from '../tenancy/claim-bucket'
import { createCompanyNews } from '../tenancy/news'
import { createStorage } from '../tenancy/storage'
import { Auth } from '../users/auth'
import { createCookies } from '../users/cookies'
import { createTokens } from '../users/tokens'
import { createCompanies } from './companies'
import { CompanyRunner } from './company-runner'
import type { FleetParts } from './fleet/parts'
import { createLostFiles } from './lost-files'
import { type ChannelParts, createMessaging, messagingSubscribers } from './messaging'
import { createFollower, endSocketsOf, endSocketsOfCompany, recomputeRights, rightsSubscribers } from './rights'
import { createServices } from './services'
import { reconnectSockets } from './sockets'
import { createWatch } from './watch'

export type Server = Services & {
  readonly modules: readonly Module[]
  /** Stops starting companies, so that a current run ends soon. */
  stopWaking(): void
  /** In a fleet: companies come to this node and leave it. */
  readonly companyMoves: Pick<CompanyRunner, 'take' | 'part'>
  /** Takes companies out of service whose open database was deleted or replaced. */
  lookForLostFiles(): Promise<void>
  close(): Promise<void>
}

/** Names of the services that modules create. The server has all others. */
type ProvidedByModules = NamesOf<(typeof allModules)[number]>
type NamesOf<M> = M extends { services: readonly ServiceDefinition<infer Name>[] } ? Name : never

export type ServerOptions = {
  readonly dataDir: string
  readonly log: Log
  readonly clock?: Clock
  createChannel(parts: ChannelParts): Channel
  /** Operator settings that the environment determines. */
  readonly environment?: OperatorEnvironment
  /** Those of the demo's stand-ins. */
  readonly demo?: OperatorEnvironment
  readonly localMail?: LocalMail | null
  /** For links in mails. */
  readonly publicUrl?: string | null
  /** Addresses that companies may call besides those of the operator's setting. */
  readonly outsideAllow?: OutsideAllow | undefined
  /** This program's command line, to start child processes that migrate companies and parse files. */
  readonly program?: readonly string[] | undefined
  /** The public key whose signed releases are taken, in PEM; by default none. */
  readonly releaseKey?: string | undefined
  /** Replaces this process by another program. */
  readonly swap?: Services['swap'] | undefined
  /** Shared parsing processes, which the server does not stop. */
  readonly parsing?: Parsing
  /** Milliseconds between profile picture requests. */
  readonly pictureGap?: number
  /** Maximum open company files (LRU). */
  readonly mostOpen?: number | undefined
  /** Their subscribers run after the server's own. */
  readonly modules?: readonly Module[]
  /** Receives every event as emitted. */
  readonly observe?: Parameters<typeof createHub>[1]
  /** Runs around each write to control.db that a company asks for. */
  readonly aroundControlWrite?: AroundControlWrite | undefined
  /** What leaves this process waits for it. */
  readonly gate?: Gate | undefined
  /** Makes the machines that the demo shows. */
  readonly sampleMachines?: Server['sampleMachines'] | undefined
  /** Set on a node of a fleet. */
  readonly fleet?: FleetParts | undefined
  /** Where e-mails and accounts are claimed; by default in control.db. */
  readonly claimBucket?: ((databases: Databases, controlWrites: ControlWrites) => ClaimBucket) | undefined
}

export function openServer({
  dataDir,
  log: plainLog,
  clock = systemClock,
  createChannel,
  environment,
  demo,
  localMail = null,
  publicUrl = null,
  outsideAllow: ownAllow = allowNothing,
  program,
  releaseKey = '',
  swap = null,
  parsing: others,
  pictureGap = 250,
  mostOpen,
  modules = allModules,
  observe,
  aroundControlWrite,
  sampleMachines = null,
  fleet,
  gate = fleet?.gate ?? openGate,
  claimBucket = fleet && askedClaims(fleet),
}: ServerOptions): Server {
  const errors = { note: (_logged: object, _words: string) => {} } // until control.db is open
  const log = noting(plainLog, (logged, words) => errors.note(logged, words))
  const { lock, databases, secret } = takeFolder(dataDir, log, mostOpen, fleet)
  const { control } = databases
  const controlWrites = createControlWrites({
    control: databases.writableControl,
    clock,
    operations: modules.flatMap(({ controlWrites = [] }) => controlWrites),
    errors: modules.flatMap(({ errors = {} }) => Object.values(errors)),
    around: aroundControlWrite,
    ask: fleet?.control.ask,
    isOwned: fleet && (() => fleet.control.isOwned()),
    wait: fleet && (() => fleet.control.acknowledged()),
  })
  fleet?.control.attach(controlWrites)
  const errorGroups = createErrorGroups({ control, controlWrites, clock })
  errors.note = errorGroups.note
  const jobLog = createJobLog(clock)
  const operatorSettings = createOperatorSettings(databases, createEncryption(secret, OPERATOR_SECRETS), {
    environment,
    demo,
  })
  const outsideAllow = eitherAllows(ownAllow, operatorOutside(operatorSettings))
  const hub = createHub(clock, observe, gate)

  const server = {} as Server // the parts below are put into it
  const services = createServices(modules, server)
  const extensions = createExtensions(
    [
      ...messagingSubscribers(() => messaging),
      ...rightsSubscribers(hub, () => recheckSockets),
      ...services.subscribers,
      ...modules.flatMap(({ subscribers = [] }) => subscribers),
    ],
    fillingsOf(modules),
  )
  const exits = createExits({ log, hub, gate, extensions, committed: fleet?.committed })
  const watch = createWatch({
    dataDir,
    databases,
    controlWrites,
    log,
    exits,
    hub,
    clock,
    liveCount: () => sessions.liveCount(),
  })
  const { diskSpace, metrics } = watch
  const companies = createCompanies({ databases, clock, exits, active: watch.active, failed: diskSpace.noteError })
  const { cxOf, folderOf } = companies

  const givenUrl = publicUrl?.replace(/\/+$/, '') ?? null
  const publicAddress = () => givenUrl ?? server.certificates.url()
  const parsing = others ?? createParsing({ log, program })
  const claims = openClaims({
    databases,
    log,
    clock,
    startedAt: clock(),
    bucket: claimBucket?.(databases, controlWrites),
    nodes: fleet?.nodes,
  })
  const messaging = createMessaging({
    companies,
    databases,
    claims,
    controlWrites,
    encryption: sessionEncryption(secret),
    parsing,
    log,
    gate,
    createChannel,
    meta: {
      graph: () => ({ url: operatorSettings.read('graphUrl'), version: operatorSettings.read('graphVersion') }),
      appSecret: () => operatorSettings.read('metaAppSecret'),
      publicUrl: publicAddress,
      fileEncryption: createEncryption(secret, META_FILES),
    },
    now: clock,
    pictureGap,
    isOnStandby: () => runner.isOnStandby(),
    received: watch.received,
    settled: watch.settled,
    storageFailed: diskSpace.look,
  })
  const { sessions, stores } = messaging
  const runner = new CompanyRunner({
    databases,
    sessions,
    migrators: createMigrators({
      dataDir,
      log,
      program,
      steps: companySteps,
      filesOf: (uuid) => companyFiles(dataDir, uuid),
      stepsIn: fleet?.versionOf,
    }),
    log,
    cxOf,
    folderOf,
    ask: (uuid) => timetable.ask(uuid),
    letGo: stores.close,
    left: messaging.outbox.leave,
    handedOver: (uuid) => reconnectSockets({ hub }, uuid),
    released(uuid) {
      const cx = cxOf(uuid)
      for (const { id } of listConnections(cx.db)) messaging.outbox.wake(refIn(cx, id))
      timetable.ask(uuid)
      cx.emit(companyReleased({ resting: false }), () => true)
    },
    returned(uuid) {
      const company = companies.find(uuid)
      if (company) hub.startAnew(company)
    },
  })
  const lostFiles = createLostFiles({ databases, stores, clock, log, stopCompanies: () => runner.again() })
  const closing = new AbortController()
  const auth = new Auth({
    claims,
    databases,
    controlWrites,
    cookies: createCookies(secret),
    tokens: createTokens(secret, clock),
    clock,
    log,
    cxOf,
    silence: (sessionId) => endSocketsOf(hub, sessionId),
    silenceCompany: (companyId) => endSocketsOfCompany(hub, companyId),
  })
  const storage = createStorage({ clock, cxOf, folderOf })
  const uploadTargetOf: Server['uploadTargetOf'] = ({ tenantUuid, userId }) => ({
    folder: folderOf(tenantUuid),
    parse: parsing.of(tenantUuid, userId),
    room: storage.roomOf({ tenantUuid, userId }),
  })
  const recheckSockets: Server['recheckSockets'] = (matches) => recomputeRights({ hub, auth, databases }, matches)
  const companyNews = createCompanyNews({ control, hub })
  const follower = createFollower({ hub, databases, log, companyNews, recheckSockets })

  const timetable = new Timetable<Server>({
    facts: [...extensions.membersOf(companyFacts), ...extensions.membersOf(backlogs).map(factOfBacklog)],
    jobLog,
    jobs: modules.flatMap(({ jobs = [] }) => jobs.filter(isCompanyJob)),
    databases,
    clock,
    log,
    server: () => server,
    peek: companies.peek,
    work: companies.quietly,
    failed: diskSpace.noteError,
    active: watch.active,
    isActive: companies.isActive,
    toStart: TO_START,
  })

  databases.whenControlIsHere(() => carryOver(databases, operatorSettings, clock(), log))
  const own: Omit<Server, ProvidedByModules> = {
    modules,
    storedFiles: storedFilesOf(modules),
    log,
    clock,
    databases,
    claims,
    controlWrites,
    hub,
    gate,
    fleet: fleet?.view ?? null,
    nodes: fleet?.nodes ?? null,
    sampleMachines,
    companyNews,
    auth,
    sessions,
    outbox: messaging.outbox,
    fetcher: messaging.fetcher,
    channel: messaging.channel,
    meta: messaging.meta,
    attention: messaging.attention,
    metrics,
    diskSpace,
    localMail,
    program,
    releaseKey,
    swap,
    publicUrl: publicAddress,
    closing: closing.signal,
    vitals: {
      startedAt: clock(),
      requests: watch.requests,
      samples: watch.samples,
      hours: watch.hours,
      errors: errorGroups,
      jobs: jobLog,
      sessionsOf: sessions.liveCountOf,
    },
    announce: watch.announce,
    operatorSettings,
    outsideAllow,
    cxOf,
    companyNameOf: (uuid) => companies.find(uuid)?.name ?? '',
    membersOf: extensions.membersOf,
    encryptionFor: (purpose) => createEncryption(secret, purpose),
    folderOf,
    uploadTargetOf,
    storage,
    timetable,
    recheckSockets,
    followCommands: follower.follow,
    wakeUp: () => runner.go(),
    isOnStandby: () => runner.isOnStandby(),
    stopWaking: () => runner.stop(),
    companyMoves: runner,
    lookForLostFiles: lostFiles.look,
    async close() {
      timetable.stop()
      closing.abort()
      await timetable.ended()
      watch.stop()
      follower.stop()
      await messaging.stop()
      await services.stop()
      if (!others) await parsing.stop()
      for (const socket of hub.all()) socket.close(1001, 'going away')
      await lostFiles.close()
      stores.closeAll()
      await (fleet ? Promise.race([errorGroups.write(), Bun.sleep(LAST_WRITE)]) : errorGroups.write())
      storage.storeAll(databases.isAvailable)
      databases.close()
      timetable.save()
      lock?.release()
    },
  }
  Object.assign(server, own)
  services.create()
  return server
}

/** A company 1 that cannot be opened must not keep the others from starting. */
function carryOver(databases: Databases, settings: OperatorSettings, now: number, log: Log) {
  try {
    carryOverSettings(databases.writableControl(), settings, now, (uuid, key) =>
      withReader(tenantPath(databases.dataDir, uuid), (raw) =>
        raw.prepare('SELECT value FROM settings WHERE key = ?').pluck().get(key),
      ),
    )
  } catch (error) {
    log.warn({ err: error }, 'the settings of company 1 that are now the operator’s could not be carried over')
  }
}

type ExitsDeps = Pick<Exits, 'committed' | 'extensions' | 'gate'> & { readonly log: Log; readonly hub: Hub }

/** Runs after the commit: an error while sending must not make the action look failed. */
const createExits = ({ log, hub, gate, extensions, committed }: ExitsDeps): Exits => ({
  emit(tenant, event, audience) {
    try {
      hub.emit(tenant, event, audience)
    } catch (error) {
      log.error({ err: error }, 'could not send an event')
    }
  },
  extensions,
  gate,
  committed,
  subscriberFailed: ({ definition }, error) =>
    log.error({ err: error, event: definition.eventName }, 'a subscriber failed after the commit'),
})

/** In a fleet: in the control.db of the node that owns it. */
const askedClaims =
  ({ control }: FleetParts) =>
  (databases: Databases, controlWrites: ControlWrites): ClaimBucket =>
    createAskedBucket(databases.control, controlWrites, (kind, value) => control.findClaim(kind, value))

/** Of the errors that were met last; another node may have to answer. */
const LAST_WRITE = 3 * SECOND

/** Locks the data folder, unless a node of a fleet has, and opens its databases. Releases everything on error. */
function takeFolder(dataDir: string, log: Log, mostOpen: number | undefined, fleet: FleetParts | undefined) {
  const lock = fleet ? undefined : lockDataFolder(dataDir)
  let databases: Databases | undefined
  try {
    databases = openDatabases(dataDir, log, mostOpen, fleet && databasesOf(fleet))
    return { lock, databases, secret: loadSecret(dataDir) }
  } catch (error) {
    databases?.close()
    lock?.release()
    throw error
  }
}

const databasesOf = ({ control, isHere, workOn, committed }: FleetParts): FleetDatabases => ({
  control: {
    db: control.db,
    writable: () => control.writable(),
    isHere: () => control.isOwned(),
    whenHere: (call) => control.whenOwned(call),
  },
  isHere,
  workOn,
  closing: committed,
})
