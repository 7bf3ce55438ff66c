/** Task lists. A task is seen by its owner, in whose list it stands, and by the colleague who gave it to them. */
import * as v from 'valibot'
import { defineEvent, type Subject } from '../../platform/events'
import { Id, Instant, list, PlannedInstant, text } from '../../platform/formats'

export const TASK_LENGTH = 200
export const TASK_DESCRIPTION_LENGTH = 2000
/** Per person. */
export const MOST_OPEN_TASKS = 500
/** Per person: the latest completed tasks are kept, older ones are deleted. */
export const KEPT_COMPLETED_TASKS = 500
/** Created by one request. */
export const MOST_TASKS_AT_ONCE = 100

const Named = v.object({ id: Id, name: v.string() })

export const Task = v.object({
  id: Id,
  text: v.string(),
  description: v.string(),
  completed: v.boolean(),
  completed_at: v.nullable(Instant),
  /** Open tasks are sorted by it, ascending. */
  position: v.number(),
  created_at: Instant,
  updated_at: Instant,
  /** In whose list it stands. */
  user: Named,
  /** The colleague who gave it to them; null: nobody. */
  author: v.nullable(Named),
  due_at: v.nullable(Instant),
  /** Null also once it has reminded. */
  remind_at: v.nullable(Instant),
  /** It has reminded, and its owner has not seen it. */
  is_reminding: v.boolean(),
  /** The contact it is about. */
  contact: v.nullable(Named),
})
export type Task = v.InferOutput<typeof Task>

/** The user's tasks and those that they gave to others: open ones by position, then completed ones, the latest first. */
export const TaskList = v.array(Task)

/** For the menu. */
export const TaskCount = v.object({ open: v.number() })

const TaskText = v.pipe(text(TASK_LENGTH), v.trim(), v.nonEmpty('form.required'), v.regex(/^\P{Cc}*$/u, 'form.invalid'))
const Description = v.pipe(text(TASK_DESCRIPTION_LENGTH), v.trim())

const plan = {
  /** The person who will do it; by default the user. */
  userId: Id,
  due_at: v.nullable(PlannedInstant),
  remind_at: v.nullable(PlannedInstant),
  contactId: v.nullable(Id),
}

export const CreateTask = v.object({
  text: TaskText,
  description: v.optional(Description),
  ...v.partial(v.object(plan)).entries,
})
export type CreateTask = v.InferOutput<typeof CreateTask>

/** Body of `POST /tasks/several`; the first one ends up on top. */
export const CreateTasks = v.object({ tasks: list(CreateTask, { least: 1, most: MOST_TASKS_AT_ONCE }) })
export type CreateTasks = v.InferOutput<typeof CreateTasks>

export const UpdateTask = v.partial(
  v.object({
    text: TaskText,
    description: Description,
    completed: v.boolean('form.invalid'),
    /** The open task above it in the new order; null moves it to the top. Only the owner orders. */
    afterId: v.nullable(Id),
    ...plan,
  }),
)
export type UpdateTask = v.InferOutput<typeof UpdateTask>

/** Body of `POST /tasks/reminders/seen`. */
export const SeenTasks = v.object({ ids: list(Id, { least: 1, most: MOST_OPEN_TASKS }) })
export type SeenTasks = v.InferOutput<typeof SeenTasks>

const TaskEvent = v.object({ task: Task })
const subjectOf = (id: number): Subject => `task ${id}`
const about = ({ task }: v.InferOutput<typeof TaskEvent>) => [subjectOf(task.id)]

export const taskCreated = defineEvent('task.create', TaskEvent, { about })
export const taskUpdated = defineEvent('task.update', TaskEvent, { about })
/** It is time; only its owner hears it. */
export const taskReminds = defineEvent('task.reminder', TaskEvent, { about })
export const taskDeleted = defineEvent('task.delete', v.object({ taskId: Id }), {
  takesBack: ({ taskId }) => subjectOf(taskId),
})
