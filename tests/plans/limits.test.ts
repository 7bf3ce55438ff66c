/** A plan's limits apply to users, connections and queues, however they are added. */
import { describe, expect, test } from 'bun:test'
import { createUser } from '../../src/operator/people'
import type { Attendant } from '../support/company-world'
import { givePlan } from '../support/plans'
import { world } from '../support/world'

function place(limits: Parameters<typeof givePlan>[3]) {
  const w = world()
  const boss = w.admin()
  givePlan(w.server.databases.writableControl(), w.tenant.id, ['useWhatsapp'], limits)
  return { w, boss }
}
let count = 0
const person = () => ({ name: 'Nova pessoa', email: `nova${++count}@loja.example`, password: 'Segredo123' })
const create = {
  users: (who: Attendant, more: object = {}) => who.json('/api/users', 'POST', { ...person(), ...more }),
  connections: (who: Attendant) => who.json('/api/whatsapp', 'POST', { name: `Número ${++count}`, queueIds: [] }),
  queues: (who: Attendant) =>
    who.json('/api/queue', 'POST', { name: `Fila ${++count}`, color: `#${(0xa00000 + ++count).toString(16)}` }),
}
const limited = (limit: string, value: number) => [409, { error: 'ERR_PLAN_LIMIT', details: { limit, value } }]
const answered = async (answer: Response) => [answer.status, (await answer.json()) as object]

describe.each([
  // The world has an admin, a connection and two queues.
  { limit: 'users', has: 1 },
  { limit: 'connections', has: 1 },
  { limit: 'queues', has: 2 },
] as const)('the limit of $limit', ({ limit, has }) => {
  test('refuses an addition above the limit and names the limit', async () => {
    const { boss } = place({ [limit]: has + 1 })
    expect((await create[limit](boss)).status).toBe(200)
    expect(await answered(await create[limit](boss))).toMatchObject(limited(limit, has + 1))
  })

  test('allows only one of several simultaneous additions below the limit', async () => {
    const { boss } = place({ [limit]: has + 1 })
    const answers = await Promise.all(Array.from({ length: 6 }, () => create[limit](boss)))
    expect(answers.map(({ status }) => status).toSorted()).toEqual([200, 409, 409, 409, 409, 409])
  })

  test('deletes nothing when it is lowered below the usage, and refuses additions', async () => {
    const { w, boss } = place({ [limit]: 0 })
    expect(await answered(await create[limit](boss))).toMatchObject(limited(limit, 0))
    expect((await boss.request('/api/tickets')).status).toBe(200)
    givePlan(w.server.databases.writableControl(), w.tenant.id, ['useWhatsapp'])
    expect((await create[limit](boss)).status).toBe(200)
  })
})

test('only active users count: an inactive one is created, and refused when activated', async () => {
  const { boss } = place({ users: 1 })
  const answer = await create.users(boss, { active: false })
  const { id } = (await answer.json()) as { id: number }
  expect(answer.status).toBe(200)
  expect(await answered(await boss.json(`/api/users/${id}`, 'PUT', { active: true }))).toMatchObject(
    limited('users', 1),
  )
  expect((await boss.json(`/api/users/${id}`, 'PUT', { name: 'Outro nome' })).status).toBe(200)
})

test('a deactivated or deleted user no longer counts', async () => {
  const { w, boss } = place({ users: 2 })
  const ana = w.attendant()
  expect((await create.users(boss)).status).toBe(409)
  await boss.json(`/api/users/${ana.userId}`, 'PUT', { active: false })
  const made = (await (await create.users(boss)).json()) as { id: number }
  expect((await boss.json(`/api/users/${ana.userId}`, 'PUT', { active: true })).status).toBe(409)
  await boss.request(`/api/users/${made.id}`, { method: 'DELETE' })
  expect((await boss.json(`/api/users/${ana.userId}`, 'PUT', { active: true })).status).toBe(200)
})

test('the e-mail of a refused user stays available', async () => {
  const { w, boss } = place({ users: 1 })
  const who = person()
  await boss.json('/api/users', 'POST', who)
  const other = w.company().admin()
  expect((await other.json('/api/users', 'POST', who)).status).toBe(200)
})

test('the command line is limited too', async () => {
  const { w } = place({ users: 1 })
  const adding = createUser(w.server.databases, w.clock.now(), { companyId: w.tenant.id, profile: 'user', ...person() })
  await expect(adding).rejects.toMatchObject({ code: 'ERR_PLAN_LIMIT', details: { limit: 'users', value: 1 } })
  expect(w.rows('SELECT id FROM users')).toHaveLength(1)
})

test('an update is allowed above the limit', async () => {
  const { boss } = place({ users: 0, queues: 0, connections: 0 })
  expect((await boss.json('/api/queue/1', 'PUT', { name: 'Outra' })).status).toBe(200)
  expect((await boss.json('/api/whatsapp/1', 'PUT', { name: 'Outro' })).status).toBe(200)
})
