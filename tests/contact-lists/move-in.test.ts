import { expect, test } from 'bun:test'
import { contactListMover } from '../../src/features/contact-lists/move-in'
import { getRows } from '../../src/platform/sql'
import { peopleMover, row } from '../moving-in/rows'
import { moveIn, type Rows, sourceOf } from '../moving-in/support'

const people = peopleMover({ contacts: { 1: '5521991234567' } })
const bring = (rows: Rows) => moveIn(sourceOf({ rows: { 1: rows } }), { movers: [people, contactListMover] })

test('lists come with their numbers as we read them, once each, and what is known about them', async () => {
  const moved = await bring({
    contactLists: [row('contactLists', '1'), row('contactLists', '2', { name: 'CLIENTES' })],
    contactListItems: [
      row('contactListItems', '1', { number: '5521991234567', name: '', email: 'MARIA@casa.example' }),
      row('contactListItems', '2', { number: '552191234567', name: 'Sem o nono dígito' }),
      row('contactListItems', '3', { number: '(21) 98888-7777', name: 'João', isValid: null, email: 'nada' }),
      row('contactListItems', '4', { number: '351912345678', name: 'x'.repeat(90), isValid: false }),
      row('contactListItems', '5', { number: 'abc' }),
      row('contactListItems', '6', { number: null }),
      row('contactListItems', '7', { listId: '99' }),
      row('contactListItems', '8', { listId: '2' }),
    ],
  })
  expect(
    getRows(moved.db, 'SELECT name, contacts_count, valid_count, invalid_count FROM contact_lists ORDER BY id'),
  ).toEqual([
    { name: 'Clientes', contacts_count: 3, valid_count: 1, invalid_count: 1 },
    { name: 'CLIENTES 2', contacts_count: 1, valid_count: 1, invalid_count: 0 },
  ])
  expect(
    getRows(
      moved.db,
      'SELECT name, number, email, is_whatsapp_valid AS valid FROM contact_list_items WHERE list_id = 1 ORDER BY id',
    ),
  ).toEqual([
    { name: 'Contato 1', number: '5521991234567', email: 'maria@casa.example', valid: 1 },
    { name: 'João', number: '5521988887777', email: null, valid: null },
    { name: 'x'.repeat(50), number: '351912345678', email: null, valid: 0 },
  ])
  expect(moved.imported('contactListItems')).toBe(4)
  expect(moved.merged('contactListItems', 'repeated')).toBe(1)
  expect(moved.skipped('contactListItems', 'noNumber')).toBe(2)
  expect(moved.skipped('contactListItems', 'noParent')).toBe(1)
  expect(moved.noted('contactLists', 'sameName')).toBe(1)
  expect(moved.missing).toEqual([])
})
