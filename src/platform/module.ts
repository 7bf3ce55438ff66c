/** What a module adds to the server: routes, jobs, permissions, errors, subscribers and fillings of extension points. */
import type { AnyElysia } from 'elysia'
import type { DefinedError } from '../errors'
import type { OperatorAi } from './config'
import type { Cx } from './cx'
import type { Databases } from './databases'
import type { DiskSpace } from './disk-space'
import type { Encryption } from './encryption'
import type { ExtensionPoint, Filling, Subscriber } from './extensions'
import type { AppHttp, Gatekeeping } from './http'
import type { Hub } from './hub'
import type { Job } from './jobs'
import type { Log } from './log'
import type { Metrics } from './metrics'
import type { StoredFileColumn } from './stored-files'
import type { Clock } from './time'
import type { Timetable } from './timetable'
import type { FilePlace } from './uploads'
import type { Visitor } from './visitor'

/**
 * The services of one running server, given to jobs and routes. A module that provides another one adds it where it defines it:
 * `declare module '../platform/module' { interface Services { readonly auth: Auth } }`. The server satisfies the sum.
 */
export interface Services {
  /** Every column of a company's database that holds the name of a stored file. */
  readonly storedFiles: readonly StoredFileColumn[]
  readonly log: Log
  readonly clock: Clock
  readonly databases: Databases
  readonly hub: Hub
  readonly metrics: Metrics
  readonly diskSpace: DiskSpace
  /** The operator's AI service, for companies without one of their own. */
  readonly ai: OperatorAi | null
  /** Runs the jobs of companies when they are due. */
  readonly timetable: Timetable
  cxOf(tenantUuid: string): Cx
  /** What modules add to an extension point, in its order. */
  membersOf<T>(point: ExtensionPoint<T>): readonly T[]
  /** Encrypts what a module stores; each purpose has a key of its own. */
  encryptionFor(purpose: string): Encryption
  folderOf(tenantUuid: string): string
  /** The folder for files of a person's company, and a parser that reads what this person uploads in another process. */
  placeOf(who: { readonly tenantUuid: string; readonly userId: number }): FilePlace
  /** Opens the companies and restores their sessions. Called again, it applies what has changed since. Requests are served meanwhile. */
  wakeUp(): Promise<void>
  /** The installation is restored and not yet activated: it opens no session and sends nothing. */
  isOnStandby(): boolean
}

/** The services given to routes. Modules extend it as they extend `Services`. */
export interface RouteServices extends Services {
  readonly visitor: Visitor
}

/** Written with `satisfies Module`, so that the types of its routes reach the screens. */
export type Module = {
  readonly name: string
  /** Below /api. */
  routes?(http: AppHttp, services: RouteServices): AnyElysia
  readonly jobs?: readonly Job<Services>[]
  /** The permissions that it defines. */
  readonly permissions?: readonly Exclude<Gatekeeping['permission'], string>[]
  /** The errors that it defines. */
  readonly errors?: Readonly<Record<string, DefinedError>>
  /** Its columns that hold the name of a stored file. A file that only an unlisted column names is removed after a day. */
  readonly storedFiles?: readonly StoredFileColumn[]
  /** Called in the order of the modules. */
  readonly subscribers?: readonly Subscriber[]
  /** What it adds to the extension points of other modules. */
  readonly fills?: readonly Filling[]
  /** The feature of a company's plan without which all its routes are refused. */
  readonly plan?: Gatekeeping['feature']
}

export const fillingsOf = (modules: readonly Module[]): readonly Filling[] => modules.flatMap(({ fills = [] }) => fills)

/** What these modules add to one extension point, for code that runs without a server. */
export const membersIn = <T>(modules: readonly Module[], point: ExtensionPoint<T>): readonly T[] =>
  point.membersAmong(fillingsOf(modules))
