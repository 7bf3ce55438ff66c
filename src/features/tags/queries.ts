import { eq } from 'drizzle-orm'
import { fail } from '../../errors'
import { finder } from '../../platform/finder'
import { fits, needleOf } from '../../platform/needle'
import { execute, getColumn, getOnlyRow, getOnlyValue } from '../../platform/sql'
import type { Db } from '../../platform/sqlite'
import { fold } from '../../platform/text'
import type { Tag as TagShown } from './contract'
import { tagErrors } from './errors'
import { type Tag, tags } from './tables'

export const { find: findTag, findOrFail: findTagOrFail } = finder(tags, tagErrors.ERR_NO_TAG_FOUND)

export const showTag = ({ kanban, ...tag }: Tag): TagShown => ({ ...tag, kanban: kanban ? 1 : 0 })

type TagFilter = { readonly search?: string | undefined; readonly kanban?: boolean | undefined }

const byName = (a: Tag, b: Tag) => fold(a.name).localeCompare(fold(b.name)) || a.id - b.id
const byPosition = (a: Tag, b: Tag) => a.position - b.position || a.id - b.id

/** Sorted by name. There are few enough to read them all. */
export function listTags(db: Db, { search = '', kanban }: TagFilter = {}): Tag[] {
  const needle = needleOf(search)
  return db
    .select()
    .from(tags)
    .all()
    .filter((tag) => fits(needle, tag.name) && (kanban === undefined || tag.kanban === kanban))
    .sort(byName)
}

export const listLanes = (db: Db): Tag[] => listTags(db, { kanban: true }).sort(byPosition)

/** How many tags there are, and how many of them are the user's. */
export const countTags = (db: Db, userId: number) =>
  getOnlyRow<{ all: number; own: number }>(
    db,
    'SELECT count(*) AS "all", count(*) FILTER (WHERE user_id = ?) AS own FROM tags',
    userId,
  )

/** Whether another tag than `id` has this name but for case and accents, which SQLite cannot compare. */
export function isNameTaken(db: Db, name: string, id: number | null): boolean {
  const folded = fold(name)
  return getColumn<string>(db, 'SELECT name FROM tags WHERE id IS NOT ?', id).some((other) => fold(other) === folded)
}

/** The position behind the last lane. */
export const nextPosition = (db: Db): number =>
  Number(getOnlyValue(db, 'SELECT ifnull(max(position), -1) + 1 FROM tags WHERE kanban = 1'))

export const insertTag = (db: Db, values: typeof tags.$inferInsert): Tag =>
  db.insert(tags).values(values).returning().get()

type Change = { readonly [F in keyof Tag]?: Tag[F] | undefined }

export const updateTag = (db: Db, id: number, change: Change): Tag =>
  db.update(tags).set(change).where(eq(tags.id, id)).returning().get() ?? fail(tagErrors.ERR_NO_TAG_FOUND)

export function removeTag(db: Db, id: number) {
  db.delete(tags).where(eq(tags.id, id)).run()
}

/** Removes the tag from at most `most` tickets; returns the number. */
export const untagSome = (db: Db, tagId: number, most: number): number =>
  execute(
    db,
    'DELETE FROM ticket_tags WHERE tag_id = ? AND ticket_id IN (SELECT ticket_id FROM ticket_tags WHERE tag_id = ? LIMIT ?)',
    [tagId, tagId, most],
  ).changes

export const listTagsOf = (db: Db, ticketId: number): Tag[] =>
  getColumn<number>(db, 'SELECT tag_id FROM ticket_tags WHERE ticket_id = ?', ticketId).map((id) =>
    findTagOrFail(db, id),
  )

export function putOn(db: Db, ticketId: number, tagId: number) {
  execute(db, 'INSERT INTO ticket_tags (ticket_id, tag_id) VALUES (?, ?)', [ticketId, tagId])
}

export function takeOff(db: Db, ticketId: number, tagId: number) {
  execute(db, 'DELETE FROM ticket_tags WHERE ticket_id = ? AND tag_id = ?', [ticketId, tagId])
}
