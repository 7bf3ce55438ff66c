import { expect, test } from 'bun:test'
import type { Moment } from '../../../src/features/live-wall/contract'
import { type Person, ticketsOn, wallOf } from '../../../ui/features/live-wall/spec'

const sales = { id: 1, name: 'Vendas', color: '#2563eb' }
const support = { id: 2, name: 'Suporte', color: '#0d9488' }
const person = (id: number, name: string, online = true): Person => ({
  id,
  name,
  online,
  status: 'available',
  queueIds: [1],
  conversationLimit: null,
  open: 0,
})
const [ana, bia, caio] = [person(1, 'Ana'), person(2, 'Bia'), person(3, 'Caio', false)]
const ticket = (id: number, more: Partial<Moment> = {}): Moment => ({
  id,
  uuid: `u${id}`,
  status: 'pending',
  isGroup: false,
  isBot: false,
  waitingSince: null,
  updatedAt: '',
  whatsappId: 1,
  queue: sales,
  user: null,
  contact: { id, name: `C${id}`, profilePicUrl: null },
  ...more,
})
const open = (id: number, user: Person, more: Partial<Moment> = {}) => ticket(id, { status: 'open', user, ...more })
const tickets = [ticket(1), open(2, bia), open(3, bia, { queue: support }), open(4, ana), ticket(5, { queue: null })]
const all = { queues: [sales, support] }

test('queues show waiting, attended and present counts; tickets without a queue come last', () => {
  const { queues } = wallOf(tickets, [ana, bia, caio], all)
  expect(queues.map(({ queue, waiting, open, online }) => [queue?.name, waiting.length, open, online])).toEqual([
    ['Vendas', 1, 2, 2],
    ['Suporte', 0, 1, 0],
    [undefined, 1, 0, 0],
  ])
})

test('users are sorted by load; an online user without a conversation is idle', () => {
  const dora = person(4, 'Dora')
  const { busy, idle } = wallOf(tickets, [ana, bia, caio, dora], all)
  expect(busy.map(({ person: { name }, tickets }) => [name, tickets.length])).toEqual([
    ['Bia', 2],
    ['Ana', 1],
  ])
  expect(idle.map(({ name }) => name)).toEqual(['Dora'])
})

test('a queue shows only its own tickets', () => {
  const { queues, waiting, busy } = wallOf(tickets, [ana, bia], { ...all, queue: 2 })
  expect(queues.map(({ queue }) => queue?.name)).toEqual(['Suporte'])
  expect([waiting.length, busy.map(({ person: { name } }) => name)]).toEqual([0, ['Bia']])
  expect(wallOf(tickets, [ana, bia], { ...all, queue: 0 }).waiting.map(({ id }) => id)).toEqual([5])
})

test('a channel shows only the tickets over its connections', () => {
  const connections = [
    { id: 1, channel: 'whatsapp' },
    { id: 2, channel: 'instagram' },
  ] as const
  const both = [ticket(1), ticket(2, { whatsappId: 2 })]
  expect(ticketsOn(both, connections, 'instagram').map(({ id }) => id)).toEqual([2])
  expect(ticketsOn(both, connections, undefined)).toEqual(both)
})
