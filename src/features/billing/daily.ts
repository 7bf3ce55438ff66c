/** Creates the invoices that are due soon. It reads only control.db and opens no company's file. */
import type { Services } from '../../platform/module'
import { inControl } from '../../platform/operator-storage'
import { getColumn } from '../../platform/sql'
import type { WritableControl } from '../../platform/sqlite'
import { DAY } from '../../platform/time'
import { beginNextPlans, findCompany, hasNextPlans } from '../../tenancy/companies'
import { OPERATOR_COMPANY } from '../../tenancy/contract'
import { daysUntil } from '../../tenancy/due'
import { announceInvoice, recordPlan } from './announce'
import { cancelInvoice, createInvoice, payByCredit, type Renewal } from './invoices'
import { INVOICE_AHEAD } from './periods'
import { listCovered, listNeedless } from './queries'
import type { StoredInvoice } from './tables'

/** Companies per transaction. */
const COMPANIES_PER_TRANSACTION = 4
/** Milliseconds of work before yielding to the event loop. */
const TICK_MS = 4

type Making = Pick<Services, 'databases' | 'hub' | 'clock'>

/** `paid`: an invoice that was paid in advance, also one that has become cheaper since. */
export async function createInvoices(services: Making, paid: (renewed: Renewal) => void): Promise<void> {
  const control = services.databases.writableControl()
  let since = performance.now()
  const rest = async () => {
    if (performance.now() - since < TICK_MS) return
    await new Promise(setImmediate)
    since = performance.now()
  }
  for (let last = 0; ; ) {
    const ids = listDue(control, services.clock(), last)
    const next = ids.at(-1)
    if (next === undefined) break
    last = next
    for (const invoice of createFor(control, services.clock(), ids)) {
      announceInvoice(services, invoice)
      await rest()
    }
    await rest()
  }
  for (const id of listNeedless(control)) {
    announceInvoice(services, cancelInvoice(control, id).invoice)
    await rest()
  }
  for (const invoice of listCovered(control)) {
    const renewed = payByCredit(control, services.clock(), invoice)
    if (renewed) paid(renewed)
    await rest()
  }
}

const createFor = (control: WritableControl, now: number, ids: readonly number[]): StoredInvoice[] =>
  inControl(control, () =>
    ids.flatMap((id) => {
      const company = findCompany(control, id)
      const isSoon = company && daysUntil(company.dueAt, now, company.timeZone) <= INVOICE_AHEAD
      return (isSoon && createInvoice(control, now, company)) || []
    }),
  )

/** Active companies whose plan has a price and whose current due date has no invoice. */
const listDue = (control: WritableControl, now: number, after: number): number[] =>
  getColumn<number>(
    control,
    `SELECT c.id FROM companies c JOIN plans p ON p.id = c.plan_id
     LEFT JOIN plans n ON n.id = c.next_plan_id
     WHERE c.id > @after AND c.id <> ${OPERATOR_COMPANY} AND c.active AND p.amount > 0 AND ifnull(n.amount, 1) > 0 AND c.due_at < @until
       AND NOT EXISTS (SELECT 1 FROM invoices i WHERE i.company_id = c.id AND i.due_at = c.due_at)
     ORDER BY c.id LIMIT ${COMPANIES_PER_TRANSACTION}`,
    { after, until: now + (INVOICE_AHEAD + 1) * DAY },
  )

/** Plans that were chosen to begin at a due date, which has come. */
export function beginPlans(services: Services): void {
  const control = services.databases.writableControl()
  if (!hasNextPlans(control, services.clock())) return
  const begun = inControl(control, () => beginNextPlans(control, services.clock(), PLANS_AT_ONCE))
  for (const { before, after } of begun) recordPlan(services, before, after)
  if (begun.length > 0) services.companyNews.look()
}
const PLANS_AT_ONCE = 50
