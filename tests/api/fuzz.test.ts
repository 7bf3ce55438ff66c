/** Any input to any path gets an error of the catalogue, never an internal error. */
import { describe, expect, test } from 'bun:test'
import { resolve } from 'node:path'
import * as v from 'valibot'
import { errors } from '../../src/errors'
import { modules } from '../../src/modules'
import { findLostTexts } from '../../src/operator/inspect'
import { tenantPath } from '../../src/platform/databases'
import { Failure } from '../../src/platform/http'
import type { Module } from '../../src/platform/module'
import { SALES } from '../support/company-world'
import { inSuite, shareOf } from '../support/long'
import { createRandom } from '../support/random'
import { quiet } from '../support/until'
import { BASE, type World, world } from '../support/world'
import { bare, bodySchemas } from './bodies'
import { furnish } from './furnish'
import { odd, oddBodies, oddParams, oddQueries, oddValues } from './fuzz-inputs'
import { json, place, walked } from './place'
import { isPlanned, keyOf, methodOf, routeTable } from './route-table'

/** Number of random requests. */
const LAPS = inSuite(150, 1_500)
/** Parts of the values of which each route gets one in the short lane. */
const PARTS = 6
const SEEN_SHARE = inSuite(28, 1)
const UNNAMED_SHARE = inSuite(42, 7)
/** For fields that the example lacks. */
const ABSENT_SHARE = inSuite(6, 1)
const PROJECT = resolve(import.meta.dir, '..', '..')
const defined = (modules as readonly Module[]).flatMap(({ errors = {} }) => Object.values(errors))
const catalogue: Readonly<Record<string, number>> = {
  ...errors,
  ...Object.fromEntries(defined.map(({ code, status }) => [code, status])),
}

const strictFailure = v.strictObject(Failure.entries)

/** An error response must have code, status and message from the catalogue, without internals. */
async function judge(name: string, answer: Response) {
  const text = await answer.text()
  const tellsHowWeAreBuilt =
    /SQLITE|sqlite|node_modules|at async|argon2|password_hash/.test(text) || text.includes(PROJECT)
  const isError = answer.status >= 400 && answer.status !== 416 && answer.status !== 426
  const isOfCatalogue = !isError || isKnown(text, answer.status)
  // One claim for all: there are tens of thousands.
  if (isPlanned(answer.status) && !tellsHowWeAreBuilt && isOfCatalogue) return
  expect.unreachable(`${name}: ${answer.status} ${text.slice(0, 500)}`)
}

function isKnown(text: string, status: number): boolean {
  const { success, output } = v.safeParse(strictFailure, JSON.parse(text))
  if (!success) return false
  return (output.error === 'ERR_SESSION_EXPIRED' ? status : catalogue[output.error]) === status
}

type Queried = { readonly method: string; readonly path: string; readonly hooks: { readonly query?: unknown } }

/** Routes with parameters in their query. */
const queried = (w: World): Queried[] =>
  (w.app.routes as readonly Queried[]).filter(
    (route) => routeTable[keyOf(route)] && route.method !== 'WS' && parametersOf(route).length > 0,
  )
const parametersOf = ({ hooks: { query } }: Queried): string[] =>
  Object.keys((query as { properties?: object } | undefined)?.properties ?? {}) // as TypeBox keeps them

/** Whether the answer says which field is wrong, or has an error of its own for it. */
async function namesFault(answer: Response): Promise<boolean> {
  const { error, details } = (await answer.json()) as { error: string; details?: { field?: string }[] }
  return error !== 'ERR_INVALID_INPUT' || (Array.isArray(details) && details.every(({ field }) => field))
}

/** A furnished company and its admin. */
type Place = Awaited<ReturnType<typeof place>>

async function invalidIds({ w, ids, send }: Place) {
  for (const [n, key] of walked(w).entries()) {
    const example = routeTable[key]?.example(ids)
    if (!example || !key.includes(':')) continue
    const pattern = key.split(' ')[1] ?? ''
    for (const value of shareOf(oddParams, n, PARTS)) {
      const path = pattern.replace(/:\w+/, () => value)
      await judge(
        `${key} ${value}`,
        await send(
          methodOf(key),
          path,
          'application/json',
          example.body === undefined ? undefined : json(example.body),
        ),
      )
    }
  }
}

