/** The operator publishes to all users. Announcements are in control.db, read marks in each company's database. */

import { eq } from 'drizzle-orm'
import type { Actor } from '../../actor'
import { changesBetween, recordAct } from '../../audit/record'
import { fail } from '../../errors'
import type { Cx } from '../../platform/cx'
import type { Audience, LiveEvent } from '../../platform/events'
import { operatorsOnly } from '../../platform/events'
import { instant, instantOrNull } from '../../platform/formats'
import type { Services } from '../../platform/module'
import { clearOperatorFiles, type Deps, inControl } from '../../platform/operator-storage'
import { getColumn } from '../../platform/sql'
import { type ControlDb, statement, type WritableControl } from '../../platform/sqlite'
import { searchable } from '../../platform/text'
import type { ReceivedFile } from '../../platform/uploads'
import { isFor, isRunning, readersOf } from './audience'
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
import { storeReaders } from './control-writes'
import { announcementErrors } from './errors'
import { countAnnouncements, findAnnouncement, readBy, showAnnouncement, showToReader } from './queries'
import { announcements, type StoredAnnouncement } from './tables'

const atOf = (instant: string | null): number | null => (instant === null ? null : Date.parse(instant))

const wordsOf = ({ title, text }: Pick<StoredAnnouncement, 'title' | 'text'>) => searchable(`${title}\n${text}`)

export function createAnnouncement(deps: Deps, cx: Cx, actor: Actor, input: CreateAnnouncement): Announcement {
  const control = deps.databases.writableControl()
  const made = inControl(control, () => {
    if (countAnnouncements(control) >= MOST_ANNOUNCEMENTS)
      fail(announcementErrors.ERR_ANNOUNCEMENT_LIMIT, { most: MOST_ANNOUNCEMENTS })
    return insertAnnouncement(control, cx.now(), input)
  })
  record(cx, actor, 'create', made, undefined)
  announce(deps, cx.now(), made, announcementCreated)
  return showAnnouncement(made)
}

const NO_AUDIENCE = { planIds: [], companyIds: [], fromAt: null, untilAt: null, link: null }
type AudienceFields = Pick<StoredAnnouncement, keyof typeof NO_AUDIENCE>
/** What is not said stays as it is. */
function audienceIn(
  { planIds, companyIds, from, until, link }: UpdateAnnouncement,
  before: AudienceFields,
): AudienceFields {
  return {
    planIds: planIds ?? before.planIds,
    companyIds: companyIds ?? before.companyIds,
    fromAt: from === undefined ? before.fromAt : atOf(from),
    untilAt: until === undefined ? before.untilAt : atOf(until),
    link: link === undefined ? before.link : link,
  }
}

export const insertAnnouncement = (
  control: WritableControl,
  now: number,
  input: CreateAnnouncement,
): StoredAnnouncement =>
  control
    .insert(announcements)
    .values({
      title: input.title,
      text: input.text,
      priority: input.priority,
      words: wordsOf(input),
      active: input.status,
      publishedAt: input.status ? now : null,
      ...audienceIn(input, NO_AUDIENCE),
      createdAt: now,
      updatedAt: now,
    })
    .returning()
    .get()

export function changeAnnouncement(
  deps: Deps,
  cx: Cx,
  actor: Actor,
  { id, wanted: input }: { readonly id: number; readonly wanted: UpdateAnnouncement },
): Announcement {
  return change(deps, cx, actor, id, (before) => {
    const { title = before.title, text = before.text, priority = before.priority, status = before.active } = input
    return { title, text, words: wordsOf({ title, text }), priority, active: status, ...audienceIn(input, before) }
  })
}

/** Null removes the picture. */
export function putPicture(deps: Deps, cx: Cx, actor: Actor, id: number, file: ReceivedFile | null): Announcement {
  const shown = change(deps, cx, actor, id, () => ({
    mediaFile: file?.file ?? null,
    mediaName: file?.name ?? null,
    mediaType: file?.mimetype ?? null,
    mediaSize: file?.size ?? null,
  }))
  clearOperatorFiles(deps.databases.writableControl().$client, deps.databases.dataDir, cx.now())
  return shown
}

