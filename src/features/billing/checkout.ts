/** The checkout: payer, plan and Pix code. Only the server sets prices. */
import { and, asc, eq } from 'drizzle-orm'
import * as v from 'valibot'
import type { Actor } from '../../actor'
import { fail } from '../../errors'
import type { Cx } from '../../platform/cx'
import { instant, instantOrNull } from '../../platform/formats'
import { parseJson } from '../../platform/input'
import type { Services } from '../../platform/module'
import { inControl } from '../../platform/operators-ground'
import { getValue } from '../../platform/sql'
import type { ControlDb, Db } from '../../platform/sqlite'
import { findCompany, findCompanyOrFail, setBillingDetails } from '../../tenancy/companies'
import { OPERATOR_COMPANY } from '../../tenancy/contract'
import { periodOf } from '../../tenancy/due'
import { type Company, type Plan, plans } from '../../tenancy/tables'
import { announceInvoice, recordInvoice } from './announce'
import { openCharge, storeIssued } from './charges'
import { LEAST, type Offer, type OfferedPlan, type PixCharge, type Standing, type Subscribe } from './contract'
import { billingErrors } from './errors'
import { createCustomPlan, invoiceToPay, priceInvoice } from './invoices'
import { withdrawAtProvider } from './payments'
import { decimal } from './providers/br-code'
import type { Provider } from './providers/provider'
import { chosenProvider } from './providers/providers'
import { findOpenInvoice, findOwnInvoice, showInvoice } from './queries'
import type { Charge, StoredInvoice } from './tables'

const showPlan = ({ id, name, users, connections, queues, storage, amount }: Plan): OfferedPlan => ({
  id,
  name,
  users,
  connections,
  queues,
  storage,
  amount,
})

const listOffered = (control: ControlDb): Plan[] =>
  control.select().from(plans).where(eq(plans.isPublic, true)).orderBy(asc(plans.amount), asc(plans.id)).all()

export function readOffer({ databases: { control }, operatorSettings, clock, storage }: Services, cx: Cx): Offer {
  const company = findCompanyOrFail(control, cx.tenant.id)
  const now = clock()
  const open = findOpenInvoice(control, company.id)
  const { plan } = company
  return {
    invoice: open ? showInvoice(open, company, now) : null,
    plans: listOffered(control)
      .filter(({ amount }) => amount > 0)
      .map(showPlan),
    plan: plan && { ...showPlan(plan), isCustom: plan.companyId === company.id },
    recurrence: company.recurrence,
    usage: countUsage(cx.db),
    storage: storage.read(cx),
    payer: {
      name: company.billingName || company.name,
      email: company.email,
      document: company.document,
      street: company.billingStreet,
      district: company.billingDistrict,
      city: company.billingCity,
      state: company.billingState,
      zip: company.billingZip,
      country: company.billingCountry,
    },
    canPay: company.id !== OPERATOR_COMPANY && chosenProvider(operatorSettings, clock) !== undefined,
    ...standingOf(control, operatorSettings.read('supportUrl'), company, cx.db),
  }
}

export function readStanding({ databases: { control }, operatorSettings, clock }: Services, cx: Cx): Standing {
  const company = findCompanyOrFail(control, cx.tenant.id)
  return {
    isOverdue: company.dueAt < clock(),
    ...standingOf(control, operatorSettings.read('supportUrl'), company, cx.db),
  }
}

const standingOf = (control: ControlDb, supportUrl: string, company: Company, db: Db) => ({
  dueDate: instant(company.dueAt),
  operator: findCompany(control, OPERATOR_COMPANY)?.name ?? '',
  supportUrl: supportUrl || null,
  waiting: countOf(db, "SELECT count(*) FROM tickets WHERE status = 'pending'"),
})

const countUsage = (db: Db): Offer['usage'] => ({
  users: countOf(db, 'SELECT count(*) FROM users WHERE deleted_at IS NULL AND active'),
  connections: countOf(db, 'SELECT count(*) FROM connections'),
  queues: countOf(db, 'SELECT count(*) FROM queues'),
})

const countOf = ({ $client }: Db, sql: string): number => Number(getValue($client, sql))

/** The part of the specification's `plan` that is read: prices and names in it are ignored. */
const PlanChoice = v.object({
  id: v.optional(v.pipe(v.number(), v.integer(), v.minValue(1))),
  custom: v.optional(v.boolean()),
})

/** Stores the payer, prices the invoice and returns its payment code. */
export async function subscribe(
  services: Services,
  cx: Cx,
  actor: Actor,
  wanted: Subscribe,
  left: AbortSignal,
): Promise<PixCharge> {
  const { databases, operatorSettings, clock, auth } = services
  const { control } = databases
  const provider = chosenProvider(operatorSettings, clock) ?? fail(billingErrors.ERR_PIX_NOT_CONFIGURED)
  if (provider.name === 'asaas' && !(wanted.document || findCompanyOrFail(control, cx.tenant.id).document))
    fail(billingErrors.ERR_DOCUMENT_REQUIRED)
  const invoice = inControl(control, () => choose(control, clock(), cx.tenant.id, wanted))
  announceInvoice(services, invoice)
  recordInvoice(services, actor, invoice, 'subscribe', [
    { field: 'plan', from: null, to: invoice.detail },
    { field: 'value', from: null, to: invoice.amount / 100 },
  ])
  const charge = await chargeFor(services, invoice, provider, left)
  auth.stillHere(actor)
  return showCharge(services, invoice, charge)
}

