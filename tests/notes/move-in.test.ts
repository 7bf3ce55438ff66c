/** Notes of another product. */
import { expect, test } from 'bun:test'
import { getRows } from '../../src/platform/sql'
import { moveWith, sourceWith } from '../moving-in/plain-tickets'

test('come with author, ticket and time; without an author they are the first administrator’s', async () => {
  const tickets = [{ createdAt: 1 }, { createdAt: 2 }]
  const notes = [
    { ticketId: '1', userId: '2', note: ' Ligar amanhã ', createdAt: 5 },
    { ticketId: '1', userId: null, note: 'Sem autor', createdAt: 6 },
    { ticketId: null, contactId: '1', userId: '9', note: 'Do contato', createdAt: 7 },
    { ticketId: null, contactId: '2', note: 'Sem conversa' },
    { ticketId: '9', contactId: null, note: 'Sem nada' },
    { ticketId: '1', note: ' \u200e' },
    { ticketId: '1', userId: '1', note: 'n'.repeat(2500), createdAt: 8 },
  ]
  const moved = await moveWith('notes', { tickets, notes })
  const rows = getRows<object>(moved.db, 'SELECT ticket_id, user_id, note, created_at FROM ticket_notes ORDER BY id')
  expect(rows).toEqual([
    { ticket_id: 1, user_id: 2, note: 'Ligar amanhã', created_at: 5 },
    { ticket_id: 1, user_id: 1, note: 'Sem autor', created_at: 6 },
    { ticket_id: 2, user_id: 1, note: 'Do contato', created_at: 7 },
    { ticket_id: 1, user_id: 1, note: 'n'.repeat(2000), created_at: 8 },
  ])
  expect([
    moved.skipped('notes', 'noTicket'),
    moved.skipped('notes', 'empty'),
    moved.noted('notes', 'cut'),
    moved.missing,
  ]).toEqual([2, 1, 1, []])
  const again = await moved.again(sourceWith({ tickets, notes }))
  expect([again.imported('notes'), again.merged('notes', 'alreadyHere'), again.missing]).toEqual([0, 4, []])
})
