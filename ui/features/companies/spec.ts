import { type CompanyRow, SOON_DAYS } from '../../../src/operator/tenants/contract'
import { companiesChanged, OPERATOR_COMPANY } from '../../../src/tenancy/contract'
import { localDay } from '../../shared/i18n/zoned'
import { on } from '../../shared/live/bus'
import type { CrudSpec } from '../../shared/live/liveCrud'
import type { dueFilters } from './view'

export type CompaniesWanted = { readonly search?: string; readonly due?: (typeof dueFilters)[number] }

/** A free plan never expires. */
const endOf = ({ dueDate, plan }: CompanyRow): number =>
  plan?.amount === 0 ? Number.POSITIVE_INFINITY : Date.parse(dueDate)

export const companiesSpec: CrudSpec<CompanyRow, CompaniesWanted> = {
  key: ['companies'],
  compare: (a, b) => endOf(a) - endOf(b) || a.id - b.id,
  events: [],
  // Only the list carries what a company uses.
  merge: (current, incoming) => ({ ...current, ...incoming }),
  onlyServerAdds: ({ search, due }) => search !== undefined || due !== undefined,
  refetchOn: [on(companiesChanged, () => true)],
}

const DAY = 86_400_000

/** Calendar days in the company's time zone until it is due; negative when that has passed, null when it never is. */
export function daysLeft(
  { id, dueDate, timeZone, plan }: Pick<CompanyRow, 'id' | 'dueDate' | 'timeZone' | 'plan'>,
  now: number,
): number | null {
  if (id === OPERATOR_COMPANY || plan?.amount === 0) return null
  const [due, today] = [localDay(dueDate, timeZone), localDay(now, timeZone)]
  return Math.round((Date.parse(due) - Date.parse(today)) / DAY)
}

export type DueTone = 'late' | 'soon' | 'fine'

/** Red when due today or before, yellow in the five days before. */
export const toneOf = (days: number | null): DueTone =>
  days === null || days > SOON_DAYS ? 'fine' : days <= 0 ? 'late' : 'soon'

export type CompanyState = 'suspended' | 'limited' | 'trial' | 'active'

/** Limited: its due date has passed, so its people see only the billing. Trial: inside its trial days, and nothing paid yet. */
export function stateOf(
  { id, status, dueDate, plan, trialUntil }: Pick<CompanyRow, 'id' | 'status' | 'dueDate' | 'plan' | 'trialUntil'>,
  now: number,
): CompanyState {
  if (!status) return 'suspended'
  if (id === OPERATOR_COMPANY || plan?.amount === 0) return 'active'
  if (Date.parse(dueDate) < now) return 'limited'
  return trialUntil !== null && Date.parse(trialUntil) > now ? 'trial' : 'active'
}

/** `2/3`, or `2` without a limit; a dash when the company's data cannot be read. */
export const usedWords = (used: number | undefined, limit: number | null | undefined): string =>
  used === undefined ? '–' : limit == null ? String(used) : `${used}/${limit}`

/** The calendar day on which it is due, in its time zone. */
export const dueDayOf = ({ dueDate, timeZone }: Pick<CompanyRow, 'dueDate' | 'timeZone'>): string =>
  localDay(dueDate, timeZone)