const showCharge = (
  { databases: { control }, clock }: Services,
  invoice: StoredInvoice,
  { code, amount, provider, expiresAt }: Charge,
): PixCharge => ({
  qrcode: { qrcode: code },
  valor: { original: decimal(amount) },
  invoice: showInvoice(invoice, findCompanyOrFail(control, invoice.companyId), clock()),
  provider,
  expiresAt: instantOrNull(expiresAt),
})

function choose(control: ControlDb, now: number, companyId: number, wanted: Subscribe): StoredInvoice {
  if (companyId === OPERATOR_COMPANY) fail(billingErrors.ERR_NOTHING_TO_PAY)
  storePayer(control, companyId, wanted)
  const company = findCompanyOrFail(control, companyId)
  const plan = planWanted(control, now, company, wanted)
  const known = wanted.invoiceId === undefined ? undefined : findOwnInvoice(control, companyId, wanted.invoiceId)
  if (known?.status === 'paid') fail(billingErrors.ERR_INVOICE_PAID)
  if (known?.status === 'cancelled') fail(billingErrors.ERR_INVOICE_CANCELLED)
  const offered = plan ?? company.plan
  const invoice =
    known ?? (offered ? invoiceToPay(control, now, company, offered) : findOpenInvoice(control, companyId))
  if (!invoice) return fail(billingErrors.ERR_NOTHING_TO_PAY)
  const recurrence = wanted.recurrence ?? invoice.recurrence
  const kept = recurrence === invoice.recurrence ? undefined : planOf(control, invoice, company)
  const priced =
    plan || kept
      ? priceInvoice(control, invoice, plan ?? kept ?? fail(billingErrors.ERR_NOTHING_TO_PAY), recurrence)
      : invoice
  return priced.amount > 0 ? priced : fail(billingErrors.ERR_NOTHING_TO_PAY)
}

const planOf = (control: ControlDb, { planId }: StoredInvoice, company: Company): Plan | undefined =>
  (planId === null ? undefined : control.select().from(plans).where(eq(plans.id, planId)).get()) ??
  company.plan ??
  undefined

/** Undefined keeps the invoice's plan. */
function planWanted(
  control: ControlDb,
  now: number,
  company: Company,
  { plan, users, connections }: Subscribe,
): Plan | undefined {
  if (!plan) return undefined
  const choice = v.safeParse(PlanChoice, parseJson(plan, 'plan'))
  if (!choice.success) return fail('ERR_INVALID_INPUT', [{ field: 'plan', message: 'form.invalid' }])
  const { id, custom } = choice.output
  if (custom)
    return createCustomPlan(control, now, company, { users: users ?? LEAST, connections: connections ?? LEAST })
  if (id === undefined) return undefined
  if (id === company.planId) return company.plan ?? undefined
  const found = control
    .select()
    .from(plans)
    .where(and(eq(plans.id, id), eq(plans.isPublic, true)))
    .get()
  return found ?? fail('ERR_INVALID_INPUT', [{ field: 'plan', message: 'form.invalid' }])
}

function storePayer(control: ControlDb, companyId: number, wanted: Subscribe) {
  const { firstName, lastName, document, address2, district, city, state, zipcode, country } = wanted
  setBillingDetails(control, companyId, {
    billingName: [firstName, lastName].filter(Boolean).join(' '),
    ...(document && { document }),
    billingStreet: address2,
    ...(district !== undefined && { billingDistrict: district }),
    billingCity: city,
    ...(state !== undefined && { billingState: state }),
    billingZip: zipcode,
    billingCountry: country,
  })
}

/** Pending requests for charges, so that two pages of a company get the same code. */
const issuing = new Map<string, Promise<Charge>>()

function chargeFor(services: Services, invoice: StoredInvoice, provider: Provider, left: AbortSignal): Promise<Charge> {
  const key = `${services.databases.dataDir} ${invoice.id} ${invoice.amount}`
  const known = issuing.get(key)
  if (known) return known
  const going = issue(services, invoice, provider, left).finally(() => issuing.delete(key))
  issuing.set(key, going)
  return going
}

async function issue(
  services: Services,
  invoice: StoredInvoice,
  provider: Provider,
  left: AbortSignal,
): Promise<Charge> {
  const { databases, clock, log } = services
  const { control } = databases
  const { charge, withdrawn } = openCharge(control, clock(), invoice.id, provider.name)
  void withdrawAtProvider(services, withdrawn)
  if (charge.code !== '') return charge
  const company = findCompanyOrFail(control, invoice.companyId)
  try {
    const issued = await provider.create(
      {
        ...charge,
        description: `${invoice.detail} ${invoice.period}`,
        payer: {
          companyId: company.id,
          name: company.billingName || company.name,
          email: company.email,
          document: company.document,
        },
        now: clock(),
        today: periodOf(clock(), company.timeZone),
      },
      left,
    )
    return storeIssued(control, charge.id, issued) ?? fail(billingErrors.ERR_NO_INVOICE_FOUND)
  } catch (error) {
    log.warn({ err: error, provider: provider.name }, 'could not request a charge')
    return fail(billingErrors.ERR_PAYMENT_PROVIDER)
  }
}
