/** What the operator does with companies, and what a company's own admins change of it. */
import type { Actor } from '../../actor'
import { recordAtCompany } from '../../audit/at-company'
import { changesBetween, recordAct } from '../../audit/record'
import { companyPhone } from '../../channels/dialing'
import { fail } from '../../errors'
import type { Cx } from '../../platform/cx'
import { instant } from '../../platform/formats'
import type { RouteServices } from '../../platform/module'
import { inControl } from '../../platform/operator-storage'
import { DAY } from '../../platform/time'
import { companyUpdated } from '../../settings/contract'
import {
  findCompanyOrFail,
  findPlanOrFail,
  paidTimeOf,
  renewCompany,
  setCompanyActive,
  setCompanyPlan,
} from '../../tenancy/companies'
import { OPERATOR_COMPANY } from '../../tenancy/contract'
import { endOfDay, renew } from '../../tenancy/due'
import { planFollowers } from '../../tenancy/lifecycle'
import { give } from '../../tenancy/paid-time'
import type { Company, StoredCompany } from '../../tenancy/tables'
import { prepareCompany } from '../../users/new-company'
import { type CreateCompany, FIRST_DAYS, type OwnCompany, type UpdateCompany } from './contract'
import { storeOwnCompany } from './control-writes'
import { type PartialInput, storeCompany } from './store'

type Services = RouteServices
/** `cx` is the company of the person who acts. */
type Where = { readonly services: Services; readonly cx: Cx; readonly actor: Actor }

export async function createTenant({ services, cx, actor }: Where, input: CreateCompany): Promise<Company> {
  const { databases, clock } = services
  const control = databases.writableControl()
  const { password, adminName, status: _, dueDate, planId, ...details } = input
  const { name, email, timeZone = cx.tenant.timeZone } = details
  const phone = details.phone && companyPhone(details.phone, { timeZone })
  // Before anything is made: a folder could not be taken back.
  if (findPlanOrFail(control, planId).companyId !== null) fail('ERR_PLAN_OF_OTHER')
  const admin = { name: adminName ?? name, email, password }
  const create = await prepareCompany(services, { name, email, admin, days: FIRST_DAYS })
  const { company } = await create(clock(), ({ id }) => {
    setCompanyPlan(control, id, planId, clock())
    const dueAt = dueDate ? endOfDay(dueDate, timeZone) : endOfToday(clock() + FIRST_DAYS * DAY, timeZone)
    storeCompany(control, id, { ...details, phone, timeZone, dueAt })
  })
  const made = findCompanyOrFail(control, company.id)
  const changes = changesBetween<object>({}, noted(made))
  const act = { kind: 'company', act: 'create', subject: made, changes } as const
  cx.transaction((cx) => recordAct(cx, actor, act))
  recordAtCompany(services, made.uuid, act)
  await settle(services)
  return made
}

const endOfToday = (now: number, timeZone: string) =>
  endOfDay(Temporal.Instant.fromEpochMilliseconds(now).toZonedDateTimeISO(timeZone).toPlainDate().toString(), timeZone)

/** A company's own admin: billing, phone, time zone, language. Everything else is the operator's and stays as it is. */
export async function changeOwn(where: Where, input: OwnCompany): Promise<Company> {
  const { services, actor } = where
  const known = findCompanyOrFail(services.databases.control, actor.tenantId)
  const { before, after } = await services.controlWrites.run(storeOwnCompany, {
    companyId: known.id,
    fields: withReadPhone(ownFieldsOf(input), known),
  })
  reportChange(where, before, after)
  return after
}

function withReadPhone<Fields extends OwnCompany>(fields: Fields, before: Company): Fields {
  const { phone, timeZone = before.timeZone } = fields
  return { ...fields, phone: phone && companyPhone(phone, { timeZone, before: before.phone }) }
}

function ownFieldsOf(input: OwnCompany): OwnCompany {
  const { billingName, document, billingZip, billingStreet, billingDistrict, billingCity } = input
  const { billingState, billingCountry, phone, timeZone, language } = input
  return {
    billingName,
    document,
    billingZip,
    billingStreet,
    billingDistrict,
    billingCity,
    billingState,
    billingCountry,
    phone,
    timeZone,
    language,
  }
}

