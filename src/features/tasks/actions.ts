/** Creates, changes, gives, orders and deletes tasks. They are not audited. */
import { eq } from 'drizzle-orm'
import type { Actor } from '../../actor'
import { fail } from '../../errors'
import type { Cx } from '../../platform/cx'
import type { LiveEvent } from '../../platform/events'
import { execute } from '../../platform/sql'
import { findContactKnownTo } from '../../tickets/queries'
import { peopleAlerted } from '../../users/alerts'
import { findUser } from '../../users/people'
import {
  type CreateTask,
  KEPT_COMPLETED_TASKS,
  MOST_OPEN_TASKS,
  type SeenTasks,
  type Task,
  taskCreated,
  taskDeleted,
  taskReminds,
  taskUpdated,
  type UpdateTask,
} from './contract'
import { taskErrors } from './errors'
import { aboveAll, GAP, positionAfter } from './order'
import {
  countOpenTasks,
  type FoundTask,
  findTask,
  findTaskOf,
  listCompletedTasks,
  listDueReminders,
  listOpenTasks,
  showTask,
} from './queries'
import { noPlan, type Plan, type StoredTask, taskPlans, tasks } from './tables'

/** Added on top of its owner's list. */
export const createTask = (cx: Cx, actor: Actor, input: CreateTask): Task =>
  cx.transaction((cx) => {
    const { userId = actor.userId } = input
    requireColleague(cx, actor, userId)
    return insertTask(cx, actor, input, placeOnTop(cx, actor, userId, 1))
  })

/** Added on top of the user's own list, in their order. */
export const createTasks = (cx: Cx, actor: Actor, input: readonly CreateTask[]): Task[] =>
  cx.transaction((cx) => {
    const own = input.map((one) => ({ ...one, userId: actor.userId }))
    const lowest = placeOnTop(cx, actor, actor.userId, own.length)
    return own.map((one, at) => insertTask(cx, actor, one, lowest - (own.length - 1 - at) * GAP))
  })

/** The position above the open tasks. Fails when there is no room for `count` more. */
function placeOnTop(cx: Cx, actor: Actor, userId: number, count: number): number {
  const open = listOpenTasks(cx.db, userId)
  requireSpace(open.length + count, userId === actor.userId)
  return aboveAll(open)
}

function insertTask(cx: Cx, actor: Actor, input: CreateTask, position: number): Task {
  const { text, description = '', userId = actor.userId } = input
  const values = { userId, text, description, position, createdAt: cx.now(), updatedAt: cx.now() }
  const { id } = cx.db.insert(tasks).values(values).returning().get()
  const authorId = userId === actor.userId ? null : actor.userId
  putPlan(cx, id, { ...noPlan, authorId, ...planOf(cx, actor, input, noPlan) })
  return announce(cx, id, taskCreated)
}

export const changeTask = (cx: Cx, actor: Actor, id: number, input: UpdateTask): Task =>
  cx.transaction((cx) => {
    const before = findTaskOf(cx.db, actor, id)
    const { text = before.text, description = before.description, completed = before.completedAt !== null } = input
    const { userId = before.userId } = input
    const isGiven = userId !== before.userId
    if (isGiven) requireColleague(cx, actor, userId)
    if (!completed && (before.completedAt !== null || isGiven))
      requireSpace(countOpenTasks(cx.db, userId) + 1, userId === actor.userId)
    const completedAt = completed ? (before.completedAt ?? cx.now()) : null
    const position = isGiven ? aboveAll(listOpenTasks(cx.db, userId)) : positionFor(cx, actor, before, input.afterId)
    const plan = { ...before.plan, ...planOf(cx, actor, input, before.plan) }
    if (completed) Object.assign(plan, { remindAt: null, isReminding: false })
    // Given back to its author it is their own again; given on, it stays that of the one who gave it first.
    if (isGiven) Object.assign(plan, { authorId: authorOf(before, userId), isReminding: false })
    putPlan(cx, id, plan)
    const values = { text, description, userId, completedAt, position, updatedAt: cx.now() }
    cx.db.update(tasks).set(values).where(eq(tasks.id, id)).run()
    const after = announce(cx, id, taskUpdated)
    if (isGiven && before.userId !== plan.authorId) takeBack(cx, id, [before.userId])
    if (completed) deleteOldest(cx, before.userId)
    return after
  })

