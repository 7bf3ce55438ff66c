/** Paid and open invoices of the sample companies. */
import { eq } from 'drizzle-orm'
import { inControl } from '../../platform/operator-storage'
import type { WritableControl } from '../../platform/sqlite'
import { setBillingDetails, setCompanyPlan } from '../../tenancy/companies'
import { planFlags } from '../../tenancy/contract'
import { periodOf } from '../../tenancy/due'
import { type Company, companies, type Plan, plans } from '../../tenancy/tables'
import { invoiceAmount } from './contract'
import { createInvoice } from './invoices'
import { invoices } from './tables'

const PLAN = 'Profissional'
const MONTHS_PAID = 6

function samplePlan(control: WritableControl, now: number): Plan {
  const known = control.select().from(plans).where(eq(plans.name, PLAN)).get()
  const times = { createdAt: now, updatedAt: now }
  const limits = { users: 10, connections: 3, queues: 10 }
  return (
    known ??
    control
      .insert(plans)
      .values({
        name: PLAN,
        ...limits,
        amount: 24_900,
        isPublic: true,
        usesMenus: false,
        menus: [],
        features: planFlags,
        ...times,
      })
      .returning()
      .get()
  )
}

/** Half a year of paid invoices, and the open one. */
export function addSampleInvoices(
  control: WritableControl,
  now: number,
  { id, timeZone, dueAt }: Company,
  document: string,
) {
  inControl(control, () => {
    const plan = samplePlan(control, now)
    const company = setCompanyPlan(control, id, plan.id, now)
    setBillingDetails(control, id, { document, billingName: `${company.name} Ltda.`, billingCity: 'São Paulo' })
    control
      .update(companies)
      .set({ email: `financeiro@empresa${id}.example` })
      .where(eq(companies.id, id))
      .run()
    const due = Temporal.Instant.fromEpochMilliseconds(dueAt).toZonedDateTimeISO(timeZone)
    for (let months = MONTHS_PAID; months > 0; months--) {
      const at = due.subtract({ months }).epochMilliseconds
      control
        .insert(invoices)
        .values({
          companyId: id,
          period: periodOf(at, timeZone),
          detail: plan.name,
          recurrence: 'MENSAL',
          users: plan.users,
          connections: plan.connections,
          queues: plan.queues,
          amount: invoiceAmount(plan.amount, 'MENSAL'),
          dueAt: at,
          createdAt: at,
          status: 'paid',
          paidBy: months % 3 === 0 ? 'hand' : 'pix',
          paidAt: at,
          renewedUntil: due.subtract({ months: months - 1 }).epochMilliseconds,
        })
        .run()
    }
    createInvoice(control, now, company)
  })
}
