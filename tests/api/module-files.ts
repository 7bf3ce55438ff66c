/**
 * What the walks over all routes know of each module: every `<module>.routes.ts` below tests/ gives an example of each of
 * its routes, and the rows that these need, where they are none of the spine's.
 */
import { join } from 'node:path'
import type * as v from 'valibot'
import type { Profile } from '../../src/actor'
import type { CompanyWorld } from '../support/company-world'
import type { Ids } from './furnish'

export type Example = {
  readonly path: string
  readonly body?: unknown
  /** In place of a body that is JSON, where the route takes none. */
  readonly form?: () => FormData
}

export type Line = {
  /** `everybody`: no token asked. `leaving`: a session and nothing more. `cookie`: the refresh cookie. `session`: the access token of somebody who may work. */
  readonly opens: 'everybody' | 'session' | 'leaving' | 'cookie' | 'super'
  /** Who of a company may; the others get ERR_NO_PERMISSION. */
  readonly for?: readonly Profile[]
  /** What the walk over the companies puts in: places for ids, beginning with those in the path. */
  readonly example: (ids: Ids) => Example
  /** Does not answer in our JSON. */
  readonly raw?: true
  /** The route reads its body itself, and holds it against this; null: it is no JSON of ours. */
  readonly reads?: v.GenericSchema | null
}

/** By method and address. */
export type RouteExamples = Readonly<Record<string, Line>>

export type ModuleFile = {
  readonly routeExamples: RouteExamples
  /**
   * Adds one row of everything that the module has, every text of it carrying `mark`, and returns their ids by the names that
   * the examples use: `declare module '../api/furnish' { interface Ids { readonly tag: number } }`. Called several times for
   * one company, each time with another `lap`.
   */
  furnish?(
    company: CompanyWorld,
    ids: Ids,
    told: { readonly mark: string; readonly lap: number },
  ): Promise<Partial<Ids>>
  /** Makes the examples' rows this person's, where only their owner may change them. */
  give?(company: CompanyWorld, ids: Ids, userId: number): void
  /** Makes this person one of those who see the examples' rows, where not even admins do otherwise. */
  join?(company: CompanyWorld, ids: Ids, userId: number): void
}

const tests = join(import.meta.dir, '..')
const paths = [...new Bun.Glob('**/*.routes.ts').scanSync(tests)].sort()

export const moduleFiles: readonly ModuleFile[] = await Promise.all(
  paths.map((path) => import(join(tests, path)) as Promise<ModuleFile>), // the compiler has seen each beside its module
)
