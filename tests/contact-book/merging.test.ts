/** Merging contacts by hand, suggestions of duplicates, and contacts that are kept apart. */
import { describe, expect, test } from 'bun:test'
import { contactDeleted, contactRestored } from '../../src/contacts/contract'
import {
  contactsKeptApart,
  type DuplicatePage,
  type MergeResult,
} from '../../src/features/contact-book/merging/contract'
import { DAY } from '../../src/platform/time'
import type { Attendant } from '../support/company-world'
import { phone } from '../support/telephones'
import { type World, world } from '../support/world'

const MARIA = '5521996124087'
const OTHER = '5521987654321'

type Refused = { readonly error?: string }
const post = async <T>(who: Attendant, path: string, body: object = {}) =>
  (await (await who.json(`/api/contacts${path}`, 'POST', body)).json()) as T & Refused
const merge = (who: Attendant, source: number, target: number, mergedData: object = {}) =>
  post<MergeResult>(who, '/merge', { sourceContactId: source, targetContactId: target, mergedData })
const put = (who: Attendant, id: number, body: object) => who.json(`/api/contacts/${id}`, 'PUT', body)
const get = async (who: Attendant, id: number) =>
  (await (await who.request(`/api/contacts/${id}`)).json()) as Record<string, unknown> & Refused
const duplicates = async (who: Attendant, after = '') =>
  (await (await who.request(`/api/contacts/duplicates${after && `?after=${after}`}`)).json()) as DuplicatePage & Refused

/** Two records of Maria, each with a closed conversation. */
async function twoMarias(w: World) {
  const admin = w.admin()
  for (const number of [MARIA, OTHER]) w.whatsapp.person(number, { name: `M ${number.slice(-4)}` }).says(`de ${number}`)
  w.rows("UPDATE tickets SET status = 'closed' RETURNING id")
  await put(admin, 1, {
    email: 'a@e.com',
    extraInfo: [
      { name: 'Cidade', value: 'Niterói' },
      { name: 'CPF', value: '52998224725' },
    ],
  })
  await put(admin, 2, {
    email: 'b@e.com',
    extraInfo: [
      { name: 'cidade', value: 'Santos' },
      { name: 'Time', value: 'Vasco' },
    ],
  })
  return admin
}

