import { and, asc, desc, eq, isNotNull, isNull, lte, ne } from 'drizzle-orm'
import type { Actor } from '../../actor'
import { contacts } from '../../contacts/tables'
import { fail } from '../../errors'
import { instant, instantOrNull } from '../../platform/formats'
import { getOnlyValue } from '../../platform/sql'
import type { Db } from '../../platform/sqlite'
import { namesIn } from '../../tickets/lists/names'
import type { Task } from './contract'
import { taskErrors } from './errors'
import { noPlan, type Plan, type StoredTask, taskPlans, tasks } from './tables'

/** A task with its plan. */
export type FoundTask = StoredTask & { readonly plan: Plan; readonly contactName: string | null }

const rows = (db: Db) =>
  db
    .select({ task: tasks, plan: taskPlans, contactName: contacts.name })
    .from(tasks)
    .leftJoin(taskPlans, eq(taskPlans.taskId, tasks.id))
    .leftJoin(contacts, eq(contacts.id, taskPlans.contactId))
    .$dynamic()
type Row = ReturnType<ReturnType<typeof rows>['all']>[number]
const foundIn = ({ task, plan, contactName }: Row): FoundTask => ({ ...task, plan: plan ?? noPlan, contactName })

export function findTask(db: Db, id: number): FoundTask | undefined {
  const row = rows(db).where(eq(tasks.id, id)).get()
  return row && foundIn(row)
}

/** A task that this person owns or has given; other people's tasks count as missing. */
export function findTaskOf(db: Db, { userId }: Pick<Actor, 'userId'>, id: number): FoundTask {
  const found = findTask(db, id)
  return found && (found.userId === userId || found.plan.authorId === userId)
    ? found
    : fail(taskErrors.ERR_NO_TASK_FOUND)
}

export function showTask(db: Db, found: FoundTask): Task {
  const { id, text, description, position, completedAt, createdAt, updatedAt, userId, plan, contactName } = found
  const named = (userId: number) => ({ id: userId, name: namesIn(db).user(userId).name ?? '' })
  return {
    id,
    text,
    description,
    position,
    completed: completedAt !== null,
    completed_at: instantOrNull(completedAt),
    created_at: instant(createdAt),
    updated_at: instant(updatedAt),
    user: named(userId),
    author: plan.authorId === null ? null : named(plan.authorId),
    due_at: instantOrNull(plan.dueAt),
    remind_at: instantOrNull(plan.remindAt),
    is_reminding: plan.isReminding,
    contact: plan.contactId === null ? null : { id: plan.contactId, name: contactName ?? '' },
  }
}

export const listOpenTasks = (db: Db, userId: number): FoundTask[] =>
  rows(db)
    .where(and(eq(tasks.userId, userId), isNull(tasks.completedAt)))
    .orderBy(asc(tasks.position), asc(tasks.id))
    .all()
    .map(foundIn)

/** The latest first. */
export const listCompletedTasks = (db: Db, userId: number): FoundTask[] =>
  rows(db)
    .where(and(eq(tasks.userId, userId), isNotNull(tasks.completedAt)))
    .orderBy(desc(tasks.completedAt), desc(tasks.id))
    .all()
    .map(foundIn)

/** Tasks that this person gave to colleagues. */
export const listGivenTasks = (db: Db, userId: number): FoundTask[] =>
  rows(db)
    .where(and(eq(taskPlans.authorId, userId), ne(tasks.userId, userId)))
    .orderBy(asc(tasks.id))
    .all()
    .map(foundIn)

/** Open tasks by position, then completed ones, the latest first. */
export function byOrder(a: StoredTask, b: StoredTask): number {
  if (a.completedAt === null || b.completedAt === null)
    return a.completedAt === b.completedAt ? a.position - b.position || a.id - b.id : a.completedAt === null ? -1 : 1
  return b.completedAt - a.completedAt || b.id - a.id
}

export const listReminding = (db: Db, userId: number): FoundTask[] =>
  rows(db)
    .where(and(eq(tasks.userId, userId), eq(taskPlans.isReminding, true)))
    .orderBy(asc(tasks.id))
    .all()
    .map(foundIn)

/** Tasks whose reminder is due. */
export const listDueReminders = (db: Db, now: number, most: number): number[] =>
  db
    .select({ id: taskPlans.taskId })
    .from(taskPlans)
    .where(lte(taskPlans.remindAt, now))
    .orderBy(asc(taskPlans.remindAt))
    .limit(most)
    .all()
    .map(({ id }) => id)

export const countOpenTasks = (db: Db, userId: number): number =>
  getOnlyValue<number>(db, 'SELECT count(*) FROM tasks WHERE user_id = ? AND completed_at IS NULL', userId)
