/** The checkout: payer, plan and Pix code. Only the server sets prices. */
import { and, asc, eq } from 'drizzle-orm'
import * as v from 'valibot'
import type { Actor } from '../../actor'
import { fail } from '../../errors'
import type { Cx } from '../../platform/cx'
import { instant, instantOrNull } from '../../platform/formats'
import { parseJson } from '../../platform/input'
import type { Services } from '../../platform/module'
import { getValue } from '../../platform/sql'
import type { ControlDb, Db } from '../../platform/sqlite'
import {
  type BillingDetails,
  findCompany,
  findCompanyOrFail,
  findPlanOrFail,
  isFree,
  paidTimeOf,
  servedUntil,
} from '../../tenancy/companies'
import { OPERATOR_COMPANY, recurrenceMonths, type Starts } from '../../tenancy/contract'
import { daysUntil, periodOf } from '../../tenancy/due'
import { buy, convert } from '../../tenancy/paid-time'
import { type Company, type Plan, plans } from '../../tenancy/tables'
import { announceInvoice, announceRenewal, recordInvoice } from './announce'
import { referenceFor } from './charges'
import { type ChosenPlan, payableInvoice, planOf } from './choose'
import {
  type CustomOffer,
  type CustomPlan,
  customPrice,
  invoiceAmount,
  type Offer,
  type OfferedPlan,
  Payer,
  PayerDocument,
  type PixCharge,
  type Preview,
  type PreviewChoice,
  type Standing,
  type Subscribe,
} from './contract'
import { chooseInvoice, openCharge, storeIssued } from './control-writes'
import { customOffer } from './custom-plan'
import { billingErrors } from './errors'
import { withdrawSoon } from './payments'
import { decimal } from './providers/br-code'
import type { Provider } from './providers/provider'
import { findOpenInvoice, showInvoice } from './queries'
import type { Charge, StoredInvoice } from './tables'
import { planAtDue, purchaseOf, toPay } from './terms'

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

export function readOffer(
  { databases: { control }, operatorSettings, billing, clock, storage }: Services,
  cx: Cx,
): Offer {
  const company = findCompanyOrFail(control, cx.tenant.id)
  const now = clock()
  const open = findOpenInvoice(control, company.id)
  const { plan } = company
  const provider = company.id === OPERATOR_COMPANY ? undefined : billing.chosenProvider()
  return {
    invoice: open ? showInvoice(control, open, company, now) : null,
    plans: listOffered(control)
      .filter(({ amount }) => amount > 0)
      .map(showPlan),
    plan: plan && { ...showPlan(plan), isCustom: plan.companyId === company.id },
    custom: customOffer(operatorSettings),
    recurrence: company.recurrence,
    isFree: isFree(company),
    next:
      company.nextPlanId !== null && company.nextAt !== null
        ? { plan: findPlanOrFail(control, company.nextPlanId).name, begins: instant(company.nextAt) }
        : null,
    credit: company.credit / 100,
    usage: countUsage(cx.db),
    storage: storage.read(cx),
    payer: {
      name: company.billingName || company.name,
      billingName: company.billingName,
      email: company.email,
      phone: company.phone,
      document: company.document,
      street: company.billingStreet,
      district: company.billingDistrict,
      city: company.billingCity,
      state: company.billingState,
      zip: company.billingZip,
      country: company.billingCountry,
    },
    canPay: provider !== undefined,
    needsDocument: provider?.needsDocument === true && company.document === '',
    ...standingOf(control, operatorSettings.read('supportUrl'), company, cx.db),
  }
}

export function readStanding({ databases: { control }, operatorSettings, clock }: Services, cx: Cx): Standing {
  const company = findCompanyOrFail(control, cx.tenant.id)
  return {
    isOverdue: servedUntil(company) < clock(),
    ...standingOf(control, operatorSettings.read('supportUrl'), company, cx.db),
  }
}

