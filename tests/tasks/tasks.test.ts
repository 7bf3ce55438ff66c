/** Tasks: their owner's actions, and that nobody else sees them. */
import { describe, expect, test } from 'bun:test'
import {
  KEPT_COMPLETED_TASKS,
  MOST_OPEN_TASKS,
  type Task,
  taskCreated,
  taskDeleted,
  taskUpdated,
  type UpdateTask,
} from '../../src/features/tasks/contract'
import { GAP, positionAfter } from '../../src/features/tasks/order'
import { codeOf } from '../support/code-of'
import type { Attendant } from '../support/company-world'
import { createRandom } from '../support/random'
import { world } from '../support/world'

const listOf = async (who: Attendant) => (await who.api.tasks.get()).data ?? expect.unreachable('no list')
const textsOf = async (who: Attendant) => (await listOf(who)).map(({ text }) => text)
async function add(who: Attendant, text: string): Promise<Task> {
  const made = await who.api.tasks.post({ text })
  return made.data ?? expect.unreachable(codeOf(made))
}
const change = (who: Attendant, id: number, body: UpdateTask) => who.api.tasks({ id }).put(body)

describe('a task', () => {
  test('is created on top, and announced only to its owner', async () => {
    const w = world()
    const [ana, admin] = [w.attendant(), w.admin()]
    await add(ana, 'Primeira')
    const made = await add(ana, '  Segunda  ')
    expect(made).toMatchObject({ text: 'Segunda', description: '', completed: false, completed_at: null })
    expect(await textsOf(ana)).toEqual(['Segunda', 'Primeira'])
    expect(ana.heard(taskCreated).map(({ task }) => task.text)).toEqual(['Primeira', 'Segunda'])
    expect(admin.heard(taskCreated)).toEqual([])
    expect(await textsOf(admin)).toEqual([])
  })

  test('must not be blank or too long', async () => {
    const ana = world().attendant()
    for (const text of ['', '   ', 'a'.repeat(201), 'duas\nlinhas'])
      expect(codeOf(await ana.api.tasks.post({ text }))).toBe('ERR_INVALID_INPUT')
    const { id } = await add(ana, 'Ligar')
    expect(codeOf(await change(ana, id, { text: ' ' }))).toBe('ERR_INVALID_INPUT')
    expect(codeOf(await change(ana, id, { description: 'a'.repeat(2001) }))).toBe('ERR_INVALID_INPUT')
    expect(await textsOf(ana)).toEqual(['Ligar'])
  })

  test('is missing for everybody else, including admins', async () => {
    const w = world()
    const [ana, admin] = [w.attendant(), w.admin()]
    const { id } = await add(ana, 'Segredo')
    expect(codeOf(await change(admin, id, { text: 'Lido' }))).toBe('ERR_NO_TASK_FOUND')
    expect(codeOf(await admin.api.tasks({ id }).delete())).toBe('ERR_NO_TASK_FOUND')
    expect(codeOf(await change(ana, 99_999, { text: 'Nada' }))).toBe('ERR_NO_TASK_FOUND')
    expect(await textsOf(ana)).toEqual(['Segredo'])
  })

  test('keeps its time when completed again, and its position when reopened', async () => {
    const w = world()
    const ana = w.attendant()
    await add(ana, 'Terceira')
    const { id } = await add(ana, 'Segunda')
    await add(ana, 'Primeira')
    await change(ana, id, { completed: true })
    const [completedAt] = (await listOf(ana)).flatMap((one) => one.completed_at ?? [])
    w.clock.forward(60_000)
    expect((await change(ana, id, { completed: true })).data).toMatchObject({ completed_at: completedAt })
    expect(await textsOf(ana)).toEqual(['Primeira', 'Terceira', 'Segunda'])
    expect((await change(ana, id, { completed: false })).data).toMatchObject({ completed: false, completed_at: null })
    expect(await textsOf(ana)).toEqual(['Primeira', 'Segunda', 'Terceira'])
    expect(ana.heard(taskUpdated)).toHaveLength(3)
  })

  test('disappears from the other browsers of its owner when deleted', async () => {
    const ana = world().attendant()
    const { id } = await add(ana, 'Ligar')
    await ana.api.tasks({ id }).delete()
    expect(ana.heard(taskDeleted)).toEqual([{ taskId: id }])
    expect(await listOf(ana)).toEqual([])
  })

  test('is deleted with its owner', async () => {
    const w = world()
    const [ana, beto] = [w.attendant(), w.attendant()]
    await add(ana, 'Da Ana')
    await add(beto, 'Do Beto')
    await w.admin().api.users({ id: ana.userId }).delete()
    expect(w.rows('SELECT text FROM tasks')).toEqual([{ text: 'Do Beto' }])
  })
})

