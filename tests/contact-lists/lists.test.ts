/** Contact lists and their items: creating, renaming, deleting. */
import { describe, expect, test } from 'bun:test'
import { read, utils } from 'xlsx'
import {
  type ContactListItem,
  contactListDeleted,
  contactListUpdated,
  listItemCreated,
  listItemUpdated,
} from '../../src/features/contact-lists/contract'
import { optOut } from '../../src/outbound/suppression/opt-outs'
import { codeOf } from '../support/code-of'
import type { Attendant } from '../support/company-world'
import { runJob } from '../support/jobs'
import { givePlan } from '../support/plans'
import { world } from '../support/world'
import { itemsOf, makeList, namesIn } from './support'

const list = async (who: Attendant, id: number) => (await who.api['contact-lists']({ id }).get()).data
const add = (who: Attendant, contactListId: number, name: string, number: string, more: object = {}) =>
  who.api['contact-list-items'].post({ contactListId, name, number, ...more })
const change = (who: Attendant, id: number, body: object) => who.api['contact-list-items']({ id }).put(body)

async function added(who: Attendant, listId: number, name: string, number: string, more: object = {}) {
  const { data } = await add(who, listId, name, number, more)
  if (!data) throw new Error(`${name} is not in the list`)
  return data
}

test('lists are found by name and renamed, and names are unique', async () => {
  const w = world()
  const [admin, chief] = [w.admin(), w.attendant([], { profile: 'supervisor' })]
  for (const name of ['São João', 'Clientes', 'Arquitetos']) await makeList(admin, name)
  const found = async (query: object = {}) =>
    (await chief.api['contact-lists'].get({ query })).data?.records.map(({ name }) => name)
  expect(await found()).toEqual(['Arquitetos', 'Clientes', 'São João'])
  expect(await found({ searchParam: 'sao' })).toEqual(['São João'])
  expect((await chief.api['contact-lists'].list.get()).data?.map(({ name }) => name)).toEqual([
    'Arquitetos',
    'Clientes',
    'São João',
  ])
  const clients = (await chief.api['contact-lists'].get({ query: { searchParam: 'cli' } })).data?.records[0]
  const id = clients?.id ?? 0
  expect(codeOf(await chief.api['contact-lists']({ id }).put({ name: 'SAO JOAO' }))).toBe('ERR_DUPLICATED_NAME')
  expect(codeOf(await chief.api['contact-lists'].post({ name: 'clientes' }))).toBe('ERR_DUPLICATED_NAME')
  for (const name of ['x', 'x'.repeat(51)])
    expect(codeOf(await chief.api['contact-lists'].post({ name }))).toBe('ERR_INVALID_INPUT')
  expect((await chief.api['contact-lists']({ id }).put({ name: 'Clientes 2026' })).data?.name).toBe('Clientes 2026')
  expect(admin.heard(contactListUpdated).at(-1)).toMatchObject({ record: { id, name: 'Clientes 2026' } })
  expect(codeOf(await chief.api['contact-lists']({ id: 999 }).get())).toBe('ERR_NO_CONTACT_LIST_FOUND')
})

test('lists are visible only to campaign managers, in companies whose plan has campaigns', async () => {
  const w = world()
  const [admin, ana] = [w.admin(), w.attendant()]
  expect(codeOf(await ana.api['contact-lists'].get({ query: {} }))).toBe('ERR_NO_PERMISSION')
  await makeList(admin)
  expect(ana.frames).toEqual([])
  givePlan(w.server.databases.writableControl(), 1, ['useSchedules'])
  const closed = (await w.reopen()).admin()
  expect(codeOf(await closed.api['contact-lists'].get({ query: {} }))).toBe('ERR_PLAN_FEATURE')
  expect(codeOf(await closed.api['contact-list-items'].get({ query: { contactListId: '1' } }))).toBe('ERR_PLAN_FEATURE')
})

test('an example spreadsheet can be downloaded', async () => {
  const w = world()
  const answer = await w.admin().request('/api/contact-lists/example', { headers: { 'accept-language': 'pt-BR' } })
  const book = read(await answer.arrayBuffer())
  const rows = utils.sheet_to_json<string[]>(book.Sheets[book.SheetNames[0] ?? ''] ?? {}, { header: 1 })
  expect(rows[0]).toEqual(['Nome', 'Número', 'E-mail'])
  expect(rows.length).toBeGreaterThan(1)
})

