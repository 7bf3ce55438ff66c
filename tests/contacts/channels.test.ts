/** People of Meta's channels: their names, usernames, and who else they may be. */
import { expect, test } from 'bun:test'
import { world } from '../support/world'

const IGSID = '17841400000000001'

function written() {
  const w = world()
  const admin = w.admin()
  const { id: instagram } = w.connection({ channel: 'instagram', open: false })
  const writes = (wanted: { name?: string; username?: string }, number = IGSID) =>
    w.whatsapp.person(number, { connectionId: instagram, kind: 'igsid', ...wanted })
  const found = async (searchParam: string) => {
    const answer = await admin.request(`/api/contacts?searchParam=${encodeURIComponent(searchParam)}`)
    return ((await answer.json()) as { contacts: { name: string }[] }).contacts.map(({ name }) => name) // the route's contract
  }
  const suggested = async () => {
    const answer = await admin.request('/api/contacts/duplicates')
    const { duplicates } = (await answer.json()) as { duplicates: { reason: string; newer: { name: string } }[] } // the route's contract
    return duplicates.map(({ reason, newer }) => [reason, newer.name])
  }
  return { w, admin, writes, found, suggested }
}

test('somebody without a name is called by the username, else by the channel, until the name is known', () => {
  const { w, writes } = written()
  const names = () => w.rows<{ name: string }>('SELECT name FROM contacts ORDER BY id').map(({ name }) => name)
  writes({}).says('oi', { pushName: null })
  expect(names()).toEqual(['Instagram …0001'])
  writes({ username: 'studio.lavanda' }).says('oi', { pushName: null })
  expect(names()).toEqual(['@studio.lavanda'])
  writes({ username: 'studio.lavanda' }).says('oi', { pushName: 'Studio Lavanda' })
  expect(names()).toEqual(['Studio Lavanda'])
})

test('a search finds the username of Instagram', async () => {
  const { writes, found } = written()
  writes({ name: 'Studio Lavanda', username: 'lavanda.arq' }).says('oi')
  expect(await found('@lavanda')).toEqual(['Studio Lavanda'])
  expect(await found('lavanda.arq')).toEqual(['Studio Lavanda'])
})

test('the same username or full name on another channel is suggested as one person, and merged by nobody', async () => {
  const { w, writes, suggested } = written()
  w.contact({ name: 'Lavínia Prado', number: '5521988713320' })
  w.contact({ name: 'Prado', addresses: [{ kind: 'lid', value: '998877', username: 'lavinia.prado' }] })
  writes({ name: 'Lavínia Prado' }).says('oi')
  writes({ name: 'lavi', username: 'lavinia.prado' }, '17841400000000002').says('oi')
  expect(await suggested()).toEqual([
    ['username', 'lavi'],
    ['name', 'Lavínia Prado'],
  ])
  expect(w.rows('SELECT 1 FROM contacts')).toHaveLength(4)
})

test('the list shows those whose latest conversation was on a channel', async () => {
  const { w, admin, writes } = written()
  writes({ name: 'Studio Lavanda' }).says('oi')
  w.whatsapp.person('5521988713320', { name: 'Lavínia Prado' }).says('oi')
  const listed = async (query: string) => {
    const answer = await admin.request(`/api/contacts?${query}`)
    return ((await answer.json()) as { contacts: { name: string }[] }).contacts.map(({ name }) => name) // the route's contract
  }
  expect(await listed('channel=instagram')).toEqual(['Studio Lavanda'])
  expect(await listed('channel=whatsapp')).toEqual(['Lavínia Prado'])
  expect(await listed('channel=facebook')).toEqual([])
})