test('a pasted list keeps its order above the other tasks', async () => {
  const ana = world().attendant()
  await add(ana, 'Antiga')
  const made = await ana.api.tasks.several.post({ tasks: [{ text: 'Um', description: 'já' }, { text: 'Dois' }] })
  expect(made.data?.map(({ text, description }) => [text, description])).toEqual([
    ['Um', 'já'],
    ['Dois', ''],
  ])
  expect(await textsOf(ana)).toEqual(['Um', 'Dois', 'Antiga'])
})

test('open tasks are limited, and only the latest completed ones are kept', async () => {
  const w = world()
  const ana = w.attendant()
  const fill = (completedAt: number | null, count: number) =>
    w.rows(
      `WITH RECURSIVE numbers (n) AS (SELECT 1 UNION ALL SELECT n + 1 FROM numbers WHERE n < ?)
       INSERT INTO tasks (user_id, text, description, position, completed_at, created_at, updated_at)
       SELECT ?, 'tarefa ' || n, '', n, ? + n, 0, 0 FROM numbers RETURNING id`,
      ...[count, ana.userId, completedAt],
    )
  fill(null, MOST_OPEN_TASKS)
  fill(0, KEPT_COMPLETED_TASKS)
  const full = await ana.api.tasks.post({ text: 'Mais uma' })
  expect(codeOf(full)).toBe('ERR_TASK_LIMIT')
  const [first] = await listOf(ana)
  if (!first) return expect.unreachable('no task')
  await change(ana, first.id, { completed: true })
  expect(ana.heard(taskDeleted)).toHaveLength(1)
  const list = await listOf(ana)
  expect(list).toHaveLength(MOST_OPEN_TASKS - 1 + KEPT_COMPLETED_TASKS)
  expect(list.at(-1)?.text).toBe('tarefa 2')
  await add(ana, 'Mais uma')
  expect(codeOf(await change(ana, first.id, { completed: false }))).toBe('ERR_TASK_LIMIT')
})

describe('the order', () => {
  test('follows any moves, as an array does', async () => {
    const w = world()
    const ana = w.attendant()
    const { below, pick } = createRandom(3)
    const expected: string[] = []
    const ids = new Map<string, number>()
    for (let n = 0; n < 8; n++) {
      const { id, text } = await add(ana, `tarefa ${n}`)
      ids.set(text, id)
      expected.unshift(text)
    }
    for (let turn = 0; turn < 120; turn++) {
      const moved = pick(expected) ?? ''
      const others = expected.filter((one) => one !== moved)
      const to = below(others.length + 1)
      const after = to === 0 ? null : (ids.get(others[to - 1] ?? '') ?? null)
      await change(ana, ids.get(moved) ?? 0, { afterId: after })
      expected.splice(0, expected.length, ...others.toSpliced(to, 0, moved))
      expect(await textsOf(ana)).toEqual(expected)
    }
  })

  test('is renumbered when two positions have no gap between them', async () => {
    const w = world()
    const ana = w.attendant()
    const [c, b, a] = [await add(ana, 'c'), await add(ana, 'b'), await add(ana, 'a')]
    for (const [at, { id }] of [a, b, c].entries())
      w.rows('UPDATE tasks SET position = ? WHERE id = ? RETURNING id', at, id)
    await change(ana, c.id, { afterId: a.id })
    expect(await textsOf(ana)).toEqual(['a', 'c', 'b'])
  })

  test('refuses a position after a missing, completed or foreign task', async () => {
    const w = world()
    const [ana, beto] = [w.attendant(), w.attendant()]
    const [own, done, other] = [await add(ana, 'Minha'), await add(ana, 'Feita'), await add(beto, 'Dele')]
    await change(ana, done.id, { completed: true })
    for (const afterId of [done.id, other.id, own.id, 99_999])
      expect(codeOf(await change(ana, own.id, { afterId }))).toBe('ERR_INVALID_INPUT')
  })

  test('has a position between any two with a gap, and none without', () => {
    const rows = [
      { id: 1, position: -GAP },
      { id: 2, position: 0 },
      { id: 3, position: 1 },
    ]
    expect(positionAfter(rows, null)).toBe(-2 * GAP)
    expect(positionAfter(rows, 1)).toBe(-GAP / 2)
    expect(positionAfter(rows, 2)).toBeUndefined()
    expect(positionAfter(rows, 3)).toBe(GAP + 1)
    expect(positionAfter([], null)).toBe(-GAP)
  })
})
