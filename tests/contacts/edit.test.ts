/** Editing a contact: name, number, and whether audio is accepted. */
import { describe, expect, test } from 'bun:test'
import { contactUpdated } from '../../src/contacts/contract'
import { MINUTE } from '../../src/platform/time'
import { writeSetting } from '../../src/settings/settings'
import { LOJA } from '../support/company-world'
import { lid, phone } from '../support/telephones'
import { type World, world } from '../support/world'

const MARIA = '5521996124087'
const JOAO = '5521987654321'

const bodyOf = async (answer: Promise<Response>) => (await answer).json() as Promise<Record<string, unknown>>
const contact = (w: World, id: number) => w.rows('SELECT * FROM contacts WHERE id = ?', id)[0]

describe('a contact', () => {
  test('is renamed permanently, and everybody sees it', async () => {
    const w = world()
    const [ana, beto] = [w.attendant(), w.attendant()]
    w.whatsapp.person(MARIA, { name: 'maria ❤' }).says('oi')
    expect(
      await bodyOf(ana.json('/api/contacts/1', 'PUT', { name: 'Maria da Silva', disableBot: true })),
    ).toMatchObject({
      name: 'Maria da Silva',
      number: MARIA,
      disableBot: true,
    })
    expect(beto.heard(contactUpdated).at(-1)).toMatchObject({ contact: { name: 'Maria da Silva' } })
    w.whatsapp.person(MARIA, { name: 'mariazinha' }).says('de novo')
    expect(contact(w, 1)).toMatchObject({ name: 'Maria da Silva', name_by: 'person' })
  })

  test('entered by hand is recognised by the number, even if the messenger answered with a LID', async () => {
    const w = world()
    w.telephones.register(MARIA, [lid('998877')])
    await w.attendant().json('/api/contacts', 'POST', { name: 'Maria', number: MARIA })
    w.whatsapp.person(MARIA).says('oi')
    expect(w.rows('SELECT contact_id FROM messages')).toEqual([{ contact_id: 1 }])
  })

  test('moves to another number, in the messenger’s form, unless it belongs to somebody else', async () => {
    const w = world()
    const ana = w.attendant()
    w.whatsapp.person(MARIA, { lid: '998877' }).says('oi')
    const joao = w.contact({ number: JOAO })
    expect(await bodyOf(ana.json('/api/contacts/1', 'PUT', { number: JOAO }))).toMatchObject({
      error: 'ERR_DUPLICATED_CONTACT',
      details: { contactId: joao.id },
    })
    w.telephones.register('5511912345678', [phone('551112345678'), lid('112233')])
    expect(await bodyOf(ana.json('/api/contacts/1', 'PUT', { number: '5511912345678' }))).toMatchObject({
      number: '551112345678',
    })
    expect(w.rows('SELECT kind, value FROM contact_addresses WHERE contact_id = 1 ORDER BY kind')).toEqual([
      { kind: 'lid', value: '112233' },
      { kind: 'phone', value: '551112345678' },
    ])
    w.telephones.register('5511900000000', null)
    expect(await bodyOf(ana.json('/api/contacts/1', 'PUT', { number: '5511900000000' }))).toMatchObject({
      error: 'ERR_CHECK_NUMBER',
    })
  })

  test('known by a LID keeps it when its typed number is corrected, until both are seen together', async () => {
    const w = world()
    const ana = w.attendant()
    const [hidden, other] = [lid('998877'), '5511900000000']
    const known = () => w.rows('SELECT kind, value FROM contact_addresses WHERE contact_id = 1 ORDER BY kind')
    const lidAnd = (value: string) => [
      { kind: 'lid', value: '998877' },
      { kind: 'phone', value },
    ]
    w.whatsapp.person(MARIA).says('oi', { chat: [hidden] })
    await ana.json('/api/contacts/1', 'PUT', { number: JOAO })
    expect(known()).toEqual(lidAnd(JOAO))
    await ana.json('/api/contacts/1', 'PUT', { number: MARIA })
    expect(known()).toEqual(lidAnd(MARIA))
    w.whatsapp.person(MARIA).says('sou eu', { chat: [hidden] })
    expect(w.rows('SELECT id FROM tickets')).toHaveLength(1)
    w.whatsapp.person(MARIA).says('e daqui', { chat: [phone(MARIA), hidden] })
    await ana.json('/api/contacts/1', 'PUT', { number: other })
    expect(known()).toEqual([{ kind: 'phone', value: other }])
  })

  test('starts with the company’s setting for audio, and is switched on its own', async () => {
    const w = world()
    const ana = w.attendant()
    writeSetting(w.db, 'acceptAudioMessageContact', 'disabled')
    w.whatsapp.person(MARIA).says('oi')
    expect(contact(w, 1)).toMatchObject({ accept_audio: 0 })
    expect(await bodyOf(ana.json('/api/contacts/toggleAcceptAudio/1', 'PUT', {}))).toMatchObject({
      acceptAudioMessage: true,
    })
    expect(await bodyOf(ana.json('/api/contacts/toggleAcceptAudio/99', 'PUT', {}))).toMatchObject({
      error: 'ERR_NO_CONTACT_FOUND',
    })
  })

  test('looks up a number with the messenger, and fails without a connection', async () => {
    const w = world()
    const ana = w.attendant()
    w.telephones.register(MARIA, [phone('552196124087')])
    w.telephones.register(JOAO, null)
    const check = (number: string) => bodyOf(ana.request(`/api/contacts/check/${number}`))
    expect(await check(MARIA)).toEqual({ number: '552196124087' })
    expect(await check(JOAO)).toEqual({ number: null })
    w.telephones.report(w.refOf(LOJA), { status: 'TIMEOUT' })
    expect(await check(MARIA)).toMatchObject({ error: 'ERR_WAPP_NOT_INITIALIZED' })
  })

  test('limits number lookups to thirty per minute and user', async () => {
    const w = world()
    const [ana, bia] = [w.attendant(), w.attendant()]
    const check = async (who: typeof ana) => (await who.request(`/api/contacts/check/${MARIA}`)).status
    for (let n = 0; n < 30; n++) expect(await check(ana)).toBe(200)
    expect([await check(ana), await check(bia)]).toEqual([429, 200])
    expect(w.telephones.called('lookUp')).toHaveLength(31)
    w.clock.forward(MINUTE)
    expect(await check(ana)).toBe(200)
  })

  test('counts lookups on entering contacts too; beyond the limit numbers are stored as typed', async () => {
    const w = world()
    const [ana, bia] = [w.attendant(), w.attendant()]
    const number = (n: number) => `55219${90_000_000 + n}`
    const enter = (who: typeof ana, n: number) => who.json('/api/contacts', 'POST', { name: 'Nova', number: number(n) })
    for (let n = 0; n < 20; n++) expect((await enter(ana, n)).status).toBe(200)
    for (let n = 20; n < 40; n++)
      expect((await ana.json('/api/contacts/1', 'PUT', { number: number(n) })).status).toBe(200)
    w.telephones.register(number(90), null)
    expect([(await enter(ana, 90)).status, (await enter(bia, 91)).status]).toEqual([200, 200])
    expect(w.telephones.called('lookUp')).toHaveLength(31)
  })
})
