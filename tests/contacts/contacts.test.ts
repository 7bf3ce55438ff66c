/** Contacts: entered by hand, searched, distinguished. */
import { describe, expect, test } from 'bun:test'
import { contactUpdated } from '../../src/contacts/contract'
import { formatNumber, otherForm } from '../../src/contacts/number'
import { companies } from '../../src/tenancy/tables'
import { LOJA, SALES } from '../support/company-world'
import { lid, phone } from '../support/telephones'
import { world } from '../support/world'

const bodyOf = ({ error }: { error: { value: unknown } | null }) => error?.value as { error: string; details: unknown }
const MARIA = '5521996124087'

describe('a typed number', () => {
  test('is looked up with the country code, and a refusal names the field', async () => {
    const w = world()
    const ana = w.attendant()
    w.telephones.register(MARIA, [phone(MARIA), lid('998877')])
    w.telephones.register('5521966665555', null)
    expect((await ana.api.contacts.dialing.get()).data).toEqual({ country: 'BR' })
    const { data } = await ana.api.contacts.post({ name: 'Maria', number: '(21) 99612-4087' })
    expect(data?.number).toBe(MARIA)
    const found = await ana.request(`/api/contact?number=${encodeURIComponent('(21) 99612-4087')}`)
    expect(await found.json()).toMatchObject({ id: data?.id })
    expect(await (await ana.request('/api/contacts/check/21996124087')).json()).toEqual({ number: MARIA })
    const changed = await ana.api.contacts({ id: data?.id ?? 0 }).put({ number: '21 96666-5555' })
    expect(bodyOf(changed)).toMatchObject({ error: 'ERR_CHECK_NUMBER', details: [{ field: 'number' }] })
  })
})

