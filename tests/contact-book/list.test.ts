/** The contact list: every order and filter, page by page, equals all rows sorted and filtered by hand. */
import { describe, expect, test } from 'bun:test'
import type { ContactPage } from '../../src/contacts/contract'
import { fold } from '../../src/platform/text'
import { DAY, MINUTE } from '../../src/platform/time'
import { type Attendant, SALES, SUPPORT } from '../support/company-world'
import { createRandom } from '../support/random'
import { NOON, type World, world } from '../support/world'

async function page(who: Attendant, query: Record<string, string>): Promise<ContactPage> {
  const answer = await who.request(`/api/contacts?${new URLSearchParams(query)}`)
  if (answer.status !== 200) throw new Error(`the list was refused: ${await answer.text()}`)
  return (await answer.json()) as ContactPage // what the route declares
}

/** All pages by cursor. */
async function allOf(who: Attendant, query: Record<string, string>): Promise<number[]> {
  const ids: number[] = []
  for (let after: string | null = null, pages = 0; pages < 10; pages++) {
    const { contacts, hasMore, next } = await page(who, { ...query, ...(after !== null && { after }) })
    ids.push(...contacts.map(({ id }) => id))
    if (!hasMore) return ids
    after = next
  }
  return ids
}

type Person = { id: number; name: string; active: number; category: number | null; at: number; last: number }

const people = (w: World) =>
  w.rows<Person>(
    `SELECT id, name, active, category_id AS category, created_at AS at,
       coalesce((SELECT max(updated_at) / 60000 FROM tickets WHERE contact_id = contacts.id), 0) AS last
     FROM contacts WHERE is_group = 0`,
  )

const compare = {
  name: (a: Person, b: Person) => Buffer.compare(Buffer.from(fold(a.name)), Buffer.from(fold(b.name))) || a.id - b.id,
  id: (a: Person, b: Person) => a.id - b.id,
  last: (a: Person, b: Person) => a.last - b.last || a.id - b.id,
}

const filters: readonly { query: Record<string, string>; fits(person: Person): boolean }[] = [
  { query: {}, fits: () => true },
  { query: { contactCategoryId: '1' }, fits: ({ category }) => category === 1 },
  { query: { active: 'false' }, fits: ({ active }) => active === 0 },
  { query: { active: 'true' }, fits: ({ active }) => active === 1 },
  { query: { noTicket: 'true' }, fits: ({ last }) => last === 0 },
  { query: { date: '2026-03-02' }, fits: ({ at }) => at >= NOON - DAY / 2 },
  {
    query: { contactCategoryId: '1', active: 'false', noTicket: 'true' },
    fits: ({ category, active, last }) => category === 1 && active === 0 && last === 0,
  },
  { query: { searchParam: 'ana' }, fits: ({ name }) => fold(name).includes('ana') },
  {
    query: { searchParam: 'ana', contactCategoryId: '1' },
    fits: ({ name, category }) => category === 1 && fold(name).includes('ana'),
  },
]

async function expectEveryView(w: World, most: number) {
  const admin = w.admin()
  const everybody = people(w)
  for (const { query, fits } of filters)
    for (const by of ['name', 'id', 'last'] as const)
      for (const desc of ['false', 'true']) {
        const sorted = everybody.filter(fits).sort(compare[by])
        const ids = (desc === 'true' ? sorted.toReversed() : sorted).map(({ id }) => id)
        const view = { ...query, sort: by, desc }
        expect([view, await allOf(admin, view)]).toEqual([view, ids.slice(0, most)])
        const second = (await page(admin, { ...view, pageNumber: '2' })).contacts.map(({ id }) => id)
        expect(second).toEqual(ids.slice(40, 80))
        expect((await page(admin, view)).count).toBe(ids.length)
      }
}

test('the list is paged in each order, with each filter', async () => {
  const w = world()
  const { below, oneIn } = createRandom(7)
  const category = (await w.admin().api.contactCategories.post({ descricao: 'Cliente' })).data?.id
  expect(category).toBe(1)
  for (let n = 0; n < 130; n++) {
    const { id } = w.contact({ name: `${['Ana', 'Ána', 'Zé', 'Mariana', 'João'][below(5)]} ${below(40)}` })
    w.rows(
      'UPDATE contacts SET active = ?, category_id = ?, created_at = ? WHERE id = ? RETURNING id',
      oneIn(3) ? 0 : 1,
      oneIn(2) ? 1 : null,
      NOON - below(3) * DAY,
      id,
    )
    if (oneIn(2)) w.ticket({ contactId: id, status: 'closed', updatedAt: NOON - below(50) * MINUTE })
    if (oneIn(6)) w.ticket({ contactId: id, updatedAt: NOON - below(9) * DAY })
  }
  w.contact({ name: 'Ana do grupo', isGroup: true, addresses: [{ kind: 'group', value: 'g1' }] })
  await expectEveryView(w, 400)
})

