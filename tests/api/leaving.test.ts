/** Responses contain only declared fields, are not cached, and reveal only a reference for internal errors. */
import { expect, test } from 'bun:test'
import { Elysia } from 'elysia'
import pino from 'pino'
import * as v from 'valibot'
import { createErrorAnswer, type Failure, failures, gateOf } from '../../src/platform/http'
import { BASE } from '../support/world'
import { json, place, walked } from './place'
import { keyOf, methodOf, routeTable } from './route-table'

test('a response has exactly the declared fields', async () => {
  const { w, ids, send } = await place()
  type Declared = { response?: Record<string, v.GenericSchema> }
  let checked = 0
  for (const route of w.app.routes) {
    const key = keyOf(route)
    const line = routeTable[key]
    const declared = (route.hooks as Declared | undefined)?.response // Elysia keeps it as we gave it
    const schema = declared?.[200] ?? declared?.[202]
    if (!line || line.raw || /^(ALL|WS)|logout|\/health/.test(key)) continue
    expect([key, schema !== undefined]).toEqual([key, true])
    const { path, body } = line.example(ids)
    const answer = await send(methodOf(key), path, 'application/json', body === undefined ? undefined : json(body))
    if (!answer.ok || !schema) continue
    const received: unknown = await answer.json()
    const parsed = v.safeParse(schema, received)
    expect([key, parsed.success && Bun.deepEquals(parsed.output, received)]).toEqual([key, true])
    checked++
  }
  expect(checked).toBeGreaterThan(25)
})

/** The external API refuses a session's token. */
const statusOf = (key: string) => (routeTable[key]?.opens === 'key' ? 401 : (expected[key] ?? 200))

/** No session requests a passkey, a linked phone has no webhook, one path is a screen, and the webhook's token and the code of a deletion are nobody's. */
const expected: Readonly<Record<string, number>> = {
  // There is no fleet.
  'GET /api/machines/companies/:id/move': 409,
  'GET /api/whatsappsession/:id/passkey/': 404,
  'GET /api/whatsapp/:id/webhook': 404,
  'GET /api/moving-in/report': 404,
  'GET /api/docs': 302,
  'GET /api/meta/webhook': 403,
  'GET /api/meta/deletion/:code': 404,
}

test('responses are not cached, except files and pictures, which are revalidated on each use', async () => {
  const { w, ids, send } = await place()
  const rules = new Map<string, string[]>()
  for (const key of walked(w).filter((one) => one.startsWith('GET'))) {
    const { headers, status } = await send('GET', routeTable[key]?.example(ids).path ?? '/', null)
    expect([key, status, headers.get('x-content-type-options')]).toEqual([key, statusOf(key), 'nosniff'])
    const rule = headers.get('cache-control') ?? 'none'
    rules.set(rule, [...(rules.get(rule) ?? []), key])
  }
  expect([...rules.keys()].sort()).toEqual(['no-store', 'private, no-cache'])
  const forReaders = w.app.routes.filter((route) => gateOf(route)?.by === 'cookie').map(keyOf)
  expect(forReaders).toContain('GET /api/media/:id')
  // Exports are never cached, although they are read by cookie.
  const exported = ['GET /api/contacts/:id/personal-data', 'GET /api/invoices/export', 'GET /api/ticketreport/reports']
  const kept = forReaders.filter((key) => !exported.includes(key))
  expect(rules.get('private, no-cache')?.sort()).toEqual(kept.sort())
})

/** A small app with faulty routes. */
function careless() {
  const logged: string[] = []
  const log = pino({ level: 'warn' }, { write: (line: string) => void logged.push(line) })
  const answerError = createErrorAnswer(log, () => false)
  const User = v.object({ id: v.number(), name: v.string() })
  const app = new Elysia()
    .onError(({ code, error, request }) => answerError(code, error, request))
    .get('/more', () => ({ id: 1, name: 'Ana', passwordHash: '$argon2id$segredo' }), {
      response: { 200: User, ...failures },
    })
    .get('/wrong', () => ({ id: 'um', name: 'Ana', passwordHash: '$argon2id$segredo' }) as never, {
      response: { 200: User, ...failures },
    })
    .get('/read-only', () => {
      throw Object.assign(new Error('read-only file system'), { code: 'EROFS' })
    })
    .get('/throws', () => {
      throw new Error('senha do banco: hunter2')
    })
  return { logged, ask: async (path: string) => app.handle(new Request(`${BASE}${path}`)) }
}

test('an undeclared field is stripped', async () => {
  const answer = await careless().ask('/more')
  expect(await answer.json()).toEqual({ id: 1, name: 'Ana' })
})

test('a read-only disk is reported as such', async () => {
  const answer = await careless().ask('/read-only')
  expect([answer.status, await answer.json()]).toMatchObject([507, { error: 'ERR_STORAGE_FULL' }])
})

test('an invalid response becomes a 500 with only a reference, and the log names its fields', async () => {
  for (const [path, why] of [
    ['/wrong', '"wrongFields":["id"]'],
    ['/throws', 'hunter2'],
  ] as const) {
    const { ask, logged } = careless()
    const answer = await ask(path)
    const body = (await answer.json()) as Failure
    expect(answer.status).toBe(500)
    expect(Object.keys(body).sort()).toEqual(['error', 'message', 'reference'])
    expect(body.error).toBe('ERR_INTERNAL')
    expect(logged).toEqual([expect.stringContaining(body.reference ?? '?')])
    expect(logged[0]).toContain(why)
    expect(logged[0]).not.toContain('segredo')
    expect(JSON.stringify(body)).not.toMatch(/segredo|hunter2/)
  }
})