describe('entering a contact by hand', () => {
  test('stores the messenger’s form of the number, and notifies every screen', async () => {
    const w = world()
    const [ana, beto] = [w.attendant(), w.attendant()]
    w.telephones.register(MARIA, [phone('552196124087'), lid('998877')])
    const { data } = await ana.api.contacts.post({
      name: ' Maria ',
      number: '+55 (21) 99612-4087',
      email: 'MARIA@ex.com',
    })
    expect(data).toMatchObject({
      name: 'Maria',
      number: '552196124087',
      email: 'maria@ex.com',
      active: true,
      isGroup: false,
    })
    expect(beto.heard(contactUpdated)).toMatchObject([{ contact: { name: 'Maria' } }])
    w.telephones.deliver(w.refOf(LOJA), w.telephones.incoming({ chat: [lid('998877')], body: 'oi' }))
    expect(w.rows('SELECT count(*) AS n FROM contacts')).toEqual([{ n: 1 }])
  })

  test('refuses a number without WhatsApp; without an open connection it is stored as typed', async () => {
    const w = world()
    const ana = w.attendant()
    w.telephones.register(MARIA, null)
    const refused = await ana.api.contacts.post({ name: 'Maria', number: MARIA })
    expect([refused.status, bodyOf(refused).error]).toEqual([422, 'ERR_CHECK_NUMBER'])
    w.telephones.report(w.refOf(LOJA), { status: 'TIMEOUT' })
    expect((await ana.api.contacts.post({ name: 'Maria', number: MARIA })).data?.number).toBe(MARIA)
  })

  test('refuses a number that is taken, in either form, and names the contact', async () => {
    const w = world()
    const ana = w.attendant()
    const known = w.contact({ number: MARIA })
    for (const number of [MARIA, '552196124087']) {
      const refused = await ana.api.contacts.post({ name: 'Outra', number })
      expect([refused.status, bodyOf(refused)]).toMatchObject([
        409,
        { error: 'ERR_DUPLICATED_CONTACT', details: { contactId: known.id } },
      ])
    }
  })

  test('allows no number, but then nothing can be sent until one is entered', async () => {
    const w = world()
    const ana = w.attendant([SALES])
    for (const number of [undefined, null, '']) {
      const { data } = await ana.api.contacts.post({ name: 'Sem Número', ...(number !== undefined && { number }) })
      expect(data).toMatchObject({ name: 'Sem Número', number: null, isNumberHidden: false })
    }
    const found = await ana.api.contacts.get({ query: { searchParam: 'sem num' } })
    expect(found.data?.contacts.map(({ number }) => number)).toEqual([null, null, null])
    const [{ id } = { id: 0 }] = found.data?.contacts ?? []
    expect(bodyOf(await ana.api.tickets.post({ contactId: id })).error).toBe('ERR_WAPP_INVALID_CONTACT')

    const contact = ana.api.contacts({ id })
    expect((await contact.put({ email: 'sem@ex.com', number: '' })).data).toMatchObject({ number: null })
    w.telephones.register(MARIA, [phone(MARIA), lid('998877')])
    expect((await contact.put({ number: MARIA })).data).toMatchObject({ number: MARIA, email: 'sem@ex.com' })
    expect((await ana.api.tickets.post({ contactId: id })).status).toBe(200)
    const shown = (await contact.get()).data
    expect(shown).toMatchObject({ remoteJid: `${MARIA}@s.whatsapp.net`, senderLid: '998877@lid' })
    for (const number of ['', null]) expect((await contact.put({ number })).status).toBe(400)

    w.whatsapp.person('5521988887777', { lid: '445566' }).says('oi', { chat: [lid('445566')] })
    const hidden = ana.heard(contactUpdated).at(-1)?.contact
    expect(hidden).toMatchObject({ number: null, isNumberHidden: true })
    const known = ana.api.contacts({ id: hidden?.id ?? 0 })
    expect((await known.get()).data?.remoteJid).toBe('445566@lid')
    // WhatsApp does not say whose the number is: it becomes another address of the account that wrote.
    w.telephones.register('5521988887777', [phone('5521988887777')])
    expect((await known.put({ number: '5521988887777' })).data).toMatchObject({ number: '5521988887777' })
    expect((await known.get()).data).toMatchObject({
      remoteJid: '5521988887777@s.whatsapp.net',
      senderLid: '445566@lid',
    })
  })

  test('reads the number as people write it, and says what is wrong with another', async () => {
    const w = world()
    const ana = w.attendant()
    for (const [written, result] of [
      ['015 11 98801-3006', '5511988013006'],
      ['11988013013.0', '5511988013013'],
      ['+44 (0)20 7946 0958', '442079460958'],
      ['https://wa.me/5511988013014?text=oi', '5511988013014'],
      ['8801-3004', 'form.phone.noAreaCode'],
      ['0800 123 4567', 'form.phone.service'],
      ['123.456.789-09', 'form.phone.document'],
      ['11 98801-30071', 'form.phone.long'],
      ['(20) 98801-3011', 'form.phone.areaCode'],
      ['11 98801-3015 ou 11 98801-3016', 'form.phone.several'],
    ] as const) {
      const { data, error } = await ana.api.contacts.post({ name: 'Fulana', number: written })
      const [fault] = (error?.value as { details: { field: string; hint: string }[] } | undefined)?.details ?? []
      expect([written, data?.number ?? fault?.hint, fault?.field]).toEqual([
        written,
        result,
        data ? undefined : 'number',
      ])
    }
  })

  test.each([
    ['Europe/Istanbul', '0532 123 45 67', '905321234567'],
    ['America/Monterrey', '55 1234 5678', '525512345678'],
    ['America/Manaus', '92 98801-3006', '5592988013006'],
  ])('takes the country from the time zone %s while no number is connected', async (timeZone, written, number) => {
    const w = world()
    w.server.databases.writableControl().update(companies).set({ timeZone }).run()
    w.rows('UPDATE connections SET number = NULL RETURNING id')
    const { data } = await w.attendant().api.contacts.post({ name: 'Fulana', number: written })
    expect(data?.number).toBe(number)
  })

  test('names every invalid field, in the language of the page', async () => {
    const w = world()
    const ana = w.attendant()
    const answer = await ana.request('/api/contacts', {
      method: 'POST',
      headers: { 'content-type': 'application/json', 'accept-language': 'en' },
      body: JSON.stringify({ name: 'x', number: '12', email: 'nope' }),
    })
    expect(answer.status).toBe(400)
    expect(await answer.json()).toMatchObject({
      error: 'ERR_INVALID_INPUT',
      message: 'Check the highlighted fields.',
      details: [
        { field: 'name', hint: 'form.name.short', message: 'Name too short: at least 2 characters.' },
        { field: 'number', hint: 'form.phone.short' },
        { field: 'email' },
      ],
    })
  })

  test('keeps a name set by hand when the push name changes', async () => {
    const w = world()
    const ana = w.attendant()
    await ana.api.contacts.post({ name: 'Dona Maria', number: MARIA })
    w.whatsapp.person(MARIA, { name: '🌻' }).says('oi')
    expect(w.rows('SELECT name FROM contacts')).toEqual([{ name: 'Dona Maria' }])
  })
})

