/** The ticket lists: what each role sees, page by page, while tickets move. */
import { describe, expect, test } from 'bun:test'
import { PAGE_SIZE } from '../../../src/platform/pages'
import { MINUTE, SECOND } from '../../../src/platform/time'
import { writeSetting } from '../../../src/settings/settings'
import type { TicketSummary } from '../../../src/tickets/contract'
import { unreadLists } from '../../../ui/features/desk/rules/lists'
import { type Attendant, LOJA, SALES, SUPPORT } from '../../support/company-world'
import { createRandom } from '../../support/random'
import { type World, world } from '../../support/world'

type Query = Parameters<Attendant['api']['tickets']['get']>[0] extends { query: infer Q } | undefined ? Q : never

async function list(who: Attendant, query: Record<string, string | number> = {}) {
  const { data, error } = await who.api.tickets.get({ query: query as Query }) // tests name real parameters
  if (!data) throw new Error(`the list was refused: ${JSON.stringify(error?.value)}`)
  return data
}
const ids = async (who: Attendant, query: Record<string, string | number> = {}) =>
  (await list(who, query)).tickets.map(({ id }) => id)

/** Tickets a second apart, newest last. */
function fill(w: World, count: number, wanted: Parameters<World['ticket']>[0] = {}) {
  return Array.from({ length: count }, () => {
    w.clock.forward(SECOND)
    return w.ticket(wanted).id
  })
}

describe('visibility', () => {
  test('shows waiting tickets to their whole queue, and open ones to their attendant', async () => {
    const w = world()
    const [ana, beto] = [w.attendant([SALES]), w.attendant([SALES, SUPPORT])]
    const [unqueued, sales, support] = [w.ticket(), w.ticket({ queueId: SALES }), w.ticket({ queueId: SUPPORT })]
    const [hers, his] = [
      w.ticket({ queueId: SALES, userId: ana.userId }),
      w.ticket({ queueId: SALES, userId: beto.userId }),
    ]
    expect(await ids(ana, { status: 'pending' })).toEqual([sales.id, unqueued.id])
    expect(await ids(beto, { status: 'pending' })).toEqual([support.id, sales.id, unqueued.id])
    expect(await ids(ana, { status: 'open' })).toEqual([hers.id])
    expect(await ids(beto, { status: 'open' })).toEqual([his.id])
  })

  test('names a row’s connection and its current farewell', async () => {
    const w = world()
    const ana = w.attendant([SALES])
    w.ticket({ queueId: SALES })
    const connection = async () => (await list(ana, { status: 'pending' })).tickets[0]?.whatsapp
    expect(await connection()).toEqual({ id: LOJA, name: 'Loja', farewellMessage: '' })
    await w.admin().json(`/api/whatsapp/${LOJA}`, 'PUT', { name: 'Loja Sul', complationMessage: 'Até logo!' })
    expect(await connection()).toEqual({ id: LOJA, name: 'Loja Sul', farewellMessage: 'Até logo!' })
  })

  test('shows all tickets on request to users who may see them, and changes nothing for others', async () => {
    const w = world()
    const [ana, boss, admin, chatty] = [
      w.attendant([SALES]),
      w.attendant([], { profile: 'supervisor' }),
      w.admin(),
      w.attendant([], { allUserChat: true }),
    ]
    const [hers, other] = [
      w.ticket({ queueId: SALES, userId: ana.userId }),
      w.ticket({ queueId: SUPPORT, userId: boss.userId }),
    ]
    const open = { status: 'open', showAll: 'true' }
    expect(await ids(ana, open)).toEqual([hers.id])
    for (const who of [boss, admin, chatty]) expect(await ids(who, open)).toEqual([other.id, hers.id])
    expect(await ids(admin, { status: 'open' })).toEqual([])
  })

  test('never widens with filters', async () => {
    const w = world()
    const ana = w.attendant([SALES])
    const other = w.connection()
    const sales = w.ticket({ queueId: SALES })
    const support = w.ticket({ queueId: SUPPORT })
    const unqueued = w.ticket({ connectionId: other.id, unread: 1 })
    expect(await ids(ana, { queueIds: `[${SUPPORT}]` })).toEqual([])
    expect(await ids(ana, { queueIds: `[${SALES},0]` })).toEqual([unqueued.id, sales.id])
    expect(await ids(ana, { queueIds: '[0]' })).toEqual([unqueued.id])
    expect(await ids(ana, { connectionIds: `[${other.id}]` })).toEqual([unqueued.id])
    expect(await ids(ana, { withUnreadMessages: 'true' })).toEqual([unqueued.id])
    expect(await ids(ana, { searchParam: String(support.id) })).toEqual([])
    expect(await ids(ana, { users: '[999]' })).toEqual([])
  })

  test('shows a user limited to connections only those, and their own tickets', async () => {
    const w = world()
    writeSetting(w.db, 'restrictedChannels', 'enabled')
    const other = w.connection()
    const [ana, admin] = [w.attendant([SALES], { connections: [LOJA] }), w.admin()]
    const here = w.ticket({ queueId: SALES })
    const there = w.ticket({ queueId: SALES, connectionId: other.id })
    expect(await ids(ana, { status: 'pending' })).toEqual([here.id])
    expect(await ids(admin, { status: 'pending' })).toEqual([there.id, here.id])
    expect((await ana.api.tickets({ id: there.id }).get()).status).toBe(404)
    const own = w.ticket({ connectionId: other.id, userId: ana.userId })
    expect(await ids(ana, { status: 'open' })).toEqual([own.id])
  })

  test('finds a contact by name without accents or case, or by number, and a ticket by its own or its protocol number', async () => {
    const w = world()
    const ana = w.attendant()
    const jose = w.ticket({ contactId: w.contact({ name: 'José Antônio', number: '5521996124087' }).id })
    const percent = w.ticket({ contactId: w.contact({ name: '100% Café_' }).id })
    for (const search of [
      'jose',
      'ANTONIO',
      'José',
      '9612-4087',
      `#${jose.id}`,
      `20260302${jose.id}`,
      `#20260302${String(jose.id).padStart(5, '0')}`,
    ])
      expect(await ids(ana, { searchParam: search })).toContain(jose.id)
    expect(await ids(ana, { searchParam: '100%' })).toEqual([percent.id])
    expect(await ids(ana, { searchParam: 'fé_' })).toEqual([percent.id])
    for (const search of ["'", '"', '%', '\\', '*', '(', 'NEAR', 'AND', '""', '-', '\u0000'])
      expect((await ana.api.tickets.get({ query: { searchParam: search } })).status).toBe(200)
  })
})

