/** People known by a username: shown, found, renamed and written to without a number. */
import { describe, expect, test } from 'bun:test'
import type { Address } from '../../src/channels/channel'
import { contactUpdated, isUsername } from '../../src/contacts/contract'
import { writeSetting } from '../../src/settings/settings'
import { LOJA, SALES } from '../support/company-world'
import { lid, phone } from '../support/telephones'
import { type World, world } from '../support/world'

const LID = '998877'
const as = (username: string, value = LID): Address => ({ ...lid(value), username })
const says = (w: World, from: readonly Address[], body: string, pushName: string | null = null) =>
  w.telephones.deliver(w.refOf(LOJA), w.telephones.incoming({ chat: from, body, pushName }))
const found = async (w: World, searchParam: string) =>
  (await w.attendant().api.contacts.get({ query: { searchParam } })).data?.contacts.map(({ name }) => name)

test('validates usernames by WhatsApp’s rules', () => {
  for (const name of ['ma.duarte', 'a12', '_x_', 'Maria_2026']) expect([name, isUsername(name)]).toEqual([name, true])
  for (const name of ['ma', '123', '.ma', 'ma.', 'm..a', 'www.maria', 'loja.com', 'josé', 'a'.repeat(36), 'a b'])
    expect([name, isUsername(name)]).toEqual([name, false])
})

describe('a contact with a hidden number', () => {
  test('is shown by the username, with their own name beside it', async () => {
    const w = world()
    const ana = w.attendant()
    says(w, [as('ma.duarte')], 'oi')
    const { data } = await ana.api.contacts({ id: 1 }).get()
    expect(data).toMatchObject({ name: '@ma.duarte', number: null, isNumberHidden: true, username: 'ma.duarte' })
    says(w, [as('ma.duarte')], 'oi de novo', 'Maria')
    const tickets = (await w.admin().api.tickets.get({ query: { showAll: 'true' } })).data?.tickets
    expect(tickets?.[0]?.contact).toMatchObject({ name: 'Maria', number: null, username: 'ma.duarte' })
  })

  test('is found with and without the @, in any case; behind an @ by nothing else', async () => {
    const w = world()
    says(w, [as('Ma.Duarte')], 'oi', 'Júlia')
    w.contact({ name: 'Mara', number: '5511911112222' })
    expect(await found(w, '@ma')).toEqual(['Júlia'])
    expect(await found(w, 'ma')).toEqual(['Júlia', 'Mara'])
    expect(await found(w, 'MA.DU')).toEqual(['Júlia'])
    expect(await found(w, '@mara')).toEqual([])
    expect(await found(w, '@')).toEqual(['Júlia'])
  })

  test('stays the same contact with a new username, which is announced and logged', async () => {
    const w = world()
    const ana = w.admin()
    says(w, [as('ma.duarte')], 'oi')
    ana.forget()
    says(w, [as('mariana_d')], 'mudei')
    expect(w.rows('SELECT count(*) AS n FROM contacts')).toEqual([{ n: 1 }])
    expect(ana.heard(contactUpdated).at(-1)?.contact).toMatchObject({ name: '@mariana_d', username: 'mariana_d' })
    expect(await found(w, '@ma.duarte')).toEqual([])
    const { data } = await ana.api['tickets-log']({ id: 1 }).get()
    expect(data?.logs.filter(({ kind }) => kind === 'usernameChanged')).toMatchObject([
      { data: { from: 'ma.duarte', to: 'mariana_d' }, user: null },
    ])
  })

  test('loses the username to somebody who takes it', async () => {
    const w = world()
    says(w, [as('ma.duarte')], 'oi', 'Maria')
    says(w, [as('ma.duarte', '445566')], 'oi', 'Marta')
    expect(await found(w, '@ma.duarte')).toEqual(['Marta'])
    expect((await w.admin().api.contacts({ id: 1 }).get()).data?.username).toBeNull()
  })

  test('keeps the username through a merge, and loses it with another account', async () => {
    const w = world()
    says(w, [as('ma.duarte')], 'oi', 'Maria')
    says(w, [phone('5521996124087')], 'oi', 'Maria')
    w.telephones.deliver(w.refOf(LOJA), w.telephones.incoming({ chat: [phone('5521996124087'), lid(LID)], body: 'eu' }))
    expect(w.rows('SELECT count(*) AS n FROM contacts')).toEqual([{ n: 1 }])
    const admin = w.admin()
    expect((await admin.api.contacts({ id: 1 }).get()).data).toMatchObject({
      number: '5521996124087',
      username: 'ma.duarte',
    })
    w.telephones.register('5511912345678', [phone('5511912345678'), lid('112233')])
    await admin.json('/api/contacts/1', 'PUT', { number: '5511912345678' })
    expect((await admin.api.contacts({ id: 1 }).get()).data?.username).toBeNull()
  })
})

test('without a number is suggested as duplicate of a contact with the same name', async () => {
  const w = world()
  const admin = w.admin()
  w.contact({ name: 'Maria Duarte', number: '5521996124087' })
  says(w, [as('ma.duarte')], 'oi', 'Maria Duarte')
  says(w, [as('other_one', '445566')], 'oi', 'Alguém')
  const pairs = async () =>
    (await admin.api.contacts.duplicates.get({ query: {} })).data?.duplicates.map(({ older, newer }) => [
      older.id,
      newer.id,
    ])
  expect(await pairs()).toEqual([[1, 2]])
  says(w, [as('other_one', '445566')], 'oi', 'Maria Duarte')
  expect(await pairs()).toEqual([
    [1, 3],
    [1, 2],
  ])
})

