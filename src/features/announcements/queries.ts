import { and, count, desc, eq, type SQL, sql } from 'drizzle-orm'
import type { Actor } from '../../actor'
import { fail } from '../../errors'
import { instant, instantOrNull } from '../../platform/formats'
import { needleOf } from '../../platform/needle'
import { type Page, pageOf } from '../../platform/pages'
import { getOnlyValue, getRows } from '../../platform/sql'
import { type ControlDb, type Db, statement } from '../../platform/sqlite'
import { likeContaining } from '../../platform/text'
import { findUser } from '../../users/people'
import { type Announcement, MOST_SHOWN, type ReadAnnouncement } from './contract'
import { announcementErrors } from './errors'
import { announcements, type StoredAnnouncement } from './tables'

type Asker = Pick<Actor, 'super'>

/** Only the operator's users see an inactive one. */
export function findAnnouncement(control: ControlDb, actor: Asker, id: number): StoredAnnouncement {
  const found = control.select().from(announcements).where(eq(announcements.id, id)).get()
  return found && (found.active || actor.super) ? found : fail(announcementErrors.ERR_NO_ANNOUNCEMENT_FOUND)
}

export const showAnnouncement = (row: StoredAnnouncement): Announcement => ({
  id: row.id,
  title: row.title,
  text: row.text,
  priority: row.priority,
  status: row.active,
  // The address contains the content's name, so another picture has another address.
  mediaPath: row.mediaFile === null ? null : `/announcements/${row.id}/media-upload?v=${row.mediaFile.slice(0, 12)}`,
  mediaName: row.mediaName,
  mediaSize: row.mediaSize,
  publishedAt: instantOrNull(row.publishedAt),
  createdAt: instant(row.createdAt),
  updatedAt: instant(row.updatedAt),
})

type Counted = Announcement & Required<Pick<Announcement, 'readers' | 'people'>>

/** With the operator's counts. */
export function withReaders(control: ControlDb, rows: readonly StoredAnnouncement[]): Counted[] {
  const people = countPeople(control)
  const readersOf = statement<[number], number>(
    control.$client,
    `SELECT ifnull(sum(r.readers), 0) FROM announcement_readers r JOIN companies c ON c.id = r.company_id AND c.active
     WHERE r.announcement_id = ?`,
  ).pluck()
  // Users deleted since are counted until another user of their company reads.
  return rows.map((row) => ({
    ...showAnnouncement(row),
    readers: Math.min(readersOf.get(row.id) ?? 0, people),
    people,
  }))
}

const countPeople = (control: ControlDb): number =>
  getOnlyValue<number>(
    control,
    'SELECT count(*) FROM login_index l JOIN companies c ON c.id = l.company_id AND c.active',
  )

export const countAnnouncements = (control: ControlDb, where?: SQL): number =>
  control.select({ n: count() }).from(announcements).where(where).get()?.n ?? 0

/** The latest first. */
export function listAnnouncements(
  control: ControlDb,
  actor: Asker,
  { search = '', page, size }: { readonly search?: string | undefined; readonly page: number; readonly size?: number },
): Page<Announcement> {
  const wanted: SQL[] = []
  if (!actor.super) wanted.push(eq(announcements.active, true))
  for (const word of needleOf(search)) wanted.push(sql`${announcements.words} LIKE ${likeContaining(word)} ESCAPE '\\'`)
  const where = and(...wanted)
  const found = pageOf(
    {
      rows: (from, most) =>
        control
          .select()
          .from(announcements)
          .where(where)
          .orderBy(desc(announcements.id))
          .limit(most)
          .offset(from)
          .all(),
      count: () => countAnnouncements(control, where),
    },
    page,
    size,
  )
  return { ...found, rows: actor.super ? withReaders(control, found.rows) : found.rows.map(showAnnouncement) }
}

/** The announcements shown to a user: active ones, the latest published first. */
export function listCurrent(control: ControlDb, db: Db, { userId }: Pick<Actor, 'userId'>): ReadAnnouncement[] {
  const rows = control
    .select()
    .from(announcements)
    .where(eq(announcements.active, true))
    .orderBy(desc(announcements.publishedAt), desc(announcements.id))
    .limit(MOST_SHOWN)
    .all()
  if (rows.length === 0) return []
  const read = readBy(db, userId)
  const joinedAt = findUser(db, userId)?.createdAt ?? 0
  return rows.map((row) => ({
    ...showAnnouncement(row),
    readAt: instantOrNull(read.get(row.id) ?? null),
    isNews: (row.publishedAt ?? 0) >= joinedAt,
  }))
}

export function readBy(db: Db, userId: number): ReadonlyMap<number, number> {
  const sql = 'SELECT announcement_id AS id, read_at AS readAt FROM announcement_reads WHERE user_id = ?'
  const rows = getRows<{ id: number; readAt: number }>(db, sql, userId)
  return new Map(rows.map(({ id, readAt }) => [id, readAt]))
}