describe('paging', () => {
  test('returns every row once, latest change first', async () => {
    const w = world()
    const ana = w.attendant()
    const made = fill(w, 2 * PAGE_SIZE + 5)
    const pages = [
      await list(ana, { status: 'pending' }),
      await list(ana, { status: 'pending', pageNumber: 2 }),
      await list(ana, { status: 'pending', pageNumber: 3 }),
    ]
    expect(pages.map(({ hasMore }) => hasMore)).toEqual([true, true, false])
    expect(pages.flatMap(({ tickets }) => tickets.map(({ id }) => id))).toEqual(made.toReversed())
  })

  test('ends after a page that is exactly full', async () => {
    const w = world()
    const ana = w.attendant()
    fill(w, PAGE_SIZE)
    expect((await list(ana, { status: 'pending' })).hasMore).toBe(false)
    expect((await list(ana, { status: 'pending', pageNumber: 2 })).tickets).toEqual([])
  })

  test('neither skips nor repeats rows of the same instant', async () => {
    const w = world()
    const ana = w.attendant()
    const made = Array.from({ length: PAGE_SIZE + 10 }, () => w.ticket().id)
    const both = [...(await ids(ana, { status: 'pending' })), ...(await ids(ana, { status: 'pending', pageNumber: 2 }))]
    expect(both).toEqual(made.toReversed())
  })

  test('jumps to a distant page without those before it', async () => {
    const w = world()
    const ana = w.attendant()
    const made = fill(w, 3 * PAGE_SIZE)
    expect(await ids(ana, { status: 'pending', pageNumber: 3 })).toEqual(made.toReversed().slice(2 * PAGE_SIZE))
  })

  test('neither repeats nor skips a row while tickets move during scrolling', async () => {
    for (let seed = 1; seed <= 8; seed++) {
      const w = world()
      const ana = w.attendant()
      const { below, pick } = createRandom(seed)
      const made = fill(w, 4 * PAGE_SIZE)
      const shown: number[] = []
      const moved = new Set<number>()
      for (let page = 1, more = true; more; page++) {
        const { tickets, hasMore } = await list(ana, { status: 'pending', pageNumber: page })
        shown.push(...tickets.map(({ id }) => id))
        more = hasMore
        for (let move = below(6); move > 0; move--) {
          w.clock.forward(SECOND)
          const id = pick(made)
          moved.add(id)
          w.rows('UPDATE tickets SET updated_at = ? WHERE id = ? RETURNING id', w.clock.now(), id)
        }
      }
      expect(new Set(shown).size).toBe(shown.length)
      expect(made.filter((id) => !shown.includes(id) && !moved.has(id))).toEqual([])
    }
  })

  test('continues two screens of one user independently', async () => {
    const w = world()
    const ana = w.attendant()
    const made = fill(w, 3 * PAGE_SIZE)
    const first = await list(ana, { status: 'pending' })
    const [moved, ...rest] = made
    w.clock.forward(SECOND)
    w.rows('UPDATE tickets SET updated_at = ? WHERE id = ? RETURNING id', w.clock.now(), moved)
    const other = await list(ana, { status: 'pending' })
    const second = await list(ana, { status: 'pending', pageNumber: 2, after: first.next ?? '' })
    const third = await list(ana, { status: 'pending', pageNumber: 3, after: second.next ?? '' })
    expect([...first.tickets, ...second.tickets, ...third.tickets].map(({ id }) => id)).toEqual(rest.toReversed())
    expect(third).toMatchObject({ hasMore: false, next: null })
    const behind = await ids(ana, { status: 'pending', pageNumber: 2, after: other.next ?? '' })
    expect(behind).toEqual(rest.toReversed().slice(PAGE_SIZE - 1, 2 * PAGE_SIZE - 1))
  })

  test('refuses a made-up cursor', async () => {
    const ana = world().attendant()
    for (const after of ['1', 'x-1', '1-1;', '-1--1', '1'.repeat(20)])
      expect((await ana.api.tickets.get({ query: { after } })).status).toBe(400)
  })

  test('keeps page ends apart by user and by filter', async () => {
    const w = world()
    const [ana, beto] = [w.attendant([SALES]), w.attendant([SALES, SUPPORT])]
    fill(w, PAGE_SIZE + 5, { queueId: SALES })
    fill(w, PAGE_SIZE + 5, { queueId: SUPPORT })
    await list(ana, { status: 'pending' })
    await list(beto, { status: 'pending' })
    expect(await ids(ana, { status: 'pending', pageNumber: 2 })).toHaveLength(5)
    expect(await ids(beto, { status: 'pending', pageNumber: 2 })).toHaveLength(PAGE_SIZE)
    expect(await ids(beto, { status: 'pending', pageNumber: 2, queueIds: `[${SALES}]` })).toHaveLength(5)
  })
})

