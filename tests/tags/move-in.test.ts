/** Tags of another product, on tickets and on contacts. */
import { expect, test } from 'bun:test'
import { getColumn, getRows } from '../../src/platform/sql'
import { moveWith, sourceWith } from '../moving-in/plain-tickets'

const tickets = [{ createdAt: 1 }, { createdAt: 2 }, { createdAt: 3, contactId: '2' }]

test('come with colour and lane, each name once', async () => {
  const tags = [
    { name: 'VIP', color: '#985cdb' },
    { name: ' vip ', color: '#000000' },
    { name: 'Fechada', color: 'verde', isKanban: true, position: 2 },
    { name: 'Nova', color: null, isKanban: true, position: 1 },
    { name: '\u200e ' },
    { name: 'x'.repeat(60) },
  ]
  const moved = await moveWith('tags', { tags })
  const names = getRows<object>(
    moved.db,
    'SELECT name, color, kanban, position FROM tags ORDER BY kanban, position, id',
  )
  expect(names).toEqual([
    { name: 'VIP', color: '#985cdb', kanban: 0, position: 0 },
    { name: 'x'.repeat(50), color: '#7c7c7c', kanban: 0, position: 0 },
    { name: 'Nova', color: '#7c7c7c', kanban: 1, position: 0 },
    { name: 'Fechada', color: '#7c7c7c', kanban: 1, position: 1 },
  ])
  expect([
    moved.merged('tags', 'sameName'),
    moved.skipped('tags', 'empty'),
    moved.noted('tags', 'cut'),
    moved.missing,
  ]).toEqual([1, 1, 1, []])
})

test('go to their tickets, those of a contact to its newest', async () => {
  const tags = [{ name: 'VIP' }, { name: 'Nova', isKanban: true }, { name: 'Velha', isKanban: true }]
  const ticketTags = [
    { ticketId: '1', tagId: '1' },
    { ticketId: '1', tagId: '2' },
    { ticketId: '1', tagId: '3' },
    { ticketId: '9', tagId: '1' },
    { ticketId: '2', tagId: '9' },
    { ticketId: '2', tagId: '1' },
  ]
  const contactTags = [
    { contactId: '1', tagId: '1' },
    { contactId: '1', tagId: '2' },
    { contactId: '2', tagId: '1' },
    { contactId: '7', tagId: '1' },
  ]
  const rows = { tickets, tags, ticketTags, contactTags }
  const moved = await moveWith('tags', rows)
  const put = () =>
    getRows<{ ticket: string; tag: string }>(
      moved.db,
      'SELECT ticket_id AS ticket, name AS tag FROM ticket_tags JOIN tags ON tags.id = tag_id ORDER BY 1, 2',
    ).map(({ ticket, tag }) => `${ticket} ${tag}`)
  const [one, two, three] = getColumn<number>(moved.db, 'SELECT id FROM tickets ORDER BY id')
  const expected = [`${one} Nova`, `${one} VIP`, `${two} Nova`, `${two} VIP`, `${three} VIP`]
  expect(put()).toEqual(expected)
  expect(['noTicket', 'noParent', 'leftOut'].map((reason) => moved.skipped('ticketTags', reason as 'leftOut'))).toEqual(
    [1, 1, 1],
  )
  expect([moved.merged('contactTags', 'repeated'), moved.skipped('contactTags', 'noTicket'), moved.missing]).toEqual([
    1,
    1,
    [],
  ])
  expect(getColumn<number>(moved.db, `SELECT tickets_count FROM tags WHERE name = 'VIP'`)).toEqual([3])

  // One that was taken off here stays off.
  moved.db.$client.exec(`DELETE FROM ticket_tags WHERE ticket_id = ${three}`)
  const again = await moved.again(sourceWith(rows))
  expect(put()).toEqual(expected.slice(0, 4))
  expect([again.imported('ticketTags'), again.imported('contactTags'), again.missing]).toEqual([0, 0, []])
})
