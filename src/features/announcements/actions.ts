/** The operator publishes to all users. Announcements are in control.db, read marks in each company's database. */
import { eq } from 'drizzle-orm'
import type { Actor } from '../../actor'
import { changesBetween, recordAct } from '../../audit/record'
import { fail } from '../../errors'
import type { Cx } from '../../platform/cx'
import type { LiveEvent } from '../../platform/events'
import { instant } from '../../platform/formats'
import { clearOperatorFiles, type Ground, inControl } from '../../platform/operators-ground'
import { getColumn } from '../../platform/sql'
import { type ControlDb, statement } from '../../platform/sqlite'
import { searchable } from '../../platform/text'
import type { ReceivedFile } from '../../platform/uploads'
import {
  type Announcement,
  announcementCreated,
  announcementDeleted,
  announcementsRead,
  announcementUpdated,
  type CreateAnnouncement,
  MOST_ANNOUNCEMENTS,
  type UpdateAnnouncement,
} from './contract'
import { announcementErrors } from './errors'
import { countAnnouncements, findAnnouncement, readBy, showAnnouncement } from './queries'
import { announcements, type StoredAnnouncement } from './tables'

const wordsOf = ({ title, text }: Pick<StoredAnnouncement, 'title' | 'text'>) => searchable(`${title}\n${text}`)

export function createAnnouncement(ground: Ground, cx: Cx, actor: Actor, wanted: CreateAnnouncement): Announcement {
  const { control } = ground.databases
  const made = inControl(control, () => {
    if (countAnnouncements(control) >= MOST_ANNOUNCEMENTS)
      fail(announcementErrors.ERR_ANNOUNCEMENT_LIMIT, { most: MOST_ANNOUNCEMENTS })
    return insertAnnouncement(control, cx.now(), wanted)
  })
  record(cx, actor, 'create', made, undefined)
  announce(ground, made, announcementCreated)
  return showAnnouncement(made)
}

export const insertAnnouncement = (
  control: ControlDb,
  now: number,
  { title, text, priority, status }: CreateAnnouncement,
): StoredAnnouncement =>
  control
    .insert(announcements)
    .values({
      title,
      text,
      priority,
      words: wordsOf({ title, text }),
      active: status,
      publishedAt: status ? now : null,
      createdAt: now,
      updatedAt: now,
    })
    .returning()
    .get()

export function updateAnnouncement(
  ground: Ground,
  cx: Cx,
  actor: Actor,
  { id, wanted }: { readonly id: number; readonly wanted: UpdateAnnouncement },
): Announcement {
  return change(ground, cx, actor, id, (before) => {
    const { title = before.title, text = before.text, priority = before.priority, status = before.active } = wanted
    return { title, text, words: wordsOf({ title, text }), priority, active: status }
  })
}

/** Null removes the picture. */
export function putPicture(ground: Ground, cx: Cx, actor: Actor, id: number, file: ReceivedFile | null): Announcement {
  const shown = change(ground, cx, actor, id, () => ({
    mediaFile: file?.file ?? null,
    mediaName: file?.name ?? null,
    mediaType: file?.mimetype ?? null,
    mediaSize: file?.size ?? null,
  }))
  clearOperatorFiles(ground.databases.control.$client, ground.databases.dataDir, cx.now())
  return shown
}

function change(
  ground: Ground,
  cx: Cx,
  actor: Actor,
  id: number,
  make: (before: StoredAnnouncement) => Partial<StoredAnnouncement>,
): Announcement {
  const { control } = ground.databases
  const now = cx.now()
  const { before, after } = inControl(control, () => {
    const before = findAnnouncement(control, actor, id)
    const values = make(before)
    const publishedAt = before.publishedAt ?? ((values.active ?? before.active) ? now : null)
    const after = control
      .update(announcements)
      .set({ ...values, publishedAt, updatedAt: now })
      .where(eq(announcements.id, id))
      .returning()
      .get()
    return { before, after: after ?? fail(announcementErrors.ERR_NO_ANNOUNCEMENT_FOUND) }
  })
  record(cx, actor, 'update', after, before)
  announce(ground, after, announcementUpdated)
  // Users who see only active announcements lose it.
  if (before.active && !after.active) ground.hub.emitByOperator(announcementDeleted({ id }), (who) => !who.super)
  return showAnnouncement(after)
}

export function deleteAnnouncement(ground: Ground, cx: Cx, actor: Actor, id: number) {
  const { control } = ground.databases
  const gone = inControl(control, () => {
    const found = findAnnouncement(control, actor, id)
    control.delete(announcements).where(eq(announcements.id, id)).run()
    return found
  })
  record(cx, actor, 'delete', gone, undefined)
  ground.hub.emitByOperator(announcementDeleted({ id }), (who) => gone.active || who.super)
  clearOperatorFiles(control.$client, ground.databases.dataDir, cx.now())
}

function announce({ hub }: Ground, row: StoredAnnouncement, define: (payload: { record: Announcement }) => LiveEvent) {
  hub.emitByOperator(define({ record: showAnnouncement(row) }), (who) => row.active || who.super)
}

function record(
  cx: Cx,
  actor: Actor,
  act: 'create' | 'update' | 'delete',
  row: StoredAnnouncement,
  before: StoredAnnouncement | undefined,
) {
  const subject = { id: row.id, name: row.title }
  const changes = act === 'delete' ? [] : changesBetween(before ? audited(before) : {}, audited(row))
  cx.transaction((cx) => recordAct(cx, actor, { kind: 'announcement', act, subject, changes }))
}

const audited = ({ title, text, priority, active, mediaName }: StoredAnnouncement) => ({
  title,
  text,
  priority,
  status: active,
  mediaName,
})

/** Marks active announcements as read by the user; ids that are inactive, unknown or already read are skipped. */
export function markRead(control: ControlDb, cx: Cx, { userId }: Pick<Actor, 'userId'>, ids: readonly number[]) {
  const known = getColumn<number>(
    control,
    'SELECT a.id FROM json_each(?) chosen CROSS JOIN announcements a ON a.id = chosen.value WHERE a.active',
    JSON.stringify(ids),
  )
  const fresh = cx.transaction((cx) => {
    const read = readBy(cx.db, userId)
    const fresh = [...new Set(known)].filter((id) => !read.has(id))
    if (fresh.length === 0) return fresh
    const readAt = cx.now()
    const insert = statement(
      cx.db.$client,
      'INSERT INTO announcement_reads (user_id, announcement_id, read_at) VALUES (?, ?, ?)',
    )
    for (const id of fresh) insert.run(userId, id, readAt)
    cx.emit(announcementsRead({ ids: fresh, readAt: instant(readAt) }), (who) => who.userId === userId)
    return fresh
  })
  if (fresh.length > 0) countReaders(control, cx, fresh)
}

/** Counts the whole company anew, which corrects any missed update. */
function countReaders(control: ControlDb, { db, tenant }: Cx, ids: readonly number[]) {
  const readersOf = statement(db.$client, 'SELECT count(*) FROM announcement_reads WHERE announcement_id = ?').pluck()
  const put = statement(
    control.$client,
    `INSERT INTO announcement_readers (announcement_id, company_id, readers)
     SELECT id, @companyId, @readers FROM announcements WHERE id = @id
     ON CONFLICT DO UPDATE SET readers = excluded.readers`,
  )
  const counted = ids.map((id) => ({ id, companyId: tenant.id, readers: Number(readersOf.get(id)) }))
  inControl(control, () => {
    for (const one of counted) put.run(one)
  })
}
