/** Announcements of the operator to the users of all companies, shared with the browser. */
import * as v from 'valibot'
import { defineEvent, type Subject } from '../../platform/events'
import { Id, Instant, list, text } from '../../platform/formats'

export const TITLE_LENGTH = 120
export const TEXT_LENGTH = 4000
/** Limit of announcements, active or not. */
export const MOST_ANNOUNCEMENTS = 500
/** Announcements shown to users: the latest active ones. */
export const MOST_SHOWN = 100
export const PICTURE_LIMIT = 5 * 1024 * 1024
export const pictureTypes = ['image/png', 'image/jpeg'] as const

/** High opens once for each user, medium is counted at the bell, low is only listed there. */
export const priorities = [1, 2, 3] as const
export const Priority = v.picklist(priorities, 'form.invalid')
export type Priority = v.InferOutput<typeof Priority>
export const HIGH = 1
export const LOW = 3

/** Companies or plans that an announcement can be limited to. */
export const MOST_TARGETS = 200
const Targets = v.optional(list(Id, { least: 0, most: MOST_TARGETS }))
const Moment = v.optional(v.nullable(Instant))
/** An address that readers open: https alone. */
const Link = v.optional(
  v.pipe(
    v.nullable(text(500)),
    v.transform((written) => written?.trim() || null),
    v.nullable(v.pipe(v.string(), v.url('form.invalid'), v.startsWith('https://', 'form.invalid'))),
  ),
)

export const CreateAnnouncement = v.object({
  title: v.pipe(
    text(2 * TITLE_LENGTH),
    v.trim(),
    v.nonEmpty('form.required'),
    v.maxLength(TITLE_LENGTH, 'form.text.long'),
  ),
  text: v.pipe(text(TEXT_LENGTH), v.trim(), v.nonEmpty('form.required')),
  priority: Priority,
  /** Active: visible to all users. */
  status: v.boolean(),
  /** Whose people see it; both empty: all. */
  planIds: Targets,
  companyIds: Targets,
  /** Not before, and not after. */
  from: Moment,
  until: Moment,
  link: Link,
})
export type CreateAnnouncement = v.InferOutput<typeof CreateAnnouncement>
export const UpdateAnnouncement = v.partial(CreateAnnouncement)
export type UpdateAnnouncement = v.InferOutput<typeof UpdateAnnouncement>

export const Announcement = v.object({
  id: Id,
  title: v.string(),
  text: v.string(),
  priority: Priority,
  status: v.boolean(),
  /** Address of the picture under /api. */
  mediaPath: v.nullable(v.string()),
  mediaName: v.nullable(v.string()),
  mediaSize: v.nullable(v.number()),
  /** When it was first activated. */
  publishedAt: v.nullable(Instant),
  createdAt: Instant,
  updatedAt: Instant,
  planIds: v.array(Id),
  companyIds: v.array(Id),
  from: v.nullable(Instant),
  until: v.nullable(Instant),
  link: v.nullable(v.string()),
  /** For the operator: number of readers, and of users in active companies. Events omit it. */
  readers: v.optional(v.number()),
  people: v.optional(v.number()),
})
export type Announcement = v.InferOutput<typeof Announcement>

export const AnnouncementPage = v.object({ records: v.array(Announcement), hasMore: v.boolean(), count: v.number() })

/** How many people of a company have read it. */
export const Readers = v.object({
  companies: v.array(v.object({ id: Id, name: v.string(), readers: v.number(), people: v.number() })),
})
export type Readers = v.InferOutput<typeof Readers>

/** With the requesting user's read mark. */
export const ReadAnnouncement = v.object({
  ...Announcement.entries,
  readAt: v.nullable(Instant),
  /** Published after the user was created: only then a high priority one opens by itself. */
  isNews: v.boolean(),
})
export type ReadAnnouncement = v.InferOutput<typeof ReadAnnouncement>
export const CurrentAnnouncements = v.object({
  /** Name of the operator's company. */
  from: v.string(),
  records: v.array(ReadAnnouncement),
})
export type CurrentAnnouncements = v.InferOutput<typeof CurrentAnnouncements>

export const MarkRead = v.object({ ids: list(Id, { least: 1, most: MOST_SHOWN }) })

const announcementNo = (id: number): Subject => `announcement ${id}`

/** Events of inactive ones reach only the operator's users. */
export const announcementCreated = defineEvent('announcement.create', v.object({ record: Announcement }), {
  about: ({ record: { id } }) => [announcementNo(id)],
})
export const announcementUpdated = defineEvent('announcement.update', v.object({ record: Announcement }), {
  about: ({ record: { id } }) => [announcementNo(id)],
})
/** Deleted or deactivated. */
export const announcementDeleted = defineEvent('announcement.delete', v.object({ id: Id }), {
  takesBack: ({ id }) => announcementNo(id),
})
/** Sent to the reader's own pages. */
export const announcementsRead = defineEvent('announcementRead.update', v.object({ ids: v.array(Id), readAt: Instant }))
