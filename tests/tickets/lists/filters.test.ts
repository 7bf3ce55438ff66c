/** Filters of the ticket list: each narrows what is visible, and pages continue after any combination. */
import { describe, expect, test } from 'bun:test'
import { PAGE_SIZE } from '../../../src/platform/pages'
import { DAY, HOUR, MINUTE, SECOND } from '../../../src/platform/time'
import type { TicketSummary } from '../../../src/tickets/contract'
import { type Attendant, SALES, SUPPORT } from '../../support/company-world'
import { createRandom } from '../../support/random'
import { NOON, type World, world } from '../../support/world'

type Query = Record<string, string>
type Page = { tickets: TicketSummary[]; hasMore: boolean; next: string | null }

async function list(who: Attendant, query: Query): Promise<Page> {
  const answer = await who.request(`/api/tickets?${new URLSearchParams(query)}`)
  if (answer.status !== 200) throw new Error(`the list was refused: ${await answer.text()}`)
  return (await answer.json()) as Page // what the route declares
}
const ids = async (who: Attendant, query: Query) => (await list(who, query)).tickets.map(({ id }) => id)

/** All pages, each requested after the end of the previous one. */
async function walk(who: Attendant, query: Query): Promise<number[]> {
  const shown: number[] = []
  for (let next: string | null = null, more = true; more; ) {
    const page: Page = await list(who, { ...query, ...(next !== null && { after: next }) })
    shown.push(...page.tickets.map(({ id }) => id))
    next = page.next
    more = page.hasMore
  }
  return shown
}

const tag = (w: World, ticketId: number, ...tagIds: number[]) => {
  for (const id of tagIds) {
    w.rows(`INSERT INTO tags (id, name, color) VALUES (?, ?, '#fff') ON CONFLICT DO NOTHING RETURNING id`, id, `t${id}`)
    w.rows('INSERT INTO ticket_tags VALUES (?, ?) RETURNING tag_id', ticketId, id)
  }
}

describe('days', () => {
  /** Midnight in São Paulo is three o'clock in UTC. */
  const MIDNIGHT = NOON - 9 * HOUR

  test('filter by opening day and by day of the latest change, in the company’s time zone', async () => {
    const w = world()
    const ana = w.attendant()
    const moment = (createdAt: number, updatedAt: number) => w.ticket({ createdAt, updatedAt }).id
    const before = moment(MIDNIGHT - 1, MIDNIGHT - 1)
    const first = moment(MIDNIGHT, MIDNIGHT)
    const last = moment(MIDNIGHT + DAY - 1, MIDNIGHT + DAY - 1)
    const later = moment(MIDNIGHT + DAY, MIDNIGHT + DAY)
    const long = moment(MIDNIGHT + HOUR, MIDNIGHT + DAY + HOUR)
    expect(await ids(ana, { date: '2026-03-02' })).toEqual([long, last, first])
    expect(await ids(ana, { date: '2026-03-01' })).toEqual([before])
    expect(await ids(ana, { updatedAt: '2026-03-02' })).toEqual([last, first])
    expect(await ids(ana, { updatedAt: '2026-03-03', status: 'pending' })).toEqual([long, later])
    expect(await ids(ana, { date: '2026-03-02', updatedAt: '2026-03-03' })).toEqual([long])
    expect(await ids(ana, { date: '', updatedAt: '' })).toHaveLength(5)
  })

  test('are refused by name if invalid', async () => {
    const ana = world().attendant()
    for (const field of ['date', 'updatedAt'])
      for (const wrong of ['2026-02-30', '02/03/2026', 'hoje', '2026-03-02T00:00:00Z']) {
        const answer = await ana.request(`/api/tickets?${field}=${encodeURIComponent(wrong)}`)
        expect([answer.status, await answer.json()]).toMatchObject([
          400,
          { error: 'ERR_INVALID_INPUT', details: [{ field }] },
        ])
      }
  })
})

