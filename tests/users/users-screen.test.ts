import { expect, test } from 'bun:test'
import { shownUsers } from '../../ui/features/users/spec'
import { type Attendant, LOJA } from '../support/company-world'
import { world } from '../support/world'

const peopleOf = async (who: Attendant) => (await who.api.users.get({ query: {} })).data?.users ?? []

test('the screen shows users matching search and filters, in the chosen order', async () => {
  const w = world()
  const admin = w.admin({ name: 'Zé', email: 'z@loja.example' })
  const bia = w.attendant([], { name: 'Ângela', email: 'b@loja.example' })
  w.attendant([], { name: 'beto', email: 'a@loja.example', profile: 'supervisor' })
  await admin.json(`/api/users/${bia.userId}`, 'PUT', { whatsappId: LOJA })
  w.server.seen(bia.actor())
  const list = await peopleOf(admin)
  const names = (view: Parameters<typeof shownUsers>[1]) => shownUsers(list, view).map(({ name }) => name)
  expect(names({})).toEqual(['Ângela', 'beto', 'Zé'])
  expect(names({ sort: 'email' })).toEqual(['beto', 'Ângela', 'Zé'])
  expect(names({ sort: 'presence' })).toEqual(['Ângela', 'beto', 'Zé'])
  expect(names({ sort: 'profile', desc: true })).toEqual(['Ângela', 'beto', 'Zé'])
  expect(names({ search: 'angela' })).toEqual(['Ângela'])
  expect(names({ search: 'A@loja' })).toEqual(['beto'])
  expect(names({ profile: 'admin' })).toEqual(['Zé'])
  expect(names({ connection: LOJA })).toEqual(['Ângela'])
})
