/** An operator and a company that pays. */
import { eq } from 'drizzle-orm'
import { charges, invoices, type StoredInvoice } from '../../src/features/billing/tables'
import { DAY } from '../../src/platform/time'
import { findCompanyOrFail, setCompanyDue } from '../../src/tenancy/companies'
import { type Company, companies, plans } from '../../src/tenancy/tables'
import { runJob } from '../support/jobs'
import { manualSettings } from '../support/pix'
import { givePlan } from '../support/plans'
import { NOON, type World, type WorldOptions, world } from '../support/world'

/** A checkout request; a forged page might add price and card. */
export const payer = {
  firstName: 'Casa Aurora',
  lastName: 'Móveis Ltda.',
  document: '31.402.118/0001-70',
  address2: 'Rua das Flores, 10',
  city: 'São Paulo',
  state: 'SP',
  zipcode: '01310-100',
  country: 'BR',
}

export type Place = ReturnType<typeof billingPlace>

/** `days`: until the company's due date. */
export function billingPlace({
  days = 5,
  amount = 24_900,
  ...options
}: { days?: number; amount?: number } & WorldOptions = {}) {
  const w = world({ environment: manualSettings, ...options })
  const b = w.company('Casa Aurora')
  const control = w.server.databases.writableControl()
  const plan = givePlan(control, b.tenant.id, [], { users: 10, connections: 3, queues: 10 }).plan
  if (!plan) throw new Error('the company has no plan')
  control.update(plans).set({ amount, name: 'Profissional' }).where(eq(plans.id, plan.id)).run()
  setCompanyDue(control, b.tenant.id, NOON + days * DAY)
  return {
    w,
    b,
    control,
    planId: plan.id,
    operator: w.admin({ super: true }),
    admin: b.admin(),
    ana: b.attendant(),
    ...storedIn(w, b.tenant.id),
  }
}

export const storedIn = (w: World, companyId: number) => {
  const control = w.server.databases.writableControl()
  return {
    company: (): Company => findCompanyOrFail(control, companyId),
    invoices: (): StoredInvoice[] => control.select().from(invoices).where(eq(invoices.companyId, companyId)).all(),
    charges: () => control.select().from(charges).all(),
    set: (values: Partial<Company>) => control.update(companies).set(values).where(eq(companies.id, companyId)).run(),
    changed: () => runJob(w.server, 'billing.changed'),
    daily: () => runJob(w.server, 'billing.invoices'),
    pending: () => runJob(w.server, 'billing.pending'),
  }
}