/** The operator: everything. */
export async function changeTenant(where: Where, id: number, input: UpdateCompany): Promise<Company> {
  const { services } = where
  const { status, planId, dueDate, dueDay, ...fields } = input
  const before = findCompanyOrFail(services.databases.control, id)
  if (id === OPERATOR_COMPANY && (status === false || dueDate)) fail('ERR_NO_PERMISSION')
  const { timeZone = before.timeZone } = fields
  const dueAt = dueDate ? endOfDay(dueDate, timeZone) : undefined
  if (dueDate && dueAt === undefined) fail('ERR_INVALID_INPUT', [{ field: 'dueDate', message: 'form.invalid' }])
  const after = change(where, id, fields, { dueAt, dueDay, status, planId })
  if (before.active && !after.active) services.auth.revoke({ companyId: id }, 'blocked')
  await settle(services)
  return after
}

/** Moves the due date by the company's recurrence. The time is given: it was not paid. */
export async function renewTenant(where: Where, id: number): Promise<Company> {
  const { services } = where
  if (id === OPERATOR_COMPANY) fail('ERR_NO_PERMISSION')
  const { control } = services.databases
  const company = findCompanyOrFail(control, id)
  const { dueAt, dueDay } = renew(company, company.recurrence, services.clock())
  const after = change(where, id, {}, { dueAt, dueDay })
  await settle(services)
  return after
}

type OfOperator = PartialInput<Pick<StoredCompany, 'dueAt' | 'dueDay' | 'planId'> & { status: boolean }>

function change(
  where: Where,
  id: number,
  fields: PartialInput<Pick<StoredCompany, 'name' | 'email' | 'recurrence' | 'paymentMethod'>> & OwnCompany,
  { dueAt, dueDay = null, status, planId }: OfOperator = {},
): Company {
  const { services } = where
  const control = services.databases.writableControl()
  const { before, after, finish } = inControl(control, () => {
    const before = findCompanyOrFail(control, id)
    const now = services.clock()
    const hasNewPlan = planId !== undefined && planId !== before.planId
    if (hasNewPlan) setCompanyPlan(control, id, planId, now)
    storeCompany(control, id, withReadPhone(fields, before))
    if (dueAt !== undefined) {
      const company = findCompanyOrFail(control, id)
      const time = give(paidTimeOf(control, company), { dueAt, dueDay }, now)
      renewCompany(control, id, { time, planId: null, recurrence: company.recurrence })
    }
    if (status !== undefined && status !== before.active) setCompanyActive(control, id, status)
    const finish = hasNewPlan ? services.membersOf(planFollowers).map((follow) => follow(control, now, id)) : []
    return { before, after: findCompanyOrFail(control, id), finish }
  })
  for (const one of finish) one?.(services)
  reportChange(where, before, after)
  return after
}

function reportChange({ services, cx, actor }: Where, before: Company, after: Company): void {
  const { id } = after
  const changes = changesBetween<object>(noted(before), noted(after))
  const act = { kind: 'company', act: 'update', subject: after, changes } as const
  cx.transaction((cx) => recordAct(cx, actor, act))
  if (id !== cx.tenant.id) recordAtCompany(services, after.uuid, act)
  if (before.timeZone !== after.timeZone || before.language !== after.language) {
    const { timeZone, language } = after
    services.hub.emitByOperator(companyUpdated({ company: { id, timeZone, language } }), () => true, id)
  }
  services.companyNews.look()
}

/** Starts and stops what has changed, and tells open pages. Twice, because a run that is going on may have passed the company. */
export async function settle({ wakeUp, companyNews }: Pick<Services, 'wakeUp' | 'companyNews'>): Promise<void> {
  await wakeUp()
  await wakeUp()
  companyNews.look()
}

const noted = (company: Company) => {
  const { name, email, phone, document, recurrence, paymentMethod, timeZone, language, active, dueAt, plan } = company
  const { billingName, billingZip, billingStreet, billingDistrict, billingCity, billingState, billingCountry } = company
  return {
    name,
    email,
    phone,
    document,
    plan: plan?.name ?? null,
    dueAt: instant(dueAt),
    active,
    recurrence,
    paymentMethod,
    billingName,
    billingZip,
    billingStreet,
    billingDistrict,
    billingCity,
    billingState,
    billingCountry,
    timeZone,
    language,
  }
}
