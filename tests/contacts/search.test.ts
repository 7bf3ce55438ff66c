/** Searching contacts by a part of the name or number, however many there are. */
import { describe, expect, test } from 'bun:test'
import { type World, world } from '../support/world'

const MAX_MATCHES = 5000

function finds(w: World) {
  const { api } = w.attendant([], { profile: 'admin' })
  return {
    contacts: async (searchParam: string) => {
      const { data } = await api.contacts.get({ query: { searchParam } })
      return { names: data?.contacts.map(({ name }) => name), count: data?.count, hasMore: data?.hasMore }
    },
    tickets: async (searchParam: string) => {
      const { data } = await api.tickets.get({ query: { searchParam, showAll: 'true' } })
      return data?.tickets.map(({ contact }) => contact.name)
    },
  }
}

describe('a contact search', () => {
  test('of several words follows names that come, change and go', async () => {
    const w = world()
    const { contacts } = finds(w)
    expect((await contacts('mar sou')).names).toEqual([])
    const maria = w.contact({ name: 'Maria Souza' })
    expect((await contacts('mar sou')).names).toEqual(['Maria Souza'])
    w.contact({ name: 'Marina Sousa' })
    expect((await contacts('mar sou')).names).toEqual(['Maria Souza', 'Marina Sousa'])
    await w.admin().api.contacts({ id: maria.id }).put({ name: 'Mário Prado' })
    expect((await contacts('mar sou')).names).toEqual(['Marina Sousa'])
    expect((await contacts('pra mar')).names).toEqual(['Mário Prado'])
    await w.admin().api.contacts({ id: maria.id }).delete()
    expect((await contacts('pra mar')).names).toEqual([])
  })

  test('of one sign finds names that have it before a word', async () => {
    const w = world()
    const { contacts } = finds(w)
    for (const name of ['🌻 Flora', 'Loja 🌻', 'Ana']) w.contact({ name })
    expect((await contacts('🌻')).names).toEqual(['Loja 🌻', '🌻 Flora'])
  })

  test('matches any part of the name, any three digits of the number, or the beginning of a word', async () => {
    const w = world()
    const { contacts } = finds(w)
    w.contact({ name: 'Ana Paula', number: '5511988887777' })
    w.contact({ name: 'Mariana', number: '5521977776666' })
    for (const name of ['Paulo d"Avila', 'Jo']) w.contact({ name })
    expect((await contacts('ANA')).names).toEqual(['Ana Paula', 'Mariana'])
    expect((await contacts('a pau')).names).toEqual(['Ana Paula'])
    expect((await contacts('(21) 97777')).names).toEqual(['Mariana'])
    expect((await contacts('d"av')).names).toEqual(['Paulo d"Avila'])
    expect((await contacts('pa')).names).toEqual(['Ana Paula', 'Paulo d"Avila'])
    expect((await contacts('jo')).names).toEqual(['Jo'])
    expect((await contacts('a')).names).toEqual(['Ana Paula'])
    for (const nobody of ['an po', 'ana OR jo', 'na*', '%', '21', 'ri'])
      expect((await contacts(nobody)).names).toEqual([])
  })

  test('ignores case and accents, in Turkish too', async () => {
    const w = world()
    const { contacts } = finds(w)
    for (const name of ['José', 'ALİ YILMAZ', 'Iğdır Kargo']) w.contact({ name })
    for (const typed of ['yılmaz', 'Yilmaz', 'YILMAZ', 'ali yıl'])
      expect((await contacts(typed)).names).toEqual(['ALİ YILMAZ'])
    for (const typed of ['igdir', 'IĞDIR', 'İğdir']) expect((await contacts(typed)).names).toEqual(['Iğdır Kargo'])
    expect((await contacts('jose')).names).toEqual(['José'])
  })

  test('matches every word of a name, in any order', async () => {
    const w = world()
    const { contacts, tickets } = finds(w)
    for (const name of ['Ana Souza Lima', 'Mariana Souza Limeira', 'Ana Paula Souza Lima', 'Lima Souza Ana'])
      w.ticket({ contactId: w.contact({ name }).id })
    expect(await contacts('lima  SOUZA ána pau')).toEqual({
      names: ['Ana Paula Souza Lima'],
      count: 1,
      hasMore: false,
    })
    expect((await contacts('ana souza lim')).names).toEqual([
      'Ana Paula Souza Lima',
      'Ana Souza Lima',
      'Lima Souza Ana',
      'Mariana Souza Limeira',
    ])
    expect(await tickets('paula ana lima')).toEqual(['Ana Paula Souza Lima'])
  })

  test('finds a new name or number at once, and an old one no more', async () => {
    const w = world()
    const { contacts } = finds(w)
    const { api } = w.attendant([], { profile: 'admin' })
    const { data } = await api.contacts.post({ name: 'Rita Braga', number: '5511955554444' })
    await api.contacts({ id: data?.id ?? 0 }).put({ name: 'Rosa Lima' })
    expect((await contacts('braga')).names).toEqual([])
    expect((await contacts('lima')).names).toEqual(['Rosa Lima'])
    w.db.$client.prepare('DELETE FROM contacts WHERE id = ?').run(data?.id)
    expect(await contacts('lima')).toEqual({ names: [], count: 0, hasMore: false })
  })

  test('finds groups by their tickets, and does not list them among people', async () => {
    const w = world()
    const { contacts, tickets } = finds(w)
    w.contact({ name: 'Praia Grande Materiais' })
    w.ticket({ contactId: w.contact({ name: 'Obra da praia', isGroup: true }).id })
    expect(await tickets('praia')).toEqual(['Obra da praia'])
    expect(await tickets('ob')).toEqual(['Obra da praia'])
    const people = { names: ['Praia Grande Materiais'], count: 1, hasMore: false }
    expect(await contacts('praia')).toEqual(people)
    expect(await contacts('')).toEqual(people)
  })

  test('lists the newest five thousand of many matches by name, and finds every ticket', async () => {
    const w = world()
    const { contacts, tickets } = finds(w)
    w.ticket({ contactId: w.contact({ name: 'Zilda Souza' }).id })
    const insert = w.db.$client.prepare('INSERT INTO contacts (name, name_folded, created_at) VALUES (?, lower(?), 0)')
    for (let n = MAX_MATCHES; n > 0; n--)
      insert.run(`Souza ${String(n).padStart(4, '0')}`, `Souza ${String(n).padStart(4, '0')}`)
    const found = await contacts('souza')
    expect(found).toMatchObject({ count: MAX_MATCHES, hasMore: true })
    expect(found.names?.slice(0, 2)).toEqual(['Souza 0001', 'Souza 0002'])
    expect(await tickets('souza')).toEqual(['Zilda Souza'])
    expect(await tickets('zi')).toEqual(['Zilda Souza'])
    expect(await tickets('so')).toEqual(['Zilda Souza'])
  })
})