describe('the longest wait first', () => {
  const waiting = { order: 'waiting', status: 'pending' }

  test('sorts by waiting time: further messages do not move a ticket back, and tickets that do not wait come last', async () => {
    const w = world()
    const ana = w.attendant()
    const quiet = w.ticket()
    for (const number of ['5521996124001', '5521996124002', '5521996124003']) {
      w.clock.forward(SECOND)
      w.whatsapp.person(number).says('oi')
    }
    w.clock.forward(SECOND)
    w.whatsapp.person('5521996124003').says('?')
    expect(await ids(ana, { status: 'pending' })).toEqual([4, 3, 2, quiet.id])
    expect(await ids(ana, waiting)).toEqual([2, 3, 4, quiet.id])
  })

  test('counts tickets as late after the company’s limit', async () => {
    const w = world()
    const ana = w.attendant()
    const since = (minutes: number) => w.ticket({ waitingSince: w.clock.now() - minutes * MINUTE }).id
    const [fourteen, fifteen, hour] = [since(14), since(15), since(60)]
    w.ticket()
    expect(await ids(ana, { ...waiting, late: 'true' })).toEqual([hour, fifteen])
    expect(await ids(ana, { late: 'true' })).toEqual([hour, fifteen])
    await w.admin().json('/api/settings/waitingRed', 'PUT', { value: '10' })
    expect(await ids(ana, { ...waiting, late: 'true' })).toEqual([hour, fifteen, fourteen])
    expect((await ana.api.tickets.counters.get({ query: {} })).data).toMatchObject({
      late: 3,
      groupLate: 0,
      pending: 4,
    })
  })

  test('pages through what each role sees, by cursor and by number', async () => {
    const w = world()
    const { below, pick, oneIn } = createRandom(5)
    const other = w.connection()
    const people = [
      w.attendant([SALES]),
      w.attendant([SALES, SUPPORT]),
      w.attendant([], { profile: 'supervisor' }),
      w.admin(),
    ]
    const since = new Map<number, number>()
    for (let n = 0; n < 5 * PAGE_SIZE; n++) {
      const status = pick(['pending', 'pending', 'open', 'closed'] as const)
      const waits = status !== 'closed' && !oneIn(4)
      const waitingSince = waits ? w.clock.now() - below(60) * SECOND : null
      const { id } = w.ticket({
        status,
        waitingSince,
        isGroup: oneIn(5),
        queueId: pick([SALES, SUPPORT, null]),
        userId: status === 'pending' ? null : pick(people).userId,
        ...(oneIn(3) && { connectionId: other.id }),
        unread: below(2),
      })
      since.set(id, waitingSince ?? Number.POSITIVE_INFINITY)
    }
    const inOrder = (found: readonly number[]) =>
      found.toSorted((a, b) => (since.get(a) ?? 0) - (since.get(b) ?? 0) || a - b)
    const walk = async (who: Attendant, query: Record<string, string>, byNumber: boolean) => {
      const shown: number[] = []
      for (let page = 1, next: string | null = ''; next !== null; page++) {
        const place = byNumber || page === 1 ? { pageNumber: page } : { after: next }
        const found = await list(who, { ...query, ...place })
        shown.push(...found.tickets.map(({ id }) => id))
        next = found.next
      }
      return shown
    }
    for (const who of people)
      for (const scope of [
        { status: 'pending', isGroup: 'false' },
        { status: 'pending' },
        { status: 'open', isGroup: 'false' },
        { status: 'open', showAll: 'true' },
        { status: 'pending', withUnreadMessages: 'true', queueIds: `[${SALES},0]` },
        { status: 'pending', connectionIds: `[${other.id}]` },
      ] satisfies Record<string, string>[]) {
        const recent = await walk(who, scope, false)
        for (const byNumber of [true, false])
          expect(await walk(who, { ...scope, order: 'waiting' }, byNumber)).toEqual(inOrder(recent))
      }
    const closed = await walk(w.admin(), { status: 'closed', showAll: 'true' }, false)
    expect(await walk(w.admin(), { status: 'closed', showAll: 'true', order: 'waiting' }, false)).toEqual(closed)
  })
})

