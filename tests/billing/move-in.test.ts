import { describe, expect, test } from 'bun:test'
import { eq } from 'drizzle-orm'
import { invoiceMover } from '../../src/features/billing/move-in'
import type { Mover } from '../../src/moving-in/mover'
import { getRows } from '../../src/platform/sql'
import { DAY } from '../../src/platform/time'
import { startMailbox } from '../../src/simulator/mail/mailbox'
import { endOfDay } from '../../src/tenancy/due'
import { planFeaturesOf } from '../../src/tenancy/plan-moved-in'
import { companies } from '../../src/tenancy/tables'
import { row } from '../moving-in/rows'
import { type MoveOptions, moveIn, type Rows, sourceOf } from '../moving-in/support'
import { runJob } from '../support/jobs'
import { givePlan } from '../support/plans'

const bring = (invoices: NonNullable<Rows['invoices']>, options: MoveOptions = {}) =>
  moveIn(sourceOf({ rows: { 1: { invoices } } }), { movers: [invoiceMover], ...options })
type Moved = Awaited<ReturnType<typeof bring>>
const stored = ({ world, id }: Moved) =>
  getRows(
    world.server.databases.control,
    `SELECT period, detail, amount, status, paid_by AS paidBy, due_at AS dueAt FROM invoices WHERE company_id = ? ORDER BY period`,
    id,
  )
const dueOn = (day: string) => endOfDay(day, 'America/Sao_Paulo')

test('invoices come once for each period, the paid one of two', async () => {
  const moved = await bring([
    row('invoices', '1', { isPaid: false }),
    row('invoices', '2'),
    row('invoices', '3', { isPaid: false, dueDate: '2026-01-10', detail: null }),
    row('invoices', '4', { dueDate: '10/01/2026' }),
    row('invoices', '5', { dueDate: null }),
    row('invoices', '6', { amount: Number.NaN, dueDate: '2025-12-10' }),
  ])
  expect(stored(moved)).toEqual([
    { period: '2026-01-10', detail: '', amount: 9_900, status: 'open', paidBy: null, dueAt: dueOn('2026-01-10') },
    {
      period: '2026-02-10',
      detail: 'Plano',
      amount: 9_900,
      status: 'paid',
      paidBy: 'hand',
      dueAt: dueOn('2026-02-10'),
    },
  ])
  expect(moved.imported('invoices')).toBe(2)
  expect(moved.merged('invoices', 'repeated')).toBe(1)
  expect(moved.skipped('invoices', 'unreadable')).toBe(3)
  expect(moved.missing).toEqual([])
})

test('a later run adds new ones and learns that one was paid', async () => {
  const open = row('invoices', '1', { isPaid: false })
  const moved = await bring([open])
  const again = await moved.again(
    sourceOf({
      rows: { 1: { invoices: [{ ...open, isPaid: true }, row('invoices', '2', { dueDate: '2026-03-10' })] } },
    }),
  )
  expect(stored(again)).toMatchObject([
    { period: '2026-02-10', status: 'paid' },
    { period: '2026-03-10', status: 'paid' },
  ])
  expect(again.merged('invoices', 'alreadyHere')).toBe(1)
  expect(again.missing).toEqual([])
})

/** The company as the run puts it in place: with a plan that has a price, and a due date. */
const paying = (dueAt: number): Mover => ({
  name: 'paying',
  settle({ control, cx }) {
    givePlan(control, cx.tenant.id, [])
    control
      .update(companies)
      .set({ email: 'financeiro@aurora.example', dueAt })
      .where(eq(companies.id, cx.tenant.id))
      .run()
  },
})

describe('no mail is sent on the day of the move, and the next reminder comes on its day', () => {
  const dueDate = '2026-02-27'
  const due = dueOn(dueDate) ?? 0
  test.each([
    ['with an open invoice of theirs', [row('invoices', '1', { isPaid: false, dueDate })]],
    ['with an invoice that we make', []],
  ])('%s', async (_, invoices) => {
    const mail = await startMailbox()
    const movers = [paying(due), invoiceMover]
    const { world, ...moved } = await bring(invoices, { world: { mail }, movers })
    const daily = ['billing.changed', 'billing.invoices', 'billing.pending']
    for (const job of daily) await runJob(world.server, job)
    expect(stored({ world, ...moved })).toMatchObject([{ period: dueDate, status: 'open', amount: 9_900 }])
    expect(mail.mails()).toEqual([])
    world.clock.forward(7 * DAY)
    for (const job of daily) await runJob(world.server, job)
    expect(mail.mails()).toHaveLength(1)
    await mail.stop()
  })
})

test('features of their plan are ours of the same meaning', () => {
  expect(planFeaturesOf(null)).toContain('useExternalApi')
  expect(planFeaturesOf({ useCampaigns: false, useWhatsapp: true, useOpenAi: true, useIntegrations: false })).toEqual([
    'useWhatsapp',
    'useFacebook',
    'useInstagram',
    'useSchedules',
    'useInternalChat',
    'useExternalApi',
    'useIntegrations',
  ])
})
