/** Dates, reminders and people of tasks. Pure. */
import type { Task } from '../../../src/features/tasks/contract'

/** Minutes from a reminder to the date; empty: no reminder. */
export const leads = ['', '0', '10', '60', '1440'] as const
export type Lead = (typeof leads)[number]

const MINUTE = 60_000

export function remindAt(dueAt: string | null, lead: Lead): string | null {
  if (dueAt === null || lead === '') return null
  return new Date(Date.parse(dueAt) - Number(lead) * MINUTE).toISOString()
}

/** The lead of a stored reminder: the nearest that is offered. */
export function leadOf({ due_at, remind_at }: Pick<Task, 'due_at' | 'remind_at'>): Lead {
  if (due_at === null || remind_at === null) return ''
  const minutes = (Date.parse(due_at) - Date.parse(remind_at)) / MINUTE
  const [, ...offered] = leads
  return offered.toSorted((a, b) => Math.abs(Number(a) - minutes) - Math.abs(Number(b) - minutes))[0] ?? ''
}

export const filters = ['all', 'today', 'late', 'given'] as const
export type Filter = (typeof filters)[number]

type Look = { readonly me: number; readonly now: number; dayOf(at: string | number): string }

export const isLate = ({ due_at, completed }: Task, now: number): boolean =>
  !completed && due_at !== null && Date.parse(due_at) < now

/** `today` includes what is late; `given` are tasks that colleagues are to do. */
export function isIn(filter: Filter, task: Task, { me, now, dayOf }: Look): boolean {
  if (filter === 'given') return task.user.id !== me
  if (task.user.id !== me) return false
  if (filter === 'all') return true
  if (filter === 'late') return isLate(task, now)
  return task.due_at !== null && dayOf(task.due_at) <= dayOf(now)
}