describe('an item', () => {
  test('has the number completed, and is in a list once, in either form', async () => {
    const w = world()
    const admin = w.admin()
    const [one, other] = [await makeList(admin), await makeList(admin, 'Outra')]
    const maria = await added(admin, one.id, ' Maria ', '(21) 99612-4087', { email: 'Maria@Exemplo.com' })
    expect(maria).toMatchObject({ name: 'Maria', number: '5521996124087', email: 'maria@exemplo.com' })
    expect(maria).toMatchObject({ isWhatsappValid: null, inBlacklist: false, contactListId: one.id })
    expect(admin.heard(listItemCreated)).toEqual([{ record: maria }])
    for (const number of ['5521996124087', '+55 21 9612-4087'])
      expect(codeOf(await add(admin, one.id, 'Outra', number))).toBe('ERR_LIST_NUMBER_TAKEN')
    await added(admin, other.id, 'Maria', '21996124087')
    const rui = await added(admin, one.id, 'Rui', '+351 912 345 678')
    expect(codeOf(await change(admin, rui.id, { number: '21996124087' }))).toBe('ERR_LIST_NUMBER_TAKEN')
    expect((await change(admin, rui.id, { number: '+351912345678', email: '' })).data?.email).toBeNull()
    expect((await list(admin, one.id))?.contactsCount).toBe(2)
  })

  test('is refused if invalid', async () => {
    const w = world()
    const admin = w.admin()
    const { id } = await makeList(admin)
    const wrong: [string, string, object?][] = [
      ['M', '21996124087'],
      ['x'.repeat(51), '21996124087'],
      ['Maria', '1234567'],
      ['Maria', 'x'.repeat(51)],
      ['Maria', '21996124087', { email: 'não é' }],
    ]
    for (const [name, number, more] of wrong)
      expect(codeOf(await add(admin, id, name, number, more))).toBe('ERR_INVALID_INPUT')
    expect(codeOf(await add(admin, 999, 'Maria', '21996124087'))).toBe('ERR_NO_CONTACT_LIST_FOUND')
    expect(codeOf(await change(admin, 999, { name: 'Rui' }))).toBe('ERR_NO_LIST_ITEM_FOUND')
    expect(codeOf(await admin.api['contact-list-items'].get({ query: {} }))).toBe('ERR_NO_CONTACT_LIST_FOUND')
  })

  test('is found by name, number and state, page by page', async () => {
    const w = world()
    const admin = w.admin()
    const { id } = await makeList(admin)
    await added(admin, id, 'Ávila', '21996120001')
    await added(admin, id, 'Bento', '21996120002')
    await added(admin, id, 'avelino', '21996120003', { inBlacklist: true })
    w.rows("UPDATE contact_list_items SET is_whatsapp_valid = 1 WHERE name = 'Bento' RETURNING id")
    expect(await namesIn(admin, id)).toEqual(['avelino', 'Ávila', 'Bento'])
    expect(await namesIn(admin, id, { searchParam: 'av' })).toEqual(['avelino', 'Ávila'])
    expect(await namesIn(admin, id, { searchParam: '99612-0002' })).toEqual(['Bento'])
    expect(await namesIn(admin, id, { state: 'valid' })).toEqual(['Bento'])
    expect(await namesIn(admin, id, { state: 'unchecked' })).toEqual(['avelino', 'Ávila'])
    expect((await itemsOf(admin, id, { state: 'blacklist' }))?.count).toBe(1)
    expect(await list(admin, id)).toMatchObject({ contactsCount: 3, validCount: 1, invalidCount: 0, blacklistCount: 1 })
    for (let n = 10; n < 60; n++) await added(admin, id, `Pessoa ${n}`, `219961200${n}`)
    const first = await itemsOf(admin, id)
    expect([first?.contacts.length, first?.hasMore, first?.count]).toEqual([40, true, 53])
    const second = await itemsOf(admin, id, { after: first?.next ?? '' })
    expect([second?.contacts.length, second?.hasMore, second?.next]).toEqual([13, false, null])
    expect(await namesIn(admin, id, { pageNumber: '2' })).toEqual(second?.contacts.map(({ name }) => name))
    const all = [...(first?.contacts ?? []), ...(second?.contacts ?? [])]
    expect(new Set(all.map((one) => one.id)).size).toBe(53)
  })

  test('is blacklisted by hand in one list, or by an opt-out in every list, which cannot be undone here', async () => {
    const w = world()
    const admin = w.admin()
    const [one, other] = [await makeList(admin), await makeList(admin, 'Outra')]
    const maria = await added(admin, one.id, 'Maria', '21996124087')
    const again = await added(admin, other.id, 'Maria', '2196124087')
    const rui = await added(admin, one.id, 'Rui', '21996124088')
    expect((await change(admin, rui.id, { inBlacklist: true })).data?.inBlacklist).toBe(true)
    expect((await change(admin, rui.id, { inBlacklist: false })).data?.inBlacklist).toBe(false)
    admin.forget()
    optOut(w.cx, { number: '5521996124087' }, { word: 'sair', actor: null, connectionId: 1 })
    const blocked = admin.heard(listItemUpdated).map(({ record }) => [record.id, record.inBlacklist])
    expect(blocked).toEqual([
      [maria.id, true],
      [again.id, true],
    ])
    const counts = admin.heard(contactListUpdated).map(({ record }) => [record.id, record.blacklistCount])
    expect(counts).toEqual([
      [one.id, 1],
      [other.id, 1],
    ])
    expect(codeOf(await change(admin, maria.id, { inBlacklist: false }))).toBe('ERR_LIST_OPTED_OUT')
    expect((await change(admin, maria.id, { name: 'Maria Souza' })).data?.inBlacklist).toBe(true)
    // Later additions, too.
    const third = await makeList(admin, 'Terceira')
    expect((await added(admin, third.id, 'Maria', '21996124087')).inBlacklist).toBe(true)
  })

  test('can be removed', async () => {
    const w = world()
    const admin = w.admin()
    const { id } = await makeList(admin)
    const maria = await added(admin, id, 'Maria', '21996124087')
    expect((await admin.api['contact-list-items']({ id: maria.id }).delete()).data).toEqual({ ok: true })
    expect(codeOf(await admin.api['contact-list-items']({ id: maria.id }).get())).toBe('ERR_NO_LIST_ITEM_FOUND')
    expect((await list(admin, id))?.contactsCount).toBe(0)
  })
})