async function oddQueriesOf({ w, ids, send }: Place) {
  for (const [n, key] of walked(w)
    .filter((one) => one.startsWith('GET'))
    .entries()) {
    const path = routeTable[key]?.example(ids).path.split('?')[0] ?? '/'
    for (const query of shareOf(oddQueries, n, PARTS))
      await judge(`${key} ?${query.slice(0, 60)}`, await send('GET', `${path}?${query}`, null))
  }
}

async function oddParameters({ w, ids, send }: Place) {
  const wrong: string[] = []
  for (const [n, route] of queried(w).entries()) {
    const key = keyOf(route)
    const { path, body } = routeTable[key]?.example(ids) ?? { path: '/' }
    const [address = '', given = ''] = path.split('?')
    for (const [m, name] of parametersOf(route).entries())
      for (const value of shareOf(oddValues, n + m, PARTS)) {
        const query = new URLSearchParams(given)
        query.delete(name)
        const asked = `${address}?${query}&${value.map((one) => `${name}=${one}`).join('&')}`
        const sent = body === undefined ? undefined : json(body)
        const answer = await send(route.method, asked, 'application/json', sent)
        const naming = answer.clone()
        await judge(`${key} ${name}=${value.join().slice(0, 40)}`, answer)
        if (naming.status === 400 && !(await namesFault(naming)))
          wrong.push(`${key} ${name}=${value.join().slice(0, 40)}`)
      }
  }
  expect(wrong).toEqual([])
}

async function otherTypes({ w, ids, send }: Place) {
  for (const [n, key] of walked(w)
    .filter((one) => /^(POST|PUT|DELETE)/.test(one))
    .entries())
    for (const [type, body] of shareOf(oddBodies, n, PARTS)) {
      const { path } = routeTable[key]?.example(ids) ?? { path: '/' }
      await judge(`${key} ${type} ${String(body).slice(0, 30)}`, await send(methodOf(key), path, type, body))
      await quiet(1)
    }
}

async function unknownMethods({ w, ids, send }: Place) {
  for (const key of walked(w)) {
    const { path } = routeTable[key]?.example(ids) ?? { path: '/' }
    for (const method of ['PATCH', 'OPTIONS', 'HEAD', 'PUT', 'DELETE', 'TRACE', 'PROPFIND']) {
      if (key.startsWith(method) || `${method} ${key.slice(key.indexOf(' ') + 1)}` in routeTable) continue
      const answer = await send(method, path, null).catch(() => undefined) // the client refuses some methods
      if (answer) expect([key, method, answer.status < 500]).toEqual([key, method, true])
    }
  }
}

