/**
 * Mass assignment: fields that a route does not name change nothing. An admin cannot make anybody an operator or renew
 * the company, and an attendant cannot become an admin.
 */
import { expect, test } from 'bun:test'
import { SALES } from '../support/company-world'
import type { World } from '../support/world'
import { furnishedWorld } from './furnished'
import { moduleFiles } from './module-files'
import { json, walked } from './place'
import { methodOf, routeTable } from './route-table'

const YEAR_2099 = Date.UTC(2099, 0, 1)

/** Under the names of the wire, of the database and of the product's own types. */
const added = {
  super: true,
  companyId: 2,
  company: { id: 2, planId: 2 },
  tenantId: 2,
  planId: 2,
  plan_id: 2,
  plan: { id: 2 },
  dueDate: '2099-01-01',
  dueAt: YEAR_2099,
  due_at: YEAR_2099,
  features: null,
  paidAt: YEAR_2099,
}

type Case = {
  readonly who: string
  readonly profile: 'admin' | 'user'
  readonly adds: object
  readonly watched: (w: World) => unknown
}

const companies = (w: World) => w.control.$client.prepare('SELECT id, plan_id, due_at FROM companies').all()
const paid = (w: World) => w.control.$client.prepare("SELECT id FROM invoices WHERE status = 'paid'").all()
const operators = (w: World) => w.rows('SELECT id FROM users WHERE super = 1')

const cases: readonly Case[] = [
  {
    who: 'an admin',
    profile: 'admin',
    adds: added,
    watched: (w) => ({ companies: companies(w), paid: paid(w), operators: operators(w) }),
  },
  {
    who: 'an attendant',
    profile: 'user',
    adds: { ...added, profile: 'admin', role: 'admin', permissions: ['users-page:change'], userId: 1 },
    watched: (w) => ({
      companies: companies(w),
      paid: paid(w),
      profiles: w.rows('SELECT id, profile, super FROM users'),
    }),
  },
]

test.each(cases)('added to each request of $who', async ({ profile, adds, watched }) => {
  const { w, ids } = await furnishedWorld()
  const person = w.attendant([SALES, ids.queue], { profile })
  for (const { join } of moduleFiles) join?.(w, ids, person.userId)
  const headers = { authorization: `Bearer ${await person.token()}`, 'content-type': 'application/json' }
  const before = watched(w)
  let served = 0
  for (const key of walked(w).filter((key) => /^(PUT|POST|PATCH)/.test(key))) {
    const { path, body, form } = routeTable[key]?.example(ids) ?? expect.unreachable()
    if (form) continue
    const answer = await w.request(path, { method: methodOf(key), headers, body: json({ ...(body ?? {}), ...adds }) })
    if (answer.ok) served++
    expect([key, watched(w)]).toEqual([key, before])
  }
  expect(served).toBeGreaterThan(20)
})
