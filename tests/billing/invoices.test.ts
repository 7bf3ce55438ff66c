/** The daily job, the lists, and the mails. */
import { describe, expect, test } from 'bun:test'
import type { Invoice, InvoiceTotals, OperatorInvoicePage } from '../../src/features/billing/contract'
import { invoices as invoiceTable } from '../../src/features/billing/tables'
import { DAY, HOUR } from '../../src/platform/time'
import { setCompanyDue } from '../../src/tenancy/companies'
import { runJob } from '../support/jobs'
import { mailbox } from '../support/mailbox'
import { manualSettings } from '../support/pix'
import { givePlan } from '../support/plans'
import { NOON } from '../support/world'
import { billingPlace, type Place } from './place'

const all = async (who: Place['admin'], query = '') =>
  (await (await who.request(`/api/invoices/all${query}`)).json()) as {
    invoices: Invoice[]
    hasMore: boolean
    count: number
  }
const ofAll = async (who: Place['operator'], query = '') =>
  (await (await who.request(`/api/invoices/${query}`)).json()) as OperatorInvoicePage

describe('the daily job', () => {
  test('creates one invoice ten days before the due date, however often it runs', async () => {
    const { w, daily, invoices } = billingPlace({ days: 11 })
    await daily()
    expect(invoices()).toEqual([])
    w.clock.forward(DAY)
    await Promise.all([daily(), daily()])
    await daily()
    expect(invoices()).toMatchObject([
      {
        period: '2026-03-13',
        detail: 'Profissional',
        users: 10,
        connections: 3,
        queues: 10,
        amount: 24_900,
        status: 'open',
      },
    ])
    w.clock.forward(9 * DAY)
    await daily()
    expect(invoices().length).toBe(1)
  })

  test('does not wait for the next hour when a company gets a price or a due date, and reads nothing otherwise', async () => {
    const { b, changed, control, invoices, set } = billingPlace({ amount: 0 })
    await changed()
    expect(invoices()).toEqual([])
    givePlan(control, b.tenant.id, [])
    await changed()
    expect(invoices()).toMatchObject([{ status: 'open', amount: 9900 }])
    control.delete(invoiceTable).run()
    await changed()
    expect(invoices()).toEqual([]) // no company has changed
    set({ dueAt: NOON + 3 * DAY })
    await changed()
    expect(invoices().length).toBe(1)
  })

  test('creates none for the operator’s company, suspended ones, and those without a plan or a price', async () => {
    const { w, control, b, daily, invoices, set } = billingPlace({ amount: 0 })
    const [without, suspended] = [w.company('Sem plano'), w.company('Suspensa')]
    without.setDue(NOON + DAY)
    suspended.setDue(NOON + DAY)
    givePlan(control, suspended.tenant.id, [])
    suspended.suspend()
    givePlan(control, w.tenant.id, [])
    setCompanyDue(control, w.tenant.id, NOON)
    await daily()
    expect(control.select().from(invoiceTable).all()).toEqual([])
    givePlan(control, b.tenant.id, [])
    set({ recurrence: 'ANUAL' })
    await daily()
    expect(invoices()).toMatchObject([{ amount: 12 * 9900, recurrence: 'ANUAL' }])
  })

  test('opens no company’s file', async () => {
    const place = billingPlace()
    const uuids = Array.from({ length: 30 }, (_, n) => {
      const one = place.w.company(`Empresa ${n}`)
      one.setDue(NOON + DAY)
      givePlan(place.control, one.tenant.id, [])
      return one.tenant.uuid
    })
    const w = await place.w.reopen()
    await runJob(w.server, 'billing.invoices')
    expect(w.server.databases.control.select().from(invoiceTable).all().length).toBe(31)
    expect(uuids.filter((uuid) => w.server.databases.isOpen(uuid))).toEqual([])
  })
})

