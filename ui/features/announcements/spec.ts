/** What events mean for the operator's list, and for a user's announcements. Pure. */
import {
  type Announcement,
  announcementCreated,
  announcementDeleted,
  announcementUpdated,
  type CurrentAnnouncements,
  HIGH,
  LOW,
  type Priority,
  type ReadAnnouncement,
} from '../../../src/features/announcements/contract'
import { on } from '../../shared/live/bus'
import type { CrudSpec } from '../../shared/live/liveCrud'
import { fits, needleOf } from '../../shared/plain'
import { sortRows } from '../../shared/table/view'
import type { AnnouncementsView } from './view'

const latestFirst = (a: Announcement, b: Announcement) => b.id - a.id

export const announcementsSpec: CrudSpec<Announcement> = {
  key: ['announcements', 'all'],
  compare: latestFirst,
  // Events do not carry the read count.
  merge: (current, incoming) => ({ ...current, ...incoming }),
  events: [
    on(announcementCreated, ({ record }) => ({ put: record })),
    on(announcementUpdated, ({ record }) => ({ put: record })),
    on(announcementDeleted, ({ id }) => ({ drop: id })),
  ],
}

export const priorityNames = { 1: 'high', 2: 'medium', 3: 'low' } as const satisfies Record<Priority, string>

/** The rows of a view, in its order. */
export function shownAnnouncements(list: readonly Announcement[], view: AnnouncementsView): Announcement[] {
  const needle = needleOf(view.search ?? '')
  const found = list.filter(
    ({ title, text, priority }) =>
      fits(needle, title, text) && (view.priority === undefined || view.priority === priorityNames[priority]),
  )
  const columns = {
    published: (a: Announcement, b: Announcement) => moment(b) - moment(a) || latestFirst(a, b),
    priority: (a: Announcement, b: Announcement) => a.priority - b.priority || latestFirst(a, b),
    readers: (a: Announcement, b: Announcement) => (b.readers ?? 0) - (a.readers ?? 0) || latestFirst(a, b),
  }
  return sortRows(found, view, columns, 'published')
}

/** Drafts, which were never active, come first. */
const moment = ({ publishedAt }: Announcement) => (publishedAt === null ? Infinity : Date.parse(publishedAt))

/** Whether an active announcement new to this page may have been read before: a just published one cannot. */
export const mayBeRead = ({ publishedAt, updatedAt }: Announcement): boolean => publishedAt !== updatedAt

export function withRecord(current: CurrentAnnouncements, record: Announcement): CurrentAnnouncements {
  const known = current.records.find(({ id }) => id === record.id)
  const others = current.records.filter(({ id }) => id !== record.id)
  const records = record.status
    ? [...others, { ...record, readAt: known?.readAt ?? null, isNews: known?.isNews ?? true }]
    : others
  return { ...current, records: records.toSorted(latestPublishedFirst) }
}

const latestPublishedFirst = (a: ReadAnnouncement, b: ReadAnnouncement) =>
  (b.publishedAt ?? '').localeCompare(a.publishedAt ?? '') || b.id - a.id

export const withoutAnnouncement = (current: CurrentAnnouncements, id: number): CurrentAnnouncements => ({
  ...current,
  records: current.records.filter((one) => one.id !== id),
})

export const withRead = (
  current: CurrentAnnouncements,
  ids: readonly number[],
  readAt: string,
): CurrentAnnouncements => ({
  ...current,
  records: current.records.map((one) => (ids.includes(one.id) && one.readAt === null ? { ...one, readAt } : one)),
})

/** Low ones are not counted. */
export const countUnread = (records: readonly ReadAnnouncement[]): number =>
  records.filter(({ priority, readAt }) => priority < LOW && readAt === null).length

/** The one that opens by itself: the latest unread of high priority published after the user was created. */
export const findUrgent = (records: readonly ReadAnnouncement[]): ReadAnnouncement | undefined =>
  records.find(({ priority, readAt, isNews }) => priority === HIGH && readAt === null && isNews)
