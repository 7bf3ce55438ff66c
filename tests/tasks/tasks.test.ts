/** Tasks: their owner's actions, and that nobody else sees them. */
import { describe, expect, test } from 'bun:test'
import {
  KEPT_COMPLETED_TASKS,
  MOST_OPEN_TASKS,
  type Task,
  taskCreated,
  taskDeleted,
  taskReminds,
  taskUpdated,
  type UpdateTask,
} from '../../src/features/tasks/contract'
import { GAP, positionAfter } from '../../src/features/tasks/order'
import { HOUR } from '../../src/platform/time'
import { codeOf } from '../support/code-of'
import type { Attendant } from '../support/company-world'
import { doJob } from '../support/jobs'
import { createRandom } from '../support/random'
import { type World, world } from '../support/world'

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

describe('a date and a reminder', () => {
  const at = (w: World, ms: number) => new Date(w.clock.now() + ms).toISOString()

  test('are kept, changed and removed', async () => {
    const w = world()
    const ana = w.attendant()
    const made = await ana.api.tasks.post({ text: 'Ligar', due_at: at(w, HOUR), remind_at: at(w, HOUR / 2) })
    const task = made.data ?? expect.unreachable(codeOf(made))
    expect(task).toMatchObject({ due_at: at(w, HOUR), remind_at: at(w, HOUR / 2), is_reminding: false })
    expect((await change(ana, task.id, { due_at: null })).data).toMatchObject({
      due_at: null,
      remind_at: at(w, HOUR / 2),
    })
    await change(ana, task.id, { remind_at: null })
    expect(w.rows('SELECT * FROM task_plans')).toEqual([])
    expect(codeOf(await change(ana, task.id, { due_at: '9999-01-01T00:00:00.000Z' }))).toBe('ERR_INVALID_INPUT')
  })

  test('a reminder rings once for the owner, and stays in the bell until it is seen or the task is done', async () => {
    const w = world()
    const [ana, beto] = [w.attendant(), w.attendant()]
    const remind_at = at(w, HOUR)
    const [first, second] = [await add(ana, 'Um'), await add(ana, 'Dois')]
    for (const { id } of [first, second]) await change(ana, id, { remind_at })
    const done = await add(ana, 'Feita')
    await change(ana, done.id, { remind_at, completed: true })
    w.clock.forward(HOUR - 1)
    doJob(w, 'tasks.remind')
    expect(ana.heard(taskReminds)).toEqual([])
    w.clock.forward(1)
    doJob(w, 'tasks.remind')
    doJob(w, 'tasks.remind')
    expect(ana.heard(taskReminds).map(({ task }) => task.text)).toEqual(['Um', 'Dois'])
    expect(beto.heard(taskReminds)).toEqual([])
    const bell = async () => (await ana.api.tasks.reminders.get()).data?.map(({ text }) => text)
    expect(await bell()).toEqual(['Um', 'Dois'])
    await beto.api.tasks.reminders.seen.post({ ids: [first.id] })
    await ana.api.tasks.reminders.seen.post({ ids: [second.id, 99_999] })
    expect(await bell()).toEqual(['Um'])
    await change(ana, first.id, { completed: true })
    expect(await bell()).toEqual([])
  })
})