describe('every route', () => {
  // They change little, and building all routes takes longer than each of them.
  test('handles invalid ids, odd queries, parameters and types, and unknown methods', async () => {
    const shared = await place()
    for (const walk of [invalidIds, oddQueriesOf, oddParameters, otherTypes, unknownMethods]) await walk(shared)
  }, 180_000)

  test('handles odd values in each field of its body', async () => {
    const { w, ids, send } = await place()
    const schemas = bodySchemas(w)
    /** Schemas seen so far: shared schemas are checked in the same way by all routes. */
    const seen = new Set<unknown>()
    for (const [n, key] of walked(w).entries()) {
      const schema = schemas.get(key)
      const entries = schema && bare(schema).entries
      const example = routeTable[key]?.example(ids)
      if (!example?.body || key.includes('refresh')) continue
      const body = example.body as Record<string, unknown> // examples are objects
      const known = { ...body, ...entries }
      const fields = [
        ...Object.keys(known),
        'isNote',
        'clientId',
        'status',
        'email',
        'whatsappId',
        'isDefault',
        'reopen',
        'isMarkUnread',
      ]
      for (const field of new Set(fields)) {
        const ofField = entries?.[field] && bare(entries[field])
        const isNew = field in known && (!ofField || !seen.has(ofField))
        seen.add(ofField)
        // A schema seen before gets fewer values, others on each route.
        const share = !(field in known) ? UNNAMED_SHARE : !isNew ? SEEN_SHARE : field in body ? 1 : ABSENT_SHARE
        for (const [i, value] of odd.entries()) {
          if (i % share !== n % share) continue
          const sent = json({ ...body, [field]: value }).replaceAll('null', value === Infinity ? '1e309' : 'null')
          await judge(
            `${key} ${field}=${String(json(value)).slice(0, 40)}`,
            await send(methodOf(key), example.path, 'application/json', sent),
          )
        }
      }
    }
  }, 180_000)

  test('refuses NUL in texts that would be stored, where it would count as file damage', async () => {
    const { w, ids, send } = await place()
    const NUL = '\0'.repeat(16)
    for (const key of walked(w)) {
      const example = routeTable[key]?.example(ids)
      if (!example?.body) continue
      const body = Object.fromEntries(
        Object.entries(example.body).map(([field, value]) => [field, typeof value === 'string' ? value + NUL : value]),
      )
      const types = [
        ['application/json', json(body)],
        ['application/x-www-form-urlencoded', new URLSearchParams(body as Record<string, string>).toString()],
      ] as const
      for (const [type, sent] of types)
        await judge(`${key} ${type}`, await send(methodOf(key), example.path, type, sent))
      const form = new FormData()
      for (const [field, value] of Object.entries(body)) form.append(field, String(value))
      form.append('medias', new File(['x'], 'x.bin'))
      await judge(`${key} form`, await send(methodOf(key), example.path, null, form))
    }
    w.db.$client.pragma('wal_checkpoint(TRUNCATE)')
    expect(findLostTexts(tenantPath(w.dataDir, w.tenant.uuid))).toEqual([])
  })

  test(`handles ${LAPS} random requests`, async () => {
    const { w, ids, send } = await place()
    const { below, pick, oneIn } = createRandom(2026)
    const keys = walked(w)
    for (let lap = 0; lap < LAPS; lap++) {
      const key = pick(keys)
      const example = routeTable[key]?.example(ids)
      if (!example) continue
      const body = {
        ...(example.body as object),
        [pick(['body', 'name', 'id', 'userId', 'queueIds', 'contactId', 'status', 'number'])]: pick(odd),
      }
      const path = example.path
        .replace(/\d+/, (id) => (oneIn(3) ? pick(oddParams) : id))
        .replace(/\?.*/, (query) => (oneIn(3) ? `?${pick(oddQueries)}` : query))
      const answer = await send(
        methodOf(key),
        path,
        oneIn(8) ? 'text/plain' : 'application/json',
        oneIn(5) ? json(pick(odd)) : json(body),
      )
      await judge(`${lap} ${key} ${path.slice(0, 80)} ${below(2)}`, answer)
    }
  })
})

describe('every role', () => {
  test(`sends ${LAPS} random requests and reads nothing of another company`, async () => {
    const w = world()
    const b = w.company('CANARIO Ltda')
    const [ids, foreign] = [await furnish(w, 'A'), await furnish(b, 'CANARIO')]
    const people = [
      w.attendant([SALES, ids.queue], { profile: 'admin' }),
      w.attendant([SALES], { profile: 'supervisor' }),
      w.attendant([SALES], { connections: [ids.connection] }),
      w.attendant([], { allUserChat: true }),
    ]
    const tokens = [...(await Promise.all(people.map((one) => one.token()))), 'nonsense']
    const { below, pick, oneIn } = createRandom(77)
    const keys = walked(w)
    const fields = [
      'id',
      'ticketId',
      'messageId',
      'messageIds',
      'contacts',
      'contactId',
      'quotedMsg',
      'userId',
      'queueId',
    ]
    for (let lap = 0; lap < LAPS; lap++) {
      const key = pick(keys)
      const { path, body } = routeTable[key]?.example(oneIn(2) ? foreign : ids) ?? { path: '/' }
      const asked = oneIn(3) ? `${path.split('?')[0]}?${pick(oddQueries)}&${pick(oddQueries)}` : path
      const sent = json({ ...(body as object), [pick(fields)]: oneIn(2) ? below(60) : pick(odd) })
      const answer = await w.app.handle(
        new Request(`${BASE}${asked}`, {
          method: methodOf(key),
          headers: { authorization: `Bearer ${pick(tokens)}`, 'content-type': 'application/json' },
          ...(methodOf(key) !== 'GET' && { body: sent }),
        }),
      )
      const name = `${lap} ${key} ${asked.slice(0, 80)} ${sent.slice(0, 80)}`
      expect([name, (await answer.clone().text()).includes('CANARIO')]).toEqual([name, false])
      await judge(name, answer)
    }
  })
})

