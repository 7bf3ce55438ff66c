/**
 * Loads every `<module>.routes.ts` below tests/ for the walks over all routes: an example of each route, and rows it
 * needs beside those of the core.
 */
import { join } from 'node:path'
import type * as v from 'valibot'
import type { Profile } from '../../src/actor'
import type { Attendant, CompanyWorld } from '../support/company-world'
import type { World } from '../support/world'
import type { Ids } from './furnish'

export type Example = {
  readonly path: string
  readonly body?: unknown
  /** Replaces the JSON body for routes that take a form. */
  readonly form?: () => FormData
}

/** `headers` are sent beside those of the example's caller. */
export type MeasuredExample = Example & { readonly headers?: Readonly<Record<string, string>> }

export type Line = {
  /**
   * `everybody`: public. `leaving`: any live session. `cookie`: the refresh cookie. `session`: the access token of an
   * admitted user. `key`: a token of the external API.
   */
  readonly opens: 'everybody' | 'session' | 'leaving' | 'cookie' | 'super' | 'key'
  /** Permitted profiles; others get ERR_NO_PERMISSION. */
  readonly for?: readonly Profile[]
  /** Builds the example from the ids of a company. */
  readonly example: (ids: Ids) => Example
  /**
   * Prepares a company in which the route succeeds, and replaces the example where costs are measured: for examples that
   * are refused in the furnished company. `admin` asks.
   */
  readonly measured?: (w: World, ids: Ids, admin: Attendant) => MeasuredExample | Promise<MeasuredExample>
  /**
   * For routes that take `searchParam`: the route whose example makes what is found, with the name in this field. A
   * search of `tests/api/searches.test.ts` prepares the others.
   */
  readonly finds?: readonly [route: string, field: string]
  /** Does not respond with JSON. */
  readonly raw?: true
  /** The route reads its body itself and validates it with this schema; null if it is not JSON. */
  readonly reads?: v.GenericSchema | null
}

/** By method and path. */
export type RouteExamples = Readonly<Record<string, Line>>

/**
 * The route by which a receiver can request an event's data, by event. `own`: only for the user it names. `sign`: only a
 * signal to refetch, or the id of a deleted row.
 */
export type ShownAt = Readonly<Record<string, ((payload: unknown) => string) | 'own' | 'sign'>>

export type ModuleFile = {
  readonly routeExamples: RouteExamples
  /** Of the module's events. */
  readonly shownAt?: ShownAt
  /** Columns with times that are in the future even in a new sample company: `schedules.send_at`. */
  readonly plans?: readonly string[]
  /**
   * Creates one row of everything in the module, with `mark` in every text, and returns ids by the names used in
   * examples: `declare module '../api/furnish' { interface Ids { readonly tag: number } }`. Called several times per
   * company with different `lap`.
   */
  furnish?(
    company: CompanyWorld,
    ids: Ids,
    options: { readonly mark: string; readonly lap: number },
  ): Promise<Partial<Ids>>
  /** Makes this user the owner of example rows that only an owner may change. */
  give?(company: CompanyWorld, ids: Ids, userId: number): void
  /** Makes this person one of those who see the examples' rows, where not even admins do otherwise. */
  join?(company: CompanyWorld, ids: Ids, userId: number): void
}

const tests = join(import.meta.dir, '..')
const paths = [...new Bun.Glob('**/*.routes.ts').scanSync(tests)].sort()

export const moduleFiles: readonly ModuleFile[] = await Promise.all(
  paths.map((path) => import(join(tests, path)) as Promise<ModuleFile>), // each file is type-checked beside its module
)
