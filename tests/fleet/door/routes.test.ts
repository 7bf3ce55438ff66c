/** Every route, asked at a node that does not own the company, is answered as at the one that does. */
import { expect, test } from 'bun:test'
import { listCompanies } from '../../../src/tenancy/companies'
import type { Ids } from '../../api/furnish'
import { place, walked } from '../../api/place'
import { methodOf, routeTable } from '../../api/route-table'
import { newProductFleet } from './support/product-nodes'

/** Answered by whichever node is asked, and why. */
const anywhere: Readonly<Record<string, string>> = {
  'ALL /*': 'screens, the same on every node',
  'GET /health': 'says how this node is',
  'GET /metrics': 'counters of this node, by BALCAO_METRICS_TOKEN: it may not have the operator’s session',
  'GET /passkey/helper.zip': 'the same on every node',
  'GET /api/docs': 'a redirect',
  'GET /api/plans/list': 'control.db’s copy has the plans',
  'GET /api/meta/deletion/:code': 'control.db’s copy has the code',
  'GET /api/meta/webhook': 'control.db’s copy has the accounts; their companies’ owners note it',
  'POST /api/meta/webhook': 'control.db’s copy has the accounts; their companies’ owners store their parts',
}

/** Their examples bring no cookie, so they concern no company, and are refused alike. */
const withoutCookie = ['POST /api/auth/refresh_token', 'POST /api/support/leave']

type Answered = { readonly status: number; readonly type: string | null; readonly body: unknown }

/** What is random or measured differs between two installations, so only forms are compared. */
function formOf(value: unknown): unknown {
  if (Array.isArray(value)) return value.slice(0, 3).map(formOf)
  if (typeof value === 'object' && value !== null)
    return Object.fromEntries(Object.entries(value).map(([key, one]) => [key, formOf(one)]))
  return typeof value === 'string' || typeof value === 'number' ? typeof value : value
}

async function answerOf(response: Response): Promise<Answered> {
  const type = response.headers.get('content-type')
  const text = await response.text()
  const body = type?.startsWith('application/json') && text !== '' ? JSON.parse(text) : undefined
  return { status: response.status, type, body: body?.error ?? formOf(body) }
}

async function ask(key: string, url: string, ids: Ids, token: string): Promise<Answered> {
  const { path, body, form } = routeTable[key]?.example(ids) ?? { path: '/' }
  const method = methodOf(key)
  const headers = {
    authorization: `Bearer ${token}`,
    ...(body !== undefined && { 'content-type': 'application/json' }),
  }
  const sent = form ? form() : body === undefined ? undefined : JSON.stringify(body)
  const response = await fetch(`${url}${path}`, {
    method,
    headers,
    redirect: 'manual',
    ...(method !== 'GET' && sent !== undefined && { body: sent }),
  })
  return answerOf(response)
}

test('every route at another node is answered as at the owner', async () => {
  const fleet = newProductFleet()
  const [direct, owner, other] = [await place(), await place(), await place()]
  const plain = newProductFleet()
  const d = plain.open('d', direct.w)
  plain.moveAll(
    listCompanies(direct.w.server.databases.control).map(({ uuid }) => uuid),
    'd',
  )
  const b = fleet.open('b', owner.w)
  const a = fleet.open('a', other.w)
  fleet.moveAll(
    listCompanies(owner.w.server.databases.control).map(({ uuid }) => uuid),
    'b',
  )
  const differing: object[] = []
  const handledHere: string[] = []
  const keys = walked(owner.w).filter((key) => !key.startsWith('WS '))
  for (const key of keys) {
    const wanted = await ask(key, d.url, direct.ids, direct.token)
    const found = await ask(key, a.url, owner.ids, owner.token)
    if (a.handled.splice(0).length > 0) handledHere.push(key)
    if (key !== 'GET /metrics' && !Bun.deepEquals(wanted, found)) differing.push({ key, wanted, found })
  }
  expect(differing).toEqual([])
  expect(handledHere.toSorted()).toEqual([...Object.keys(anywhere), ...withoutCookie].toSorted())
  expect(b.handled.length).toBeGreaterThan(250)
}, 180_000)
