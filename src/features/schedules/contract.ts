/** Schedules: messages to send later, and personal reminders. */
import * as v from 'valibot'
import { Wait } from '../../outbound/contract'
import { defineEvent, type Subject } from '../../platform/events'
import { Id, Instant, list, numberTo, text } from '../../platform/formats'
import { MEDIA_LIMIT, WantedTemplate } from '../../tickets/messages/contract'
import { can, definePermission, mayUseConnection } from '../../users/permissions'

/** See and change everybody's schedules. */
export const manageSchedules = definePermission('schedules-page:all', ['admin', 'supervisor'])

export const SCHEDULE_LENGTH = 4096
export const SHORTEST_BODY = 5
export const SCHEDULE_FILE_LIMIT = MEDIA_LIMIT
/** Default months of a repeated schedule. */
export const USUAL_MONTHS = 2
export const MOST_MONTHS = 24
export const MOST_SCHEDULES = 100_000
/** Days one calendar request may span. */
export const LONGEST_SPAN = 62
/** Per calendar request. */
export const MOST_IN_SPAN = 2_000
/** A message that was due while the server was off is still sent up to this many milliseconds late. */
export const MAX_DELAY_MS = 3_600_000

/** `mensagem` is sent to the contact; `lembrete` reminds its author with a bell and a notification. */
export const ScheduleType = v.picklist(['mensagem', 'lembrete'])
export type ScheduleType = v.InferOutput<typeof ScheduleType>

/** `sucess` is the specification's spelling. */
export const ScheduleStatus = v.picklist(['pending', 'sending', 'sucess', 'err'])
export type ScheduleStatus = v.InferOutput<typeof ScheduleStatus>

/** Locked once sending has begun. */
export const isLocked = ({ status }: { readonly status: ScheduleStatus }): boolean => status !== 'pending'

const Body = v.pipe(text(SCHEDULE_LENGTH), v.trim(), v.minLength(SHORTEST_BODY, 'form.message.short'))

const Fields = {
  contactId: Id,
  /** Required for a message. */
  whatsappId: v.optional(v.nullable(Id)),
  /** Queue of the ticket that an answer opens. */
  queueId: v.optional(v.nullable(Id)),
  body: Body,
  /** Sent in place of `body` outside of the reply window; the official WhatsApp requires one. */
  template: v.optional(v.nullable(WantedTemplate)),
  /** Not in the past. */
  sendAt: Instant,
}
export const CreateSchedule = v.object({
  ...Fields,
  type: v.optional(ScheduleType),
  /** Repeats monthly at the same time of day, `meses` times in all. */
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
  template: v.nullable(WantedTemplate),
  /** Address of the file under /api. */
  mediaUrl: v.nullable(v.string()),
  mediaName: v.nullable(v.string()),
  mediaType: v.nullable(v.string()),
  sendAt: Instant,
  sentAt: v.nullable(Instant),
  status: ScheduleStatus,
  /** Why it failed: a key under `schedules.failure`, or under `messages.failure`. */
  failure: v.nullable(v.string()),
  /** Why a due message has not been sent yet. */
  wait: v.nullable(Wait),
  updatedAt: Instant,
})
export type Schedule = v.InferOutput<typeof Schedule>

export const SchedulePage = v.object({ schedules: v.array(Schedule), hasMore: v.boolean(), count: v.number() })
/** Schedules of a calendar span. `hasMore`: the list was cut. */
export const ScheduleSpan = v.object({ schedules: v.array(Schedule), hasMore: v.boolean() })
/** What would leave at a time if the contact wrote nothing until then, or why nothing would. */
export const ScheduleProspect = v.object({
  goes: v.picklist(['text', 'template', 'noAddress', 'windowClosed']),
  /** When the reply window ends that is open now, or ended; null: without limit, or the contact has not written. */
  windowUntil: v.nullable(Instant),
})
export type ScheduleProspect = v.InferOutput<typeof ScheduleProspect>
/** All schedules created by one request. */
export const MadeSchedules = v.object({ schedules: v.array(Schedule) })

type Viewer = Parameters<typeof can>[0] & { readonly userId: number; readonly connectionIds: readonly number[] | null }
/** Own schedules; with `manageSchedules`, also those over usable connections. */
export const maySee = (
  who: Viewer,
  { user, whatsappId }: Pick<Schedule, 'whatsappId'> & { user: { id: number } },
): boolean =>
  user.id === who.userId || (can(who, manageSchedules) && (whatsappId === null || mayUseConnection(who, whatsappId)))

/** Per person's bell. */
export const MOST_REMINDERS = 50
/** Due, unseen reminders of a person, latest first. */
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
/** A reminder is due; sent to its author only. */
export const scheduleReminds = defineEvent('scheduledMessage.reminder', RecordEvent, { about })
