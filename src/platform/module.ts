/** What a module adds to the server: routes, services, jobs, permissions, errors, subscribers and members of extension points. */
import type { AnyElysia } from 'elysia'
import type { GenericSchema } from 'valibot'
import type { DefinedError } from '../errors'
import type { OperatorAi } from './config'
import type { ControlWrite, ControlWrites } from './control-writes'
import type { Cx } from './cx'
import type { Databases } from './databases'
import type { DiskSpace } from './disk-space'
import type { Encryption } from './encryption'
import type { ErrorGroups } from './error-groups'
import type { ExtensionPoint, Filling, Subscriber } from './extensions'
import type { Gate } from './gate'
import type { AppHttp, Gatekeeping } from './http'
import type { Hub } from './hub'
import type { JobLog } from './job-stats'
import type { Job } from './jobs'
import type { LoadHours } from './load-hours'
import type { Log } from './log'
import type { Mailer } from './mail'
import type { Metrics } from './metrics'
import type { OutsideAllow } from './outside'
import type { Requests } from './requests'
import type { Samples } from './samples'
import type { CompanyLink } from './sealed-link'
import type { LocalMail } from './smtp-settings'
import type { StoredFileColumn } from './stored-files'
import type { Clock } from './time'
import type { Timetable } from './timetable/timetable'
import type { UploadTarget } from './uploads'
import type { Visitor } from './visitor'

/**
 * Services of a running server, passed to jobs and routes. A module that provides a service declares it where it
 * defines it: `declare module '../platform/module' { interface Services { readonly shifts: Shifts } }`, and lists what
 * creates it in its `services`. The server provides the others.
 */
export interface Services {
  /** All columns that hold the name of a stored file. */
  readonly storedFiles: readonly StoredFileColumn[]
  readonly log: Log
  readonly clock: Clock
  readonly databases: Databases
  /** How a company's code writes to control.db. */
  readonly controlWrites: ControlWrites
  readonly hub: Hub
  /** Whatever leaves this process waits for it. For what shows one company, its `cx.wait`. */
  readonly gate: Gate
  readonly metrics: Metrics
  readonly diskSpace: DiskSpace
  /** What the operator's monitor shows of this process. */
  readonly vitals: Vitals
  /** The operator's AI service, for companies without one of their own. */
  ai(): OperatorAi | null
  /** The installation's own mail: reset codes, invoices. Not configured while the installation is on standby. */
  readonly mailer: Mailer
  /** A mail server in this process that companies can name in their settings. */
  readonly localMail: LocalMail | null
  /** Where browsers reach the installation, without a slash at the end; null if nobody has said. It changes with the domain. */
  publicUrl(): string | null
  /** Aborted when the server closes. Work that takes long then ends soon. */
  readonly closing: AbortSignal
  /** What `askOutside` may reach for companies beside the public internet. */
  readonly outsideAllow: OutsideAllow
  /** Runs the jobs of companies when they are due. */
  readonly timetable: Timetable
  /** This program's command line, to start child processes. */
  readonly program: readonly string[] | undefined
  /** The public key whose signed releases this program takes, in PEM; empty if it takes none. */
  readonly releaseKey: string
  /**
   * Replaces this server by a verified program in the folder of programs: this process goes on as that one. Throws a `Refusal`,
   * and the server runs on, if it cannot be tried. Null where there is nothing to replace: from the sources, in the demo.
   */
  readonly swap: ((program: NewProgram) => Promise<never>) | null
  cxOf(tenantUuid: string): Cx
  /** Empty if there is no such company. */
  companyNameOf(tenantUuid: string): string
  /** Members of an extension point, in its order. */
  membersOf<T>(point: ExtensionPoint<T>): readonly T[]
  /** Encryption for a module's data, with a key per purpose. */
  encryptionFor(purpose: string): Encryption
  folderOf(tenantUuid: string): string
  /** The company's file folder, and a `parse` that reads this person's uploads in another process. */
  uploadTargetOf(who: { readonly tenantUuid: string; readonly userId: number }): UploadTarget
  /**
   * Opens companies and restores their sessions; a later call applies what has changed. Requests are served meanwhile.
   */
  wakeUp(): Promise<void>
  /** Whether the installation was restored and not yet activated: it opens no session and sends nothing. */
  isOnStandby(): boolean
}

export type NewProgram = { readonly version: string; readonly sha256: string; readonly size: number }

export type Vitals = {
  readonly startedAt: number
  readonly requests: Requests
  readonly samples: Samples
  readonly hours: LoadHours
  readonly errors: ErrorGroups
  readonly jobs: JobLog
  /** Live messenger sessions of each company. */
  sessionsOf(tenantUuid: string): number
}

/** Services passed to routes only. Modules extend it like `Services`. */
export interface RouteServices extends Services {
  readonly visitor: Visitor
}

/** A running part of a module. `defineService` makes one. */
export type ServiceDefinition<Name extends keyof Services = keyof Services> = {
  readonly name: Name
  create(services: Services): unknown
  subscribers(services: Services): readonly Subscriber[]
  stop(services: Services): void | Promise<void>
}

type Service<S> = {
  /** The server's own services are there, and those of earlier modules; later ones only when the service is used. */
  create(services: Services): S
  /** They run before the subscribers of modules. */
  subscribers?(service: () => S): readonly Subscriber[]
  /** Called after channels and the services of later modules have stopped; databases are still open. */
  stop?(service: S): void | Promise<void>
}

export const defineService = <Name extends keyof Services>(
  name: Name,
  { create, subscribers, stop }: Service<Services[Name]>,
): ServiceDefinition<Name> => ({
  name,
  create,
  subscribers: (services) => subscribers?.(() => services[name]) ?? [],
  stop: (services) => stop?.(services[name]),
})

/** Use `satisfies Module`, so that screens see the types of the routes. */
export type Module = {
  readonly name: string
  /** Below /api. */
  routes?(http: AppHttp, services: RouteServices): AnyElysia
  /** Created in the order of the modules, and stopped in reverse. */
  readonly services?: readonly ServiceDefinition[]
  readonly jobs?: readonly Job<Services>[]
  /** Writes to control.db that its companies ask for by name. */
  readonly controlWrites?: readonly ControlWrite[]
  readonly permissions?: readonly Exclude<Gatekeeping['permission'], string>[]
  readonly errors?: Readonly<Record<string, DefinedError>>
  /** Bodies of what it sends to the servers of others, by event, for the OpenAPI document. */
  readonly sends?: Readonly<Record<string, GenericSchema>>
  /** Links and keys that name the company of a request without a session. */
  readonly companyLinks?: readonly CompanyLink[]
  /** Kinds of entries that it writes to the ticket log. */
  readonly logKinds?: readonly string[]
  /** Columns that hold the name of a stored file. A file named only in an unlisted column is removed after a day. */
  readonly storedFiles?: readonly StoredFileColumn[]
  /** Called in the order of the modules. */
  readonly subscribers?: readonly Subscriber[]
  /** Members for extension points of other modules. */
  readonly fills?: readonly Filling[]
  /** Plan feature that all its routes require. */
  readonly plan?: Gatekeeping['feature']
}

export const fillingsOf = (modules: readonly Module[]): readonly Filling[] => modules.flatMap(({ fills = [] }) => fills)

/** Members that these modules add to an extension point, for code that runs without a server. */
export const membersIn = <T>(modules: readonly Module[], point: ExtensionPoint<T>): readonly T[] =>
  point.membersAmong(fillingsOf(modules))
