/** Merging contacts: the preview equals the server's result, and handled suggestions disappear. */
import { expect, test } from 'bun:test'
import { contactDeleted } from '../../../src/contacts/contract'
import type { ContactDetail } from '../../../src/contacts/groups/contract'
import { contactsKeptApart, type DuplicatePage } from '../../../src/features/contact-book/merging/contract'
import { pairOf, pairsOf, without } from '../../../ui/features/contacts/merge/duplicates'
import { dataOf, type Mergeable, mergedOf, type Picks, usualPicks } from '../../../ui/features/contacts/merge/merged'
import { world } from '../../support/world'

const picks: readonly (Partial<Picks> | null)[] = [
  null,
  { name: 'selected', number: 'selected', email: 'selected', contactCategoryId: 'selected', extraInfo: 'selected' },
  { name: 'original', number: 'original', email: 'original', contactCategoryId: 'original', extraInfo: 'original' },
  { name: 'selected', number: 'original', email: 'original', contactCategoryId: 'selected', extraInfo: 'merge' },
]

test.each(picks.map((one) => [one]))('the preview equals the merged contact: %j', async (chosen) => {
  const w = world()
  const admin = w.admin()
  w.rows("INSERT INTO contact_categories (description) VALUES ('VIP'), ('Nova') RETURNING id")
  const save = (body: object) => admin.json('/api/contacts/', 'POST', body)
  await save({
    name: 'Maria Souza',
    number: '5521996124087',
    contactCategoryId: 1,
    extraInfo: [{ name: 'Cidade', value: 'Niterói' }],
  })
  await save({
    name: 'Mari',
    number: '5521987654321',
    email: 'm@e.com',
    contactCategoryId: 2,
    extraInfo: [
      { name: 'CIDADE', value: 'Santos' },
      { name: 'Time', value: 'Vasco' },
    ],
  })
  const get = async (id: number) => (await (await admin.request(`/api/contacts/${id}`)).json()) as ContactDetail
  const [original, selected] = [await get(1), await get(2)]
  const wanted = { ...usualPicks(original, selected), ...chosen }
  const preview = mergedOf(original, selected, wanted)
  await admin.json('/api/contacts/merge', 'POST', {
    sourceContactId: 2,
    targetContactId: 1,
    mergedData: dataOf(wanted),
  })
  const shown = ({ name, number, email, categoria, extraInfo }: Mergeable) => ({
    name,
    number,
    email,
    categoria,
    extraInfo: extraInfo.map(({ name, value }) => ({ name, value })),
  })
  expect(shown(await get(1))).toEqual(shown(preview))
})

test('stale suggestions plus their events equal fresh ones', async () => {
  const w = world()
  const admin = w.admin()
  for (const n of [1, 2, 3, 4]) w.contact({ name: 'Maria Souza', number: `552198765000${n}` })
  const fresh = async () => (await (await admin.request('/api/contacts/duplicates')).json()) as DuplicatePage
  let pages = [await fresh()]
  expect(pages[0]?.count).toBe(3)
  await admin.json('/api/contacts/duplicates/apart', 'POST', { contactIds: [3, 1] })
  await admin.json('/api/contacts/merge', 'POST', { sourceContactId: 4, targetContactId: 1, mergedData: {} })
  for (const { contactIds } of admin.heard(contactsKeptApart)) pages = without(pages, pairOf(contactIds))
  for (const { contactId } of admin.heard(contactDeleted)) pages = without(pages, pairsOf(contactId))
  expect(pages).toEqual([await fresh()])
})
