/** What is written in the contracts: nothing of a body is looked at before its size is. */
import { expect, test } from 'bun:test'
import * as v from 'valibot'
import { list, text } from '../../src/platform/formats'
import { world } from '../support/world'
import { bodySchemas, type Node, readsItself, routesOf } from './bodies'
import { keyOf } from './route-table'

/** Nodes that hold no more than their type says. */
const small: ReadonlySet<string> = new Set(['number', 'boolean', 'literal', 'picklist'])

/** The places whose size is not the first thing judged. */
function unbounded(node: Node, place: string): string[] {
  if (node.wrapped) return unbounded(node.wrapped, place)
  if (node.options && node.type !== 'picklist') return node.options.flatMap((one) => unbounded(one, place))
  if (node.entries)
    return Object.entries(node.entries).flatMap(([field, below]) => unbounded(below, `${place}.${field}`))
  const [first, ...then] = node.pipe ?? []
  if (first?.pipe) return unbounded(first, place)
  if (small.has(node.type)) return []
  const isBounded = (first?.type === 'string' || first?.type === 'custom') && bounds(then)
  if (!isBounded) return [place]
  return then.flatMap((step) => (step.item ? unbounded(step.item, `${place}[]`) : []))
}

/** Only lengths are judged up to the limit. */
function bounds(steps: readonly Node[]): boolean {
  const limit = steps.findIndex(({ type }) => type === 'max_length')
  return limit >= 0 && steps.slice(0, limit).every(({ type }) => type === 'min_length')
}

test('every body has a schema of ours, or its route is known to read it', () => {
  const w = world()
  const schemas = bodySchemas(w)
  const unguarded = routesOf(w).filter((route) => {
    const { body, parse } = route.hooks
    const isUnparsed = parse?.some(({ fn }) => fn === 'none')
    return isUnparsed ? !readsItself(keyOf(route)) : body !== undefined && !schemas.has(keyOf(route))
  })
  expect(unguarded.map(keyOf)).toEqual([])
  expect(schemas.size).toBeGreaterThan(15)
})

test('of every body each text and each list begins with its length', () => {
  const found = [...bodySchemas(world())].flatMap(([key, schema]) => unbounded(schema, key))
  expect(found).toEqual([])
})

test('the walk finds what is bounded too late, or not at all', () => {
  const wrong = v.object({
    text: v.string(),
    pattern: v.pipe(v.string(), v.regex(/a/), v.maxLength(3)),
    trimmed: v.optional(v.pipe(v.string(), v.trim(), v.maxLength(3))),
    list: v.nullable(v.array(v.number())),
    late: v.pipe(v.array(v.number()), v.maxLength(3)),
    inside: list(v.object({ a: v.string() }), { most: 3 }),
    either: v.union([v.literal(''), v.string()]),
    keys: v.record(v.string(), v.number()),
    anything: v.unknown(),
    fine: list(v.object({ a: v.pipe(text(3), v.regex(/a/)) }), { most: 3 }),
  })
  expect(unbounded(wrong as unknown as Node, 'POST /x')).toEqual(
    ['text', 'pattern', 'trimmed', 'list', 'late', 'inside[].a', 'either', 'keys', 'anything'].map(
      (field) => `POST /x.${field}`,
    ),
  )
})

test('no body but JSON is parsed, of whatever route', async () => {
  const w = world()
  const token = await w.admin({ super: true }).token()
  for (const route of routesOf(w)) {
    const key = keyOf(route)
    if (readsItself(key) || key === 'ALL /*' || key.includes('logout')) continue
    const answer = await w.request(route.path.replaceAll(/:\w+/g, '1'), {
      method: route.method,
      headers: { authorization: `Bearer ${token}`, 'content-type': 'application/x-www-form-urlencoded' },
      body: 'a=b',
    })
    expect([key, answer.status]).toEqual([key, 415])
  }
})
