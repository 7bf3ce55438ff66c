/** The board's tickets: selection, order and visibility. */
import { describe, expect, test } from 'bun:test'
import { BOARD_PAGE } from '../../src/features/kanban/board'
import { ticketUpdated } from '../../src/tickets/contract'
import { type Attendant, SALES, SUPPORT } from '../support/company-world'
import { createRandom } from '../support/random'
import { type World, world } from '../support/world'

type Query = NonNullable<Parameters<Attendant['api']['ticket']['kanban']['get']>[0]>['query']
const board = async (who: Attendant, query: Query = {}) => {
  const { data, error } = await who.api.ticket.kanban.get({ query })
  if (!data) throw new Error(JSON.stringify(error?.value))
  return data
}
const idsOf = async (who: Attendant, query: Query = {}) => (await board(who, query)).tickets.map(({ id }) => id)
const make = (w: World, values: Parameters<World['ticket']>[0] = {}) =>
  w.ticket({ updatedAt: w.clock.now(), ...values }).id

describe('the board', () => {
  test('has pending and open tickets, last movement first, and neither closed ones nor groups', async () => {
    const w = world()
    const admin = w.admin()
    const at = (n: number) => w.clock.now() + n
    const waiting = make(w, { updatedAt: at(1) })
    const open = make(w, { status: 'open', userId: admin.userId, updatedAt: at(3) })
    const later = make(w, { updatedAt: at(2) })
    make(w, { status: 'closed', userId: admin.userId })
    make(w, { isGroup: true })
    expect(await idsOf(admin)).toEqual([open, later, waiting])
    expect((await board(admin)).tickets[0]).toEqual((await admin.api.tickets({ id: open }).get()).data as never)
  })

  test("has the user's open tickets, or all of them with the permission", async () => {
    const w = world()
    const [admin, ana, rui] = [w.admin(), w.attendant([SALES]), w.attendant([SALES])]
    const hers = make(w, { status: 'open', userId: ana.userId, queueId: SALES })
    expect([await idsOf(ana), await idsOf(rui)]).toEqual([[hers], []])
    expect(await idsOf(rui, { showAll: 'true' })).toEqual([])
    expect([await idsOf(admin), await idsOf(admin, { showAll: 'true' })]).toEqual([[], [hers]])
  })

  test('filters by queues, with 0 for none, and refuses invalid ones', async () => {
    const w = world()
    const admin = w.admin()
    const [sales, none] = [make(w, { queueId: SALES }), make(w, { queueId: null })]
    make(w, { queueId: SUPPORT })
    expect(await idsOf(admin, { queueIds: `[${SALES}]` })).toEqual([sales])
    expect(await idsOf(admin, { queueIds: '[0]' })).toEqual([none])
    expect((await admin.request('/api/ticket/kanban?queueIds=all')).status).toBe(400)
  })

  test('has pages of a thousand, and the cursor skips none', async () => {
    const w = world()
    const admin = w.admin()
    const all = new Set<number>()
    for (let n = 0; n < BOARD_PAGE + 30; n++) {
      const id = make(w, {
        updatedAt: w.clock.now() + (n % 7),
        ...(n % 2 ? { status: 'open', userId: admin.userId } : {}),
      })
      all.add(id)
    }
    const first = await board(admin)
    expect([first.tickets.length, first.hasMore]).toEqual([BOARD_PAGE, true])
    const rest = await board(admin, { after: first.next ?? '' })
    expect([rest.tickets.length, rest.hasMore, rest.next]).toEqual([30, false, null])
    expect(new Set([...first.tickets, ...rest.tickets].map(({ id }) => id))).toEqual(all)
  })
})

test('shows each user the pending and open tickets of their lists', async () => {
  const w = world()
  const people = [
    w.admin(),
    w.attendant([], { profile: 'supervisor' }),
    w.attendant([SALES]),
    w.attendant([SUPPORT]),
    w.attendant([SALES, SUPPORT]),
    w.attendant([]),
  ]
  const { pick, below, oneIn } = createRandom(7)
  for (let n = 0; n < 60; n++) {
    const status = pick(['pending', 'open', 'closed'] as const) ?? 'pending'
    const userId = status === 'pending' ? null : (pick(people)?.userId ?? null)
    make(w, {
      status,
      userId,
      queueId: pick([SALES, SUPPORT, null]) ?? null,
      isGroup: oneIn(6),
      updatedAt: w.clock.now() + below(20),
    })
  }
  const listed = async (who: Attendant, showAll: 'true' | 'false') => {
    const found: number[] = []
    for (const status of ['pending', 'open'] as const) {
      for (let page = 1, hasMore = true; hasMore; page++) {
        const query = { status, isGroup: 'false', showAll, pageNumber: String(page) } as const
        const { data } = await who.api.tickets.get({ query })
        found.push(...(data?.tickets ?? []).map(({ id }) => id))
        hasMore = data?.hasMore ?? false
      }
    }
    return found.sort((a, b) => a - b)
  }
  for (const who of people)
    for (const showAll of ['true', 'false'] as const)
      expect((await idsOf(who, { showAll })).sort((a, b) => a - b)).toEqual(await listed(who, showAll))
})

test('a card moved to another queue keeps its attendant if the attendant may use the queue', async () => {
  const w = world()
  const [admin, ana] = [w.admin(), w.attendant([SALES, SUPPORT])]
  const rui = w.attendant([SALES])
  const [hers, his] = [ana, rui].map(({ userId }) => make(w, { status: 'open', userId, queueId: SALES }))
  const moved = async (id = 0) => (await admin.api.tickets({ id }).put({ queueId: SUPPORT })).data
  expect(await moved(hers)).toMatchObject({ status: 'open', userId: ana.userId, queueId: SUPPORT })
  expect(await moved(his)).toMatchObject({ status: 'pending', userId: null, queueId: SUPPORT })
  expect(ana.heard(ticketUpdated).map(({ ticket }) => ticket.queueId)).toEqual([SUPPORT, SUPPORT])
})