describe('a task given to a colleague', () => {
  async function given() {
    const w = world()
    const [ana, beto, caio] = [w.attendant([], { name: 'Ana' }), w.attendant([], { name: 'Beto' }), w.attendant()]
    const made = await ana.api.tasks.post({ text: 'Medir a sala', userId: beto.userId })
    return { w, ana, beto, caio, task: made.data ?? expect.unreachable(codeOf(made)) }
  }

  test('stands in the colleague’s list, and both see what becomes of it', async () => {
    const { ana, beto, caio, task } = await given()
    expect(task).toMatchObject({ user: { id: beto.userId, name: 'Beto' }, author: { id: ana.userId, name: 'Ana' } })
    expect([await textsOf(ana), await textsOf(beto), await textsOf(caio)]).toEqual([
      ['Medir a sala'],
      ['Medir a sala'],
      [],
    ])
    expect([await ana.api.tasks.count.get(), await beto.api.tasks.count.get()].map(({ data }) => data?.open)).toEqual([
      0, 1,
    ])
    await change(beto, task.id, { completed: true })
    expect(ana.heard(taskUpdated).at(-1)?.task.completed).toBe(true)
    expect(caio.heard(taskUpdated)).toEqual([])
    expect(codeOf(await change(ana, task.id, { afterId: null }))).toBe('ERR_INVALID_INPUT')
  })

  test('given on, it leaves the first colleague; given back, it is its author’s own again', async () => {
    const { ana, beto, caio, task } = await given()
    await change(beto, task.id, { userId: caio.userId })
    expect(beto.heard(taskDeleted)).toEqual([{ taskId: task.id }])
    expect([await textsOf(ana), await textsOf(beto), await textsOf(caio)]).toEqual([
      ['Medir a sala'],
      [],
      ['Medir a sala'],
    ])
    expect(codeOf(await change(beto, task.id, { text: 'Lido' }))).toBe('ERR_NO_TASK_FOUND')
    const back = await change(caio, task.id, { userId: ana.userId })
    expect(back.data).toMatchObject({ user: { id: ana.userId }, author: null })
    expect([await textsOf(ana), await textsOf(caio)]).toEqual([['Medir a sala'], []])
    expect(caio.heard(taskDeleted)).toEqual([{ taskId: task.id }])
  })

  test('is refused for strangers, inactive people and full lists', async () => {
    const { w, ana, beto, caio } = await given()
    w.rows('UPDATE users SET active = 0 WHERE id = ? RETURNING id', caio.userId)
    for (const userId of [caio.userId, 99_999])
      expect(codeOf(await ana.api.tasks.post({ text: 'Não', userId }))).toBe('ERR_INVALID_INPUT')
    w.rows(
      `WITH RECURSIVE numbers (n) AS (SELECT 1 UNION ALL SELECT n + 1 FROM numbers WHERE n < ?)
       INSERT INTO tasks (user_id, text, description, position, created_at, updated_at)
       SELECT ?, 'tarefa ' || n, '', n, 0, 0 FROM numbers RETURNING id`,
      ...[MOST_OPEN_TASKS - 1, beto.userId],
    )
    expect(codeOf(await ana.api.tasks.post({ text: 'Demais', userId: beto.userId }))).toBe('ERR_TASK_LIMIT_OF_OTHER')
  })

  test('returns to its author when the colleague is deleted, and stays when the author is', async () => {
    const { w, ana, beto, caio, task } = await given()
    const other = await caio.api.tasks.post({ text: 'Fica', userId: ana.userId })
    await w.admin().api.users({ id: beto.userId }).delete()
    expect(await listOf(ana)).toMatchObject([
      { id: task.id, user: { id: ana.userId }, author: null },
      { id: other.data?.id, author: { id: caio.userId } },
    ])
    await w.admin().api.users({ id: caio.userId }).delete()
    expect((await listOf(ana)).map(({ text, author }) => [text, author])).toEqual([
      ['Medir a sala', null],
      ['Fica', null],
    ])
  })
})

test('a task about a contact names it, follows a merge, and stays when the contact is erased', async () => {
  const w = world()
  const admin = w.admin()
  const [maria, other] = [w.contact({ name: 'Maria' }), w.contact({ name: 'Maria Alves' })]
  const made = await admin.api.tasks.post({ text: 'Ligar', contactId: maria.id })
  expect(made.data?.contact).toEqual({ id: maria.id, name: 'Maria' })
  expect(codeOf(await admin.api.tasks.post({ text: 'Nada', contactId: 99_999 }))).toBe('ERR_NO_CONTACT_FOUND')
  const merge = { sourceContactId: maria.id, targetContactId: other.id, mergedData: { name: 'original' } }
  expect((await admin.api.contacts.merge.post(merge as never)).status).toBe(200)
  expect((await listOf(admin))[0]?.contact).toEqual({ id: other.id, name: 'Maria Alves' })
  await admin.api.contacts({ id: other.id }).delete()
  expect((await listOf(admin)).map(({ text, contact }) => [text, contact])).toEqual([['Ligar', null]])
})
