import { and, asc, eq, inArray, type SQL, sql } from 'drizzle-orm'
import type { Cx } from '../../platform/cx'
import { type Databases, tenantFolder } from '../../platform/databases'
import { instantOrNull } from '../../platform/formats'
import { fits, needleOf } from '../../platform/needle'
import { PAGE_SIZE } from '../../platform/pages'
import { getRows, getTuples } from '../../platform/sql'
import type { ControlDb, Db } from '../../platform/sqlite'
import { showCompanyPlan, summarizeCompany } from '../../tenancy/companies'
import { readDiskUse } from '../../tenancy/disk'
import { endOfDay, NEVER } from '../../tenancy/due'
import { countPlanned, waitingCounts } from '../../tenancy/lifecycle'
import { usageOf } from '../../tenancy/limits'
import { type Company, companies, plans } from '../../tenancy/tables'
import { readUsage } from '../../tenancy/usage'
import { countMessages } from '../../tickets/reading/count'
import { type CompanyRow, type CompanyUsage, type DueDay, SOON_DAYS } from './contract'

export function showCompany(company: Company): CompanyRow {
  const { email, phone, document, planId, plan, recurrence, paymentMethod, timeZone, language, lastLoginAt } = company
  const { billingName, billingZip, billingStreet, billingDistrict, billingCity, billingState, billingCountry } = company
  return {
    ...summarizeCompany(company),
    email,
    phone,
    document,
    planId,
    recurrence,
    paymentMethod,
    timeZone,
    language,
    billingName,
    billingZip,
    billingStreet,
    billingDistrict,
    billingCity,
    billingState,
    billingCountry,
    plan: plan && showCompanyPlan(plan),
    lastLogin: instantOrNull(lastLoginAt),
    dueDay: company.dueDay as DueDay, // the column's check
    trialUntil: isOnTrial(company) ? instantOrNull(company.trialUntil) : null,
  }
}

/** Neither paid nor renewed since it was created. */
const isOnTrial = ({ paidPrice, dueAt, trialUntil }: Company): boolean =>
  paidPrice === 0 && trialUntil !== null && dueAt <= trialUntil

export const dueFilters = ['late', 'soon', 'fine', 'suspended'] as const
export type DueFilter = (typeof dueFilters)[number]

type Wanted = {
  readonly search: string
  readonly due: DueFilter | null
  readonly page: number
  readonly now: number
  /** The operator's, for "today". */
  readonly timeZone: string
}

/** By due date, so that what needs somebody stands first. */
export async function listCompanyRows(databases: Databases, { search, page, ...wanted }: Wanted) {
  const { control } = databases
  const where = and(filterOf(wanted), searchOf(control, search))
  const found = control
    .select({ company: companies, plan: plans })
    .from(companies)
    .leftJoin(plans, eq(plans.id, companies.planId))
    .where(where)
    .orderBy(servedUntil, asc(companies.id))
    .limit(PAGE_SIZE + 1)
    .offset(PAGE_SIZE * (page - 1))
    .all()
  const rows = found.slice(0, PAGE_SIZE).map(({ company, plan }): Company => ({ ...company, plan }))
  const used = await readUsage(databases, rows)
  const { count = 0, cents = 0 } =
    control
      .select({
        count: sql<number>`count(*)`,
        cents: sql<number>`total(${plans.amount}) FILTER (WHERE ${companies.active})`,
      })
      .from(companies)
      .leftJoin(plans, eq(plans.id, companies.planId))
      .where(where)
      .get() ?? {}
  return {
    companies: rows.map((company) => ({ ...showCompany(company), used: used.get(company.id) ?? null })),
    hasMore: found.length > PAGE_SIZE,
    count,
    monthly: cents / 100,
  }
}

