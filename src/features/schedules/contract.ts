/** Schedules, as the browser knows them: messages that leave later, and reminders of a person. */
import * as v from 'valibot'
import { Wait } from '../../outbound/contract'
import { defineEvent, type Subject } from '../../platform/events'
import { Id, Instant, list, numberTo, text } from '../../platform/formats'
import { MEDIA_LIMIT } from '../../tickets/messages/contract'
import { can, definePermission } from '../../users/permissions'

/** Seeing and changing everybody's. */
export const manageSchedules = definePermission('schedules-page:all', ['admin', 'supervisor'])

export const SCHEDULE_LENGTH = 4096
export const SCHEDULE_FILE_LIMIT = MEDIA_LIMIT
/** A new one is proposed for in an hour; a repeated one for so many months. */
export const USUAL_MONTHS = 2
export const MOST_MONTHS = 24
export const MOST_SCHEDULES = 100_000
/** Of the calendar, in days. */
export const LONGEST_SPAN = 62
/** In one span of the calendar. */
export const MOST_IN_SPAN = 2_000
/** A message that was due while the server was off leaves if it is no later than this, in milliseconds. */
export const LATEST = 3_600_000

/** `mensagem` goes to the contact; `lembrete` is a bell and a notice for who made it. */
export const ScheduleType = v.picklist(['mensagem', 'lembrete'])
export type ScheduleType = v.InferOutput<typeof ScheduleType>

/** `sucess` is written as the specification writes it. */
export const ScheduleStatus = v.picklist(['pending', 'sending', 'sucess', 'err'])
export type ScheduleStatus = v.InferOutput<typeof ScheduleStatus>

/** What has begun is not changed any more. */
export const isLocked = ({ status }: { readonly status: ScheduleStatus }): boolean => status !== 'pending'

const Body = v.pipe(text(SCHEDULE_LENGTH), v.trim(), v.minLength(5, 'form.message.short'))

const Fields = {
  contactId: Id,
  /** Required for a message. */
  whatsappId: v.optional(v.nullable(Id)),
  /** Where the answer opens its ticket. */
  queueId: v.optional(v.nullable(Id)),
  body: Body,
  /** Not before now. */
  sendAt: Instant,
}
export const CreateSchedule = v.object({
  ...Fields,
  type: v.optional(ScheduleType),
  /** One a month, at the same time of day, `meses` times in all. */
  repite: v.optional(v.boolean('form.invalid')),
  meses: v.optional(numberTo(MOST_MONTHS)),
})
export type CreateSchedule = v.InferOutput<typeof CreateSchedule>
export const UpdateSchedule = v.partial(v.object(Fields))
export type UpdateSchedule = v.InferOutput<typeof UpdateSchedule>

const Named = v.object({ id: Id, name: v.string() })

export const Schedule = v.object({
  id: Id,
  type: ScheduleType,
  user: Named,
  contactId: Id,
  contact: v.object({ id: Id, name: v.string(), number: v.nullable(v.string()), username: v.nullable(v.string()) }),
  whatsappId: v.nullable(Id),
  queueId: v.nullable(Id),
  body: v.string(),
  /** Address of the file under /api. */
  mediaUrl: v.nullable(v.string()),
  mediaName: v.nullable(v.string()),
  mediaType: v.nullable(v.string()),
  sendAt: Instant,
  sentAt: v.nullable(Instant),
  status: ScheduleStatus,
  /** Why it failed: a key under `schedules.failure`, or under `messages.failure`. */
  failure: v.nullable(v.string()),
  /** Due, and why it has not left: its connection may not begin a chat now. */
  wait: v.nullable(Wait),
  updatedAt: Instant,
})
export type Schedule = v.InferOutput<typeof Schedule>

export const SchedulePage = v.object({ schedules: v.array(Schedule), hasMore: v.boolean(), count: v.number() })
/** Those of a span of the calendar; `hasMore`: there are more than are shown. */
export const ScheduleSpan = v.object({ schedules: v.array(Schedule), hasMore: v.boolean() })
/** All that one request has made. */
export const MadeSchedules = v.object({ schedules: v.array(Schedule) })

type Viewer = Parameters<typeof can>[0] & { readonly userId: number; readonly connectionIds: readonly number[] | null }
/** One's own; who manages them, those of the connections that they may use. */
export const maySee = (
  who: Viewer,
  { user, whatsappId }: Pick<Schedule, 'whatsappId'> & { user: { id: number } },
): boolean =>
  user.id === who.userId ||
  (can(who, manageSchedules) &&
    (whatsappId === null || who.connectionIds === null || who.connectionIds.includes(whatsappId)))

/** In a person's bell at the most. */
export const MOST_REMINDERS = 50
/** Reminders of a person that were due and not seen yet, the latest first. */
export const Reminders = v.object({ reminders: v.array(Schedule) })
/** Body of `POST /schedules/reminders/seen`. */
export const SeenReminders = v.object({ ids: list(Id, { least: 1, most: MOST_REMINDERS }) })
export type SeenReminders = v.InferOutput<typeof SeenReminders>

const RecordEvent = v.object({ record: Schedule })
const subjectOf = (id: number): Subject => `schedule ${id}`
const about = ({ record }: v.InferOutput<typeof RecordEvent>) => [subjectOf(record.id)]

export const scheduleCreated = defineEvent('scheduledMessage.create', RecordEvent, { about })
export const scheduleUpdated = defineEvent('scheduledMessage.update', RecordEvent, { about })
export const scheduleDeleted = defineEvent('scheduledMessage.delete', v.object({ id: Id }), {
  takesBack: ({ id }) => subjectOf(id),
})
/** A reminder is due; for who made it. */
export const scheduleReminds = defineEvent('scheduledMessage.reminder', RecordEvent, { about })
