/** A contact with all there is to know: who is in a group, which groups a person is in, for who may see that. */
import { expect, test } from 'bun:test'
import { SALES, SUPPORT } from '../support/company-world'
import { JOAO, MARIA, neighbours, US } from '../support/neighbours'
import { world } from '../support/world'

test('of a group the screen learns who is in it and what it says of itself', async () => {
  const w = world()
  const admin = w.admin()
  const group = neighbours(w)
  w.whatsapp.person(JOAO, { name: 'João', lid: '902' }).says('oi')
  group.writes(MARIA, 'oi')
  group.stands({ restrict: true, parent: { group: { kind: 'group', value: '1' }, subject: 'Bairro' } })
  const { data } = await admin.api.contacts({ id: group.contactId() }).get()
  expect(data).toMatchObject({
    name: 'Vizinhos',
    isGroup: true,
    descGroup: 'rua 7',
    adminGroup: false,
    announce: false,
    restrict: true,
    memberAddMode: true,
    joinApprovalMode: false,
    community: 'Bairro',
    groups: [],
  })
  expect(data?.participants.map(({ name, number, role, isUs, token }) => [name, number, role, isUs, token])).toEqual([
    ['Maria', MARIA, 'admin', false, '901'],
    ['+55 (11) 90001-0001', US, 'member', true, '900'],
    ['João', JOAO, 'member', false, '902'],
  ])
  expect(data?.participants.find(({ name }) => name === 'João')?.contactId).toBeGreaterThan(0)
})

test('of a person it learns the groups, and of both nothing that the asker does not see', async () => {
  const w = world()
  const group = neighbours(w)
  const joao = w.contact({ name: 'João', number: JOAO })
  group.writes(MARIA, 'oi')
  group.stands()
  w.rows('UPDATE tickets SET queue_id = ? RETURNING id', SALES)
  const [ana, bia] = [w.attendant([SALES]), w.attendant([SUPPORT])]
  const groupsOf = async (who: typeof ana) => (await who.api.contacts({ id: joao.id }).get()).data?.groups
  expect((await groupsOf(ana))?.map(({ name }) => name)).toEqual(['Vizinhos'])
  expect(await groupsOf(bia)).toEqual([])
  expect((await ana.api.contacts({ id: group.contactId() }).get()).data?.participants).toHaveLength(3)
  const hidden = await bia.api.contacts({ id: group.contactId() }).get()
  expect(hidden.status).toBe(404)
  expect(JSON.stringify(hidden.error?.value)).not.toContain('Maria')
})

test('a group of another company is nobody’s', async () => {
  const w = world()
  const other = w.company()
  const group = neighbours(w)
  group.writes(MARIA, 'oi')
  group.stands()
  const bruno = other.admin()
  expect((await bruno.api.contacts({ id: group.contactId() }).get()).status).toBe(404)
  expect(other.rows('SELECT * FROM group_members')).toEqual([])
})
