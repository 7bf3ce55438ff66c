/** Contact categories and custom fields. */
import { describe, expect, test } from 'bun:test'
import { contactUpdated } from '../../src/contacts/contract'
import { categoryDeleted, categoryUpdated } from '../../src/features/contact-book/categories/contract'
import type { Attendant } from '../support/company-world'
import { world } from '../support/world'

const bodyOf = async (answer: Promise<Response>) => (await answer).json() as Promise<Record<string, unknown>>
const made = async (who: Attendant, descricao: string) =>
  (await who.api.contactCategories.post({ descricao })).data?.id ?? 0

describe('a contact category', () => {
  test('is created, renamed and deactivated by those with permission, and has a description', async () => {
    const w = world()
    const [boss, ana] = [w.attendant([], { profile: 'supervisor' }), w.attendant()]
    const id = await made(boss, ' Cliente ')
    expect((await ana.json('/api/contactCategories', 'POST', { descricao: 'Outra' })).status).toBe(403)
    for (const taken of ['CLIENTÉ', 'cliente'])
      expect(await bodyOf(boss.json('/api/contactCategories', 'POST', { descricao: taken }))).toMatchObject({
        error: 'ERR_DUPLICATED_CATEGORY',
        details: [{ field: 'descricao' }],
      })
    for (const wrong of ['', ' ', 'x'.repeat(51), 'duas\nlinhas'])
      expect(await bodyOf(boss.json('/api/contactCategories', 'POST', { descricao: wrong }))).toMatchObject({
        error: 'ERR_INVALID_INPUT',
      })
    await boss.json(`/api/contactCategories/${id}`, 'PUT', { active: false })
    expect(ana.heard(categoryUpdated)).toEqual([{ category: { id, descricao: 'Cliente', active: false } }])
    await made(boss, 'Árabe')
    expect((await ana.api.contactCategories.get()).data).toEqual([
      { id: id + 1, descricao: 'Árabe', active: true },
      { id, descricao: 'Cliente', active: false },
    ])
    expect((await boss.json('/api/contactCategories/99', 'PUT', { active: true })).status).toBe(404)
  })

  test('is removed from its contacts when it is deleted', async () => {
    const w = world()
    const admin = w.admin()
    const [gone, kept] = [await made(admin, 'Feira'), await made(admin, 'Cliente')]
    const ids = Array.from({ length: 520 }, () => w.contact().id)
    for (const contactIds of [ids.slice(0, 500), ids.slice(500, 510)])
      await admin.json('/api/contacts/category', 'PUT', { contactIds, contactCategoryId: gone })
    await admin.json('/api/contacts/category', 'PUT', { contactIds: ids.slice(510), contactCategoryId: kept })
    expect(await bodyOf(admin.request(`/api/contactCategories/${gone}`))).toMatchObject({ contacts: 510 })
    await admin.request(`/api/contactCategories/${gone}`, { method: 'DELETE' })
    expect(admin.heard(categoryDeleted)).toEqual([{ categoryId: gone }])
    expect(await bodyOf(admin.request(`/api/contacts/${ids[0]}`))).toMatchObject({
      contactCategoryId: null,
      categoria: null,
    })
    expect(await bodyOf(admin.request(`/api/contacts/${ids[519]}`))).toMatchObject({
      contactCategoryId: kept,
      categoria: { id: kept, descricao: 'Cliente' },
    })
  })

  test('is set on existing people, not on groups', async () => {
    const w = world()
    const admin = w.admin()
    const [category, person] = [await made(admin, 'Cliente'), w.contact().id]
    const group = w.contact({ isGroup: true, addresses: [{ kind: 'group', value: 'g1' }] }).id
    const give = async (contactIds: number[], contactCategoryId: number | null) =>
      (await admin.json('/api/contacts/category', 'PUT', { contactIds, contactCategoryId })).status
    expect([await give([person, 999], category), await give([person], 99), await give([group], category)]).toEqual([
      404, 404, 400,
    ])
    expect((await admin.json(`/api/contacts/${group}`, 'PUT', { contactCategoryId: category })).status).toBe(400)
    expect(admin.heard(contactUpdated)).toEqual([])
    expect(await give([person], category)).toBe(200)
    expect(admin.heard(contactUpdated)).toMatchObject([{ contact: { categoria: { descricao: 'Cliente' } } }])
  })
})

describe('custom fields', () => {
  test('keep their order, are replaced as a whole, announced to everybody, and unchanged if not sent', async () => {
    const w = world()
    const [admin, ana] = [w.admin(), w.attendant()]
    const first = [
      { name: 'CPF', value: '52998224725' },
      { name: 'Bairro', value: 'Icaraí' },
    ]
    const { id } = (await admin.api.contacts.post({ name: 'Maria', extraInfo: first })).data ?? { id: 0 }
    const infoOf = async () => (await bodyOf(ana.request(`/api/contacts/${id}`))).extraInfo
    expect(await infoOf()).toMatchObject(first)
    const second = [
      { name: 'CPF', value: '52998224725' },
      { name: 'Pedido', value: '20418' },
    ]
    await ana.json(`/api/contacts/${id}`, 'PUT', { extraInfo: second })
    expect(await infoOf()).toMatchObject(second)
    expect(admin.heard(contactUpdated).at(-1)).toMatchObject({ contact: { extraInfo: second } })
    await ana.json(`/api/contacts/${id}`, 'PUT', { acceptAudioMessage: false })
    expect(await bodyOf(ana.request(`/api/contacts/${id}`))).toMatchObject({
      acceptAudioMessage: false,
      extraInfo: second,
    })
    await ana.json(`/api/contacts/${id}`, 'PUT', { extraInfo: [] })
    expect(await infoOf()).toEqual([])
  })

  test('have names and values of limited length, at most fifty', async () => {
    const ana = world().attendant()
    const send = async (extraInfo: unknown) =>
      (await ana.json('/api/contacts', 'POST', { name: 'Maria', extraInfo })).status
    const row = { name: 'x', value: 'y' }
    for (const wrong of [
      [{ name: '', value: 'y' }],
      [{ name: 'x', value: ' ' }],
      [{ name: 'x'.repeat(51), value: 'y' }],
      [{ name: 'x', value: 'y'.repeat(501) }],
      Array.from({ length: 51 }, () => row),
    ])
      expect(await send(wrong)).toBe(400)
    expect(await send(Array.from({ length: 50 }, () => row))).toBe(200)
  })
})

test('a field named CPF or CNPJ holds a document, stored without its marks', async () => {
  const w = world()
  const admin = w.admin()
  const post = (name: string, value: string) =>
    admin.json('/api/contacts', 'POST', { name: 'Firma', extraInfo: [{ name, value }] })
  for (const [name, value, stored] of [
    ['CNPJ', '12.abc.345/01de-35', '12ABC34501DE35'],
    ['cpf/cnpj', '529.982.247-25', '52998224725'],
    ['CPF do filho', '529.982', '529.982'],
  ] as const)
    expect((await (await post(name, value)).json()).extraInfo).toMatchObject([{ name, value: stored }])
  const refused = await post('CNPJ', '12.ABC.345/01DE-36')
  expect([refused.status, await refused.json()]).toMatchObject([400, { details: [{ field: 'extraInfo.0.value' }] }])
})