function change(
  deps: Deps,
  cx: Cx,
  actor: Actor,
  id: number,
  make: (before: StoredAnnouncement) => Partial<StoredAnnouncement>,
): Announcement {
  const control = deps.databases.writableControl()
  const now = cx.now()
  const { before, after } = inControl(control, () => {
    const before = findAnnouncement(control, actor, id, now)
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
  announce(deps, now, after, announcementUpdated)
  // Those who see it no more lose it.
  const [saw, see] = [readersOf(control, before, now), readersOf(control, after, now)]
  deps.hub.emitByOperator(announcementDeleted({ id }), (who) => !who.super && saw(who) && !see(who))
  return showAnnouncement(after)
}

export function deleteAnnouncement(deps: Deps, cx: Cx, actor: Actor, id: number) {
  const control = deps.databases.writableControl()
  const gone = inControl(control, () => {
    const found = findAnnouncement(control, actor, id, cx.now())
    control.delete(announcements).where(eq(announcements.id, id)).run()
    return found
  })
  record(cx, actor, 'delete', gone, undefined)
  const saw = readersOf(control, gone, cx.now())
  deps.hub.emitByOperator(announcementDeleted({ id }), (who) => who.super || saw(who))
  clearOperatorFiles(control.$client, deps.databases.dataDir, cx.now())
}

type Define = (payload: { record: Announcement }) => LiveEvent
function announce(
  { hub, databases }: Pick<Deps, 'hub' | 'databases'>,
  now: number,
  row: StoredAnnouncement,
  define: Define,
  isHereOnly = false,
) {
  const see = readersOf(databases.control, row, now)
  hub.emitByOperator(define({ record: showAnnouncement(row) }), operatorsOnly, null, isHereOnly)
  hub.emitByOperator(define({ record: showToReader(row) }), (who) => !who.super && see(who), null, isHereOnly)
}

/** Its time has begun or ended since `since`. Each node of a fleet looks by itself. */
export function announceTimes({ hub, databases }: Pick<Deps, 'hub' | 'databases'>, since: number, now: number): void {
  const { control } = databases
  for (const row of control.select().from(announcements).where(eq(announcements.active, true)).all()) {
    const [was, is] = [isRunning(row, since), isRunning(row, now)]
    const isMeant: Audience = (who) => !who.super && isFor(control, row, who.tenantId)
    if (!was && is) hub.emitByOperator(announcementCreated({ record: showToReader(row) }), isMeant, null, true)
    if (was && !is) hub.emitByOperator(announcementDeleted({ id: row.id }), isMeant, null, true)
  }
}

export const listStored = (control: ControlDb): StoredAnnouncement[] => control.select().from(announcements).all()

/**
 * What another node of a fleet has written since it was read as `before`, for pages here that its event did not reach. Returns
 * what is there now.
 */
export function announceChanges(
  { hub, databases }: Pick<Deps, 'hub' | 'databases'>,
  before: readonly StoredAnnouncement[],
  now: number,
): readonly StoredAnnouncement[] {
  const { control } = databases
  const rows = listStored(control)
  const former = new Map(before.map((row) => [row.id, row]))
  const gone = new Set(former.keys())
  for (const row of rows) {
    const known = former.get(row.id)
    gone.delete(row.id)
    if (known?.updatedAt === row.updatedAt && known.active === row.active) continue
    announce({ hub, databases }, now, row, known ? announcementUpdated : announcementCreated, true)
    const [saw, see] = [known && readersOf(control, known, now), readersOf(control, row, now)]
    const isOver: Audience = (who) => !who.super && saw?.(who) === true && !see(who)
    if (saw) hub.emitByOperator(announcementDeleted({ id: row.id }), isOver, null, true)
  }
  for (const id of gone) hub.emitByOperator(announcementDeleted({ id }), () => true, null, true)
  return rows
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

const audited = ({ title, text, priority, active, mediaName, ...row }: StoredAnnouncement) => ({
  title,
  text,
  priority,
  status: active,
  mediaName,
  plans: row.planIds.join(', '),
  companies: row.companyIds.join(', '),
  from: instantOrNull(row.fromAt),
  until: instantOrNull(row.untilAt),
  link: row.link,
})

/** Marks active announcements as read by the user; ids that are inactive, unknown or already read are skipped. */
export async function markRead(
  { databases: { control }, controlWrites }: Pick<Services, 'databases' | 'controlWrites'>,
  cx: Cx,
  { userId }: Pick<Actor, 'userId'>,
  ids: readonly number[],
): Promise<void> {
  const fresh = storeRead(control, cx, userId, ids)
  if (fresh.length > 0) await controlWrites.run(storeReaders, countReaders(cx, fresh))
}

/** Returns those that were not read before. */
export function storeRead(control: ControlDb, cx: Cx, userId: number, ids: readonly number[]): readonly number[] {
  const known = getColumn<number>(
    control,
    'SELECT a.id FROM json_each(?) chosen CROSS JOIN announcements a ON a.id = chosen.value WHERE a.active',
    JSON.stringify(ids),
  )
  return cx.transaction((cx) => {
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
}

/** Counts the whole company anew, which corrects any missed update. */
export function countReaders({ db, tenant }: Cx, ids: readonly number[]) {
  const readersOf = statement(db.$client, 'SELECT count(*) FROM announcement_reads WHERE announcement_id = ?').pluck()
  return { companyId: tenant.id, counted: ids.map((id) => ({ id, readers: Number(readersOf.get(id)) })) }
}