describe('paths and bodies', () => {
  test('an unknown path gets 404 as an error of the catalogue', async () => {
    const { send } = await place()
    for (const path of [
      '/api',
      '/api/',
      '/api/nope',
      '/api/tickets/1/2/3',
      '/apix',
      '/api/../api/version/x',
      '/%2e%2e/%2e%2e/etc/passwd',
      '/api/media/../../control.db',
      '//evil.example',
      '/favicon.ico',
      '/.git/config',
      '/api/tickets%2f1',
      '/%',
      '/api/%ff',
    ])
      await judge(path, await send('GET', path, null))
  })

  test('a number out of bounds is refused with its field', async () => {
    const w = world()
    const admin = w.attendant([SALES], { profile: 'admin' })
    for (const [path, field] of [
      ['/api/users?pageNumber=0', 'pageNumber'],
      ['/api/contacts?pageNumber=-1', 'pageNumber'],
      ['/api/tickets?pageNumber=5001', 'pageNumber'],
      ['/api/tickets?pageNumber=1.5', 'pageNumber'],
      ['/api/tickets/0', 'id'],
      ['/api/contacts/1e3', 'id'],
      ['/api/messages/1?before=0', 'before'],
    ] as const) {
      const answer = await admin.request(path)
      const { details } = (await answer.json()) as { details?: { field: string }[] } // the catalogue's shape
      expect([path, answer.status, details?.map((one) => one.field)]).toEqual([path, 400, [field]])
    }
    expect((await admin.request('/api/tickets?pageNumber=5000')).status).toBe(200)
  })

  test('an overlong list is refused as a whole, not value by value', async () => {
    const w = world()
    const admin = w.admin()
    for (const [length, field] of [
      [9_000, 'messageIds'],
      [20_000, 'body'],
    ] as const) {
      const body = { ticketId: 1, messageIds: Array.from({ length }, () => -1), contacts: [1] }
      const answer = await admin.json('/api/messages/forward', 'POST', body)
      const { details } = (await answer.json()) as { details?: { field: string }[] } // the catalogue's shape
      expect([answer.status, details?.map((fault) => fault.field)]).toEqual([400, [field]])
    }
  })

  test('a JSON body over a megabyte is refused', async () => {
    const { w } = await place()
    const body = json({ email: 'a@b.example', password: 'x'.repeat(1_100_000) })
    const answer = await w.request('/api/auth/login', {
      method: 'POST',
      headers: { 'content-type': 'application/json', 'content-length': String(body.length) },
      body,
    })
    expect([answer.status, ((await answer.json()) as Failure).error]).toEqual([413, 'ERR_PAYLOAD_TOO_LARGE'])
  })

  test('a body too large for its route or for an unauthenticated client is not read', async () => {
    const { w } = await place()
    const admin = w.admin()
    const ticket = w.ticket({ userId: admin.userId })
    const token = await admin.token()
    /** Announces `size` bytes but sends hardly any: a response means that the server did not wait for them. */
    const announce = async (path: string, type: string, size: number, method = 'POST') => {
      const request = (headers: Record<string, string>) =>
        new Request(`${BASE}${path}`, {
          method,
          headers: { 'content-type': type, 'content-length': String(size), ...headers },
          body: '--x\r\n',
        })
      const [known, unknown] = [request({ authorization: `Bearer ${token}` }), request({})]
      const statuses = [(await w.app.handle(known)).status, (await w.app.handle(unknown)).status]
      return [...statuses, known.bodyUsed, unknown.bodyUsed]
    }
    const files = 'multipart/form-data; boundary=x'
    const [big, small] = [95 * 1024 * 1024, 20 * 1024]
    for (const path of ['/api/auth/login', '/api/messages/forward', `/api/messages/edit/1`, '/api/nowhere', '/x'])
      expect([path, ...(await announce(path, files, big))]).toEqual([path, 413, 413, false, false])
    expect(await announce(`/api/messages/${ticket.id}`, files, big, 'PUT')).toEqual([413, 413, false, false])
    expect(await announce(`/api/messages/${ticket.id}`, 'multipart/mixed', big)).toEqual([413, 413, false, false])
    expect(await announce(`/api/messages/${ticket.id}`, files, big)).toEqual([422, 403, true, false])
    expect(await announce('/api/simulator/media', 'image/jpeg', big)).toEqual([404, 403, false, false])
    expect(await announce('/api/simulator/media', 'image/jpeg', big)).toEqual([404, 403, false, false])
    expect(await announce('/api/tickets', 'application/json', small)).toEqual([400, 403, true, false])
    expect((await announce('/api/auth/login', 'application/json', small))[3]).toBe(false)
  })
})