describe('the contact list', () => {
  const found = async (w: ReturnType<typeof world>, searchParam: string) => {
    const { data } = await w.attendant().api.contacts.get({ query: { searchParam } })
    return data?.contacts.map(({ name }) => name)
  }

  test('searches by name without case or accents, and by number; input is no pattern', async () => {
    const w = world()
    for (const [name, number] of [
      ['José Antônio', MARIA],
      ['100% Café', '5511911112222'],
      ['a_b', '5511933334444'],
    ] as const)
      w.contact({ name, number })
    expect(await found(w, 'jose')).toEqual(['José Antônio'])
    expect(await found(w, 'CAFÉ')).toEqual(['100% Café'])
    expect(await found(w, '9612-4087')).toEqual(['José Antônio'])
    expect(await found(w, '00%')).toEqual(['100% Café'])
    expect(await found(w, 'a_b')).toEqual(['a_b'])
    expect(await found(w, '100_')).toEqual([])
    expect(await found(w, '')).toHaveLength(3)
    for (const odd of ["'", '"', '\\', '%%%', '(', '*', "' OR 1=1 --", '\u0000']) await found(w, odd)
  })

  test('is sorted by name in pages of forty, with the total count, and without groups', async () => {
    const w = world()
    const ana = w.attendant()
    for (let n = 0; n < 45; n++) w.contact({ name: `Nome ${String(n).padStart(2, '0')}` })
    w.contact({ name: 'Grupo', isGroup: true, addresses: [{ kind: 'group', value: 'g1' }] })
    const [one, two] = [
      await ana.api.contacts.get({ query: {} }),
      await ana.api.contacts.get({ query: { pageNumber: '2' } }),
    ]
    expect([one.data?.contacts.length, one.data?.hasMore, one.data?.count]).toEqual([40, true, 45])
    expect(two.data?.contacts.map(({ name }) => name)).toEqual(['Nome 40', 'Nome 41', 'Nome 42', 'Nome 43', 'Nome 44'])
  })
})

describe('phone numbers', () => {
  test.each([
    ['5521996124087', '552196124087'],
    ['552196124087', '5521996124087'],
    ['5511987654321', '551187654321'],
    ['552133334444', undefined],
    ['5521933334444', undefined],
    ['351912345678', undefined],
    ['5521', undefined],
    ['', undefined],
  ])('%s has the other form %s', (number, other) => {
    expect(otherForm(number)).toBe(other)
    if (other) expect(otherForm(other)).toBe(number)
  })

  test.each([
    ['5521996124087', '+55 (21) 99612-4087'],
    ['552133334444', '+55 (21) 3333-4444'],
    ['351912345678', '+351912345678'],
  ])('%s is formatted as %s', (number, shown) => expect(formatNumber(number)).toBe(shown))
})
