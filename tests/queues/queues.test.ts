/** Queues: in the order the company gave them, told apart by name and colour. */
import { expect, test } from 'bun:test'
import { createQueue } from '../../src/queues/queries'
import { world } from '../support/world'

test('everybody of the company sees them in their order', async () => {
  const w = world()
  createQueue(w.db, w.clock.now(), { name: 'Primeira', color: '#fff', position: -1 })
  const { data } = await w.attendant().api.queue.get()
  expect(data?.map(({ name }) => name)).toEqual(['Primeira', 'Vendas', 'Suporte'])
  expect(data?.[0]).toMatchObject({ color: '#fff', orderQueue: -1 })
})

test('two of one name or one colour cannot be told apart', () => {
  const w = world()
  expect(() => w.queue({ name: 'Vendas' })).toThrow('UNIQUE')
  w.queue({ color: '#123456' })
  expect(() => w.queue({ color: '#123456' })).toThrow('UNIQUE')
})
