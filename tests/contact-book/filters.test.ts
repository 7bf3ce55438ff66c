/** Filters of the contact list, finding one person, and whether they have an open conversation. */
import { describe, expect, test } from 'bun:test'
import { DAY, HOUR } from '../../src/platform/time'
import { writeSetting } from '../../src/settings/settings'
import { type Attendant, LOJA, SALES, SUPPORT } from '../support/company-world'
import { lid, phone } from '../support/telephones'
import { NOON, world } from '../support/world'

type Page = { contacts: { name: string }[]; count: number; hasMore: boolean }

async function found(who: Attendant, query: Record<string, string>) {
  const answer = await who.request(`/api/contacts?${new URLSearchParams(query)}`)
  if (answer.status !== 200) throw new Error(`the list was refused: ${await answer.text()}`)
  const { contacts, count } = (await answer.json()) as Page // what the route declares
  return { names: contacts.map(({ name }) => name), count }
}
const names = async (who: Attendant, query: Record<string, string>) => (await found(who, query)).names

test('searches names in names and numbers in numbers, and requires all conditions', async () => {
  const w = world()
  const ana = w.attendant()
  w.contact({ name: 'Rua 5521', number: '5511911112222' })
  w.contact({ name: 'Rosa', number: '5521977776666' })
  w.contact({ name: 'Rosa Lima', number: '351912345678' })
  expect(await names(ana, { searchParam: '5521' })).toEqual(['Rosa', 'Rua 5521'])
  expect(await names(ana, { name: '5521' })).toEqual(['Rua 5521'])
  expect(await names(ana, { number: '+55 (21) 9' })).toEqual(['Rosa'])
  expect(await names(ana, { number: '35' })).toEqual(['Rosa Lima'])
  expect(await names(ana, { number: '21' })).toEqual([])
  expect(await names(ana, { number: 'rosa' })).toEqual([])
  expect(await names(ana, { name: 'RÓSA', number: '9777' })).toEqual(['Rosa'])
  expect(await names(ana, { name: 'li' })).toEqual(['Rosa Lima'])
  expect(await names(ana, { name: 'rosa', searchParam: 'lima' })).toEqual(['Rosa Lima'])
  expect(await found(ana, { name: ' ', number: '', searchParam: '' })).toMatchObject({ count: 3 })
  for (const odd of ["'", '"', '%', '\\', 'name : x', '\u0000']) {
    expect(await names(ana, { name: odd })).toEqual([])
    expect(await names(ana, { number: odd })).toEqual([])
  }
})

describe('days', () => {
  const MIDNIGHT = NOON - 9 * HOUR

  function calendar() {
    const w = world()
    for (const [name, at] of [
      ['Zilda', MIDNIGHT - DAY],
      ['Véspera', MIDNIGHT - 1],
      ['Cedo', MIDNIGHT],
      ['Tarde', MIDNIGHT + DAY - 1],
      ['Amanhã', MIDNIGHT + DAY],
    ] as const)
      w.rows('UPDATE contacts SET created_at = ? WHERE id = ? RETURNING id', at, w.contact({ name }).id)
    const group = w.contact({ name: 'Bairro', isGroup: true, addresses: [{ kind: 'group', value: 'g1' }] })
    w.rows('UPDATE contacts SET created_at = ? WHERE id = ? RETURNING id', MIDNIGHT, group.id)
    return w.attendant()
  }

  test('filters by one day or several, both inclusive, in the company’s time zone', async () => {
    const ana = calendar()
    expect(await found(ana, { date: '2026-03-02' })).toEqual({ names: ['Cedo', 'Tarde'], count: 2 })
    const days = { dateStart: '2026-03-01', dateEnd: '2026-03-02' }
    expect(await found(ana, days)).toEqual({ names: ['Cedo', 'Tarde', 'Véspera', 'Zilda'], count: 4 })
    expect(await names(ana, { dateStart: '2026-03-02' })).toEqual(['Amanhã', 'Cedo', 'Tarde'])
    expect(await names(ana, { dateEnd: '2026-03-01' })).toEqual(['Véspera', 'Zilda'])
    expect(await names(ana, { ...days, name: 'zil' })).toEqual(['Zilda'])
    expect(await names(ana, { ...days, date: '2026-03-02' })).toEqual(['Cedo', 'Tarde'])
    expect(await names(ana, { date: '', dateStart: '', dateEnd: '' })).toHaveLength(5)
  })

  test('refuses an invalid day, or a range that ends before it starts, and names the field', async () => {
    const ana = world().attendant()
    for (const [query, field] of [
      ['date=ontem', 'date'],
      ['dateStart=2026-02-30', 'dateStart'],
      ['dateEnd=1', 'dateEnd'],
      ['dateStart=2026-03-02&dateEnd=2026-03-01', 'dateEnd'],
      ['noTicket=talvez', 'noTicket'],
    ]) {
      const answer = await ana.request(`/api/contacts?${query}`)
      expect([answer.status, await answer.json()]).toMatchObject([400, { details: [{ field }] }])
    }
  })
})

