/** The rules of the queues screen: rows, colours and form values. Events: tests/queues/queues.live.ts. */
import { describe, expect, test } from 'bun:test'
import * as v from 'valibot'
import { CreateQueue, type QueueDetail } from '../../../src/queues/contract'
import { isUnheard, orderAfter, shownQueues } from '../../../ui/features/queues/spec'
import { changedBody, newBody, newValues, valuesOf } from '../../../ui/features/queues/values'
import { QueuesView } from '../../../ui/features/queues/view'
import { changesOf } from '../../../ui/shared/form/changesOf'
import { palette, suggestColor } from '../../../ui/shared/form/colors'

const queue = (id: number, name: string, rest: Partial<QueueDetail> = {}): QueueDetail => ({
  id,
  name,
  color: `#00000${id}`,
  orderQueue: id,
  greetingMessage: '',
  complationMessage: '',
  outOfHoursMessage: '',
  hasToken: false,
  isRestricted: false,
  resetChatbotMsg: true,
  integrationId: null,
  typeChatbot: 'option',
  workspaceTypebot: '',
  typebotId: '',
  schedules: null,
  attendantsPool: null,
  escalation: null,
  mediaPath: null,
  mediaName: null,
  mediaSize: null,
  figures: { people: 0, activeTickets: 0, connections: 0, options: 0 },
  ...rest,
})
const names = (list: readonly QueueDetail[]) => list.map(({ name }) => name)
const list = [
  queue(1, 'Vendas', { figures: { people: 3, activeTickets: 7, connections: 0, options: 4 } }),
  queue(2, 'Pós-venda', { figures: { people: 1, activeTickets: 9, connections: 1, options: 0 } }),
  queue(3, 'Financeiro', { orderQueue: 0 }),
]

describe('the table', () => {
  test('has the company’s order, and finds names without case and accents', () => {
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

  test('a queue is unused when its bot has options and no connection uses it', () => {
    expect(names(list.filter(isUnheard))).toEqual(['Vendas'])
    expect(isUnheard(queue(4, 'Nova', { figures: null }))).toBe(false)
  })

  test('an invalid address shows everything', () => {
    expect(v.parse(QueuesView, { search: 7, sort: 'colour', desc: 'no' })).toEqual({ search: '7' })
  })
})

describe('colours', () => {
  test('are fifty distinct ones that the server accepts', () => {
    expect(new Set(palette).size).toBe(50)
    for (const color of palette) expect(v.is(CreateQueue, { name: 'Vendas', color })).toBe(true)
  })

  test('offer a new queue one unlike those in use', () => {
    const taken: string[] = []
    for (let n = 0; n < 12; n++) taken.push(suggestColor(taken))
    expect(new Set(taken).size).toBe(12)
    expect(taken.slice(0, 2)).toEqual(['#127eee', '#d94906'])
  })
})

describe('the form', () => {
  test('a new queue comes last', () => {
    expect(newValues([])).toMatchObject({ name: '', color: '#127eee', orderQueue: 1, greetingMessage: '', userIds: [] })
    expect(newValues(list).orderQueue).toBe(3)
  })

  test('sends only changed fields', () => {
    const before = valuesOf(queue(1, 'Vendas'), [7, 5])
    expect(changesOf(before, { ...before, userIds: [5, 7] })).toEqual({})
    expect(changesOf(before, { ...before, name: 'Balcão', orderQueue: 0 })).toEqual({ name: 'Balcão', orderQueue: 0 })
    expect(changesOf(before, { ...before, userIds: [] })).toEqual({ userIds: [] })
    expect(changesOf(before, { ...before, greetingMessage: 'Olá!' })).toEqual({ greetingMessage: 'Olá!' })
    expect(changesOf(before, { ...before, color: '#123456' })).toEqual({ color: '#123456' })
  })

  test('hours become its own once changed; a file is sent separately', () => {
    const before = valuesOf(queue(1, 'Vendas'), [])
    const night = { ...before.hours, days: before.hours.days.map(() => ({ from: '18:00', to: '02:00' })) }
    expect(changedBody(before, { ...before, file: new File([], 'a.pdf') })).toEqual({})
    expect(changedBody(before, { ...before, hours: night }).schedules?.map(({ endTime }) => endTime)).toEqual(
      Array(7).fill('02:00'),
    )
    const fresh = newValues([])
    expect(newBody(fresh, { ...fresh, name: 'Vendas' })).not.toHaveProperty('schedules')
    expect(newBody(fresh, { ...fresh, name: 'Vendas', hours: night }).schedules).toHaveLength(7)
    expect(v.is(CreateQueue, newBody(fresh, { ...fresh, name: 'Vendas', hours: night }))).toBe(true)
  })

  test('a moved queue lands where it was dropped', () => {
    expect(orderAfter(list, 1, 0)).toEqual([1, 2, 3])
    expect(orderAfter(list, 1, 1)).toEqual([2, 1, 3])
    expect(orderAfter(list, 1, 9)).toEqual([2, 3, 1])
    expect(orderAfter(list, 3, -1)).toEqual([3, 1, 2])
  })
})