describe('reading several at once', () => {
  test('clears own tickets and groups, and skips waiting, colleagues’ and invisible ones', async () => {
    const w = world()
    const [ana, beto] = [w.attendant([SALES]), w.attendant([SALES])]
    const unread = { unread: 2, queueId: SALES }
    const own = w.ticket({ ...unread, status: 'open', userId: ana.userId }).id
    const marked = w.ticket({ markedUnread: true, status: 'open', userId: ana.userId }).id
    const his = w.ticket({ ...unread, status: 'open', userId: beto.userId }).id
    const waits = w.ticket(unread).id
    const hidden = w.ticket({ unread: 2, queueId: SUPPORT }).id
    const read = (ticketIds: number[]) => ana.api.tickets.read.post({ ticketIds })
    const left = () =>
      [own, marked, his, waits, hidden].map((id) => w.ticketNow(id).unread + Number(w.ticketNow(id).markedUnread))
    expect((await read([own, hidden])).status).toBe(404)
    expect(left()).toEqual([2, 1, 2, 2, 2])
    expect((await read([own, marked, his, waits])).status).toBe(200)
    expect(left()).toEqual([0, 0, 2, 2, 2])
    expect((await read([])).status).toBe(400)
    expect((await read(Array.from({ length: 101 }, () => own))).status).toBe(400)
  })
})

