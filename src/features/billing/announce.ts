/** After a change to an invoice: updates open pages and the audit log, and resumes the work of an overdue company. */

import type { Actor } from '../../actor'
import { recordAtCompany } from '../../audit/at-company'
import { type Act, recordAct } from '../../audit/record'
import { operatorsOnly } from '../../platform/events'
import { instant } from '../../platform/formats'
import type { Services } from '../../platform/module'
import { findCompany } from '../../tenancy/companies'
import { OPERATOR_COMPANY } from '../../tenancy/contract'
import type { Company } from '../../tenancy/tables'
import { can } from '../../users/permissions'
import { invoiceChanged, type OddKind, operatorInvoiceChanged, payInvoices, paymentDone } from './contract'
import { type Renewal, renewalChanges } from './invoices'
import { showForOperator, showInvoice } from './queries'
import type { StoredInvoice } from './tables'

/** `actor` null: the provider or a job. */
type Doer = Actor | null

export function announceInvoice(
  { databases, hub, clock }: Pick<Services, 'databases' | 'hub' | 'clock'>,
  invoice: StoredInvoice,
) {
  const { control } = databases
  const company = findCompany(control, invoice.companyId)
  if (!company) return
  const now = clock()
  hub.emitByOperator(
    invoiceChanged({ invoice: showInvoice(control, invoice, company, now) }),
    (who) => can(who, payInvoices),
    company.id,
  )
  hub.emitByOperator(
    operatorInvoiceChanged({ invoice: showForOperator(control, invoice, now) }),
    operatorsOnly,
    OPERATOR_COMPANY,
  )
}

/** After a payment, all users of the company continue without a reload. */
export function announceRenewal(services: Services, renewed: Renewal, doer: Doer) {
  const { invoice, company } = renewed
  const { hub, recheckSockets, timetable } = services
  recheckSockets(({ actor }) => actor.tenantId === company.id)
  hub.emitByOperator(paymentDone({ invoiceId: invoice.id, dueDate: instant(company.dueAt) }), () => true, company.id)
  for (const one of [invoice, ...renewed.changed]) announceInvoice(services, one)
  recordInvoice(services, doer, invoice, 'pay', renewalChanges(renewed))
  attempt(services, company, () => timetable.ask(company.uuid))
}

/** Writes to the company's log, and to the operator's log if an operator's user acted for another company. */
export function recordInvoice(
  services: Services,
  doer: Doer,
  { id, companyId, period }: StoredInvoice,
  act: Act['act'],
  changes: NonNullable<Act['changes']>,
  concernsOperator = doer?.tenantId === OPERATOR_COMPANY,
) {
  const { control } = services.databases
  const company = findCompany(control, companyId)
  if (!company) return
  const entry = { kind: 'invoice', act, changes }
  const isOwn = doer?.tenantId === companyId
  const log = (of: Company, by: Doer, name: string) => {
    const made = { ...entry, subject: { id, name } }
    if (by === null) recordAtCompany(services, of.uuid, made)
    else attempt(services, of, () => services.cxOf(of.uuid).transaction((cx) => recordAct(cx, by, made)))
  }
  log(company, isOwn ? doer : null, period)
  const operator = findCompany(control, OPERATOR_COMPANY)
  if (operator && concernsOperator && !isOwn) log(operator, doer, `${company.name} ${period}`)
}

/** Another plan has begun, as was chosen and paid before. */
export function recordPlan(services: Services, before: Company, after: Company) {
  const changes = [{ field: 'plan', from: before.plan?.name ?? null, to: after.plan?.name ?? null }]
  const act = { kind: 'company', act: 'update', changes, subject: { id: after.id, name: after.name } } as const
  recordAtCompany(services, after.uuid, act)
}

/** A payment does not fit: in the company's log and in the operator's. */
export function recordOdd(services: Services, invoice: StoredInvoice, kind: OddKind, cents: number) {
  const changes = [{ field: 'payment', from: null, to: `${kind}: ${(cents / 100).toFixed(2)}` }]
  recordInvoice(services, null, invoice, 'update', changes, true)
}

/** The invoice is changed, even if the company's own file cannot be written. */
function attempt({ log }: Services, { uuid }: Company, act: () => unknown) {
  try {
    act()
  } catch (error) {
    log.error({ err: error, tenant: uuid }, 'an invoice was changed, but the company could not be notified')
  }
}