describe('a merge by hand', () => {
  test('keeps the chosen fields, both conversations, and messages from either number', async () => {
    const w = world()
    const admin = await twoMarias(w)
    const ana = w.attendant()
    const done = await merge(admin, 2, 1, { number: 'selected', email: 'original', extraInfo: 'merge' })
    expect(done.contact).toMatchObject({ id: 1, name: 'M 4087', number: OTHER, email: 'a@e.com' })
    expect((await get(admin, 1)).extraInfo).toMatchObject([
      { name: 'Cidade', value: 'Niterói' },
      { name: 'CPF', value: '52998224725' },
      { name: 'Time', value: 'Vasco' },
    ])
    expect(await get(admin, 2)).toMatchObject({ error: 'ERR_NO_CONTACT_FOUND' })
    expect(ana.heard(contactDeleted)).toEqual([{ contactId: 2, mergedInto: 1 }])
    expect(w.rows('SELECT DISTINCT contact_id FROM messages')).toEqual([{ contact_id: 1 }])
    for (const number of [MARIA, OTHER]) w.whatsapp.person(number).says('de novo')
    expect(w.rows("SELECT contact_id, unread FROM tickets WHERE status <> 'closed'")).toEqual([
      { contact_id: 1, unread: 2 },
    ])
    // Answers go to the chosen number.
    const [{ id = 0 } = {}] = w.rows<{ id: number }>("SELECT id FROM tickets WHERE status <> 'closed'")
    await admin.json(`/api/tickets/${id}`, 'PUT', { status: 'open', queueId: 1 })
    await admin.json(`/api/messages/${id}`, 'POST', { body: 'olá' })
    expect(w.telephones.sent.at(-1)?.to).toEqual(phone(OTHER))
  })

  test('can be undone: each contact gets its own data back, and later changes stay', async () => {
    const w = world()
    const admin = await twoMarias(w)
    const ana = w.attendant()
    const { mergeId } = await merge(admin, 2, 1, { name: 'selected', email: 'selected', extraInfo: 'selected' })
    expect(await get(admin, 1)).toMatchObject({
      name: 'M 4321',
      email: 'b@e.com',
      extraInfo: [{ value: 'Santos' }, {}],
    })
    await put(admin, 1, { email: 'nova@e.com' })
    expect(await post(admin, `/merges/${mergeId}/undo`)).toMatchObject({ id: 2, name: 'M 4321', number: OTHER })
    expect(w.rows('SELECT act, subject_id, user_id FROM audit_log ORDER BY id DESC LIMIT 1')).toEqual([
      { act: 'undoMerge', subject_id: 2, user_id: admin.userId },
    ])
    expect(ana.heard(contactRestored)).toEqual([{ contactId: 2, mergedInto: 1 }])
    expect(await get(admin, 1)).toMatchObject({
      name: 'M 4087',
      email: 'nova@e.com',
      number: MARIA,
      extraInfo: [{ value: 'Niterói' }, { name: 'CPF' }],
    })
    expect(await get(admin, 2)).toMatchObject({ email: 'b@e.com', extraInfo: [{ value: 'Santos' }, { name: 'Time' }] })
    expect(w.rows('SELECT contact_id, last_message FROM tickets ORDER BY id')).toEqual([
      { contact_id: 1, last_message: `de ${MARIA}` },
      { contact_id: 2, last_message: `de ${OTHER}` },
    ])
    // Nobody has named either: their push names count again.
    expect(w.rows('SELECT DISTINCT name_by FROM contacts')).toEqual([{ name_by: 'channel' }])
    // Merged again by hand.
    expect((await merge(admin, 2, 1)).contact).toMatchObject({ id: 1 })
  })

  test('can be undone for thirty days', async () => {
    const w = world()
    const admin = await twoMarias(w)
    const { mergeId } = await merge(admin, 2, 1)
    const merges = async (who: Attendant) => (await who.request('/api/contacts/1/merges')).json()
    expect(await merges(admin)).toMatchObject([{ id: mergeId, by: admin.name }])
    w.clock.forward(31 * DAY)
    const later = w.admin()
    expect(await merges(later)).toEqual([])
    expect(await post(later, `/merges/${mergeId}/undo`)).toMatchObject({ error: 'ERR_NO_MERGE_FOUND' })
  })

  test('keeps one of two active conversations on the same connection, and takes none from a colleague', async () => {
    const w = world()
    const admin = w.admin()
    const [ana, rui] = [w.attendant([1]), w.attendant([1])]
    for (const number of [MARIA, OTHER]) w.whatsapp.person(number).says(`de ${number}`)
    w.rows("UPDATE tickets SET status = 'open', user_id = ? WHERE id = 1 RETURNING id", ana.userId)
    w.rows("UPDATE tickets SET status = 'open', user_id = ? WHERE id = 2 RETURNING id", rui.userId)
    expect(await merge(admin, 2, 1)).toMatchObject({ error: 'ERR_MERGE_ATTENDED' })
    w.rows("UPDATE tickets SET status = 'pending', user_id = NULL WHERE id = 2 RETURNING id")
    expect((await merge(admin, 2, 1)).contact).toMatchObject({ id: 1 })
    expect(w.rows('SELECT id, status FROM tickets ORDER BY id')).toEqual([
      { id: 1, status: 'open' },
      { id: 2, status: 'closed' },
    ])
    expect(w.rows("SELECT ticket_id FROM ticket_log WHERE kind = 'closed'")).toEqual([{ ticket_id: 2 }])
  })

  test('is refused for groups, for a contact with itself, for unknown contacts, and to attendants', async () => {
    const w = world()
    const admin = await twoMarias(w)
    w.rows('UPDATE contacts SET is_group = 1 WHERE id = 2 RETURNING id')
    expect(await merge(admin, 2, 1)).toMatchObject({ error: 'ERR_MERGE_KIND' })
    expect(await merge(admin, 1, 1)).toMatchObject({ error: 'ERR_INVALID_INPUT' })
    expect(await merge(admin, 99, 1)).toMatchObject({ error: 'ERR_NO_CONTACT_FOUND' })
    expect(await merge(w.attendant(), 2, 1)).toMatchObject({ error: 'ERR_NO_PERMISSION' })
    expect(await merge(w.company().admin(), 2, 1)).toMatchObject({ error: 'ERR_NO_CONTACT_FOUND' })
  })
})