describe('a contact is found', () => {
  const [long, short, apostrophe, foreign, mexican] = [
    'Busca Número',
    'Busca Antigo',
    "Busca Apóstrofo D'Ávila",
    'Busca Fora',
    'Busca México',
  ]
  test.each([
    [long, '011 98801-2001'],
    [long, '0 15 11 98801-2001'],
    [long, '551188012001'],
    [long, '+55 (11) 98801-2001'],
    [long, '11 8801-2001'],
    [long, '8801-2001'],
    [long, '98801-20'],
    [long, '2001'],
    [long, '1188012'],
    [long, 'número busca'],
    [long, 'busca  número'],
    [long, 'NUM bus'],
    [short, '(11) 98801-2002'],
    [short, '5511988012002'],
    [short, '98801-2002'],
    [short, '011 8801 2002'],
    [short, '11988012'],
    [apostrophe, 'davila'],
    [apostrophe, 'D’Ávila'],
    [apostrophe, 'd´avila busca'],
    [apostrophe, 'avila apostrofo'],
    [foreign, '00351 912 345 678'],
    [foreign, '912345'],
    [mexican, '55 1234 5678'],
    [mexican, '+52 55 1234 5678'],
    [mexican, '+52 1 55 1234 5678'],
  ])('%s by “%s”, in the list and in the tickets', async (name, typed) => {
    const w = world()
    const { contacts, tickets } = finds(w)
    const people: [string, string][] = [
      [long, '5511988012001'],
      [short, '551188012002'],
      [apostrophe, '5511988012003'],
      [foreign, '351912345678'],
      [mexican, '5215512345678'],
    ]
    for (const [name, number] of people) w.ticket({ contactId: w.contact({ name, number }).id })
    expect((await contacts(typed)).names).toContain(name)
    expect(await tickets(typed)).toContain(name)
    expect((await contacts(typed)).names?.length).toBeLessThan(people.length)
  })
})
