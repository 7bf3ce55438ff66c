import { and, asc, desc, eq, isNotNull, isNull } from 'drizzle-orm'
import type { Actor } from '../../actor'
import { fail } from '../../errors'
import { finder } from '../../platform/finder'
import { instant, instantOrNull } from '../../platform/formats'
import { getOnlyValue } from '../../platform/sql'
import type { Db } from '../../platform/sqlite'
import type { Task } from './contract'
import { taskErrors } from './errors'
import { type StoredTask, tasks } from './tables'

const { find } = finder(tasks, taskErrors.ERR_NO_TASK_FOUND)

/** A task of this person; other people's tasks count as missing. */
export function findTaskOf(db: Db, { userId }: Pick<Actor, 'userId'>, id: number): StoredTask {
  const found = find(db, id)
  return found?.userId === userId ? found : fail(taskErrors.ERR_NO_TASK_FOUND)
}

export const showTask = ({ completedAt, createdAt, updatedAt, userId: _, ...task }: StoredTask): Task => ({
  ...task,
  completed: completedAt !== null,
  completed_at: instantOrNull(completedAt),
  created_at: instant(createdAt),
  updated_at: instant(updatedAt),
})

export const listOpenTasks = (db: Db, userId: number): StoredTask[] =>
  db
    .select()
    .from(tasks)
    .where(and(eq(tasks.userId, userId), isNull(tasks.completedAt)))
    .orderBy(asc(tasks.position), asc(tasks.id))
    .all()

/** The latest first. */
export const listCompletedTasks = (db: Db, userId: number): StoredTask[] =>
  db
    .select()
    .from(tasks)
    .where(and(eq(tasks.userId, userId), isNotNull(tasks.completedAt)))
    .orderBy(desc(tasks.completedAt), desc(tasks.id))
    .all()

export const countOpenTasks = (db: Db, userId: number): number =>
  getOnlyValue<number>(db, 'SELECT count(*) FROM tasks WHERE user_id = ? AND completed_at IS NULL', userId)
