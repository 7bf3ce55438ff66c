import { expect, test } from 'bun:test'
import { writerName } from '../../../ui/features/contacts/names'
import { ticket } from '../messages/support'

const NUMBER = '5521987650011'
const nameless = { id: 9, name: NUMBER, number: NUMBER, username: null, profilePicUrl: null }

test('a contact without a name is shown by number everywhere', () => {
  expect(writerName(ticket({ contact: nameless }), NUMBER)).toBe('+55 (21) 98765-0011')
  expect(writerName(ticket({ contact: nameless }), null)).toBe('+55 (21) 98765-0011')
})

test('in a group the author is the member, or the group when unknown', () => {
  const group = ticket({ isGroup: true, contact: { ...nameless, name: 'Obra Apto 302', number: null } })
  expect(writerName(group, 'Ana Souza')).toBe('Ana Souza')
  expect(writerName(group, null)).toBe('Obra Apto 302')
})