describe('the company’s list', () => {
  test('has only its own invoices, latest first, with states by the company’s calendar', async () => {
    const { w, control, admin, b } = billingPlace()
    const other = w.company('Outra')
    const insert = (companyId: number, days: number, status: 'open' | 'paid') =>
      control
        .insert(invoiceTable)
        .values({
          companyId,
          status,
          detail: 'Essencial',
          amount: 9900,
          recurrence: 'MENSAL',
          createdAt: 0,
          period: new Date(NOON + days * DAY).toISOString().slice(0, 10),
          dueAt: NOON + days * DAY,
        })
        .run()
    insert(b.tenant.id, -60, 'paid')
    insert(b.tenant.id, -1, 'open')
    insert(b.tenant.id, 0, 'open')
    insert(other.tenant.id, 3, 'open')
    const { invoices, count, hasMore } = await all(admin)
    expect([count, hasMore]).toEqual([3, false])
    expect(invoices.map(({ status, daysLeft, value }) => [status, daysLeft, value])).toEqual([
      ['open', 0, 99],
      ['overdue', -1, 99],
      ['paid', -60, 99],
    ])
    expect((await all(admin, '?searchParam=2026-03-02')).count).toBe(1)
    expect((await all(admin, '?companyId=1')).count).toBe(3)
  })

  test('has pages of forty', async () => {
    const { control, admin, b } = billingPlace()
    for (let n = 0; n < 45; n++)
      control
        .insert(invoiceTable)
        .values({
          companyId: b.tenant.id,
          status: 'paid',
          detail: 'Essencial',
          amount: 9900,
          recurrence: 'MENSAL',
          createdAt: 0,
          period: `p${n}`,
          dueAt: n,
        })
        .run()
    expect((await all(admin)).hasMore).toBe(true)
    const second = await all(admin, '?pageNumber=2')
    expect([second.invoices.length, second.hasMore]).toEqual([5, false])
  })

  test('is refused to attendants and without sign-in', async () => {
    const { w, ana } = billingPlace()
    expect((await ana.request('/api/invoices/all')).status).toBe(403)
    expect((await w.request('/api/invoices/all')).status).toBe(403)
  })
})

describe('the operator', () => {
  test('lists all companies’ invoices, overdue first, with sums by month', async () => {
    const { w, control, operator, b } = billingPlace({ days: -2 })
    const other = w.company('Ótica Sol')
    other.setDue(NOON + 3 * DAY)
    givePlan(control, other.tenant.id, [])
    await runJob(w.server, 'billing.invoices')
    const listed = await ofAll(operator)
    expect(listed.invoices.map(({ company, status }) => [company.name, status])).toEqual([
      ['Casa Aurora', 'overdue'],
      ['Ótica Sol', 'open'],
    ])
    expect(listed).toMatchObject({ counts: { open: 1, overdue: 1, paid: 0, cancelled: 0 }, sendsMail: false })
    expect((await ofAll(operator, '?searchParam=otica')).count).toBe(1)
    expect((await ofAll(operator, '?status=overdue')).invoices.map(({ companyId }) => companyId)).toEqual([b.tenant.id])
    expect((await ofAll(operator, `?companyId=${other.tenant.id}`)).count).toBe(1)
    const totals = (await (await operator.request('/api/invoices/totals')).json()) as InvoiceTotals
    expect(totals).toMatchObject({
      paid: { cents: 0, count: 0 },
      due: { cents: 9900, count: 1 },
      overdue: { cents: 24_900, count: 1 },
      oldestDays: 2,
    })
    expect(totals.months.length).toBe(12)
    expect(totals.months.at(-1)).toMatchObject({ month: '2026-03', due: 9900, paid: 0 })
    const csv = await (await operator.request('/api/invoices/export')).text()
    expect(csv).toContain('Casa Aurora')
    expect(csv).toContain('249,00')
  })

  test('confirms a payment with its day and method, but not one dated tomorrow', async () => {
    const { w, operator, daily, invoices } = billingPlace()
    await daily()
    const put = (body: object) => operator.json('/api/invoices/1', 'PUT', { status: 'paid', ...body })
    expect((await put({ paidAt: new Date(NOON + DAY).toISOString() })).status).toBe(400)
    w.clock.forward(HOUR)
    expect((await put({ paidAt: new Date(NOON).toISOString(), paidBy: 'transfer' })).status).toBe(200)
    expect(invoices()).toMatchObject([{ status: 'paid', paidAt: NOON, paidBy: 'transfer' }])
    const answer = await operator.json('/api/invoices/1', 'PUT', { status: 'cancelled' })
    expect([answer.status, await answer.json()]).toMatchObject([409, { error: 'ERR_INVOICE_PAID' }])
  })

  test('cancels an invoice, which then cannot be confirmed, and reopens it', async () => {
    const { operator, admin, daily, invoices } = billingPlace()
    await daily()
    const put = (status: string) => operator.json('/api/invoices/1', 'PUT', { status })
    await put('cancelled')
    expect([(await put('paid')).status, invoices()[0]?.status]).toEqual([409, 'cancelled'])
    await daily()
    expect(invoices().length).toBe(1)
    await put('open')
    expect((await put('paid')).status).toBe(200)
    expect((await admin.json('/api/invoices/1', 'PUT', { status: 'paid' })).status).toBe(403)
  })

  test('is named in both audit logs', async () => {
    const { w, b, operator, daily } = billingPlace()
    await daily()
    await operator.json('/api/invoices/1', 'PUT', { status: 'paid' })
    expect(b.rows("SELECT user_name AS who, act FROM audit_log WHERE kind = 'invoice'")).toEqual([
      { who: '', act: 'pay' },
    ])
    expect(w.rows("SELECT user_name AS who, act, subject_name AS what FROM audit_log WHERE kind = 'invoice'")).toEqual([
      { who: operator.name, act: 'pay', what: 'Casa Aurora 2026-03-07' },
    ])
  })
})

