/** Creates, changes, orders and deletes a user's own tasks. They are not audited. */
import { eq } from 'drizzle-orm'
import type { Actor } from '../../actor'
import { fail } from '../../errors'
import type { Cx } from '../../platform/cx'
import type { LiveEvent } from '../../platform/events'
import {
  type CreateTask,
  KEPT_COMPLETED_TASKS,
  MOST_OPEN_TASKS,
  type Task,
  taskCreated,
  taskDeleted,
  taskUpdated,
  type UpdateTask,
} from './contract'
import { taskErrors } from './errors'
import { aboveAll, GAP, positionAfter } from './order'
import { countOpenTasks, findTaskOf, listCompletedTasks, listOpenTasks, showTask } from './queries'
import { type StoredTask, tasks } from './tables'

/** Added on top. */
export const createTask = (cx: Cx, { userId }: Actor, wanted: CreateTask): Task =>
  cx.transaction((cx) => insertTask(cx, userId, wanted, placeOnTop(cx, userId, 1)))

/** Added on top, in their order. */
export const createTasks = (cx: Cx, { userId }: Actor, wanted: readonly CreateTask[]): Task[] =>
  cx.transaction((cx) => {
    const lowest = placeOnTop(cx, userId, wanted.length)
    return wanted.map((one, at) => insertTask(cx, userId, one, lowest - (wanted.length - 1 - at) * GAP))
  })

/** The position above the open tasks. Fails when there is no room for `count` more. */
function placeOnTop(cx: Cx, userId: number, count: number): number {
  const open = listOpenTasks(cx.db, userId)
  requireSpace(open.length + count)
  return aboveAll(open)
}

function insertTask(cx: Cx, userId: number, { text, description = '' }: CreateTask, position: number): Task {
  const values = { userId, text, description, position, createdAt: cx.now(), updatedAt: cx.now() }
  const task = showTask(cx.db.insert(tasks).values(values).returning().get())
  notify(cx, userId, taskCreated({ task }))
  return task
}

export const updateTask = (cx: Cx, actor: Actor, id: number, wanted: UpdateTask): Task =>
  cx.transaction((cx) => {
    const before = findTaskOf(cx.db, actor, id)
    const { text = before.text, description = before.description, completed = before.completedAt !== null } = wanted
    if (!completed && before.completedAt !== null) requireSpace(countOpenTasks(cx.db, actor.userId) + 1)
    const completedAt = completed ? (before.completedAt ?? cx.now()) : null
    const position = wanted.afterId === undefined ? before.position : makePlace(cx, before, wanted.afterId)
    const after = save(cx, id, { text, description, completedAt, position })
    if (completed) deleteOldest(cx, actor)
    return after
  })

export const deleteTask = (cx: Cx, actor: Actor, id: number): void =>
  cx.transaction((cx) => remove(cx, findTaskOf(cx.db, actor, id)))

function requireSpace(count: number) {
  if (count > MOST_OPEN_TASKS) fail(taskErrors.ERR_TASK_LIMIT, { most: MOST_OPEN_TASKS })
}

/** The new position of a moved task. Spreads the other open ones when there is no gap left. */
function makePlace(cx: Cx, moved: StoredTask, afterId: number | null): number {
  const others = listOpenTasks(cx.db, moved.userId).filter(({ id }) => id !== moved.id)
  if (afterId !== null && !others.some(({ id }) => id === afterId))
    fail('ERR_INVALID_INPUT', [{ field: 'afterId', message: 'form.invalid' }])
  const found = positionAfter(others, afterId)
  if (found !== undefined) return found
  const spread = others.map(({ id }, at) => ({ id, position: at * GAP }))
  for (const { id, position } of spread) save(cx, id, { position })
  return positionAfter(spread, afterId) ?? aboveAll(spread)
}

function save(cx: Cx, id: number, change: Partial<StoredTask>): Task {
  const values = { ...change, updatedAt: cx.now() }
  const after = cx.db.update(tasks).set(values).where(eq(tasks.id, id)).returning().get()
  if (!after) return fail(taskErrors.ERR_NO_TASK_FOUND)
  const task = showTask(after)
  notify(cx, after.userId, taskUpdated({ task }))
  return task
}

function deleteOldest(cx: Cx, { userId }: Actor) {
  for (const task of listCompletedTasks(cx.db, userId).slice(KEPT_COMPLETED_TASKS)) remove(cx, task)
}

function remove(cx: Cx, { id, userId }: StoredTask) {
  cx.db.delete(tasks).where(eq(tasks.id, id)).run()
  notify(cx, userId, taskDeleted({ taskId: id }))
}

/** Sends it to the owner's browsers. */
const notify = (cx: Cx, userId: number, event: LiveEvent) => cx.emit(event, (listener) => listener.userId === userId)
