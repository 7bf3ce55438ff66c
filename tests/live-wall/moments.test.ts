/** The live wall: open and waiting tickets, visible to permitted users only. */
import { expect, test } from 'bun:test'
import type { UsersMoments } from '../../src/features/live-wall/contract'
import { MINUTE } from '../../src/platform/time'
import { SALES, SUPPORT } from '../support/company-world'
import { NOON, type World, world } from '../support/world'

type Page = ReturnType<World['admin']>
const wallOf = async (who: Page) => (await (await who.request('/api/usersMoments')).json()) as UsersMoments

function company() {
  const w = world()
  const boss = w.admin({ name: 'Chefe' })
  const [ana, bia] = [w.attendant([SALES], { name: 'Ana' }), w.attendant([SUPPORT], { name: 'Bia' })]
  const late = w.ticket({ queueId: SALES, waitingSince: NOON - 20 * MINUTE })
  const own = w.ticket({ userId: ana.userId, queueId: SALES, waitingSince: NOON - 5 * MINUTE })
  const answered = w.ticket({ userId: bia.userId, queueId: SUPPORT })
  w.ticket({ status: 'closed', queueId: SALES })
  w.ticket({ isGroup: true, queueId: SALES })
  return { w, boss, ana, bia, late: late.id, own: own.id, answered: answered.id }
}

test('lists the longest wait first, then answered tickets, without groups and closed ones', async () => {
  const { boss, ana, late, own, answered } = company()
  const wall = await wallOf(boss)
  expect(wall.tickets.map(({ id }) => id)).toEqual([late, own, answered])
  expect(wall.tickets[0]).toMatchObject({
    status: 'pending',
    user: null,
    queue: { id: SALES, name: 'Vendas' },
    waitingSince: new Date(NOON - 20 * MINUTE).toISOString(),
  })
  expect(wall.total).toBe(3)
  expect(wall.users.map(({ name, open }) => [name, open])).toEqual([
    ['Ana', 1],
    ['Bia', 1],
    ['Chefe', 0],
  ])
  expect(wall.users.find(({ id }) => id === ana.userId)).toMatchObject({ queueIds: [SALES], status: 'available' })
})

test('an attendant sees it only with the permission, and only their own queues', async () => {
  const { boss, ana, late, own } = company()
  expect(await wallOf(ana)).toMatchObject({ error: 'ERR_NO_PERMISSION' })
  await boss.json(`/api/users/${ana.userId}`, 'PUT', { allowRealTime: true })
  const wall = await wallOf(ana)
  expect(wall.tickets.map(({ id }) => id)).toEqual([late, own])
  expect(wall.users.map(({ name }) => name)).toEqual(['Ana'])
})

test('a supervisor sees no tickets of a restricted queue', async () => {
  const { w, answered } = company()
  w.rows('UPDATE queues SET is_restricted = 1 WHERE id = ? RETURNING id', SALES)
  const wall = await wallOf(w.attendant([], { profile: 'supervisor' }))
  expect(wall.tickets.map(({ id }) => id)).toEqual([answered])
  expect(wall.total).toBe(1)
})

test('above the maximum, the shortest waits are left out', async () => {
  const { w, boss, late } = company()
  for (let more = 0; more < 700; more++) w.ticket({ queueId: SALES, waitingSince: NOON - more })
  const { tickets, total } = await wallOf(boss)
  expect(tickets).toHaveLength(600)
  expect(total).toBe(703)
  expect(tickets[0]?.id).toBe(late)
  expect(tickets.every(({ waitingSince }) => waitingSince !== null)).toBe(true)
})