describe('suggested duplicates', () => {
  const pairs = ({ duplicates }: DuplicatePage) =>
    duplicates.map(({ reason, older, newer }) => [reason, older.id, newer.id])

  test('are the same full name under several numbers, and both forms of a mobile number', async () => {
    const w = world()
    const admin = w.admin()
    const add = (name: string, number: string) => w.contact({ name, number }).id
    const [a, b, c] = [add('Maria Souza', MARIA), add('MARÍA  sousa', '5521987650001'), add('Maria', OTHER)]
    const again = add('Maria Souza', '5521987650002')
    add('Maria', '5521987650003')
    expect(pairs(await duplicates(admin))).toEqual([['name', a, again]])
    await put(admin, b, { name: 'Maria Souza' })
    expect(pairs(await duplicates(admin))).toEqual([
      ['name', a, again],
      ['name', a, b],
    ])
    // An earlier version accepted both forms.
    w.rows('UPDATE contacts SET number = ? WHERE id = ? RETURNING id', MARIA.replace('55219', '5521'), c)
    expect(pairs(await duplicates(admin)).filter(([reason]) => reason === 'number')).toEqual([['number', a, c]])
    expect((await duplicates(admin)).count).toBe(3)
    // The oldest disappears: the others are listed beside the next one.
    await merge(admin, a, c)
    expect(pairs(await duplicates(admin))).toEqual([['name', b, again]])
  })

  test('are not suggested again once dismissed, and every page is notified', async () => {
    const w = world()
    const [admin, boss] = [w.admin(), w.admin()]
    const [a, b] = [MARIA, OTHER].map((number) => w.contact({ name: 'Maria Souza', number }).id)
    expect((await duplicates(admin)).duplicates).toHaveLength(1)
    await post(admin, '/duplicates/apart', { contactIds: [b, a] })
    expect((await duplicates(admin)).duplicates).toEqual([])
    expect(boss.heard(contactsKeptApart)).toEqual([{ contactIds: [b ?? 0, a ?? 0] }])
    await put(admin, b ?? 0, { name: 'Outra Pessoa' })
    await put(admin, b ?? 0, { name: 'Maria Souza' })
    expect((await duplicates(admin)).duplicates).toEqual([])
    expect(await post(admin, '/duplicates/apart', { contactIds: [a, 99] })).toMatchObject({
      error: 'ERR_NO_CONTACT_FOUND',
    })
  })

  test('are returned in pages', async () => {
    const w = world()
    const admin = w.admin()
    for (let n = 0; n < 90; n++) w.contact({ name: 'Maria Souza', number: `55219876500${n + 10}` })
    const seen: unknown[] = []
    for (let after: string | null = ''; after !== null; ) {
      const page = await duplicates(admin, after)
      seen.push(...pairs(page).map(([, , newer]) => newer))
      after = page.next
      expect(page.hasMore).toBe(after !== null)
    }
    expect(new Set(seen).size).toBe(89)
    expect(seen).toHaveLength(89)
  })
})