test('a deleted list disappears at once; its items are deleted in batches that yield to other work', async () => {
  const w = world()
  const admin = w.admin()
  const [gone, kept] = [await makeList(admin, 'Some'), await makeList(admin, 'Fica')]
  for (const { id } of [gone, kept])
    w.rows(
      `WITH RECURSIVE n (i) AS (VALUES (1) UNION ALL SELECT i + 1 FROM n WHERE i < 1200)
       INSERT INTO contact_list_items (list_id, name, name_folded, number, created_at, updated_at)
       SELECT ?, 'P', 'p', 5521990000000 + i, 0, 0 FROM n RETURNING id`,
      id,
    )
  const item: ContactListItem | undefined = (await itemsOf(admin, gone.id))?.contacts[0]
  expect((await admin.api['contact-lists']({ id: gone.id }).delete()).data).toEqual({ ok: true })
  expect(admin.heard(contactListDeleted)).toEqual([{ id: gone.id }])
  expect(codeOf(await admin.api['contact-lists']({ id: gone.id }).get())).toBe('ERR_NO_CONTACT_LIST_FOUND')
  expect(codeOf(await admin.api['contact-list-items']({ id: item?.id ?? 0 }).get())).toBe('ERR_NO_LIST_ITEM_FOUND')
  await makeList(admin, 'Some') // the name is free again
  const left = () =>
    w.rows<{ n: number }>('SELECT count(*) AS n FROM contact_list_items WHERE list_id = ?', gone.id)[0]?.n
  const seen = new Set<number | undefined>()
  let isOver = false
  const clearing = runJob(w.server, 'contact-lists.clear').then(() => {
    isOver = true
  })
  for (; !isOver; await new Promise(setImmediate)) seen.add(left())
  await clearing
  expect([...seen].some((n = 0) => n > 0 && n < 1_200)).toBe(true)
  expect(left()).toBe(0)
  expect(w.rows('SELECT id FROM contact_lists WHERE id = ?', gone.id)).toEqual([])
  expect((await list(admin, kept.id))?.contactsCount).toBe(1_200)
})