test('the list is paged the same where a filter matches so many rows that the list is read in its own order', async () => {
  const w = world()
  await w.admin().api.contactCategories.post({ descricao: 'Cliente' })
  w.rows(
    `WITH RECURSIVE n (i) AS (VALUES (1) UNION ALL SELECT i + 1 FROM n WHERE i < 5600)
     INSERT INTO contacts (name, name_folded, created_at, active, category_id)
     SELECT 'Ana ' || (i * 7919 % 5600), 'ana ' || (i * 7919 % 5600), ${NOON} - i, i % 20 = 0, iif(i % 25 = 0, NULL, 1) FROM n RETURNING id`,
  )
  for (const id of [17, 100, 5000]) w.ticket({ contactId: id, updatedAt: NOON - id * MINUTE })
  const { filter } = filters.reduce((kept, one) => (one.query.searchParam ? kept : { filter: [...kept.filter, one] }), {
    filter: [] as (typeof filters)[number][],
  })
  const admin = w.admin()
  const everybody = people(w)
  for (const { query, fits } of filter)
    for (const by of ['name', 'id', 'last'] as const) {
      const ids = everybody
        .filter(fits)
        .sort(compare[by])
        .map(({ id }) => id)
      expect([query, by, await allOf(admin, { ...query, sort: by })]).toEqual([query, by, ids.slice(0, 400)])
      expect((await page(admin, { ...query, sort: by })).count).toBe(ids.length)
    }
}, 180_000)

describe('a contact row', () => {
  test('shows the active conversations that the user sees, with their tags', async () => {
    const w = world()
    const [admin, ana] = [w.admin(), w.attendant([SALES])]
    const { id } = w.contact({ name: 'Maria' })
    const second = w.connection({ name: 'Outra' }).id
    const open = w.ticket({ contactId: id, queueId: SALES })
    const hidden = w.ticket({ contactId: id, queueId: SUPPORT, connectionId: second })
    w.ticket({ contactId: id, queueId: SALES, status: 'closed' })
    const tag = (await admin.api.tags.post({ name: 'Garantia', color: '#d93f5a' })).data?.id ?? 0
    await admin.json('/api/ticket-tags', 'PUT', { ticketIds: [open.id], tagId: tag, tagged: true })
    expect((await page(ana, {})).contacts).toMatchObject([
      {
        id,
        uuid: open.uuid,
        whatsapp: { name: 'Loja' },
        tickets: [{ id: open.id, status: 'pending', tags: [{ name: 'Garantia' }] }],
      },
    ])
    expect((await page(admin, {})).contacts[0]?.tickets.map((ticket) => ticket.id)).toEqual([open.id, hidden.id])
  })

  test('shows the latest change of any ticket as last interaction, and none once the last ticket is deleted', async () => {
    const w = world()
    const admin = w.admin()
    const { id } = w.contact()
    const last = async () => (await page(admin, {})).contacts[0]?.lastInteractionAt
    expect(await last()).toBeNull()
    const ticket = w.ticket({ contactId: id, updatedAt: NOON - DAY })
    w.ticket({ contactId: id, status: 'closed', updatedAt: NOON - 3 * DAY })
    expect(await last()).toBe(new Date(NOON - DAY).toISOString())
    w.clock.forward(90_500)
    await admin.json(`/api/tickets/${ticket.id}`, 'PUT', { status: 'open', queueId: SALES })
    expect(await last()).toBe(new Date(NOON + MINUTE).toISOString())
    for (const one of w.rows<{ id: number }>('SELECT id FROM tickets'))
      await admin.request(`/api/tickets/${one.id}`, { method: 'DELETE' })
    expect(await last()).toBeNull()
  })
})

test('refuses a made-up cursor, and survives one of another order', async () => {
  const w = world()
  const admin = w.admin()
  w.contact()
  expect((await admin.request('/api/contacts?after=abc')).status).toBe(400)
  for (const sort of ['name', 'id', 'last']) expect((await page(admin, { sort, after: '0~x' })).count).toBeNull()
})
