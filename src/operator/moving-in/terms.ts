/** A company's plan, due date and details, as the operator's lists show them. */
import * as v from 'valibot'
import type { SourceCompany, SourcePlan } from '../../moving-in/source'
import { instant, isPlannable } from '../../platform/formats'
import { getValue } from '../../platform/sql'
import type { ControlDb, WritableControl } from '../../platform/sqlite'
import { oneLine } from '../../platform/text'
import { TimeZone } from '../../settings/contract'
import { type Recurrence, recurrenceMonths } from '../../tenancy/contract'
import { endOfDay, NEVER } from '../../tenancy/due'
import { planFeaturesOf } from '../../tenancy/plan-moved-in'
import { plans, type StoredCompany } from '../../tenancy/tables'

const USUAL_ZONE = 'America/Sao_Paulo'
const LONGEST_NAME = 50
const NAMELESS = 'Empresa'

export type Terms = Pick<
  StoredCompany,
  'name' | 'dueAt' | 'timeZone' | 'active' | 'email' | 'phone' | 'document' | 'recurrence'
>

export function termsOf(control: ControlDb, company: SourceCompany): Terms {
  const timeZone = v.is(TimeZone, company.timeZone) ? company.timeZone : USUAL_ZONE
  return {
    name: freeName(control, plainName(company.name)),
    timeZone,
    active: company.active,
    dueAt: dueAt(company.dueAt, timeZone),
    recurrence: recurrenceOf(company.recurrence),
    email: line(company.email, 120),
    phone: line(company.phone, 20),
    document: (company.document ?? '').replaceAll(/\D/g, '').slice(0, 14),
  }
}

const line = (text: string | null, most: number): string => oneLine(text ?? '', most)

export function plainName(name: string): string {
  const plain = oneLine(name, LONGEST_NAME)
  return plain.length >= 2 ? plain : NAMELESS
}

/** With a number behind it if a company here has it. */
function freeName(control: ControlDb, wanted: string, n = 1): string {
  const name = n === 1 ? wanted : `${wanted.slice(0, LONGEST_NAME - 4).trim()} ${n}`
  const isTaken = getValue(control, 'SELECT 1 FROM companies WHERE name = ? COLLATE NOCASE', name) !== undefined
  return isTaken ? freeName(control, wanted, n + 1) : name
}

/** The end of the day, there. Without a date it never expires. */
function dueAt(given: SourceCompany['dueAt'], timeZone: string): number {
  const day = typeof given === 'number' ? dayOf(given, timeZone) : given?.slice(0, 10)
  const end = day === undefined ? undefined : endOfDay(day, timeZone)
  return end !== undefined && isPlannable(instant(end)) ? end : NEVER
}

const dayOf = (at: number, timeZone: string): string =>
  Temporal.Instant.fromEpochMilliseconds(at).toZonedDateTimeISO(timeZone).toPlainDate().toString()

function recurrenceOf(given: string | null): Recurrence {
  const word = given?.trim().toUpperCase() ?? ''
  return Object.hasOwn(recurrenceMonths, word) ? (word as Recurrence) : 'MENSAL' // a key of the months
}

const MAX_COUNT = 100_000

/** The same by name and values, or a new one. */
export function planFor(control: WritableControl, now: number, theirs: SourcePlan): number {
  const values = valuesOf(theirs)
  const known = findPlan(control, values)
  if (known !== undefined) return known
  return control
    .insert(plans)
    .values({ ...values, isPublic: theirs.isPublic, usesMenus: false, menus: [], createdAt: now, updatedAt: now })
    .returning({ id: plans.id })
    .get().id
}

export const isPlanHere = (control: ControlDb, theirs: SourcePlan): boolean =>
  findPlan(control, valuesOf(theirs)) !== undefined

type PlanValues = ReturnType<typeof valuesOf>
function valuesOf(theirs: SourcePlan) {
  const limit = (count: number | null) => (count === null ? null : Math.min(Math.max(Math.trunc(count), 0), MAX_COUNT))
  return {
    name: plainName(theirs.name),
    users: limit(theirs.users),
    connections: limit(theirs.connections),
    queues: limit(theirs.queues),
    amount: Math.max(0, Math.round(theirs.amount)),
    features: planFeaturesOf(theirs.features),
  }
}

const findPlan = (control: ControlDb, { name, users, connections, queues, amount, features }: PlanValues) =>
  getValue<number>(
    control,
    `SELECT id FROM plans WHERE name = ? COLLATE NOCASE AND users IS ? AND connections IS ? AND queues IS ? AND amount = ?
       AND features = ? AND company_id IS NULL ORDER BY id LIMIT 1`,
    [name, users, connections, queues, amount, JSON.stringify(features)],
  )
