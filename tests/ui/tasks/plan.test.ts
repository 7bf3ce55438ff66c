/** Dates, reminders and filters of tasks on the screens. */
import { expect, test } from 'bun:test'
import type { Task } from '../../../src/features/tasks/contract'
import { filters, isIn, isLate, leadOf, leads, remindAt } from '../../../ui/features/tasks/plan'

const NOW = Date.parse('2026-03-02T12:00:00.000Z')
const task = (due_at: string | null, more: Partial<Task> = {}) =>
  ({ due_at, remind_at: null, completed: false, user: { id: 1, name: 'Ana' }, ...more }) as Task
const look = { me: 1, now: NOW, dayOf: (at: string | number) => new Date(at).toISOString().slice(0, 10) }
const shownIn = (one: Task) => filters.filter((filter) => isIn(filter, one, look))

test('each task stands in the filters that it belongs to', () => {
  expect(shownIn(task(null))).toEqual(['all'])
  expect(shownIn(task('2026-03-02T23:00:00.000Z'))).toEqual(['all', 'today'])
  expect(shownIn(task('2026-03-02T11:59:00.000Z'))).toEqual(['all', 'today', 'late'])
  expect(shownIn(task('2026-02-20T12:00:00.000Z'))).toEqual(['all', 'today', 'late'])
  expect(shownIn(task('2026-03-03T00:00:00.000Z'))).toEqual(['all'])
  expect(shownIn(task('2026-02-20T12:00:00.000Z', { user: { id: 2, name: 'Beto' } }))).toEqual(['given'])
  expect(isLate(task('2026-02-20T12:00:00.000Z', { completed: true }), NOW)).toBe(false)
})

test('a reminder leads its date, and its lead is read back', () => {
  const due_at = '2026-03-02T12:00:00.000Z'
  for (const lead of leads) expect(leadOf({ due_at, remind_at: remindAt(due_at, lead) })).toBe(lead)
  expect(remindAt(due_at, '60')).toBe('2026-03-02T11:00:00.000Z')
  expect(remindAt(null, '60')).toBeNull()
  // Set by an integrator: the nearest one that the form offers.
  expect(leadOf({ due_at, remind_at: '2026-03-02T11:48:00.000Z' })).toBe('10')
})