describe('tags', () => {
  test('filter tickets that have all of them', async () => {
    const w = world()
    const ana = w.attendant()
    const [one, two, three] = [w.ticket().id, w.ticket().id, w.ticket().id]
    tag(w, one, 1)
    tag(w, two, 1, 2)
    tag(w, three, 2)
    for (const count of [1, 60_000]) {
      // Read from the few tickets of a tag, or from the tab if many have it.
      w.rows('UPDATE tags SET tickets_count = ? RETURNING id', count)
      expect(await ids(ana, { tags: '[1]' })).toEqual([two, one])
      expect(await ids(ana, { tags: '[1,2]' })).toEqual([two])
      expect(await ids(ana, { tags: '[2,2]' })).toEqual([three, two])
      expect(await ids(ana, { tags: '[9]' })).toEqual([])
      expect(await ids(ana, { tags: '[1]', status: 'closed' })).toEqual([])
    }
    expect(await ids(ana, { tags: '[]' })).toHaveLength(3)
  })

  test('are limited to ten per request, and an invalid list is refused', async () => {
    const ana = world().attendant()
    const notLists = ['1', '1,2', '["1"]', '{}', '[1.5]', '[-1]', '[01]', '[1', '[1,]', 'null', '[null]']
    for (const tags of ['[1,2,3,4,5,6,7,8,9,10,11]', ...notLists]) {
      const answer = await ana.request(`/api/tickets?tags=${encodeURIComponent(tags)}`)
      expect([answer.status, await answer.json()]).toMatchObject([400, { details: [{ field: 'tags' }] }])
    }
    for (const tags of ['[1,2,3,4,5,6,7,8,9,10]', '[ 1 , 0 ]']) expect(await ids(ana, { tags })).toEqual([])
  })
})

test('lists all visible tickets of a contact, whoever has them, page by page', async () => {
  const w = world()
  const [ana, beto, boss] = [w.attendant([SALES]), w.attendant([SALES]), w.admin()]
  const contactId = w.contact().id
  const past = (queueId: number, userId: number) => {
    w.clock.forward(SECOND)
    return w.ticket({ contactId, queueId, userId, status: 'closed' }).id
  }
  const [his, hidden] = [past(SALES, beto.userId), past(SUPPORT, beto.userId)]
  const many = Array.from({ length: PAGE_SIZE }, () => past(SALES, ana.userId))
  w.clock.forward(SECOND)
  const now = w.ticket({ contactId, queueId: SALES, userId: beto.userId }).id
  w.ticket({ queueId: SALES })
  const seen = [his, ...many, now].toReversed()
  const query = { contactId: String(contactId) }
  expect(await walk(ana, query)).toEqual(seen)
  expect(await walk(boss, query)).toEqual([...seen.slice(0, -1), hidden, his])
  expect(await ids(boss, { ...query, status: 'open', showAll: 'true' })).toEqual([now])
  expect(await ids(ana, { contactId: '99' })).toEqual([])
  for (const wrong of ['0', '-1', 'x', '[1]']) {
    const answer = await ana.request(`/api/tickets?contactId=${wrong}`)
    expect([answer.status, await answer.json()]).toMatchObject([400, { details: [{ field: 'contactId' }] }])
  }
})

test('never widens what is visible', async () => {
  const w = world()
  const [ana, beto] = [w.attendant([SALES]), w.attendant([SUPPORT])]
  const [hers, his] = [w.ticket({ queueId: SALES }).id, w.ticket({ queueId: SUPPORT, userId: beto.userId }).id]
  tag(w, hers, 1)
  tag(w, his, 1)
  for (const query of [
    { date: '2026-03-02' },
    { updatedAt: '2026-03-02' },
    { tags: '[1]' },
    { date: '2026-03-02', users: `[${beto.userId}]` },
    { withUnreadMessages: 'false' },
  ])
    expect(await ids(ana, query)).not.toContain(his)
  expect(await ids(ana, { tags: '[1]', date: '2026-03-02' })).toEqual([hers])
})

test('lists several tabs in one order, page by page', async () => {
  const w = world()
  const ana = w.attendant()
  const { below, oneIn } = createRandom(3)
  const made = Array.from({ length: 2 * PAGE_SIZE + 20 }, () => {
    w.clock.forward(below(3) * SECOND)
    const closed = oneIn(2)
    return w.ticket({ status: closed ? 'closed' : 'pending', userId: closed ? ana.userId : null, isGroup: oneIn(3) }).id
  })
  expect(await walk(ana, {})).toEqual(made.toReversed())
  const numbered = [await ids(ana, { pageNumber: '3' }), await ids(ana, { pageNumber: '2' })]
  expect(numbered.map(({ length }) => length)).toEqual([20, PAGE_SIZE])
  expect(await ids(ana, { pageNumber: '2' })).toEqual(made.toReversed().slice(PAGE_SIZE, 2 * PAGE_SIZE))
})

