/** What a chapter brings to the server. `chapters.ts` lists them; everything else is derived from that list. */
import type { AnyElysia } from 'elysia'
import type { AppHttp } from './access/gates'
import type { DefinedPermission } from './access/permissions'
import type { DefinedError } from './errors'
import type { ImportTarget } from './imports/target'
import type { Waiting } from './operator/contract'
import type { AddSample } from './operator/sample/found'
import type { Cx } from './platform/cx'
import type { Subscriber } from './platform/extensions'
import type { Job } from './platform/jobs'
import type { StoredFileColumn } from './platform/stored-files'
import type { Visitor } from './platform/visitor'
import type { Server } from './server/server'
import type { PlanFlag } from './tenancy/contract'
import type { Answerer } from './tickets/messages/receiving/answerers'

/** What routes are given. */
export type RouteDeps = Server & {
  readonly visitor: Visitor
  /** At the first start the server answers before the first person exists; signing in waits for this. */
  readonly founding: Promise<unknown> | undefined
}

/** Written with `satisfies Chapter`, so that the types of its routes reach who asks them. */
export type Chapter = {
  readonly name: string
  /** Below /api. */
  routes?(http: AppHttp, deps: RouteDeps): AnyElysia
  readonly jobs?: readonly Job<Server>[]
  /** Those that it defines. */
  readonly permissions?: readonly DefinedPermission[]
  /** Those that it defines. */
  readonly errors?: Readonly<Record<string, DefinedError>>
  /** Its columns that hold the name of a stored file. A file that only an unlisted one names is removed after a day. */
  readonly storedFiles?: readonly StoredFileColumn[]
  /** Called in the order of the chapters. */
  readonly subscribers?: readonly Subscriber[]
  readonly answerers?: readonly Answerer[]
  /** What of it begins once an installation or company at rest is activated. */
  waiting?(cx: Pick<Cx, 'db' | 'tenant'>): Waiting
  /** SQL: what a restored company (`main`) takes from the database that it replaces (`aside`). */
  readonly carriedOver?: readonly string[]
  /** What takes the rows of spreadsheets. */
  readonly importTargets?: readonly ImportTarget[]
  /** For the sample company. */
  readonly sample?: AddSample
  /** The feature of a company's plan without which all its routes are refused. */
  readonly plan?: PlanFlag
}