test('filters contacts who never had a conversation', async () => {
  const w = world()
  const ana = w.attendant([SALES])
  w.contact({ name: 'Nova' })
  w.ticket({ contactId: w.contact({ name: 'Antiga' }).id, status: 'closed', queueId: SUPPORT })
  for (let n = 10; n < 55; n++) w.contact({ name: `Agenda ${n}` })
  const first = await found(ana, { noTicket: 'true' })
  expect([first.count, first.names.length]).toEqual([46, 40])
  const rest = ['Agenda 50', 'Agenda 51', 'Agenda 52', 'Agenda 53', 'Agenda 54', 'Nova']
  expect(await names(ana, { noTicket: '1', pageNumber: '2' })).toEqual(rest)
  expect(await names(ana, { noTicket: 'true', name: 'nova' })).toEqual(['Nova'])
  expect(await names(ana, { noTicket: 'true', searchParam: 'antiga' })).toEqual([])
  expect(await found(ana, { noTicket: 'false' })).toMatchObject({ count: 47 })
})

test('filters contacts by the connection of their latest conversation', async () => {
  const w = world()
  const second = w.connection({ name: 'Filial' }).id
  const ana = w.attendant([SALES])
  const spoken = (name: string, connectionId: number) =>
    w.ticket({ contactId: w.contact({ name }).id, connectionId, queueId: SALES, status: 'open' })
  const bia = spoken('Bia', LOJA)
  spoken('Caio', second)
  w.contact({ name: 'Nova' })
  const group = w.contact({ name: 'Bairro', isGroup: true, addresses: [{ kind: 'group', value: 'g1' }] })
  w.ticket({ contactId: group.id, isGroup: true, connectionId: LOJA })
  const over = (connectionId: number, more = {}) => found(ana, { whatsappId: String(connectionId), ...more })
  expect(await over(LOJA)).toEqual({ names: ['Bia'], count: 1 })
  expect(await over(second, { name: 'cai' })).toEqual({ names: ['Caio'], count: 1 })

  // Moved to another connection, contacted again, and with nobody any more.
  expect((await w.admin().json(`/api/tickets/${bia.id}`, 'PUT', { whatsappId: second })).status).toBe(200)
  expect([await over(LOJA), await over(second, { desc: 'true' })]).toEqual([
    { names: [], count: 0 },
    { names: ['Caio', 'Bia'], count: 2 },
  ])
  await w.admin().json(`/api/tickets/${bia.id}`, 'DELETE', undefined)
  expect(await names(ana, { whatsappId: String(second) })).toEqual(['Caio'])
  w.ticket({ contactId: bia.contactId, connectionId: LOJA, status: 'closed' })
  expect(await names(ana, { whatsappId: String(LOJA) })).toEqual(['Bia'])

  expect((await ana.request('/api/contacts?whatsappId=99')).status).toBe(404)
  writeSetting(w.db, 'restrictedChannels', 'enabled')
  expect((await ana.request(`/api/contacts?whatsappId=${second}`)).status).toBe(404)
})