test('returns for any combination of filters what each would leave, in pages without gaps', async () => {
  const w = world()
  const { below, pick, oneIn } = createRandom(11)
  const other = w.connection()
  const people = [w.attendant([SALES]), w.attendant([SALES, SUPPORT]), w.admin()]
  type Row = { id: number; created: number; updated: number; tags: number[]; word: string }
  const rows: Row[] = Array.from({ length: 260 }, () => {
    const [created, updated] = [NOON - below(3) * DAY, NOON + below(3) * DAY + below(20) * SECOND]
    const word = pick(['azul', 'verde'])
    const status = pick(['pending', 'open', 'closed'] as const)
    const { id } = w.ticket({
      contactId: w.contact({ name: `Cor ${word}` }).id,
      status,
      isGroup: oneIn(4),
      queueId: pick([SALES, SUPPORT, null]),
      userId: status === 'pending' ? null : pick(people).userId,
      ...(oneIn(3) && { connectionId: other.id }),
      unread: below(2),
      ...(status !== 'closed' && oneIn(2) && { waitingSince: NOON - below(30) * MINUTE }),
      markedUnread: oneIn(5),
      createdAt: created,
      updatedAt: updated,
    })
    const tags = [1, 2].filter(() => oneIn(2))
    tag(w, id, ...tags)
    return { id, created, updated, tags, word }
  })
  const dayOf = (at: number) => new Date(at - 3 * HOUR).toISOString().slice(0, 10)
  for (let round = 0; round < 120; round++) {
    const who = pick(people)
    const scope: Query = {
      ...(oneIn(2) && { status: pick(['pending', 'open', 'closed']) }),
      ...(oneIn(2) && { isGroup: pick(['true', 'false']) }),
      showAll: pick(['true', 'false']),
      ...(oneIn(3) && { order: 'waiting' }),
    }
    const day = dayOf(pick(rows).updated)
    const born = dayOf(pick(rows).created)
    const choices: [Query, (ticket: TicketSummary, row: Row) => boolean][] = [
      [{ queueIds: `[${SALES},0]` }, ({ queueId }) => queueId === SALES || queueId === null],
      [{ connectionIds: `[${other.id}]` }, ({ whatsappId }) => whatsappId === other.id],
      [{ users: `[${people[0]?.userId}]` }, ({ userId }) => userId === people[0]?.userId],
      [{ withUnreadMessages: 'true' }, (ticket) => ticket.unreadMessages > 0 || ticket.isMarkUnread],
      [{ late: 'true' }, ({ waitingSince }) => waitingSince !== null && Date.parse(waitingSince) <= NOON - 15 * MINUTE],
      [{ tags: '[1]' }, (_, { tags }) => tags.includes(1)],
      [{ tags: '[1,2]' }, (_, { tags }) => tags.length === 2],
      [{ updatedAt: day }, (_, { updated }) => dayOf(updated) === day],
      [{ date: born }, (_, { created }) => dayOf(created) === born],
    ]
    const chosen = choices.filter(() => oneIn(4))
    const searched = oneIn(4) ? { searchParam: 'azul' } : {}
    const seen = async (query: Query) => {
      const found: TicketSummary[] = []
      for (let page = 1, more = true; more; page++) {
        const { tickets, hasMore } = await list(who, { ...scope, ...query, pageNumber: String(page) })
        found.push(...tickets)
        more = hasMore
      }
      return found
    }
    const expected = (await seen(searched))
      .filter((ticket) => {
        const row = rows.find(({ id }) => id === ticket.id)
        return row !== undefined && chosen.every(([, fits]) => fits(ticket, row))
      })
      .map(({ id }) => id)
    const query = { ...scope, ...searched, ...Object.assign({}, ...chosen.map(([part]) => part)) }
    expect([query, await walk(who, query)]).toEqual([query, expected])
  }
}, 180_000)
