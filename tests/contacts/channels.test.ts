/** People of Meta's channels: their names, usernames, and who else they may be. */
import { expect, test } from 'bun:test'
import { contactsAlike } from '../../src/features/contact-book/merging/contract'
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
  const mailed = (name: string, number: string, email: string) => {
    const contact = w.contact({ name, number })
    w.rows('UPDATE contacts SET email = ? WHERE id = ? RETURNING id', email, contact.id)
    return contact
  }
  return { w, admin, writes, found, suggested, mailed }
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
  const { admin, writes, found } = written()
  writes({ name: 'Studio Lavanda', username: 'lavanda.arq' }).says('oi')
  expect(await found('@lavanda')).toEqual(['Studio Lavanda'])
  expect(await found('lavanda.arq')).toEqual(['Studio Lavanda'])
  const byUsername = async (username: string) => {
    const answer = await admin.request(`/api/contacts?username=${encodeURIComponent(username)}`)
    return ((await answer.json()) as { contacts: { name: string }[] }).contacts.map(({ name }) => name) // the route's contract
  }
  expect(await byUsername('@Lavanda')).toEqual(['Studio Lavanda'])
  expect(await byUsername('Studio Lavanda')).toEqual([])
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

test('the same e-mail, or a number or e-mail that somebody writes, suggests one person, and merges nobody', async () => {
  const { w, admin, writes, suggested, mailed } = written()
  const email = 'Lavinia@example.com'
  const first = mailed('Lavínia Prado', '5521988713320', email)
  mailed('Outra pessoa', '5521988713321', email.toLowerCase())
  expect(await suggested()).toEqual([['email', 'Outra pessoa']])
  const studio = writes({ name: 'Studio' })
  studio.says('Me chama no WhatsApp: (21) 98871-3320')
  expect(await suggested()).toEqual([
    ['written', 'Studio'],
    ['email', 'Outra pessoa'],
  ])
  expect(admin.heard(contactsAlike)).toEqual([{ contactIds: [3, first.id] }])
  studio.says('de novo: (21) 98871-3320')
  expect(admin.heard(contactsAlike)).toHaveLength(1)
  const byMail = writes({ name: 'Ateliê' }, '17841400000000002')
  byMail.says(`manda em ${email}, por favor`)
  const known = writes({ name: 'Oficina' }, '17841400000000003')
  known.says('oi')
  await admin.json('/api/contacts/5', 'PUT', { extraInfo: [{ name: 'Celular', value: '21 98871-3321' }] })
  expect((await suggested()).slice(0, 2)).toEqual([
    ['written', 'Oficina'],
    ['written', 'Ateliê'],
  ])
  expect(w.rows('SELECT 1 FROM contacts')).toHaveLength(5)
})

test('a changed e-mail is another one, and a changed number no longer the one that was written', async () => {
  const { admin, writes, suggested, mailed } = written()
  const [first, second, third] = ['1', '2', '3'].map((n) =>
    mailed(`Cliente ${n}${n}${n}`, `552198871332${n}`, 'casa@example.com'),
  )
  expect(await suggested()).toEqual([
    ['email', third?.name ?? ''],
    ['email', second?.name ?? ''],
  ])
  await admin.json(`/api/contacts/${first?.id}`, 'PUT', { email: 'nova@example.com' })
  expect(await suggested()).toEqual([['email', third?.name ?? '']])
  writes({ name: 'Studio' }).says('21 98871-3321')
  expect(await suggested()).toContainEqual(['written', 'Studio'])
  await admin.json(`/api/contacts/${first?.id}`, 'PUT', { number: '5521988710000' })
  expect(await suggested()).toEqual([['email', third?.name ?? '']])
})