describe('mails', () => {
  test('are sent once ten and three days before and after the due date and on it, in the company’s language', async () => {
    const box = await mailbox()
    const environment = { ...manualSettings, smtpUrl: box.url, mailFrom: 'Balcão <balcao@balcao.example>' }
    const { w, daily, set, operator } = billingPlace({ days: 12, environment, publicUrl: 'https://balcao.example' })
    set({ email: 'financeiro@aurora.example', language: 'en' })
    for (let hour = 0; hour < 26 * 4; hour++) {
      await daily()
      w.clock.forward(6 * HOUR)
    }
    const subjects = box
      .mails()
      .map(({ subject }) => subject)
      .toReversed()
    expect(subjects).toEqual([
      'Your invoice is due in 10 days: R$249.00',
      'Your invoice is due in 3 days: R$249.00',
      'Your invoice is due today: R$249.00',
      'Your invoice was due 3 days ago: R$249.00',
      'Your invoice was due 10 days ago: R$249.00',
    ])
    expect((await ofAll(operator)).invoices[0]?.mails).toEqual([-10, -3, 0, 3, 10])
    for (const { text } of box.mails()) expect(text).toContain('https://balcao.example/checkout?step=review&invoice=1')
  })

  test('wait for a mail server, and are not sent about a paid invoice', async () => {
    const { daily, set, control, operator } = billingPlace({ days: 3 })
    set({ email: 'financeiro@aurora.example' })
    await daily()
    expect(control.$client.prepare('SELECT * FROM invoice_mails').all()).toEqual([])
    expect((await ofAll(operator)).sendsMail).toBe(false)
  })

  test('are retried after a refusal', async () => {
    const box = await mailbox()
    const environment = { ...manualSettings, smtpUrl: box.url, mailFrom: 'Balcão <balcao@balcao.example>' }
    const { daily, set, w } = billingPlace({ days: 3, environment })
    set({ email: 'financeiro@aurora.example' })
    await box.stop()
    await daily()
    expect(w.logged.some(({ msg }) => msg.includes('could not send the mail'))).toBe(true)
    const again = w.server.databases.writableControl().$client.prepare('SELECT * FROM invoice_mails').all()
    expect(again).toEqual([])
  })
})
