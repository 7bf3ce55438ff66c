/** What the operator announces to the people of all companies, as the browser knows it. */
import * as v from 'valibot'
import { defineEvent, type Subject } from '../../platform/events'
import { Id, Instant, list, text } from '../../platform/formats'

export const TITLE_LENGTH = 120
export const TEXT_LENGTH = 4000
/** Of all, active or not. */
export const MOST_ANNOUNCEMENTS = 500
/** What people are shown: the latest active ones. */
export const MOST_SHOWN = 100
export const PICTURE_LIMIT = 5 * 1024 * 1024
export const pictureTypes = ['image/png', 'image/jpeg'] as const

/** High opens once for each person, medium is counted at the bell, low only stands there. */
export const priorities = [1, 2, 3] as const
export const Priority = v.picklist(priorities, 'form.invalid')
export type Priority = v.InferOutput<typeof Priority>
export const HIGH = 1
export const LOW = 3

export const CreateAnnouncement = v.object({
  title: v.pipe(
    text(2 * TITLE_LENGTH),
    v.trim(),
    v.nonEmpty('form.required'),
    v.maxLength(TITLE_LENGTH, 'form.text.long'),
  ),
  text: v.pipe(text(TEXT_LENGTH), v.trim(), v.nonEmpty('form.required')),
  priority: Priority,
  /** Active: everybody sees it. */
  status: v.boolean(),
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
  /** When it was first active. */
  publishedAt: v.nullable(Instant),
  createdAt: Instant,
  updatedAt: Instant,
  /** To the operator: how many people have read it, of how many there are in active companies. Events do not carry it. */
  readers: v.optional(v.number()),
  people: v.optional(v.number()),
})
export type Announcement = v.InferOutput<typeof Announcement>

export const AnnouncementPage = v.object({ records: v.array(Announcement), hasMore: v.boolean(), count: v.number() })

/** With what the person who asks has read. */
export const ReadAnnouncement = v.object({
  ...Announcement.entries,
  readAt: v.nullable(Instant),
  /** Published since the person joined: only then one of high priority opens by itself. */
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

/** Those of inactive ones reach the operator's people alone. */
export const announcementCreated = defineEvent('announcement.create', v.object({ record: Announcement }), {
  about: ({ record: { id } }) => [announcementNo(id)],
})
export const announcementUpdated = defineEvent('announcement.update', v.object({ record: Announcement }), {
  about: ({ record: { id } }) => [announcementNo(id)],
})
/** Deleted, or not active any more. */
export const announcementDeleted = defineEvent('announcement.delete', v.object({ id: Id }), {
  takesBack: ({ id }) => announcementNo(id),
})
/** To the pages of the user who read them. */
export const announcementsRead = defineEvent('announcementRead.update', v.object({ ids: v.array(Id), readAt: Instant }))
