/** Contracts bound every body: sizes are checked before content. */
import { expect, test } from 'bun:test'
import * as v from 'valibot'
import { list, text } from '../../src/platform/formats'
import { world } from '../support/world'
import { bodySchemas, type Node, readsItself, routesOf } from './bodies'
import { keyOf, routeTable } from './route-table'

/** Types of bounded size. */
const small: ReadonlySet<string> = new Set(['number', 'boolean', 'literal', 'picklist'])

/** Paths whose size is not checked first. */
function unbounded(node: Node, place: string): string[] {
  if (node.wrapped) return unbounded(node.wrapped, place)
  if (node.options && node.type !== 'picklist') return node.options.flatMap((one) => unbounded(one, place))
  if (node.entries)
    return Object.entries(node.entries).flatMap(([field, below]) => unbounded(below, `${place}.${field}`))
  // A tuple reads as many items as it has.
  if (node.items) return node.items.flatMap((one, at) => unbounded(one, `${place}[${at}]`))
  const [first, ...then] = node.pipe ?? []
  if (first?.pipe) return unbounded(first, place)
  if (small.has(node.type)) return []
  const isBounded = (first?.type === 'string' || first?.type === 'custom') && bounds(then)
  if (!isBounded) return [place]
  return then.flatMap(({ item, key, value }) => [
    ...(item ? unbounded(item, `${place}[]`) : []),
    ...(key ? unbounded(key, `${place} key`) : []),
    ...(value ? unbounded(value, `${place}{}`) : []),
  ])
}

/** Whether only lengths are checked before the limit. */
function bounds(steps: readonly Node[]): boolean {
  const limit = steps.findIndex(({ type }) => type === 'max_length' || type === 'max_entries')
  return limit >= 0 && steps.slice(0, limit).every(({ type }) => type === 'min_length')
}

test('every body has a valibot schema, or its route is listed as reading it itself', () => {
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

test('every text and list of every body checks its length first', () => {
  const found = [...bodySchemas(world())].flatMap(([key, schema]) => unbounded(schema, key))
  expect(found).toEqual([])
})

test('the walk detects late and missing bounds', () => {
  const wrong = v.object({
    text: v.string(),
    pattern: v.pipe(v.string(), v.regex(/a/), v.maxLength(3)),
    trimmed: v.optional(v.pipe(v.string(), v.trim(), v.maxLength(3))),
    list: v.nullable(v.array(v.number())),
    late: v.pipe(v.array(v.number()), v.maxLength(3)),
    inside: list(v.object({ a: v.string() }), { most: 3 }),
    either: v.union([v.literal(''), v.string()]),
    keys: v.record(v.string(), v.number()),
    values: v.pipe(
      v.custom<Record<string, string>>((given) => typeof given === 'object'),
      v.maxEntries(3),
      v.record(text(3), v.string()),
    ),
    anything: v.unknown(),
    fine: list(v.object({ a: v.pipe(text(3), v.regex(/a/)) }), { most: 3 }),
  })
  expect(unbounded(wrong as unknown as Node, 'POST /x')).toEqual(
    ['text', 'pattern', 'trimmed', 'list', 'late', 'inside[].a', 'either', 'keys', 'values{}', 'anything'].map(
      (field) => `POST /x.${field}`,
    ),
  )
})

test('no route parses a body other than JSON', async () => {
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
    // The external API refuses a session's token before it reads anything.
    expect([key, answer.status]).toEqual([key, routeTable[key]?.opens === 'key' ? 401 : 415])
  }
})
