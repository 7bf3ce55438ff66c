/** Waiting and handling times in a ticket's history. */
import { expect, test } from 'bun:test'
import type { TicketLogEntry } from '../../../src/tickets/contract'
import { route, spansOf } from '../../../ui/features/desk/rules/log'
import { transferBody, transferFault } from '../../../ui/features/desk/rules/moves'

const MINUTE = 60_000
const log = (...lines: readonly (readonly [minute: number, kind: string, data?: TicketLogEntry['data']])[]) =>
  lines.map(([minute, kind, data = {}], n): TicketLogEntry => {
    const createdAt = new Date(minute * MINUTE).toISOString()
    return { id: n + 1, kind, body: kind, user: null, data, createdAt }
  })
const textsOf = (entries: readonly TicketLogEntry[]) =>
  [...spansOf(entries)].map(([id, { is, ms }]) => [id, is, ms / MINUTE])

test('each wait and each handling time ends with an entry, and those under a minute are omitted', () => {
  expect(
    textsOf(
      log(
        [0, 'created'],
        [0, 'queueSet'],
        [5, 'started'],
        [6, 'accessed'],
        [25, 'returned'],
        [26, 'distributed'],
        [40, 'closed'],
        [99, 'reopened'],
        [100, 'closed'],
      ),
    ),
  ).toEqual([
    [3, 'waited', 5],
    [5, 'attended', 20],
    [6, 'waited', 1],
    [7, 'attended', 14],
    [9, 'attended', 1],
  ])
})

test('a transfer ends a period, to a user as to a queue', () => {
  expect(
    textsOf(
      log(
        [0, 'created'],
        [3, 'started'],
        [10, 'transferred', { user: 'Beto' }],
        [10, 'receivedTransfer'],
        [14, 'transferred', { queue: 'Vendas' }],
        [20, 'closed'],
      ),
    ),
  ).toEqual([
    [2, 'waited', 3],
    [3, 'attended', 7],
    [5, 'attended', 4],
    [6, 'waited', 6],
  ])
})

test('the source is shown if it differs', () => {
  expect([route('Ana', 'Beto'), route('Ana', 'Ana'), route(null, 'Beto'), route('Ana', null)]).toEqual([
    'Ana → Beto',
    'Ana',
    'Beto',
    null,
  ])
})

test('changing only the connection, or the queue of the same attendant, ends no period', () => {
  const connection = { id: 2, name: 'Norte', complationMessage: '' }
  const queue = { id: 3, name: 'Vendas', color: '#fff' }
  const nobody = { user: null, queue: null, comment: '' }
  expect(transferBody({ ...nobody, connection })).toEqual({ whatsappId: 2 })
  expect(transferBody({ ...nobody, queue, keepsPerson: true })).toEqual({ queueId: 3 })
  expect(transferBody({ ...nobody, queue, connection })).toEqual({ userId: null, queueId: 3, whatsappId: 2 })
  expect(transferFault({ user: null, queueId: null, connectionId: 2, ticket: { queueId: 1 } })).toBe(null)
  expect(transferFault({ user: null, queueId: null, ticket: { queueId: 1 } })).toBe('target')
})
