import * as v from 'valibot'
import type { Cx } from '../platform/cx'
import { finder } from '../platform/finder'
import { execute, getRows, getValue } from '../platform/sql'
import { type Db, statement } from '../platform/sqlite'
import { readChoice } from '../settings/settings'
import { type Holiday, usualWeek, WeekHours } from './contract'
import { hoursErrors } from './errors'
import type { OpeningHours } from './opening'
import { holidays, type StoredHoliday } from './tables'

export const { findOrFail: findHolidayOrFail } = finder(holidays, hoursErrors.ERR_NO_HOLIDAY_FOUND)

export const showHoliday = ({ day, ...holiday }: StoredHoliday): Holiday => ({ ...holiday, date: day })

/** Holidays by day; company-wide ones first. */
export const listHolidays = (db: Db): Holiday[] =>
  getRows<Holiday>(
    db,
    'SELECT id, day AS date, name, queue_id AS queueId FROM holidays ORDER BY day, ifnull(queue_id, 0)',
  )

/** The company's weekly hours; `usualWeek` until set. */
export const companyWeek = (db: Db): WeekHours => weekIn(getValue(db, 'SELECT week FROM company_hours')) ?? usualWeek

export function setCompanyWeek(db: Db, week: WeekHours) {
  execute(
    db,
    'INSERT INTO company_hours VALUES (1, ?) ON CONFLICT DO UPDATE SET week = excluded.week',
    JSON.stringify(week),
  )
}

/** The queue's weekly hours; the company's until it has its own. */
const queueWeek = (db: Db, queueId: number): WeekHours =>
  weekIn(getValue(db, 'SELECT schedules FROM queues WHERE id = ?', queueId)) ?? companyWeek(db)

function weekIn(stored: unknown): WeekHours | undefined {
  const week = typeof stored === 'string' ? v.safeParse(WeekHours, JSON.parse(stored)) : undefined // written by us
  return week?.success ? week.output : undefined
}

/**
 * Opening hours for tickets in a queue, or in none yet; null means always open. The setting `scheduleType` selects the
 * company's or the queue's week. Holidays of both apply.
 */
export function openingHoursOf({ db, tenant: { timeZone } }: Cx, queueId: number | null): OpeningHours | null {
  const whose = readChoice(db, 'scheduleType')
  if (whose === 'disabled' || (whose === 'queue' && queueId === null)) return null
  const week = whose === 'queue' && queueId !== null ? queueWeek(db, queueId) : companyWeek(db)
  const find = statement(db.$client, 'SELECT 1 FROM holidays WHERE day = ? AND (queue_id IS NULL OR queue_id = ?)')
  return { week, timeZone, isHoliday: (day) => find.get(day, queueId) !== undefined }
}