describe('one person', () => {
  const ask = async (who: Attendant, query: Record<string, string>) => {
    const answer = await who.request(`/api/contact?${new URLSearchParams(query)}`)
    return [answer.status, (await answer.json()) as Record<string, unknown>] as const
  }

  test('is found by the full number in either form, else by the full name', async () => {
    const w = world()
    const ana = w.attendant()
    const maria = w.contact({ name: 'Maria', number: '5521996124087' }).id
    const namesake = w.contact({ name: 'MÁRIA', number: '5521996124088' }).id
    for (const number of ['5521996124087', '+55 (21) 9612-4087'])
      expect(await ask(ana, { number, name: 'Dona Maria' })).toMatchObject([200, { id: maria, name: 'Maria' }])
    expect(await ask(ana, { number: '5521996124088' })).toMatchObject([200, { id: namesake }])
    expect(await ask(ana, { name: ' maria ' })).toMatchObject([200, { id: maria }])
    for (const nobody of [{ number: '5521900000000', name: 'Maria' }, { name: 'Mari' }])
      expect(await ask(ana, nobody)).toMatchObject([404, { error: 'ERR_NO_CONTACT_FOUND' }])
    const listed = w.contact({ name: '[Duarte, Ana]' }).id
    expect(await ask(ana, { name: '[Duarte, Ana]' })).toMatchObject([200, { id: listed }])
    expect(w.rows('SELECT count(*) AS n FROM contacts')).toEqual([{ n: 3 }])
  })

  test('requires a valid number', async () => {
    const ana = world().attendant()
    for (const query of [{}, { name: ' ' }, { number: '' }, { number: '12' }, { number: 'abc', name: 'Maria' }])
      expect(await ask(ana, query)).toMatchObject([400, { details: [{ field: 'number' }] }])
  })
})

describe('an open ticket', () => {
  test('is described as in the refusal of a second one', async () => {
    const w = world()
    const [ana, beto] = [w.attendant([SALES]), w.attendant([SUPPORT], { name: 'Beto' })]
    const contact = w.contact()
    const ask = async () => (await ana.api.contacts.existsOpenTicket({ id: contact.id }).get()).data
    w.ticket({ contactId: contact.id, status: 'closed' })
    expect(await ask()).toEqual({ exists: false, ticket: null, mayWrite: true, maySee: false })
    const { id, uuid } = w.ticket({ contactId: contact.id, queueId: SUPPORT, userId: beto.userId })
    const ticket = {
      ticketId: id,
      uuid,
      user: { id: beto.userId, name: 'Beto' },
      queue: { id: SUPPORT, name: 'Suporte' },
    }
    expect(await ask()).toEqual({ exists: true, ticket, mayWrite: false, maySee: false })
    const free = w.contact()
    const contactIds = `[${free.id},${contact.id}]`
    expect((await ana.api.contacts.existsOpenTicket.get({ query: { contactIds } })).data).toEqual([
      { contactId: free.id, exists: false, ticket: null, mayWrite: true, maySee: false },
      { contactId: contact.id, exists: true, ticket, mayWrite: false, maySee: false },
    ])
    const refused = await ana.json('/api/tickets', 'POST', { contactId: contact.id, queueId: SALES })
    expect(await refused.json()).toMatchObject({ error: 'ERR_OTHER_OPEN_TICKET', details: ticket })
  })

  test('of nobody, or of a group the user does not see, is not found', async () => {
    const w = world()
    const ana = w.attendant([SALES])
    const group = w.contact({ isGroup: true, addresses: [{ kind: 'group', value: 'g1' }] })
    w.ticket({ contactId: group.id, isGroup: true, queueId: SUPPORT })
    for (const id of [999, group.id]) {
      expect((await ana.api.contacts.existsOpenTicket({ id }).get()).status).toBe(404)
      const contactIds = `[${id}]`
      expect((await ana.api.contacts.existsOpenTicket.get({ query: { contactIds } })).status).toBe(404)
    }
    expect((await w.admin().api.contacts.existsOpenTicket({ id: group.id }).get()).data?.exists).toBe(true)
  })
})

test('a contact with a hidden number is found by the number once it is known', async () => {
  const w = world()
  const ana = w.attendant()
  w.telephones.deliver(w.refOf(LOJA), w.telephones.incoming({ chat: [lid('901'), phone('5521996124087')], body: 'oi' }))
  expect((await ana.request('/api/contact?number=5521996124087')).status).toBe(200)
  expect((await ana.request('/api/contact?number=901')).status).toBe(400)
})
