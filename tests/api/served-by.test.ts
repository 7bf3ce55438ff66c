/** Which node of a fleet serves each route. */
import { expect, test } from 'bun:test'
import { gateOf } from '../../src/platform/http'
import { needsException, servedBy, servedByException } from '../../src/server/served-by'
import { world } from '../support/world'
import { keyOf } from './route-table'

test('every route without a gate says which node serves it, and no route is listed that is gone', () => {
  const { routes } = world({ simulator: async () => new Response() }).app
  const open = routes.filter(needsException).map(keyOf)
  expect(open.filter((key) => !servedByException.includes(key))).toEqual([])
  const all = routes.map(keyOf)
  expect(servedByException.filter((key) => !all.includes(key))).toEqual([])
})

test('routes for the operator alone are served where control.db is written, and companies’ where their folder is', () => {
  const { routes } = world({ simulator: async () => new Response() }).app
  const served = (key: string) => servedBy(routes.find((route) => keyOf(route) === key) ?? fail(key))
  expect(served('POST /api/companies')).toBe('installation')
  expect(served('POST /api/signup/')).toBe('installation')
  expect(served('POST /api/subscription/webhook/:provider')).toBe('installation')
  expect(served('POST /api/subscription/')).toBe('company')
  expect(served('POST /api/auth/login')).toBe('company')
  expect(served('POST /api/messages/send')).toBe('company')
  expect(served('GET /health')).toBe('anyNode')
  // A person of the operator, whose company is where control.db is written, may do more here than others.
  expect(served('PUT /api/companies/:id')).toBe('company')
  const wrong = routes.filter((route) => gateOf(route)?.super && servedBy(route) !== 'installation')
  expect(wrong.map(keyOf)).toEqual([])
})

const fail = (key: string): never => {
  throw new Error(`no route ${key}`)
}
