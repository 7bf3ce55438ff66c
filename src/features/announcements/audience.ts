/** Whose people see an announcement, and when. */
import type { Actor } from '../../actor'
import type { Audience } from '../../platform/events'
import { getOrMake } from '../../platform/maps'
import { getRows } from '../../platform/sql'
import { type ControlDb, type Raw, remembered } from '../../platform/sqlite'
import type { StoredAnnouncement } from './tables'

type Targets = Pick<StoredAnnouncement, 'planIds' | 'companyIds'>
type Times = Pick<StoredAnnouncement, 'active' | 'fromAt' | 'untilAt'>

export const isRunning = ({ active, fromAt, untilAt }: Times, now: number): boolean =>
  active && (fromAt === null || fromAt <= now) && (untilAt === null || untilAt > now)

const plansByCompany = new WeakMap<Raw, (none: null) => ReadonlyMap<number, number | null>>()
const planOf = (control: ControlDb, companyId: number): number | null => {
  const read = getOrMake(plansByCompany, control.$client, () =>
    remembered(control.$client, () => {
      const rows = getRows<{ id: number; planId: number | null }>(
        control,
        'SELECT id, plan_id AS planId FROM companies',
      )
      return new Map(rows.map(({ id, planId }) => [id, planId]))
    }, ['companies']),
  )
  return read(null).get(companyId) ?? null
}

export function isFor(control: ControlDb, { planIds, companyIds }: Targets, companyId: number): boolean {
  if (planIds.length === 0 && companyIds.length === 0) return true
  if (companyIds.includes(companyId)) return true
  const planId = planIds.length > 0 ? planOf(control, companyId) : null
  return planId !== null && planIds.includes(planId)
}

/** Super users see each of them on their page. */
export const sees = (
  control: ControlDb,
  row: StoredAnnouncement,
  { tenantId }: Pick<Actor, 'tenantId'>,
  now: number,
): boolean => isRunning(row, now) && isFor(control, row, tenantId)

export const readersOf =
  (control: ControlDb, row: StoredAnnouncement, now: number): Audience =>
  (who) =>
    sees(control, row, who, now)