const authorOf = ({ plan, userId: ownerId }: FoundTask, userId: number): number | null => {
  const authorId = plan.authorId ?? ownerId
  return authorId === userId ? null : authorId
}

export const deleteTask = (cx: Cx, actor: Actor, id: number): void =>
  cx.transaction((cx) => remove(cx, findTaskOf(cx.db, actor, id)))

/** Removes the actor's reminders from their bell. Ignores ids of others and deleted ones. */
export const seeTasks = (cx: Cx, { userId }: Actor, { ids }: SeenTasks): void =>
  cx.transaction((cx) => {
    for (const id of ids) {
      const found = findTask(cx.db, id)
      if (found?.userId !== userId || !found.plan.isReminding) continue
      putPlan(cx, id, { ...found.plan, isReminding: false })
      touch(cx, id)
    }
  })

/** Reminders per run, in one transaction. */
const REMINDERS_PER_RUN = 100

/** Shows due reminders in the bells of the tasks' owners. Returns whether more are due. */
export const remindDue = (cx: Cx): boolean =>
  cx.transaction((cx) => {
    const due = listDueReminders(cx.db, cx.now(), REMINDERS_PER_RUN)
    for (const id of due) {
      const found = findTask(cx.db, id)
      if (!found) continue
      const isReminding = found.completedAt === null
      putPlan(cx, id, { ...found.plan, remindAt: null, isReminding })
      touch(cx, id)
      const task = showTask(cx.db, findTask(cx.db, id) ?? found)
      if (!isReminding) continue
      cx.emit(taskReminds({ task }), (listener) => listener.userId === found.userId)
      const alert = { kind: 'reminders', userIds: [found.userId], tag: `task.${id}`, path: '/todolist' } as const
      cx.happened(peopleAlerted({ ...alert, title: null, body: task.text }))
    }
    return due.length === REMINDERS_PER_RUN
  })

/**
 * Before a deleted user's tasks are deleted with them: those that a colleague gave them return to that colleague, and
 * those that they gave stay with their owners.
 */
export function leaveTasks(cx: Cx, userId: number): void {
  const given = cx.db
    .select({ id: taskPlans.taskId })
    .from(taskPlans)
    .innerJoin(tasks, eq(tasks.id, taskPlans.taskId))
    .where(eq(tasks.userId, userId))
    .all()
  for (const { id } of given) {
    const found = findTask(cx.db, id)
    const authorId = found?.plan.authorId
    if (!found || !authorId) continue
    putPlan(cx, id, { ...found.plan, authorId: null, isReminding: false })
    cx.db
      .update(tasks)
      .set({ userId: authorId, position: aboveAll(listOpenTasks(cx.db, authorId)) })
      .where(eq(tasks.id, id))
      .run()
    touch(cx, id)
  }
  const theirs = cx.db.select({ id: taskPlans.taskId }).from(taskPlans).where(eq(taskPlans.authorId, userId)).all()
  execute(cx.db, 'UPDATE task_plans SET author_id = NULL WHERE author_id = ?', userId)
  for (const { id } of theirs) touch(cx, id)
}

function requireSpace(count: number, isOwn: boolean) {
  if (count > MOST_OPEN_TASKS)
    fail(isOwn ? taskErrors.ERR_TASK_LIMIT : taskErrors.ERR_TASK_LIMIT_OF_OTHER, { most: MOST_OPEN_TASKS })
}

