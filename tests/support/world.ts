/** A test's world: the real app, a real database in a temporary folder, a stopped clock, and a messenger double. */
import { mkdtempSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import pino from 'pino'
import * as v from 'valibot'
import type { App, AppOptions } from '../../src/app'
import { modules } from '../../src/modules'
import { noScreens, type Screens } from '../../src/platform/assets'
import type { OperatorAi } from '../../src/platform/config'
import { createCx, noExits } from '../../src/platform/cx'
import { type Databases, openDatabases } from '../../src/platform/databases'
import type { Audience, LiveEvent } from '../../src/platform/events'
import { createExtensions } from '../../src/platform/extensions'
import type { Gate } from '../../src/platform/gate'
import { isServerJob } from '../../src/platform/jobs'
import { fillingsOf, type Module } from '../../src/platform/module'
import type { OutsideAllow } from '../../src/platform/outside'
import type { LocalMail } from '../../src/platform/smtp-settings'
import { createVisitor } from '../../src/platform/visitor'
import { openServer, type Server } from '../../src/server/server'
import type { OperatorEnvironment } from '../../src/settings/operator/settings'
import type { Mailbox } from '../../src/simulator/mail/mailbox'
import type { ClaimBucket } from '../../src/tenancy/claim-bucket'
import { tenantOf } from '../../src/tenancy/companies'
import { afterEachTest } from './after-each'
import { createApps } from './apps'
import { type CompanyWorld, createCompanyWorld, furnishCompany } from './company-world'
import { asCompany, asCompanys, guardControl, watchControlWrites } from './control-guard'
import { copyFolder, keepFolder } from './kept-folder'
import { copyInstallation, createEmptyCompany } from './migrated'
import { createTopics } from './page'
import { parsing } from './parsing'
import { shelf } from './shelf'
import { createTelephones, type Telephones } from './telephones'

/** A Monday, 12:00 UTC, 09:00 in São Paulo. */
export const NOON = Date.UTC(2026, 2, 2, 12)
export const BASE = 'http://localhost'

export type LogLine = { readonly level: number; readonly msg: string; readonly err?: { readonly message: string } }

export type TestClock = {
  now(): number
  /** Moves the clock, also backwards, and lets the outbox send what is due. */
  forward(ms: number): void
  /** From now on the clock advances by a millisecond each time it is read. */
  run(): void
}

export type World = CompanyWorld & {
  readonly server: Server
  readonly app: App
  readonly dataDir: string
  readonly clock: TestClock
  readonly telephones: Telephones
  /** Another company of the same installation. */
  company(name?: string): CompanyWorld
  /** Sends a request exactly as given. */
  request(path: string, init?: RequestInit): Promise<Response>
  /** Logged warnings and errors; unexpected errors fail the test. */
  readonly logged: readonly LogLine[]
  /** Allows errors in the log. */
  expectErrors(): void
  /** Closes the server in order. */
  close(): Promise<void>
  /** Closes the server and opens it again on the same folder, without its memory. */
  reopen(): Promise<World>
  /** Starts a real server on a free port. */
  listen(): { readonly url: string; readonly port: number }
}

const open: { close(): Promise<void>; sweep(): void }[] = []

afterEachTest(async () => {
  const worlds = open.splice(0).reverse()
  const closed = await Promise.allSettled(worlds.map((one) => one.close()))
  for (const one of worlds) one.sweep()
  for (const one of closed) if (one.status === 'rejected') throw one.reason
})

export type WorldOptions = {
  /** Networks of trusted proxies; only a listening server knows client addresses. */
  readonly trustProxy?: readonly string[]
  readonly metricsToken?: string
  readonly simulator?: AppOptions['simulator']
  /** AI service for companies without their own. */
  readonly ai?: OperatorAi
  /** The installation's mail server. */
  readonly mail?: Pick<Mailbox, 'url'>
  /** A mail server that companies can name in their settings. */
  readonly localMail?: LocalMail
  /** Operator settings that the environment determines. */
  readonly environment?: OperatorEnvironment
  /** Those of the demo's stand-ins. */
  readonly demo?: OperatorEnvironment
  /** Addresses beside the public internet that companies may call. */
  readonly outsideAllow?: OutsideAllow | undefined
  /** Makes the demo's machines. */
  readonly sampleMachines?: Server['sampleMachines']
  readonly publicUrl?: string | null
  /** The public key whose signed releases are taken, in PEM. */
  readonly releaseKey?: string
  /** Takes the place of the swap by another program. */
  readonly swap?: Server['swap']
  readonly screens?: Screens
  readonly describeApi?: AppOptions['describeApi']
  readonly dataDir?: string
  readonly startsAt?: number
  /** Creates companies like the product; by default their first files are copies. */
  readonly create?: typeof createEmptyCompany
  /** Where e-mails and accounts are claimed; by default in control.db. */
  claimBucket?(databases: Databases): ClaimBucket
  /** What leaves the server waits for it. */
  gate?(dataDir: string): Gate
  /** Requests profile pictures at the production rate. */
  readonly usualPace?: boolean
  /** Additional modules, after the standard ones. */
  readonly modules?: readonly Module[]
  /** Maximum open company files (LRU). */
  readonly mostOpen?: number
  /** Receives each event with its audience. */
  observed?(event: LiveEvent, audience: Audience): void
  /** Called after each write to control.db that a company asked for. What it throws is a crash before what follows. */
  wrote?(operation: string): void
  /** Called on each run of a company job. */
  ran?(job: string, tenantUuid: string): void
}

/** Wraps modules' jobs to report each run. */
const watched = (all: readonly Module[], ran: WorldOptions['ran']): readonly Module[] =>
  all.map(({ jobs = [], ...module }) => ({
    ...module,
    jobs: jobs.map((job) =>
      isServerJob(job)
        ? job
        : {
            ...job,
            run(cx, server) {
              ran?.(job.name, cx.tenant.uuid)
              return asCompany(job.name, () => job.run(cx, server))
            },
          },
    ),
  }))

const environmentOf = ({ url, key, model }: OperatorAi): OperatorEnvironment => ({
  aiUrl: url,
  aiKey: key ?? '',
  aiModel: model,
})

/** Nothing answers in Meta's place. */
const NOBODY = 'http://127.0.0.1:9'

const NAME = 'Loja Centro'

/** An installation with a furnished company. Creating one takes longer than most tests, so it is done once and copied. */
let kept: ReturnType<typeof keepFolder> | undefined

function createOnce(): ReturnType<typeof keepFolder> {
  const folder = mkdtempSync(join(shelf(), 'balcao-'))
  copyInstallation(folder)
  const databases = openDatabases(folder, pino({ level: 'silent' }))
  const company = createEmptyCompany(databases, NOON, NAME)
  const all: readonly Module[] = modules
  const subscribers = all.flatMap(({ subscribers = [] }) => subscribers)
  const exits = { ...noExits, extensions: createExtensions(subscribers, fillingsOf(all)) }
  furnishCompany(
    createCx(
      tenantOf(company),
      () => databases.tenant(company.uuid),
      () => NOON,
      exits,
    ),
  )
  // As after a first start, which looks for settings in company 1.
  databases.writableControl().$client.exec("INSERT INTO meta (key, value) VALUES ('operator-settings', '')")
  databases.close()
  const kept = keepFolder(folder)
  rmSync(folder, { recursive: true, force: true })
  return kept
}

export function world(options: WorldOptions = {}): World {
  const dataDir = options.dataDir ?? mkdtempSync(join(shelf(), 'balcao-'))
  const isCopy = options.dataDir === undefined && options.startsAt === undefined
  if (isCopy) {
    kept ??= createOnce()
    copyFolder(kept, dataDir)
  }
  let time = options.startsAt ?? NOON
  let step = 0
  const now = () => (time += step)
  const faults: string[] = []
  const logged: LogLine[] = []
  let errorsExpected = false
  const log = pino({ level: 'warn' }, { write: (line: string) => void logged.push(JSON.parse(line) as LogLine) }) // our own log lines

  let telephones: Telephones | undefined
  let opened: Server | undefined
  const server = openServer({
    dataDir,
    log,
    clock: now,
    parsing,
    ...(!options.usualPace && { pictureGap: 0 }),
    modules: watched([...modules, ...(options.modules ?? [])], options.ran),
    mostOpen: options.mostOpen,
    outsideAllow: options.outsideAllow,
    environment: {
      graphUrl: NOBODY,
      ...(options.ai && environmentOf(options.ai)),
      ...(options.mail && { smtpUrl: options.mail.url, mailFrom: 'Balcão <atende@balcao.example>' }),
      ...options.environment,
    },
    ...(options.demo && { demo: options.demo }),
    localMail: options.localMail ?? null,
    sampleMachines: options.sampleMachines,
    publicUrl: options.publicUrl ?? null,
    releaseKey: options.releaseKey,
    swap: options.swap,
    gate: options.gate?.(dataDir),
    claimBucket: options.claimBucket,
    createChannel(parts) {
      telephones = createTelephones(asCompanys('a messenger', parts.listener), now)
      return telephones.channel
    },
    aroundControlWrite: watchControlWrites(() => opened?.databases, options.wrote),
    observe(_tenant, event, audience) {
      faults.push(...faultsOf(event))
      options.observed?.(event, audience)
    },
  })
  opened = server
  guardControl(server.databases)
  if (!telephones) throw new Error('the server opened without a channel')
  const network = telephones
  const apps = createApps(server, {
    visitor: createVisitor({
      trustProxy: options.trustProxy ?? [],
      ownUrl: () => server.certificates.url(),
      publicUrl: options.publicUrl ?? null,
    }),
    metricsToken: options.metricsToken ?? null,
    screens: options.screens ?? noScreens,
    describeApi: options.describeApi ?? (async () => Bun.gzipSync('{}')),
    simulator: options.simulator ?? null,
  })
  const topics = createTopics()
  server.hub.broadcastWith((topic, frame) => {
    topics.publish(topic, frame)
    apps.listening()?.publish(topic, frame)
  })
  const clock: TestClock = {
    now,
    forward(ms) {
      time += ms
      for (const one of companies) one.wakeOutbox()
    },
    run() {
      step = 1
    },
  }
  const companies: CompanyWorld[] = []
  const addCompany = (name: string, there: 'left' | 'new' | null) => {
    const create = options.create ?? createEmptyCompany
    const made = createCompanyWorld({ server, handle: apps.handle, network, topics, now, name, create, there })
    companies.push(made)
    return made
  }
  let closed = false
  const close = async () => {
    if (closed) return
    closed = true
    await apps.listening()?.stop(true)
    await server.close()
    for (const line of logged)
      if (line.level >= 50 && !errorsExpected) faults.push(`logged: ${line.msg} ${line.err?.message ?? ''}`)
    if (faults.length > 0) throw new Error(`this world has logged faults:\n${faults.join('\n')}`)
  }
  const sweep = () => rmSync(dataDir, { recursive: true, force: true })
  open.push({ close, sweep })

  return {
    ...addCompany(NAME, isCopy ? 'new' : options.dataDir === undefined ? null : 'left'),
    server,
    get app() {
      return apps.whole()
    },
    dataDir,
    clock,
    telephones: network,
    company: (name = 'Padaria Sol') => addCompany(name, null),
    request: (path, init) => apps.handle(new Request(`${BASE}${path}`, init)),
    logged,
    expectErrors: () => {
      errorsExpected = true
    },
    close,
    async reopen() {
      await close()
      return world({ ...options, dataDir, startsAt: time })
    },
    listen() {
      const server = apps.whole().listen({ hostname: '127.0.0.1', port: 0 }).server
      const port = server?.port ?? 0
      return { url: `http://127.0.0.1:${port}`, port }
    },
  }
}

/** Faults of an event's payload, which must match its definition exactly. */
function faultsOf({ name, payload, schema }: LiveEvent): string[] {
  const parsed = v.safeParse(schema, payload)
  if (!parsed.success)
    return parsed.issues.map((issue) => `event ${name}: ${v.getDotPath(issue) ?? ''} ${issue.message}`)
  return Bun.deepEquals(parsed.output, JSON.parse(JSON.stringify(payload)))
    ? []
    : [`event ${name} carries what its schema does not declare: ${JSON.stringify(payload)}`]
}
