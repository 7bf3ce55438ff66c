/**
 * The rules of schedules on the screens: their order, what events mean for a list, and which may be moved. Pure.
 */
import { contactDeleted, contactUpdated } from '../../../src/contacts/contract'
import {
  isLocked,
  type Schedule,
  scheduleCreated,
  scheduleDeleted,
  scheduleUpdated,
} from '../../../src/features/schedules/contract'
import { on } from '../../shared/live/bus'
import type { CrudSpec } from '../../shared/live/liveCrud'

/** Filters of the server. In a calendar also its visible days, the last one included. */
export type ScheduleFilter = {
  readonly search?: string | undefined
  readonly people?: readonly number[] | undefined
  readonly kind?: Schedule['type'] | undefined
  readonly pending?: true | undefined
  readonly contactId?: number | undefined
  readonly days?: { readonly from: string; readonly to: string } | undefined
  /** Those days as instants, the end excluded. */
  readonly period?: { readonly from: string; readonly to: string } | undefined
}

/** The calendar sorts by time; the table shows the next first, and past ones below, latest first. */
const inTable = (a: Schedule, b: Schedule): number => {
  const [isDue, isOtherDue] = [a.status === 'pending', b.status === 'pending']
  if (isDue !== isOtherDue) return isDue ? -1 : 1
  return byTime(a, b) * (isDue ? 1 : -1)
}
const byTime = (a: Schedule, b: Schedule): number => Date.parse(a.sendAt) - Date.parse(b.sendAt) || a.id - b.id

export const schedulesSpec: CrudSpec<Schedule, ScheduleFilter> = {
  key: ['schedules'],
  compare: (a, b, { days }) => (days ? byTime : inTable)(a, b),
  merge: (known, row) => (row.updatedAt < known.updatedAt ? known : row),
  events: [
    on(scheduleCreated, ({ record }) => ({ put: record })),
    on(scheduleUpdated, ({ record }) => ({ put: record })),
    on(scheduleDeleted, ({ id }) => ({ drop: id })),
    on(contactUpdated, ({ contact: { id, name, number, username } }) => ({
      each: (row) => (row.contactId === id ? { ...row, contact: { id, name, number, username } } : row),
    })),
  ],
  // They are gone with it, or are those of the contact it was merged into.
  refetchOn: [on(contactDeleted, () => true)],
  belongs: ({ user, type, status, sendAt, contactId: of }, { people, kind, pending, contactId, period }) =>
    (!contactId || of === contactId) &&
    (!people || people.includes(user.id)) &&
    (!kind || type === kind) &&
    (!pending || status === 'pending') &&
    (!period || (sendAt >= period.from && sendAt < period.to)),
  onlyServerAdds: ({ search }) => Boolean(search),
}

/** Only unsent ones can be moved, and not into the past. */
export const mayMove = (schedule: Schedule, now: number): boolean =>
  !isLocked(schedule) && Date.parse(schedule.sendAt) > now
