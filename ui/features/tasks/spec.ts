import {
  MOST_TASKS_AT_ONCE,
  TASK_DESCRIPTION_LENGTH,
  TASK_LENGTH,
  type Task,
  taskCreated,
  taskDeleted,
  taskUpdated,
} from '../../../src/features/tasks/contract'
import { on } from '../../shared/live/bus'
import type { CrudSpec } from '../../shared/live/liveCrud'
import { ofContact } from '../../shared/live/ofContact'

/** Open tasks in their order, then completed ones, the latest first. */
function byOrder(a: Task, b: Task): number {
  if (a.completed !== b.completed) return a.completed ? 1 : -1
  if (!a.completed) return a.position - b.position || a.id - b.id
  return (b.completed_at ?? '').localeCompare(a.completed_at ?? '') || b.id - a.id
}

export const tasksSpec: CrudSpec<Task> = {
  key: ['tasks'],
  compare: byOrder,
  merge: (known, row) => (row.updated_at < known.updated_at ? known : row),
  events: [
    on(taskCreated, ({ task }) => ({ put: task })),
    on(taskUpdated, ({ task }) => ({ put: task })),
    on(taskDeleted, ({ taskId }) => ({ drop: taskId })),
    ...ofContact<Task>(),
  ],
}

/** The task above position `to`, with `moved` removed from `open`; null for the top. */
export const taskAbove = (open: readonly Task[], moved: number, to: number): number | null =>
  open.filter(({ id }) => id !== moved)[to - 1]?.id ?? null

/** A position between its new neighbours, to show the move before the server confirms it. */
export function positionAt(open: readonly Task[], moved: number, to: number): number {
  const others = open.filter(({ id }) => id !== moved)
  const [above, below] = [others[to - 1]?.position, others[to]?.position]
  if (above === undefined) return (below ?? 0) - 1
  return below === undefined ? above + 1 : (above + below) / 2
}

type NewTask = { text: string; description?: string }
/** Bullets, numbers and boxes in front of a pasted line. */
const MARK = /^\s*(?:[-*•–·▪◦]\s+|\d{1,3}[.)]\s+)?(?:\[[ xX]?\]\s+|[☐☑✓✔]\s*)?/u

/**
 * The tasks in a pasted text, one per line. A line too long for a task continues in its description. `left`: lines
 * above the number that can be added at once.
 */
export function tasksIn(pasted: string): { tasks: NewTask[]; left: number } {
  const lines = pasted
    .split(/\r\n|[\n\r\u2028\u2029]/)
    .map((line) =>
      line
        .replace(MARK, '')
        .replace(/\p{Cc}/gu, ' ')
        .trim(),
    )
    .filter((line) => line !== '')
  const tasks = lines.slice(0, MOST_TASKS_AT_ONCE).map((line): NewTask => {
    if (line.length <= TASK_LENGTH) return { text: line }
    const space = line.lastIndexOf(' ', TASK_LENGTH)
    const end = space > 0 ? space : TASK_LENGTH
    return { text: line.slice(0, end), description: line.slice(end).trim().slice(0, TASK_DESCRIPTION_LENGTH) }
  })
  return { tasks, left: lines.length - tasks.length }
}

/** Completed tasks by day, the latest first. */
export function completedByDay(done: readonly Task[], dayOf: (at: string) => string) {
  return [...Map.groupBy(done, ({ completed_at }) => dayOf(completed_at ?? ''))].map(([day, tasks]) => ({ day, tasks }))
}
