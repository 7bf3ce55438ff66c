import { and, count, desc, eq, inArray, type SQL, sql } from 'drizzle-orm'
import type { Actor } from '../../actor'
import { fail } from '../../errors'
import type { Cx } from '../../platform/cx'
import { instant, instantOrNull } from '../../platform/formats'
import { needleOf } from '../../platform/needle'
import { type Page, pageOf } from '../../platform/pages'
import { getOnlyValue, getRows } from '../../platform/sql'
import { type ControlDb, type Db, statement } from '../../platform/sqlite'
import { likeContaining } from '../../platform/text'
import { findUser } from '../../users/people'
import { isFor, sees } from './audience'
import { type Announcement, MOST_SHOWN, type ReadAnnouncement, type Readers } from './contract'
import { announcementErrors } from './errors'
import { announcements, type StoredAnnouncement } from './tables'

type Asker = Pick<Actor, 'super' | 'tenantId'>

/** Only the operator's users see one that is inactive, not for their company, or not at its time. */
export function findAnnouncement(control: ControlDb, actor: Asker, id: number, now: number): StoredAnnouncement {
  const found = control.select().from(announcements).where(eq(announcements.id, id)).get()
  return found && (actor.super || sees(control, found, actor, now))
    ? found
    : fail(announcementErrors.ERR_NO_ANNOUNCEMENT_FOUND)
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
  planIds: [...row.planIds],
  companyIds: [...row.companyIds],
  from: instantOrNull(row.fromAt),
  until: instantOrNull(row.untilAt),
  link: row.link,
})

/** Whom else it concerns is the operator's business. */
export const showToReader = (row: StoredAnnouncement): Announcement => ({
  ...showAnnouncement(row),
  planIds: [],
  companyIds: [],
})

type AnnouncementCounts = Announcement & Required<Pick<Announcement, 'readers' | 'people'>>

/** With the operator's counts. */
export function withReaders(control: ControlDb, rows: readonly StoredAnnouncement[]): AnnouncementCounts[] {
  const all = countPeople(control)
  const readersOf = statement<[number], number>(
    control.$client,
    `SELECT ifnull(sum(r.readers), 0) FROM announcement_readers r JOIN companies c ON c.id = r.company_id AND c.active
     WHERE r.announcement_id = ?`,
  ).pluck()
  // Users deleted since are counted until another user of their company reads.
  return rows.map((row) => {
    const isLimited = row.planIds.length > 0 || row.companyIds.length > 0
    const people = isLimited ? listReaders(control, row).reduce((sum, one) => sum + one.people, 0) : all
    return { ...showAnnouncement(row), readers: Math.min(readersOf.get(row.id) ?? 0, people), people }
  })
}

/** The companies that it is for, those with the most readers first. */
export function listReaders(control: ControlDb, row: StoredAnnouncement): Readers['companies'] {
  const found = getRows<Readers['companies'][number]>(
    control,
    `SELECT c.id, c.name, ifnull(r.readers, 0) AS readers, (SELECT count(*) FROM claims e WHERE e.tenant_uuid = c.uuid AND e.kind = 'email') AS people
     FROM companies c LEFT JOIN announcement_readers r ON r.company_id = c.id AND r.announcement_id = ?
     WHERE c.active = 1 ORDER BY readers DESC, c.name`,
    row.id,
  )
  return found.filter(({ id }) => isFor(control, row, id))
}

const countPeople = (control: ControlDb): number =>
  getOnlyValue<number>(
    control,
    "SELECT count(*) FROM claims e JOIN companies c ON c.uuid = e.tenant_uuid AND c.active WHERE e.kind = 'email'",
  )

export const countAnnouncements = (control: ControlDb, where?: SQL): number =>
  control.select({ n: count() }).from(announcements).where(where).get()?.n ?? 0

type Listing = {
  readonly search?: string | undefined
  readonly page: number
  readonly size?: number
  readonly now: number
}

/** At most `MOST_ANNOUNCEMENTS` exist, so that they can be looked at one by one. */
function visibleTo(control: ControlDb, actor: Asker, now: number): SQL {
  const rows = control.select().from(announcements).where(eq(announcements.active, true)).all()
  const ids = rows.filter((row) => sees(control, row, actor, now)).map(({ id }) => id)
  return ids.length > 0 ? inArray(announcements.id, ids) : sql`0`
}

/** The latest first. */
export function listAnnouncements(
  control: ControlDb,
  actor: Asker,
  { search = '', page, size, now }: Listing,
): Page<Announcement> {
  const conditions: SQL[] = []
  if (!actor.super) conditions.push(visibleTo(control, actor, now))
  for (const word of needleOf(search))
    conditions.push(sql`${announcements.words} LIKE ${likeContaining(word)} ESCAPE '\\'`)
  const where = and(...conditions)
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
  return { ...found, rows: actor.super ? withReaders(control, found.rows) : found.rows.map(showToReader) }
}

/** The announcements shown to a user: active ones, the latest published first. */
export function listCurrent(
  control: ControlDb,
  { db, now }: Pick<Cx, 'db' | 'now'>,
  actor: Pick<Actor, 'userId' | 'tenantId'>,
): ReadAnnouncement[] {
  const rows = control
    .select()
    .from(announcements)
    .where(eq(announcements.active, true))
    .orderBy(desc(announcements.publishedAt), desc(announcements.id))
    .all()
    .filter((row) => sees(control, row, actor, now()))
    .slice(0, MOST_SHOWN)
  if (rows.length === 0) return []
  const read = readBy(db, actor.userId)
  const joinedAt = findUser(db, actor.userId)?.createdAt ?? 0
  return rows.map((row) => ({
    ...showToReader(row),
    readAt: instantOrNull(read.get(row.id) ?? null),
    isNews: Math.max(row.publishedAt ?? 0, row.fromAt ?? 0) >= joinedAt,
  }))
}

export function readBy(db: Db, userId: number): ReadonlyMap<number, number> {
  const sql = 'SELECT announcement_id AS id, read_at AS readAt FROM announcement_reads WHERE user_id = ?'
  const rows = getRows<{ id: number; readAt: number }>(db, sql, userId)
  return new Map(rows.map(({ id, readAt }) => [id, readAt]))
}