describe('starting a chat by username', () => {
  const find = async (w: World, body: object) => {
    const answer = await w.attendant().json('/api/contacts/username', 'POST', body)
    return [answer.status, await answer.json()] as const
  }

  test.each(['new', 'known'])(
    'lets attendants who see known contacts only open a %s contact that they named',
    async (kind) => {
      const w = world()
      writeSetting(w.db, 'restrictedContactSearch', 'enabled')
      w.telephones.registerUsername('Ma.Duarte', LID)
      if (kind === 'known') await find(w, { username: '@ma.duarte' })
      const [ana, bia] = [w.attendant([SALES]), w.attendant([SALES])]
      const answer = await ana.json('/api/contacts/username', 'POST', { username: '@ma.duarte' })
      const { id } = (await answer.json()) as { id: number }
      expect((await bia.request(`/api/contacts/${id}`)).status).toBe(404)
      expect((await ana.request(`/api/contacts/${id}`)).status).toBe(200)
      const ticket = { contactId: id, queueId: SALES, whatsappId: LOJA, userId: ana.userId, status: 'open' }
      expect((await ana.json('/api/tickets', 'POST', ticket)).status).toBe(200)
    },
  )

  test('creates a contact once for somebody WhatsApp knows', async () => {
    const w = world()
    w.telephones.registerUsername('Ma.Duarte', LID)
    const [status, contact] = await find(w, { username: '@ma.duarte' })
    expect([status, contact]).toMatchObject([200, { name: '@Ma.Duarte', number: null, username: 'Ma.Duarte' }])
    expect((await find(w, { username: 'ma.duarte' }))[1]).toMatchObject({ id: contact.id })
    expect(w.telephones.called('findUsername')).toHaveLength(1)
    expect(w.rows('SELECT kind, value FROM contact_addresses')).toEqual([{ kind: 'lid', value: LID }])
  })

  test('requires the key where there is one, and fails for an unknown name', async () => {
    const w = world()
    w.telephones.registerUsername('ma.duarte', LID, '2468')
    expect(await find(w, { username: 'ma.duarte' })).toMatchObject([
      409,
      { error: 'ERR_USERNAME_KEY', details: { isWrong: false } },
    ])
    expect(await find(w, { username: 'ma.duarte', key: '1111' })).toMatchObject([409, { details: { isWrong: true } }])
    expect(await find(w, { username: 'ma.duarte', key: '2468' })).toMatchObject([200, { username: 'ma.duarte' }])
    expect(await find(w, { username: 'nobody_here' })).toMatchObject([404, { error: 'ERR_USERNAME_UNKNOWN' }])
    expect(await find(w, { username: 'www.loja' })).toMatchObject([400, { error: 'ERR_INVALID_INPUT' }])
    expect(await find(w, { username: 'ma.duarte', key: '12' })).toMatchObject([400, { error: 'ERR_INVALID_INPUT' }])
  })
})

describe('contacts without a number', () => {
  test('go on a contact list once, and show their username there', async () => {
    const w = world()
    const admin = w.admin()
    says(w, [as('ma.duarte')], 'oi', 'Maria')
    w.contact({ name: 'João', number: '5521987654321' })
    const bare = (await (await admin.json('/api/contacts', 'POST', { name: 'Sem endereço' })).json()) as { id: number }
    const list = (await admin.api['contact-lists'].post({ name: 'Novidades' })).data
    const body = { contactListId: list?.id ?? 0, contactIds: [1, 2, bare.id] }
    expect((await admin.api['contact-list-items'].contacts.post(body)).data).toEqual({
      added: 2,
      known: 0,
      unreachable: 1,
    })
    expect((await admin.api['contact-list-items'].contacts.post(body)).data).toMatchObject({ added: 0, known: 2 })
    const query = { contactListId: String(list?.id) }
    const { data } = await admin.api['contact-list-items'].get({ query })
    expect(data?.contacts).toMatchObject([
      { name: 'João', number: '5521987654321', contactId: null },
      { name: 'Maria', number: null, contactId: 1, username: 'ma.duarte', isWhatsappValid: true },
    ])
  })

  test('are found on a contact list by their username', async () => {
    const w = world()
    const admin = w.admin()
    says(w, [as('ma.duarte')], 'oi', 'Júlia')
    w.contact({ name: 'João', number: '5521987654321' })
    const list = (await admin.api['contact-lists'].post({ name: 'Novidades' })).data
    await admin.api['contact-list-items'].contacts.post({ contactListId: list?.id ?? 0, contactIds: [1, 2] })
    const search = async (searchParam: string) => {
      const { data } = await admin.api['contact-list-items'].get({
        query: { contactListId: String(list?.id), searchParam },
      })
      return data?.contacts.map(({ name }) => name)
    }
    expect(await search('@ma')).toEqual(['Júlia'])
    expect(await search('ma.du')).toEqual(['Júlia'])
    expect(await search('98765')).toEqual(['João'])
    expect(await search('contact 1')).toEqual([])
  })

  test('are on a contact list under their number once it is known', async () => {
    const w = world()
    const admin = w.admin()
    says(w, [as('ma.duarte')], 'oi', 'Maria')
    const list = (await admin.api['contact-lists'].post({ name: 'Novidades' })).data
    await admin.api['contact-list-items'].contacts.post({ contactListId: list?.id ?? 0, contactIds: [1] })
    says(w, [phone('5521996124087'), lid(LID)], 'agora com número')
    const { data } = await admin.api['contact-list-items'].get({ query: { contactListId: String(list?.id) } })
    expect(data?.contacts).toMatchObject([{ name: 'Maria', number: '5521996124087' }])
  })
})
