import { eq } from 'drizzle-orm'
import type { Actor } from '../../actor'
import { findVisibleConnection } from '../../channels/connections/queries'
import { findContactOrFail } from '../../contacts/queries'
import { fail } from '../../errors'
import { templateFaults } from '../../outbound/writing'
import type { Cx } from '../../platform/cx'
import { searchable } from '../../platform/text'
import { hintOfPlannedTime } from '../../platform/time'
import { findQueueOrFail } from '../../queues/queries'
import type { UploadedFile } from '../../tickets/media/upload'
import { findContactKnownTo } from '../../tickets/queries'
import { requireOver } from '../../tickets/sending/over-channel'
import { requireShare } from '../../users/shares'
import {
  type CreateSchedule,
  isLocked,
  MOST_SCHEDULES,
  maySee,
  type Schedule,
  type SeenReminders,
  scheduleCreated,
  scheduleDeleted,
  scheduleUpdated,
  type UpdateSchedule,
  USUAL_MONTHS,
} from './contract'
import { scheduleErrors } from './errors'
import { prospectOf } from './prospect'
import { countSchedules, countSchedulesOf, findSchedule, findVisible, readSchedule } from './queries'
import { type StoredSchedule, schedules } from './tables'

/** Creates one schedule per month requested, in order of time. */
export function createSchedules(cx: Cx, actor: Actor, input: CreateSchedule): Schedule[] {
  return cx.transaction((cx) => {
    const { type = 'mensagem', repite = false, meses = USUAL_MONTHS } = input
    const row = {
      type,
      userId: actor.userId,
      contactId: input.contactId,
      connectionId: type === 'mensagem' ? (input.whatsappId ?? null) : null,
      queueId: input.queueId ?? null,
      body: input.body,
      template: input.template ?? null,
      sendAt: Date.parse(input.sendAt),
    }
    requireValid(cx, actor, row)
    const times = monthly(row.sendAt, repite ? meses : 1, cx.tenant.timeZone)
    if (countSchedules(cx.db) + times.length > MOST_SCHEDULES)
      fail(scheduleErrors.ERR_SCHEDULE_LIMIT, { most: MOST_SCHEDULES })
    requireShare(actor, countSchedulesOf(cx.db, actor.userId) + times.length, MOST_SCHEDULES)
    const common = { ...row, ...planned, kind: null, media: null, createdAt: cx.now() }
    return times.map((sendAt) => {
      const id = storeSchedule(cx, { ...common, sendAt })
      const record = readSchedule(cx.db, id)
      cx.emit(scheduleCreated({ record }), (listener) => maySee(listener, record))
      return record
    })
  })
}

const planned = { status: 'pending', failure: null, sentAt: null } as const

type NewSchedule = Row &
  Pick<StoredSchedule, 'userId' | 'kind' | 'media' | 'status' | 'failure' | 'sentAt' | 'createdAt'>

/** Inside a transaction; checks nothing, and tells nobody. */
export const storeSchedule = (cx: Cx, row: NewSchedule): number =>
  cx.db
    .insert(schedules)
    .values({ ...row, words: wordsOf(cx, row), updatedAt: row.createdAt })
    .returning({ id: schedules.id })
    .get().id

export function changeSchedule(cx: Cx, actor: Actor, id: number, input: UpdateSchedule): Schedule {
  return cx.transaction((cx) => {
    const before = findChangeable(cx, actor, id)
    const isMessage = before.type === 'mensagem'
    const row = {
      type: before.type,
      contactId: input.contactId ?? before.contactId,
      connectionId: !isMessage || input.whatsappId === undefined ? before.connectionId : input.whatsappId,
      queueId: input.queueId === undefined ? before.queueId : input.queueId,
      body: input.body ?? before.body,
      template: input.template === undefined ? before.template : input.template,
      sendAt: input.sendAt === undefined ? before.sendAt : Date.parse(input.sendAt),
    }
    requireValid(cx, actor, row, before)
    if (row.connectionId !== before.connectionId) requireFileOver(cx, row.connectionId, before)
    return saveSchedule(cx, id, { ...row, words: wordsOf(cx, row), ...notHeld })
  })
}

/** Clears the wait, so that the rate limiter decides again. */
export const notHeld = { waitWhy: null, waitUntil: null, againAt: null }

