/** The queues screen's rules: rows, colours, and the values of a form. What events do to the list: tests/queues/live.test.ts. */
import { describe, expect, test } from 'bun:test'
import * as v from 'valibot'
import { CreateQueue, type QueueDetail } from '../../../src/queues/contract'
import { newValues, shownQueues, valuesOf } from '../../../ui/features/queues/spec'
import { QueuesView } from '../../../ui/features/queues/view'
import { changesOf } from '../../../ui/shared/form/changesOf'
import { palette, suggestColor } from '../../../ui/shared/form/colors'

const queue = (id: number, name: string, rest: Partial<QueueDetail> = {}): QueueDetail => ({
  id,
  name,
  color: `#00000${id}`,
  orderQueue: id,
  greetingMessage: '',
  figures: { people: 0, activeTickets: 0, connections: 0 },
  ...rest,
})
const names = (list: readonly QueueDetail[]) => list.map(({ name }) => name)
const list = [
  queue(1, 'Vendas', { figures: { people: 3, activeTickets: 7, connections: 0 } }),
  queue(2, 'Pós-venda', { figures: { people: 1, activeTickets: 9, connections: 1 } }),
  queue(3, 'Financeiro', { orderQueue: 0 }),
]

describe('the table', () => {
  test('stands in the company’s order, and finds names without case and accents', () => {
    expect(names(shownQueues(list, {}))).toEqual(['Financeiro', 'Vendas', 'Pós-venda'])
    expect(names(shownQueues(list, { search: ' POS ' }))).toEqual(['Pós-venda'])
    expect(names(shownQueues(list, { search: 'vend' }))).toEqual(['Vendas', 'Pós-venda'])
  })

  test('is sorted by each column, both ways', () => {
    expect(names(shownQueues(list, { sort: 'name' }))).toEqual(['Financeiro', 'Pós-venda', 'Vendas'])
    expect(names(shownQueues(list, { sort: 'people', desc: true }))).toEqual(['Vendas', 'Pós-venda', 'Financeiro'])
    expect(names(shownQueues(list, { sort: 'tickets' }))).toEqual(['Financeiro', 'Vendas', 'Pós-venda'])
    expect(names(shownQueues(list, { sort: 'order', desc: true }))).toEqual(['Pós-venda', 'Vendas', 'Financeiro'])
  })

  test('an address that means nothing shows everything', () => {
    expect(v.parse(QueuesView, { search: 7, sort: 'colour', desc: 'no' })).toEqual({ search: '7' })
  })
})

describe('colours', () => {
  test('fifty, each once, each one that the server takes', () => {
    expect(new Set(palette).size).toBe(50)
    for (const color of palette) expect(v.is(CreateQueue, { name: 'Vendas', color })).toBe(true)
  })

  test('a new queue is offered one unlike those that are taken', () => {
    const taken: string[] = []
    for (let n = 0; n < 12; n++) taken.push(suggestColor(taken))
    expect(new Set(taken).size).toBe(12)
    expect(taken.slice(0, 2)).toEqual(['#127eee', '#d94906'])
  })
})

describe('the form', () => {
  test('a new queue goes behind the others', () => {
    expect(newValues([])).toEqual({ name: '', color: '#127eee', orderQueue: 0, greetingMessage: '', userIds: [] })
    expect(newValues(list).orderQueue).toBe(3)
  })

  test('only what was changed is sent', () => {
    const before = valuesOf(queue(1, 'Vendas'), [7, 5])
    expect(changesOf(before, { ...before, userIds: [5, 7] })).toEqual({})
    expect(changesOf(before, { ...before, name: 'Balcão', orderQueue: 0 })).toEqual({ name: 'Balcão', orderQueue: 0 })
    expect(changesOf(before, { ...before, userIds: [] })).toEqual({ userIds: [] })
    expect(changesOf(before, { ...before, greetingMessage: 'Olá!' })).toEqual({ greetingMessage: 'Olá!' })
    expect(changesOf(before, { ...before, color: '#123456' })).toEqual({ color: '#123456' })
  })
})
