/** Changes the company's weekly hours and holidays, with events to open pages and audit entries. */
import { eq } from 'drizzle-orm'
import { changesBetween, type Doer, recordAct } from '../audit/record'
import { fail } from '../errors'
import type { Cx } from '../platform/cx'
import { getOnlyValue, getRow, getValue } from '../platform/sql'
import {
  type CreateHoliday,
  type Holiday,
  holidayDeleted,
  holidayUpdated,
  hoursUpdated,
  type Schedules,
  schedulesOf,
  type UpdateHoliday,
  weekOf,
} from './contract'
import { hoursErrors } from './errors'
import { companyWeek, findHolidayOrFail, setCompanyWeek, showHoliday } from './queries'
import { holidays, type StoredHoliday } from './tables'

export function changeCompanyHours(cx: Cx, doer: Doer, schedules: Schedules): Schedules {
  return cx.transaction((cx) => {
    const before = schedulesOf(companyWeek(cx.db))
    setCompanyWeek(cx.db, weekOf(schedules))
    const after = schedulesOf(companyWeek(cx.db))
    const changes = changesBetween(daysOf(before), daysOf(after))
    if (changes.length === 0) return after
    recordAct(cx, doer, { kind: 'hours', act: 'update', subject: { id: null, name: '' }, changes })
    cx.emit(hoursUpdated({ schedules: after }), () => true)
    return after
  })
}

/** Hours by day, such as `monday: 08:00-18:00`; null if closed. */
const daysOf = (schedules: Schedules) =>
  Object.fromEntries(
    schedules.map(({ weekdayEn, startTime, endTime }) => [
      weekdayEn,
      startTime === endTime ? null : `${startTime}-${endTime}`,
    ]),
  )

/** Maximum holidays: enough for every queue of a large company. The list is not paginated. */
const MAX_HOLIDAYS = 2000

export function createHoliday(cx: Cx, doer: Doer, { date, name, queueId }: CreateHoliday): Holiday {
  return cx.transaction((cx) => {
    const count = getOnlyValue<number>(cx.db, 'SELECT count(*) FROM holidays')
    if (count >= MAX_HOLIDAYS) fail(hoursErrors.ERR_HOLIDAY_LIMIT)
    requireFree(cx, { id: 0, day: date, queueId })
    const holiday = showHoliday(cx.db.insert(holidays).values({ day: date, name, queueId }).returning().get())
    return announce(cx, doer, 'create', null, holiday)
  })
}

export function changeHoliday(cx: Cx, doer: Doer, id: number, input: UpdateHoliday): Holiday {
  return cx.transaction((cx) => {
    const before = findHolidayOrFail(cx.db, id)
    const { date: day = before.day, name = before.name, queueId = before.queueId } = input
    requireFree(cx, { id, day, queueId })
    cx.db.update(holidays).set({ day, name, queueId }).where(eq(holidays.id, id)).run()
    return announce(cx, doer, 'update', showHoliday(before), { id, date: day, name, queueId })
  })
}

export function deleteHoliday(cx: Cx, doer: Doer, id: number) {
  cx.transaction((cx) => {
    const before = findHolidayOrFail(cx.db, id)
    cx.db.delete(holidays).where(eq(holidays.id, id)).run()
    const changes = changesBetween<Partial<Fields>>(fieldsOf(cx, showHoliday(before)), { date: null })
    recordAct(cx, doer, { kind: 'holiday', act: 'delete', subject: { id, name: before.name }, changes })
    cx.emit(holidayDeleted({ holidayId: id }), () => true)
  })
}

function requireFree(cx: Cx, { id, day, queueId }: Pick<StoredHoliday, 'id' | 'day' | 'queueId'>) {
  const taken = getRow(
    cx.db,
    'SELECT 1 FROM holidays WHERE day = ? AND ifnull(queue_id, 0) = ifnull(?, 0) AND id <> ?',
    [day, queueId, id],
  )
  if (taken) fail(hoursErrors.ERR_DUPLICATED_HOLIDAY, [{ field: 'date', message: day }])
}

function announce(cx: Cx, doer: Doer, act: 'create' | 'update', before: Holiday | null, holiday: Holiday): Holiday {
  const changes = changesBetween(before ? fieldsOf(cx, before) : {}, fieldsOf(cx, holiday))
  recordAct(cx, doer, { kind: 'holiday', act, subject: { id: holiday.id, name: holiday.name }, changes })
  cx.emit(holidayUpdated({ holiday }), () => true)
  return holiday
}

type Fields = Record<'date' | 'name' | 'queue', string | null>

function fieldsOf(cx: Cx, { date, name, queueId }: Holiday): Fields {
  const queue = getValue(cx.db, 'SELECT name FROM queues WHERE id = ?', queueId)
  return { date, name, queue: typeof queue === 'string' ? queue : null }
}