const standingOf = (control: ControlDb, supportUrl: string, company: Company, db: Db) => ({
  dueDate: instant(company.dueAt),
  operator: findCompany(control, OPERATOR_COMPANY)?.name ?? '',
  supportUrl: supportUrl || null,
  waiting: countOf(db, "SELECT count(*) FROM tickets WHERE status = 'pending' AND is_bot = 0"),
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
  input: Subscribe,
  left: AbortSignal,
): Promise<PixCharge> {
  const { databases, controlWrites, auth } = services
  const { control } = databases
  const provider = services.billing.chosenProvider() ?? fail(billingErrors.ERR_PIX_NOT_CONFIGURED)
  const payer = payerIn(input, provider)
  if (provider.needsDocument && !(payer?.document || findCompanyOrFail(control, cx.tenant.id).document))
    fail(billingErrors.ERR_DOCUMENT_REQUIRED)
  const { invoiceId, recurrence, starts } = input
  const { invoice, renewed } = await controlWrites.run(chooseInvoice, {
    companyId: cx.tenant.id,
    details: payer ? detailsOf(payer) : {},
    plan: planWanted(services, findCompanyOrFail(control, cx.tenant.id), input),
    invoiceId,
    recurrence,
    starts,
  })
  announceInvoice(services, invoice)
  recordInvoice(services, actor, invoice, 'subscribe', [
    { field: 'plan', from: null, to: invoice.detail },
    { field: 'value', from: null, to: invoice.amount / 100 },
  ])
  if (renewed) {
    announceRenewal(services, renewed, actor)
    auth.stillHere(actor)
    return showCharge(services, invoice, { code: '', amount: 0, provider: provider.name, expiresAt: null })
  }
  const charge = await chargeFor(services, invoice, provider, left)
  auth.stillHere(actor)
  return showCharge(services, invoice, charge)
}

/** Without a code if the invoice is paid: what the company had paid before was enough. */
const showCharge = (
  { databases: { control }, clock }: Services,
  invoice: StoredInvoice,
  { code, amount, provider, expiresAt }: Pick<Charge, 'code' | 'amount' | 'provider' | 'expiresAt'>,
): PixCharge => ({
  qrcode: { qrcode: code },
  valor: { original: decimal(amount) },
  invoice: showInvoice(control, invoice, findCompanyOrFail(control, invoice.companyId), clock()),
  provider,
  expiresAt: instantOrNull(expiresAt),
})

/** What a payment of this choice today would do. Changes nothing. */
export function previewChoice(services: Services, cx: Cx, input: PreviewChoice): Preview {
  const { databases, clock } = services
  const { control } = databases
  const now = clock()
  const company = findCompanyOrFail(control, cx.tenant.id)
  const open = payableInvoice(control, company.id, input) ?? findOpenInvoice(control, company.id)
  const chosen = planTerms(services, company, input)
  const recurrence = input.recurrence ?? open?.recurrence ?? company.recurrence
  const kept = open ? planOf(control, open, company) : planAtDue(control, company)
  const plan = chosen ?? kept ?? (open ? termsOf(open) : fail(billingErrors.ERR_NOTHING_TO_PAY))
  const amount = invoiceAmount(plan.amount, recurrence)
  const credit = Math.min(company.credit + (open?.credit ?? 0), amount)
  const terms = { amount, recurrence, planId: plan.id === NO_PLAN ? null : plan.id }
  const time = paidTimeOf(control, company)
  const at = (starts: Starts) => buy(time, purchaseOf(control, { ...terms, starts }, company), now)
  const isChange = purchaseOf(control, { ...terms, starts: 'now' }, company).change !== null
  const canWait = isChange && time.dueAt > now && time.next === null && !isFree(company)
  const then = convert(time, plan.amount, now)
  return {
    plan: plan.name,
    monthly: plan.amount / 100,
    value: (amount - credit) / 100,
    credit: credit / 100,
    dueDate: instant(at('now').dueAt),
    change: isChange
      ? {
          from: company.plan && { plan: company.plan.name, monthly: company.plan.amount / 100 },
          until: instant(company.dueAt),
          days: Math.max(0, daysUntil(company.dueAt, now, company.timeZone)),
          daysThen: Math.max(0, daysUntil(then.dueAt, now, company.timeZone)),
          later: canWait ? { begins: instant(company.dueAt), dueDate: instant(at('due').dueAt) } : null,
        }
      : null,
  }
}

type Terms = Pick<Plan, 'id' | 'name' | 'amount'>
type Counts = Pick<PreviewChoice, 'users' | 'connections'>
/** An invoice of a company whose plan was taken away. */
const termsOf = ({ detail, amount, recurrence }: StoredInvoice): Terms => ({
  id: NO_PLAN,
  name: detail,
  amount: Math.round(amount / recurrenceMonths[recurrence]),
})
const NO_PLAN = -1
/** What a custom plan that is not stored yet counts as. */
const NEW_PLAN = 0

/** Undefined keeps the invoice's plan. */
function planTerms(
  services: Services,
  company: Company,
  { plan, users, connections }: PreviewChoice,
): Terms | undefined {
  if (!plan) return undefined
  const choice = v.safeParse(PlanChoice, parseJson(plan, 'plan'))
  if (!choice.success) return refusePlan()
  const { id, custom } = choice.output
  if (custom) return customTerms(services, company, { users, connections })
  if (id === undefined) return undefined
  if (id === company.planId) return company.plan ?? undefined
  const found = findPublicPlan(services.databases.control, id)
  return found ?? refusePlan()
}

const refusePlan = () => fail('ERR_INVALID_INPUT', [{ field: 'plan', message: 'form.invalid' }])

const findPublicPlan = (control: ControlDb, id: number): Plan | undefined =>
  control
    .select()
    .from(plans)
    .where(and(eq(plans.id, id), eq(plans.isPublic, true)))
    .get()

function customTerms({ operatorSettings }: Services, { id, plan }: Company, counts: Counts): Terms {
  const offer = customOffer(operatorSettings) ?? fail(billingErrors.ERR_NO_CUSTOM_PLAN)
  const custom = countsIn(offer, counts)
  const isSame = plan?.companyId === id && plan.users === custom.users && plan.connections === custom.connections
  const amount = customPrice(offer, custom)
  return isSame && plan.amount === amount ? plan : { id: NEW_PLAN, name: 'Sob medida', amount }
}

/** At least those of the smallest custom plan. */
function countsIn({ users: least, connections: leastConnections }: CustomOffer, counts: Counts): CustomPlan {
  const { users = least, connections = leastConnections } = counts
  if (users < least) fail('ERR_INVALID_INPUT', [{ field: 'users', message: 'form.invalid' }])
  if (connections < leastConnections) fail('ERR_INVALID_INPUT', [{ field: 'connections', message: 'form.invalid' }])
  return { users, connections }
}

/** Undefined keeps the invoice's plan. */
function planWanted(services: Services, company: Company, input: Subscribe): ChosenPlan | undefined {
  if (company.id === OPERATOR_COMPANY) fail(billingErrors.ERR_NOTHING_TO_PAY)
  const terms = planTerms(services, company, input)
  if (!terms) return undefined
  if (terms.id !== NEW_PLAN) return { id: terms.id }
  const offer = customOffer(services.operatorSettings) ?? fail(billingErrors.ERR_NO_CUSTOM_PLAN)
  return { ...countsIn(offer, input), amount: terms.amount, features: offer.planId }
}

/** What the request says about the payer, checked as a whole; undefined if it says nothing. */
function payerIn(input: Subscribe, provider: Provider): Partial<Payer> | undefined {
  if (!Object.keys(Payer.entries).some((name) => name in input)) return undefined
  const isDocumentAlone = provider.needsDocument && !('address2' in input)
  // A field left out is refused in the same words as an empty one.
  const checked = v.safeParse(isDocumentAlone ? PayerDocument : Payer, { ...NO_PAYER, ...input })
  return checked.success ? checked.output : refuse(checked.issues)
}
const NO_PAYER = { firstName: '', address2: '', city: '', zipcode: '', country: '' }

const refuse = (issues: readonly v.BaseIssue<unknown>[]) =>
  fail(
    'ERR_INVALID_INPUT',
    issues.map((issue) => ({ field: v.getDotPath(issue) ?? '', message: issue.message })),
  )

function detailsOf(payer: Partial<Payer>): Partial<BillingDetails> {
  const { firstName, lastName, document, address2, district, city, state, zipcode, country } = payer
  return {
    ...(firstName !== undefined && { billingName: [firstName, lastName].filter(Boolean).join(' ') }),
    ...(document && { document }),
    ...(address2 !== undefined && { billingStreet: address2 }),
    ...(district !== undefined && { billingDistrict: district }),
    ...(city !== undefined && { billingCity: city }),
    ...(state !== undefined && { billingState: state }),
    ...(zipcode !== undefined && { billingZip: zipcode }),
    ...(country !== undefined && { billingCountry: country }),
  }
}

function chargeFor(services: Services, invoice: StoredInvoice, provider: Provider, left: AbortSignal): Promise<Charge> {
  const { issuing } = services.billing
  const key = `${invoice.id} ${toPay(invoice)}`
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
  const { databases, controlWrites, clock, log } = services
  const { charge, withdrawn } = await controlWrites.run(openCharge, {
    invoiceId: invoice.id,
    provider: provider.name,
    reference: referenceFor(provider.name, invoice.id),
  })
  withdrawSoon(services, withdrawn)
  if (charge.code !== '') return charge
  const company = findCompanyOrFail(databases.control, invoice.companyId)
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
    return await controlWrites.run(storeIssued, { chargeId: charge.id, issued })
  } catch (error) {
    log.warn({ err: error, provider: provider.name }, 'could not request a charge')
    return fail(billingErrors.ERR_PAYMENT_PROVIDER)
  }
}
