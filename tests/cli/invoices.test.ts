/** Invoices by command, also beside a running server. */
import { expect, test } from 'bun:test'
import { createInvoice } from '../../src/features/billing/invoices'
import { DAY } from '../../src/platform/time'
import { findCompanyOrFail, setCompanyDue } from '../../src/tenancy/companies'
import { givePlan } from '../support/plans'
import { adminOf, balcao, balcaoJson, installation, start, withDatabases } from './support'

type Shown = { readonly id: number; readonly status: string; readonly value: number; readonly renewsUntil: string }

/** Company 2 is two days overdue. */
const overdue = async () => {
  const data = await installation(2)
  await withDatabases(data, ({ writableControl }) => {
    givePlan(writableControl(), 2, [])
    setCompanyDue(writableControl(), 2, Date.now() - 2 * DAY)
    createInvoice(writableControl(), Date.now(), findCompanyOrFail(writableControl(), 2))
  })
  return data
}

test('lists invoices, and a payment confirmed by command is in force at once and counts once', async () => {
  const data = await overdue()
  const server = await start(['serve', '--data', data])
  const token = await server.signIn(adminOf(2))
  const tickets = async () => (await server.api('/tickets', { headers: { authorization: `Bearer ${token}` } })).status
  expect(await tickets()).toBe(402)
  const list = (...more: string[]) => balcaoJson<Shown[]>(['invoice', 'list', '--data', data, ...more])
  expect(await list()).toMatchObject([{ id: 1, status: 'overdue', value: 99 }])
  expect(await list('--status', 'paid')).toEqual([])
  const paid = await balcaoJson<Shown>(['invoice', 'pay', '1', '--by', 'pix', '--data', data])
  expect(paid).toMatchObject({ status: 'paid', paidBy: 'pix' })
  expect(Date.parse(paid.renewsUntil)).toBeGreaterThan(Date.now() + 27 * DAY)
  expect(await tickets()).toBe(200)
  expect(await balcaoJson<Shown>(['invoice', 'pay', '1', '--data', data])).toEqual(paid)
  await withDatabases(data, (databases) => {
    const { uuid } = findCompanyOrFail(databases.control, 2)
    const acts = databases
      .tenant(uuid)
      .$client.prepare("SELECT act FROM audit_log WHERE kind = 'invoice'")
      .pluck()
      .all()
    expect(acts).toEqual(['pay'])
  })
})

test('refuses an unknown invoice', async () => {
  const data = await installation()
  const refused = await balcao(['invoice', 'pay', '7', '--data', data, '--json'])
  expect([refused.code, JSON.parse(refused.err)]).toMatchObject([1, { error: 'ERR_NO_INVOICE_FOUND' }])
})

test('a plan assigned by command prices the open invoice at once, and days are those of the company’s time zone', async () => {
  const data = await overdue()
  const due = Date.parse('2026-12-29T02:59:59.999Z')
  await withDatabases(data, ({ writableControl }) => {
    writableControl()
      .$client.prepare(
        "INSERT INTO plans (name, amount, is_public, uses_menus, menus, features, created_at, updated_at) VALUES ('Outro', 4990, 0, 0, '[]', '[]', 0, 0)",
      )
      .run()
    setCompanyDue(writableControl(), 2, due)
  })
  expect((await balcao(['plan', 'assign', '2', '2', '--data', data])).code).toBe(0)
  expect(await balcaoJson<Shown[]>(['invoice', 'list', '--data', data])).toMatchObject([{ id: 1, value: 49.9 }])
  expect((await balcao(['tenant', 'list', '--data', data])).out).toContain('2026-12-28')
})
