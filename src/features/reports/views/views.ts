import { eq } from 'drizzle-orm'
import { type Actor, refuseSupport } from '../../../actor'
import { fail } from '../../../errors'
import type { Cx } from '../../../platform/cx'
import { finder } from '../../../platform/finder'
import { instantOrNull } from '../../../platform/formats'
import { getOnlyValue } from '../../../platform/sql'
import type { Db } from '../../../platform/sqlite'
import { namesIn } from '../../../tickets/lists/names'
import { reportErrors } from '../errors'
import { type CreateView, MOST_VIEWS, type SavedView, type UpdateView } from './contract'
import { reportViews, type StoredView } from './tables'
import { nextMonday } from './week'

const { find } = finder(reportViews, reportErrors.ERR_NO_REPORT_VIEW_FOUND)

/** A view of this person; those of others can be used but not changed, and count as missing. */
function findOwn(db: Db, { userId }: Actor, id: number): StoredView {
  const found = find(db, id)
  return found?.userId === userId ? found : fail(reportErrors.ERR_NO_REPORT_VIEW_FOUND)
}

const shown = (db: Db, { userId }: Actor, view: StoredView): SavedView => ({
  id: view.id,
  name: view.name,
  filter: view.filter,
  isShared: view.isShared,
  isOwn: view.userId === userId,
  userName: namesIn(db).user(view.userId).name ?? '',
  mailAt: view.userId === userId ? instantOrNull(view.mailAt) : null,
})

export const listViews = ({ db }: Cx, actor: Actor): SavedView[] =>
  db
    .select()
    .from(reportViews)
    .all()
    .filter(({ isShared, userId }) => isShared || userId === actor.userId)
    .map((view) => shown(db, actor, view))
    .sort((a, b) => a.name.localeCompare(b.name) || a.id - b.id)

export const createView = (cx: Cx, actor: Actor, { name, filter, isShared, isMailed }: CreateView): SavedView =>
  cx.transaction((cx) => {
    if (isMailed) refuseSupport(actor)
    const count = getOnlyValue<number>(cx.db, 'SELECT count(*) FROM report_views WHERE user_id = ?', actor.userId)
    if (count >= MOST_VIEWS) fail(reportErrors.ERR_REPORT_VIEW_LIMIT, { most: MOST_VIEWS })
    const now = cx.now()
    const mailAt = isMailed ? nextMonday(now, cx.tenant.timeZone) : null
    const values = { userId: actor.userId, name, filter, isShared, mailAt, createdAt: now, updatedAt: now }
    return shown(cx.db, actor, cx.db.insert(reportViews).values(values).returning().get())
  })

export const updateView = (cx: Cx, actor: Actor, id: number, wanted: UpdateView): SavedView =>
  cx.transaction((cx) => {
    const before = findOwn(cx.db, actor, id)
    const { name = before.name, filter = before.filter, isShared = before.isShared } = wanted
    const mailed = wanted.isMailed ?? before.mailAt !== null
    if (mailed) refuseSupport(actor)
    const mailAt = mailed ? (before.mailAt ?? nextMonday(cx.now(), cx.tenant.timeZone)) : null
    saveView(cx, id, { name, filter, isShared, mailAt, updatedAt: cx.now() })
    return shown(cx.db, actor, findOwn(cx.db, actor, id))
  })

export const deleteView = (cx: Cx, actor: Actor, id: number): void =>
  cx.transaction((cx) => {
    findOwn(cx.db, actor, id)
    cx.db.delete(reportViews).where(eq(reportViews.id, id)).run()
  })

export const saveView = ({ db }: Cx, id: number, change: Partial<StoredView>): void =>
  void db.update(reportViews).set(change).where(eq(reportViews.id, id)).run()