function filterOf({ due, now, timeZone }: Pick<Wanted, 'due' | 'now' | 'timeZone'>): SQL | undefined {
  if (due === null) return undefined
  if (due === 'suspended') return eq(companies.active, false)
  const today = Temporal.Instant.fromEpochMilliseconds(now).toZonedDateTimeISO(timeZone).toPlainDate()
  const late = endOfDay(today.toString(), timeZone) ?? now
  const soon = endOfDay(today.add({ days: SOON_DAYS }).toString(), timeZone) ?? now
  if (due === 'late') return sql`${servedUntil} <= ${late}`
  return due === 'soon' ? sql`${servedUntil} > ${late} AND ${servedUntil} <= ${soon}` : sql`${servedUntil} > ${soon}`
}

/** A free plan never expires. */
const servedUntil = sql`CASE WHEN ${plans.amount} = 0 THEN ${sql.raw(String(NEVER))} ELSE ${companies.dueAt} END`

/** In the name, the e-mail and the document, ignoring case and accents. Reads all, which are a few thousand at most. */
function searchOf(control: ControlDb, search: string): SQL | undefined {
  const needle = needleOf(search)
  if (needle.length === 0) return undefined
  const bare = needle.join('').replace(/[^\da-z]/g, '')
  const rows = getTuples<[id: number, name: string, email: string, document: string]>(
    control,
    'SELECT id, name, email, document FROM companies',
  )
  const ids = rows.flatMap(([id, name, email, document]) =>
    fits(needle, name, email) || (/\d/.test(bare) && document.toLowerCase().includes(bare)) ? id : [],
  )
  return inArray(companies.id, ids)
}

export const listCompanyOptions = (control: ControlDb) =>
  control
    .select({ id: companies.id, name: companies.name, status: companies.active })
    .from(companies)
    .orderBy(asc(companies.id))
    .all()

type PersonRow = Pick<CompanyUsage['users'][number], 'id' | 'name' | 'email' | 'profile'> & {
  active: number
  seen: number | null
}
type ConnectionRow = Omit<CompanyUsage['connections'][number], 'isDefault'> & { isDefault: number }

/** What the company has. `cx` is that company's. */
export async function readCompanyUsage(databases: Databases, cx: Cx): Promise<CompanyUsage> {
  const { db, tenant } = cx
  const { uuid, timeZone } = tenant
  const lists = {
    used: usageOf(db, tenantFolder(databases.dataDir, uuid)),
    planned: countPlanned(cx.membersOf(waitingCounts), cx),
    users: listPeople(db),
    connections: listNumbers(db),
    queues: getRows<CompanyUsage['queues'][number]>(
      db,
      'SELECT q.id, q.name, q.color, (SELECT count(*) FROM user_queues u WHERE u.queue_id = q.id) AS users FROM queues q ORDER BY q.position, q.id',
    ),
  }
  return { ...lists, messages: await countDays(cx, timeZone), disk: await readDiskUse(databases.dataDir, uuid) }
}

const listPeople = (db: Db): CompanyUsage['users'] =>
  getRows<PersonRow>(
    db,
    'SELECT id, name, email, profile, active, last_seen_at AS seen FROM users WHERE deleted_at IS NULL ORDER BY name, id',
  ).map(({ active, seen, ...person }) => ({ ...person, active: active === 1, lastSeenAt: instantOrNull(seen) }))

const listNumbers = (db: Db): CompanyUsage['connections'] =>
  getRows<ConnectionRow>(
    db,
    'SELECT id, name, number, status, is_default AS isDefault FROM connections WHERE deleted_at IS NULL ORDER BY name, id',
  ).map(({ isDefault, ...connection }) => ({ ...connection, isDefault: isDefault === 1 }))

/** Each day of this month until today. */
async function countDays(cx: Cx, timeZone: string): Promise<CompanyUsage['messages']> {
  const today = Temporal.Instant.fromEpochMilliseconds(cx.now()).toZonedDateTimeISO(timeZone).toPlainDate()
  const days: { day: string; count: number }[] = []
  for (let day = today.with({ day: 1 }); Temporal.PlainDate.compare(day, today) <= 0; day = day.add({ days: 1 })) {
    const from = day.toZonedDateTime({ timeZone }).epochMilliseconds
    const to = day.add({ days: 1 }).toZonedDateTime({ timeZone }).epochMilliseconds
    days.push({ day: day.toString(), count: await countMessages(cx, null, { from, to }) })
  }
  return days
}
