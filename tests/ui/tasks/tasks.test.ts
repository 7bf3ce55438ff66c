import { describe, expect, test } from 'bun:test'
import { MOST_TASKS_AT_ONCE, TASK_LENGTH, type Task } from '../../../src/features/tasks/contract'
import { completedByDay, positionAt, taskAbove, tasksIn } from '../../../ui/features/tasks/spec'

const textsIn = (pasted: string) => tasksIn(pasted).tasks.map(({ text }) => text)
const task = (id: number, position: number, completed_at: string | null = null): Task => ({
  id,
  text: `tarefa ${id}`,
  description: '',
  position,
  completed: completed_at !== null,
  completed_at,
  created_at: '2026-03-02T12:00:00.000Z',
  updated_at: '2026-03-02T12:00:00.000Z',
  user: { id: 1, name: 'Ana' },
  author: null,
  due_at: null,
  remind_at: null,
  is_reminding: false,
  contact: null,
})

describe('a pasted text', () => {
  test('becomes one task per line, without blank lines', () => {
    expect(textsIn('Ligar\r\n\n  Comprar fita  \n\t\nMedir\u2028Pintar')).toEqual([
      'Ligar',
      'Comprar fita',
      'Medir',
      'Pintar',
    ])
  })

  test('loses bullets, numbers and boxes, and nothing else', () => {
    expect(textsIn('- Ligar\n* Medir\n• Pintar\n1. Lixar\n2) Lavar\n[ ] Varrer\n- [x] Secar\n☐ Dobrar')).toEqual([
      ...['Ligar', 'Medir', 'Pintar', 'Lixar', 'Lavar', 'Varrer', 'Secar', 'Dobrar'],
    ])
    expect(textsIn('12 cadeiras\n-5 °C na loja\n2.5 m de linho\n1.Sofá')).toEqual([
      ...['12 cadeiras', '-5 °C na loja', '2.5 m de linho', '1.Sofá'],
    ])
  })

  test('continues a line that is too long in the description', () => {
    const [made] = tasksIn(`${'palavra '.repeat(30)}fim`).tasks
    expect(made?.text.length).toBeLessThanOrEqual(TASK_LENGTH)
    expect(`${made?.text} ${made?.description}`).toBe(`${'palavra '.repeat(30)}fim`)
    const [unbroken] = tasksIn('x'.repeat(250)).tasks
    expect([unbroken?.text.length, unbroken?.description?.length]).toEqual([TASK_LENGTH, 50])
  })

  test('reports the lines above the number that can be added at once', () => {
    const { tasks, left } = tasksIn('linha\n'.repeat(MOST_TASKS_AT_ONCE + 3))
    expect([tasks.length, left]).toEqual([MOST_TASKS_AT_ONCE, 3])
  })
})

test('a moved task is shown between its new neighbours before the server responds', () => {
  const open = [task(1, 0), task(2, 10), task(3, 20)]
  expect([0, 1, 2].map((to) => taskAbove(open, 3, to))).toEqual([null, 1, 2])
  for (const to of [0, 1, 2]) {
    const moved = open.map((one) => (one.id === 1 ? { ...one, position: positionAt(open, 1, to) } : one))
    expect(moved.toSorted((a, b) => a.position - b.position).findIndex(({ id }) => id === 1)).toBe(to)
  }
})

test('completed tasks are grouped by day, in their order', () => {
  const [a, b, c] = [
    task(1, 0, '2026-03-02T15:00:00.000Z'),
    task(2, 0, '2026-03-02T11:00:00.000Z'),
    task(3, 0, '2026-03-01T11:00:00.000Z'),
  ]
  expect(completedByDay([a, b, c], (at) => at.slice(0, 10))).toEqual([
    { day: '2026-03-02', tasks: [a, b] },
    { day: '2026-03-01', tasks: [c] },
  ])
})