describe('the counts beside the tabs', () => {
  const figures = async (who: Attendant, showAll: boolean) =>
    (await who.api.tickets.counters.get({ query: { showAll: showAll ? 'true' : 'false' } })).data

  /** What the lists themselves would show. */
  async function counted(who: Attendant, showAll: boolean, now: () => number) {
    const all = async (query: Record<string, string>) => {
      const rows: TicketSummary[] = []
      for (let page = 1, more = true; more; page++) {
        const { tickets, hasMore } = await list(who, { ...query, showAll: String(showAll), pageNumber: page })
        rows.push(...tickets)
        more = hasMore
      }
      return rows
    }
    const [open, pending, bot, groupOpen, groupPending] = await Promise.all([
      all({ status: 'open', isGroup: 'false' }),
      all({ status: 'pending', isGroup: 'false', isBot: 'false' }),
      all({ status: 'pending', isGroup: 'false', isBot: 'true' }),
      all({ status: 'open', isGroup: 'true' }),
      all({ status: 'pending', isGroup: 'true' }),
    ])
    const isLate = ({ waitingSince }: TicketSummary) =>
      waitingSince !== null && Date.parse(waitingSince) <= now() - MINUTE
    return {
      late: pending.filter(isLate).length,
      groupLate: groupPending.filter(isLate).length,
      open: open.length,
      pending: pending.length,
      bot: bot.length,
      groupOpen: groupOpen.length,
      groupPending: groupPending.length,
      unread: (await Promise.all(unreadLists.map((tab) => all(tab)))).flat().length,
    }
  }

  test('equal a fresh count after any sequence of moves, for every role', async () => {
    const w = world()
    const connection = w.connection({ queueIds: [SALES] })
    const people = [
      w.attendant([SALES]),
      w.attendant([SALES, SUPPORT]),
      w.attendant(),
      w.attendant([], { profile: 'supervisor' }),
      w.admin(),
    ]
    const { below, pick, oneIn } = createRandom(7)
    writeSetting(w.db, 'CheckMsgIsGroup', 'disabled')
    writeSetting(w.db, 'waitingRed', '1')
    const writers = Array.from({ length: 12 }, (_, n) =>
      w.whatsapp.person(`55119${10_000_000 + n}`, { connectionId: oneIn(2) ? connection.id : LOJA }),
    )
    for (let turn = 0; turn < 160; turn++) {
      w.clock.forward(SECOND)
      const who = pick(people)
      const id = 1 + below(16)
      switch (below(10)) {
        case 0:
        case 1:
          pick(writers).says(`m${turn}`)
          break
        case 2:
          await who.api.tickets({ id }).put({ status: 'open', ...(oneIn(2) && { queueId: pick([SALES, SUPPORT]) }) })
          break
        case 3:
          await who.api.tickets({ id }).put({ status: 'pending', userId: null })
          break
        case 4:
          await who.api.tickets({ id }).put({ status: 'closed' })
          break
        case 5:
          await who.api.tickets({ id }).put({ status: 'open', reopen: true })
          break
        case 6:
          await who.api
            .tickets({ id })
            .put(oneIn(2) ? { userId: pick(people).userId } : { queueId: pick([SALES, SUPPORT]) })
          break
        case 7:
          await who.api.messages({ id: id }).get({ query: {} })
          break
        case 8:
          if (oneIn(4)) await who.api.tickets({ id }).delete()
          else
            w.telephones.deliver(
              w.refOf(LOJA),
              w.telephones.incoming({ chat: [{ kind: 'group', value: `g${below(3)}` }], isGroup: true, body: 'oi' }),
            )
          break
        case 9:
          await who.api.tickets({ id }).put({ isMarkUnread: oneIn(2) })
          break
      }
      if (turn % 16 === 0)
        for (const person of people)
          for (const showAll of [false, true])
            expect(await figures(person, showAll)).toEqual(await counted(person, showAll, () => w.clock.now()))
    }
    expect(w.rows('SELECT count(*) AS n FROM ticket_counts WHERE n < 0 OR unread < 0 OR unread > n')).toEqual([
      { n: 0 },
    ])
  })
})