export const putFile = (
  cx: Cx,
  actor: Actor,
  id: number,
  file: Pick<UploadedFile, 'kind' | 'media'> | null,
): Schedule =>
  cx.transaction((cx) => {
    const { type, connectionId } = findChangeable(cx, actor, id)
    if (type === 'lembrete') fail('ERR_INVALID_INPUT', [{ field: 'file', message: 'form.invalid' }])
    if (file) requireFileOver(cx, connectionId, file)
    return saveSchedule(cx, id, { kind: file?.kind ?? null, media: file?.media ?? null })
  })

/** The channel must take the file: whoever plans is there to choose another, and nobody may be when it leaves. */
function requireFileOver(
  { db }: Cx,
  connectionId: number | null,
  { kind, media }: Pick<StoredSchedule, 'kind' | 'media'>,
) {
  if (connectionId !== null && kind && media) requireOver(db, connectionId, { kind, media })
}

export const deleteSchedule = (cx: Cx, actor: Actor, id: number): void =>
  cx.transaction((cx) => {
    const { status } = findVisible(cx.db, actor, id)
    if (status === 'sending') fail(scheduleErrors.ERR_SCHEDULE_LOCKED)
    const record = readSchedule(cx.db, id)
    cx.db.delete(schedules).where(eq(schedules.id, id)).run()
    cx.emit(scheduleDeleted({ id }), (listener) => maySee(listener, record))
  })

/** Removes the actor's reminders from their bell. Ignores ids of others and deleted ones. */
export const seeReminders = (cx: Cx, { userId }: Actor, { ids }: SeenReminders): void =>
  cx.transaction((cx) => {
    for (const id of ids) {
      const found = findSchedule(cx.db, id)
      if (found?.isUnseen && found.userId === userId) saveSchedule(cx, id, { isUnseen: false })
    }
  })

/** Throws once sending has begun. */
export function findChangeable(cx: Cx, actor: Actor, id: number): StoredSchedule {
  const found = findVisible(cx.db, actor, id)
  return isLocked(found) ? fail(scheduleErrors.ERR_SCHEDULE_LOCKED) : found
}

/** Updates the row and announces it. */
export function saveSchedule(cx: Cx, id: number, change: Partial<StoredSchedule>): Schedule {
  cx.db
    .update(schedules)
    .set({ ...change, updatedAt: cx.now() })
    .where(eq(schedules.id, id))
    .run()
  const record = readSchedule(cx.db, id)
  cx.emit(scheduleUpdated({ record }), (listener) => maySee(listener, record))
  return record
}

type Row = Pick<StoredSchedule, 'type' | 'contactId' | 'connectionId' | 'queueId' | 'body' | 'template' | 'sendAt'>

type Before = Row & Pick<StoredSchedule, 'media'>

/** A file is put into the row later. */
function requireValid(cx: Cx, actor: Actor, row: Row, before?: Before) {
  const media = before?.media
  if (row.contactId !== before?.contactId) findContactKnownTo(cx.db, actor, row.contactId)
  if (row.type === 'mensagem' && row.connectionId === null)
    fail('ERR_INVALID_INPUT', [{ field: 'whatsappId', message: 'form.required' }])
  if (row.connectionId !== null && row.connectionId !== before?.connectionId)
    findVisibleConnection(cx.db, actor, row.connectionId)
  if (row.connectionId !== null) {
    const faults = templateFaults(cx.db, row.connectionId, { template: row.template, media: media ?? 'follows' })
    if (faults.length > 0) fail('ERR_INVALID_INPUT', faults)
    const isOther = row.connectionId !== before?.connectionId || row.contactId !== before.contactId
    const { connectionId, contactId, sendAt } = row
    if (isOther && prospectOf(cx, { connectionId, contactId, sendAt }).goes === 'noAddress')
      fail('ERR_WAPP_INVALID_CONTACT')
  }
  if (row.queueId !== null && row.queueId !== before?.queueId) findQueueOrFail(cx.db, row.queueId)
  const hint = row.sendAt === before?.sendAt ? undefined : hintOfPlannedTime(row.sendAt, cx.now())
  if (hint !== undefined) fail('ERR_INVALID_INPUT', [{ field: 'sendAt', message: hint }])
}

const wordsOf = (cx: Cx, { body, contactId }: Pick<Row, 'body' | 'contactId'>) =>
  searchable(`${findContactOrFail(cx.db, contactId).name} ${body}`)

/** The same day and time in consecutive months; the last day in a month without that day. */
export function monthly(first: number, months: number, timeZone: string): number[] {
  const start = Temporal.Instant.fromEpochMilliseconds(first).toZonedDateTimeISO(timeZone)
  return Array.from({ length: months }, (_, n) => start.add({ months: n }).epochMilliseconds)
}
