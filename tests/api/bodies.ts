/** Schemas of all request bodies, and helpers to walk them. */
import type * as v from 'valibot'
import type { World } from '../support/world'
import { keyOf, routeTable } from './route-table'

/** The parts of a valibot schema or action that the walks use. */
export type Node = {
  readonly kind: string
  readonly type: string
  readonly requirement?: unknown
  readonly entries?: Readonly<Record<string, Node>>
  readonly item?: Node
  /** Of a tuple. */
  readonly items?: readonly Node[]
  /** Of a record. */
  readonly key?: Node
  readonly value?: Node
  readonly wrapped?: Node
  readonly options?: readonly Node[]
  readonly pipe?: readonly Node[]
}

/** Routes that read their body themselves. */
export const readsItself = (key: string): boolean => routeTable[key]?.reads !== undefined

type Hooks = { readonly body?: unknown; readonly parse?: readonly { readonly fn: unknown }[] }
type Route = { readonly method: string; readonly path: string; readonly hooks: Hooks }

/** Routes that accept a body. */
export const routesOf = (w: World): readonly Route[] =>
  (w.app.routes as readonly Route[]).filter(({ method }) => !['GET', 'HEAD', 'WS'].includes(method)) // hooks are untyped in Elysia

export function bodySchemas(w: World): ReadonlyMap<string, Node> {
  const schemas = new Map<string, Node>()
  for (const route of routesOf(w)) {
    const key = keyOf(route)
    const taken = route.hooks.body as { readonly schema?: v.GenericSchema } | undefined // `input` keeps its schema
    const schema = taken?.schema ?? routeTable[key]?.reads
    if (schema) schemas.set(key, schema as unknown as Node) // valibot's own objects
  }
  return schemas
}

/** Unwraps `optional` and `nullable`. */
export const bare = (node: Node): Node => (node.wrapped ? bare(node.wrapped) : node)

/** Maximum length of a text or list. */
export function mostOf(node: Node): number | undefined {
  const limits = (bare(node).pipe ?? []).filter(({ type }) => type === 'max_length')
  return typeof limits[0]?.requirement === 'number' ? limits[0].requirement : undefined
}