/** Tasks are given only to people who can see them. */
function requireColleague(cx: Cx, actor: Actor, userId: number) {
  const user = userId === actor.userId ? { active: true, deletedAt: null } : findUser(cx.db, userId)
  if (!user?.active || user.deletedAt !== null)
    fail('ERR_INVALID_INPUT', [{ field: 'userId', message: 'form.invalid' }])
}

/** The wanted changes of the plan. */
function planOf(cx: Cx, actor: Actor, input: Pick<UpdateTask, 'due_at' | 'remind_at' | 'contactId'>, before: Plan) {
  const { due_at, remind_at, contactId } = input
  if (contactId && contactId !== before.contactId) findContactKnownTo(cx.db, actor, contactId)
  const at = (instant: string | null) => (instant === null ? null : Date.parse(instant))
  return {
    ...(due_at === undefined ? {} : { dueAt: at(due_at) }),
    ...(remind_at === undefined ? {} : { remindAt: at(remind_at), isReminding: false }),
    ...(contactId === undefined ? {} : { contactId }),
  }
}

function putPlan(cx: Cx, taskId: number, { authorId, dueAt, remindAt, isReminding, contactId }: Plan) {
  const plan: Plan = { authorId, dueAt, remindAt, isReminding, contactId }
  const isEmpty = Object.values(plan).every((value) => value === null || value === false)
  if (isEmpty) cx.db.delete(taskPlans).where(eq(taskPlans.taskId, taskId)).run()
  else
    cx.db
      .insert(taskPlans)
      .values({ taskId, ...plan })
      .onConflictDoUpdate({ target: taskPlans.taskId, set: plan })
      .run()
}

/** The position in its owner's list. */
function positionFor(cx: Cx, { userId }: Actor, before: FoundTask, afterId: number | null | undefined): number {
  if (afterId === undefined) return before.position
  if (before.userId !== userId) fail('ERR_INVALID_INPUT', [{ field: 'afterId', message: 'form.invalid' }])
  return makePlace(cx, before, afterId)
}

/** The new position of a moved task. Spreads the other open ones when there is no gap left. */
function makePlace(cx: Cx, moved: StoredTask, afterId: number | null): number {
  const others = listOpenTasks(cx.db, moved.userId).filter(({ id }) => id !== moved.id)
  if (afterId !== null && !others.some(({ id }) => id === afterId))
    fail('ERR_INVALID_INPUT', [{ field: 'afterId', message: 'form.invalid' }])
  const found = positionAfter(others, afterId)
  if (found !== undefined) return found
  const spread = others.map(({ id }, at) => ({ id, position: at * GAP }))
  for (const { id, position } of spread) {
    cx.db.update(tasks).set({ position }).where(eq(tasks.id, id)).run()
    touch(cx, id)
  }
  return positionAfter(spread, afterId) ?? aboveAll(spread)
}

/** Announces a change outside the task's own row. */
function touch(cx: Cx, id: number): Task {
  cx.db.update(tasks).set({ updatedAt: cx.now() }).where(eq(tasks.id, id)).run()
  return announce(cx, id, taskUpdated)
}

function deleteOldest(cx: Cx, userId: number) {
  for (const task of listCompletedTasks(cx.db, userId).slice(KEPT_COMPLETED_TASKS)) remove(cx, task)
}

function remove(cx: Cx, { id, userId, plan }: FoundTask) {
  cx.db.delete(tasks).where(eq(tasks.id, id)).run()
  takeBack(cx, id, [userId, plan.authorId])
}

/** Sends it to the browsers of its owner and of the one who gave it. */
function announce(cx: Cx, id: number, event: (data: { task: Task }) => LiveEvent): Task {
  const found = findTask(cx.db, id)
  if (!found) return fail(taskErrors.ERR_NO_TASK_FOUND)
  const task = showTask(cx.db, found)
  cx.emit(event({ task }), ({ userId }) => userId === found.userId || userId === found.plan.authorId)
  return task
}

const takeBack = (cx: Cx, id: number, from: readonly (number | null)[]) =>
  cx.emit(taskDeleted({ taskId: id }), ({ userId }) => from.includes(userId))
