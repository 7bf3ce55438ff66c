/** Waiting tickets are assigned to the attendants of their queue, and reassigned without an answer. */
import { describe, expect, test } from 'bun:test'
import { connections } from '../../src/channels/connections/tables'
import { distribute, distributeWaiting } from '../../src/features/distribution/distribute'
import type { WeekHours } from '../../src/hours/contract'
import { setCompanyWeek } from '../../src/hours/queries'
import { HOUR, MINUTE } from '../../src/platform/time'
import type { AttendantsPool } from '../../src/queues/contract'
import { writeSetting } from '../../src/settings/settings'
import { type Attendant, LOJA, SALES, SUPPORT } from '../support/company-world'
import { doJob } from '../support/jobs'
import { type World, world } from '../support/world'

const usual: AttendantsPool = {
  active: true,
  typeAssignment: 'balanced',
  enableReassignment: true,
  timeWithoutResponse: 10,
  conversationLimit: null,
}

/** The sales queue distributes its tickets; the named attendants work there and are online. */
async function company(names: readonly string[] = ['Ana', 'Bia'], pool: Partial<AttendantsPool> = {}) {
  const w = world()
  const boss = w.admin({ name: 'Chefe' })
  const setPool = (change: Partial<AttendantsPool> | null) =>
    boss.api.queue({ id: SALES }).put({ attendantsPool: change && { ...usual, ...pool, ...change } })
  await setPool({})
  const people = new Map<string, Attendant>()
  for (const name of names) people.set(name, arrive(w, w.attendant([SALES], { name })))
  const person = (name: string) => people.get(name) ?? boss
  writeSetting(w.db, 'CheckMsgIsGroup', 'disabled')
  // Incoming tickets have no queue until they are moved there.
  let count = 0
  const wait = async (queueId = SALES, connectionId = LOJA) => {
    const phone = `55219${(80_000_000 + ++count).toString()}`
    w.whatsapp.person(phone, { connectionId }).says('oi')
    const id = Number(w.rows<{ id: number }>('SELECT max(id) AS id FROM tickets')[0]?.id)
    await boss.api.tickets({ id }).put({ queueId, userId: null })
    return id
  }
  const ownerOf = (id: number) => {
    const { userId, status } = w.ticketNow(id)
    return status === 'open' ? ([...people].find(([, one]) => one.userId === userId)?.[0] ?? `${userId}`) : status
  }
  const owners = (...ids: readonly number[]) => ids.map(ownerOf)
  const state = async () => (await boss.api.distribution({ id: SALES }).get()).data
  const why = async () =>
    (await state())?.latest.map(({ user, from, reason }) =>
      [user?.name ?? '-', reason, ...(from ? [from.name] : [])].join(' '),
    )
  const kinds = async (id: number) =>
    (await boss.api['tickets-log']({ id }).get()).data?.logs.map(({ kind }) => kind) ?? []
  const look = () => doJob(w, 'distribution.look')
  /** Keeps everybody online meanwhile. */
  const forward = async (ms: number, who: Iterable<Attendant> = people.values()) => {
    w.clock.forward(ms)
    for (const one of who) arrive(w, one)
    look()
  }
  return { w, boss, person, wait, owners, why, kinds, look, forward, setPool, state }
}

/** Brings an attendant online. */
function arrive({ server }: World, one: Attendant): Attendant {
  server.seen(one.actor())
  return one
}

test('rests while the company is on standby, and goes on once it is released', async () => {
  const { w, wait, owners, look } = await company()
  const id = await wait()
  w.db.$client.exec(`UPDATE tickets SET status = 'pending', user_id = NULL WHERE id = ${id}`)
  const standby = { ...w.cx, tenant: { ...w.cx.tenant, standbySince: w.clock.now() } }
  expect(distribute(standby, id)).toBe(false)
  distributeWaiting(standby)
  expect(owners(id)).toEqual(['pending'])
  look()
  expect(owners(id)).not.toEqual(['pending'])
})

const restrictTo = (w: World, one: Attendant, connectionId: number) => {
  writeSetting(w.db, 'restrictedChannels', 'enabled')
  w.db.$client.prepare('INSERT INTO user_connections VALUES (?, ?)').run(one.userId, connectionId)
}

describe('a ticket that begins to wait in a queue', () => {
  test('goes to the attendant with the fewest open tickets, and its log says why', async () => {
    const { w, person, wait, owners, why, kinds } = await company(['Ana', 'Bia', 'Caio'])
    w.ticket({ queueId: SUPPORT, userId: person('Ana').userId })
    const [first, second, third] = [await wait(), await wait(), await wait()]
    expect(owners(first, second, third)).toEqual(['Bia', 'Caio', 'Ana'])
    expect(await why()).toEqual(['Ana tie', 'Caio fewest', 'Bia tie'])
    expect((await kinds(first)).slice(-1)).toEqual(['distributed'])
    expect(w.ticketNow(first)).toMatchObject({ status: 'open', isBot: false, acceptedAt: w.clock.now() })
  })

  test('goes to each in turn with sequential assignment', async () => {
    const { wait, owners } = await company(['Ana', 'Bia', 'Caio'], { typeAssignment: 'sequential' })
    const ids = [await wait(), await wait(), await wait(), await wait()]
    expect(owners(...ids)).toEqual(['Ana', 'Bia', 'Caio', 'Ana'])
  })

  test('goes to one of them with random assignment', async () => {
    const { wait, owners, why } = await company(['Ana', 'Bia'], { typeAssignment: 'random' })
    expect(['Ana', 'Bia']).toContain(owners(await wait()).join())
    expect((await why())?.[0]).toEndWith('drawn')
  })

  test('is assigned at once when the contact enters the queue directly, and when the bot hands over', async () => {
    const { w, boss, owners } = await company(['Ana', 'Bia'])
    await boss.api.whatsapp({ id: LOJA }).put({ queueIds: [SALES] })
    w.whatsapp.person('5521996124087').says('oi')
    await boss.api.whatsapp({ id: LOJA }).put({ queueIds: [SALES, SUPPORT], greetingMessage: 'Olá!' })
    w.db.update(connections).set({ enableQueueChatbot: true }).run()
    const joao = w.whatsapp.person('5521987654321')
    joao.says('oi')
    expect(owners(1, 2)).toEqual(['Ana', 'pending'])
    joao.says('1')
    expect(owners(1, 2)).toEqual(['Ana', 'Bia'])
  })

  test('waits in a queue whose pool is off or missing', async () => {
    const { wait, owners, setPool } = await company()
    await setPool({ active: false })
    expect(owners(await wait(), await wait(SUPPORT))).toEqual(['pending', 'pending'])
    await setPool(null)
    expect(owners(await wait())).toEqual(['pending'])
  })

  test('is assigned at random without a pool if the company enabled that', async () => {
    const { w, wait, owners, setPool, look } = await company(['Ana'])
    await setPool(null)
    const before = await wait()
    writeSetting(w.db, 'userRandom', 'enabled')
    look()
    expect(owners(before, await wait(), await wait(SUPPORT))).toEqual(['Ana', 'Ana', 'pending'])
  })

  test('is assigned at random without a pool to the first attendant who comes online', async () => {
    const { w, wait, owners, look, setPool } = await company([])
    writeSetting(w.db, 'userRandom', 'enabled')
    await setPool(null)
    const id = await wait()
    look()
    expect(owners(id)).toEqual(['pending'])
    const carla = arrive(w, w.attendant([SALES], { name: 'Carla' }))
    look()
    expect(w.ticketNow(id)).toMatchObject({ status: 'open', userId: carla.userId })
  })

  test('stays queued if it is a group', async () => {
    const { w, boss, look } = await company(['Ana'])
    const group = w.ticket({ isGroup: true, queueId: SALES })
    await boss.api.tickets({ id: group.id }).put({ queueId: SALES, userId: null })
    look()
    expect(w.ticketNow(group.id)).toMatchObject({ status: 'pending', userId: null })
  })

  test('stays pending out of hours, and is assigned when the queue opens', async () => {
    const { w, wait, owners, forward, why } = await company(['Ana'])
    const from13: WeekHours = { same: true, every: { from: '13:00', to: '18:00' }, days: Array(7).fill(null) }
    setCompanyWeek(w.db, from13)
    writeSetting(w.db, 'scheduleType', 'company')
    const id = await wait() // at 9:00
    await forward(3 * HOUR)
    expect(owners(id)).toEqual(['pending'])
    await forward(HOUR)
    expect(owners(id)).toEqual(['Ana'])
    expect(await why()).toEqual(['Ana only', '- closed'])
  })
})

describe('an attendant gets none who', () => {
  test('is offline', async () => {
    const { w, wait, owners } = await company(['Ana'])
    w.clock.forward(6 * MINUTE)
    expect(owners(await wait())).toEqual(['pending'])
  })

  test('is busy or away, until they are back', async () => {
    const { person, wait, owners, look } = await company(['Ana'])
    const ana = person('Ana')
    for (const status of ['busy', 'away'] as const) {
      await ana.api.users({ id: ana.userId }).put({ status })
      const id = await wait()
      look()
      expect(owners(id)).toEqual(['pending'])
      await ana.api.users({ id: ana.userId }).put({ status: 'available' })
      look()
      expect(owners(id)).toEqual(['Ana'])
    }
  })

  test('is off duty', async () => {
    const { boss, person, wait, owners } = await company(['Ana'])
    const id = person('Ana').userId
    const hours = { typeExpedient: 'unique', startWork: '13:00', endWork: '18:00' } as const
    await boss.api.users({ id }).put(hours)
    expect(owners(await wait())).toEqual(['pending'])
    await boss.api.users({ id }).put({ ...hours, startWork: '08:00' })
    expect(owners(await wait())).toEqual(['Ana'])
  })

  test('has reached their own limit or else the queue’s', async () => {
    const { boss, person, wait, owners, look } = await company(['Ana', 'Bia'], { conversationLimit: 1 })
    await boss.api.users({ id: person('Bia').userId }).put({ conversationLimit: 2 })
    const ids = [await wait(), await wait(), await wait(), await wait()]
    expect(owners(...ids)).toEqual(['Ana', 'Bia', 'Bia', 'pending'])
    await person('Ana')
      .api.tickets({ id: ids[0] ?? 0 })
      .put({ status: 'closed' })
    look()
    expect(owners(...ids).slice(1)).toEqual(['Bia', 'Bia', 'Ana'])
  })

  test('is not in the queue, even with access to all queues', async () => {
    const { w, wait, owners } = await company([])
    arrive(w, w.attendant([SUPPORT]))
    arrive(w, w.attendant([], { profile: 'supervisor' }))
    expect(owners(await wait())).toEqual(['pending'])
  })

  test('may not use the connection', async () => {
    const { w, person, wait, owners } = await company(['Ana', 'Bia'])
    const other = w.connection({ name: 'Outra' })
    restrictTo(w, person('Ana'), other.id)
    restrictTo(w, person('Bia'), LOJA)
    expect(owners(await wait(), await wait(SALES, other.id), await wait())).toEqual(['Bia', 'Ana', 'Bia'])
  })

  test('is deactivated', async () => {
    const { boss, person, wait, owners } = await company(['Ana'])
    await boss.api.users({ id: person('Ana').userId }).put({ active: false })
    expect(owners(await wait())).toEqual(['pending'])
  })
})

describe('without anybody available', () => {
  test('one entry is logged, and supervisors are notified at most every ten minutes', async () => {
    const { w, boss, wait, look, kinds, why } = await company(['Ana'])
    const supervisor = w.attendant([], { profile: 'supervisor' })
    const clerk = w.attendant([SALES])
    w.clock.forward(6 * MINUTE)
    const notified = (who: Attendant) => who.frames.filter(({ data }) => data.action === 'nobody').length
    const id = await wait()
    await wait()
    for (let n = 0; n < 3; n++) look()
    await boss.api.tickets({ id }).put({ queueId: SALES, userId: null })
    expect(await kinds(id)).toEqual(['created', 'transferred', 'notDistributed', 'transferred'])
    expect(await why()).toEqual(['- nobody', '- nobody'])
    expect([notified(boss), notified(supervisor), notified(clerk)]).toEqual([1, 1, 0])
    w.clock.forward(11 * MINUTE)
    await wait()
    expect([notified(boss), notified(supervisor), notified(clerk)]).toEqual([2, 2, 0])
  })

  test('tickets that nobody may take do not block later ones, however many there are', async () => {
    const { w, person, owners, look } = await company(['Ana'])
    const other = w.connection({ name: 'Outra' }).id
    restrictTo(w, person('Ana'), other)
    for (let n = 0; n < 1_600; n++) w.ticket({ queueId: SALES })
    const { id } = w.ticket({ queueId: SALES, connectionId: other })
    for (let looks = 0; looks < 4; looks++) look()
    expect(owners(id)).toEqual(['Ana'])
  })

  test('the oldest is assigned first when somebody comes online', async () => {
    const { w, person, wait, owners, look } = await company(['Ana'], { conversationLimit: 2 })
    w.clock.forward(6 * MINUTE)
    const ids: number[] = []
    for (let n = 0; n < 3; n++) {
      ids.push(await wait())
      w.clock.forward(1000)
    }
    arrive(w, person('Ana'))
    look()
    expect(owners(...ids)).toEqual(['Ana', 'Ana', 'pending'])
  })
})

describe('without an answer', () => {
  test('a ticket is reassigned in rounds, not before the timeout', async () => {
    const { wait, owners, forward, why, kinds } = await company(['Ana', 'Bia', 'Caio'])
    const id = await wait()
    await forward(9 * MINUTE)
    expect(owners(id)).toEqual(['Ana'])
    await forward(MINUTE)
    expect(owners(id)).toEqual(['Bia'])
    await forward(10 * MINUTE)
    expect(owners(id)).toEqual(['Caio'])
    await forward(10 * MINUTE)
    expect(owners(id)).toEqual(['Ana'])
    expect((await why())?.slice(0, 3)).toEqual(['Ana unanswered Caio', 'Caio unanswered Bia', 'Bia unanswered Ana'])
    expect((await kinds(id)).filter((kind) => kind === 'distributed')).toHaveLength(4)
  })

  test('everybody gets it once before anybody gets it twice, also with random assignment', async () => {
    const { w, wait, forward } = await company(['Ana', 'Bia', 'Caio', 'Davi'], { typeAssignment: 'random' })
    const ids = [await wait(), await wait(), await wait()]
    for (let n = 0; n < 3; n++) await forward(10 * MINUTE)
    const had = (id: number) => w.rows('SELECT DISTINCT user_id FROM distributions WHERE ticket_id = ?', id).length
    expect(ids.map(had)).toEqual([4, 4, 4])
  })

  test('it waits again if nobody else is available, and does not return to the same attendant', async () => {
    const { w, person, wait, owners, forward, why } = await company(['Ana'])
    const id = await wait()
    await forward(10 * MINUTE)
    await forward(MINUTE)
    expect(owners(id)).toEqual(['pending'])
    expect(await why()).toEqual(['- unanswered Ana', 'Ana only'])
    const bia = arrive(w, w.attendant([SALES], { name: 'Bia' }))
    await forward(MINUTE)
    expect(w.ticketNow(id).userId).toBe(bia.userId)
    expect(await person('Ana').api.tickets({ id }).get()).toMatchObject({ status: 200 })
  })

  test('an answer stops the timeout, a note does not', async () => {
    const { person, wait, owners, forward } = await company(['Ana', 'Bia'])
    const [first, second] = [await wait(), await wait()]
    expect(owners(first, second)).toEqual(['Ana', 'Bia'])
    await person('Ana').api.messages({ id: first }).post({ body: 'Olá!' })
    await person('Bia').api.messages.registerComment({ id: second }).post({ body: 'ver depois' })
    await forward(HOUR)
    expect(owners(first, second)).toEqual(['Ana', 'Ana'])
  })

  test('an answer from our own phone stops the timeout too', async () => {
    const { w, boss, owners, forward } = await company(['Ana', 'Bia'])
    await boss.api.whatsapp({ id: LOJA }).put({ queueIds: [SALES] })
    const maria = w.whatsapp.person('5521996124087')
    maria.says('oi')
    maria.getsFromPhone('Olá, Maria!')
    await forward(HOUR)
    expect(owners(1)).toEqual(['Ana'])
  })

  test('a manual move stops the timeout', async () => {
    const { boss, person, wait, owners, forward } = await company(['Ana', 'Bia'])
    const id = await wait()
    await boss.api.tickets({ id }).put({ userId: person('Bia').userId, queueId: SALES })
    await forward(HOUR)
    expect(owners(id)).toEqual(['Bia'])
  })

  test('nothing happens if the queue disabled reassignment', async () => {
    const { wait, owners, forward } = await company(['Ana', 'Bia'], { enableReassignment: false })
    const id = await wait()
    await forward(HOUR)
    expect(owners(id)).toEqual(['Ana'])
  })

  test('only opening hours count', async () => {
    const { w, wait, owners, forward } = await company(['Ana', 'Bia'])
    const until905: WeekHours = { same: true, every: { from: '08:00', to: '09:05' }, days: Array(7).fill(null) }
    setCompanyWeek(w.db, until905)
    writeSetting(w.db, 'scheduleType', 'company')
    const id = await wait() // at 9:00 again
    await forward(4 * HOUR)
    expect(owners(id)).toEqual(['Ana'])
    await forward(19 * HOUR + 4 * MINUTE) // the next day, 8:04
    expect(owners(id)).toEqual(['Ana'])
    await forward(MINUTE)
    expect(owners(id)).toEqual(['Bia'])
  })
})

describe('a returned ticket', () => {
  test('goes to another attendant or waits', async () => {
    const { person, wait, owners, look, why } = await company(['Ana', 'Bia'])
    const id = await wait()
    await person('Ana').api.tickets({ id }).put({ status: 'pending', userId: null })
    look()
    expect(owners(id)).toEqual(['Bia'])
    expect(await why()).toEqual(['Bia only', '- returned Ana', 'Ana tie'])
    const ana = person('Ana')
    await ana.api.users({ id: ana.userId }).put({ status: 'away' })
    await person('Bia').api.tickets({ id }).put({ queueId: SALES, userId: null })
    look()
    expect(owners(id)).toEqual(['pending'])
  })
})

test('assigns a ticket once, however often it is called', async () => {
  const { w, wait, owners, setPool } = await company(['Ana', 'Bia'])
  await setPool({ active: false })
  const id = await wait()
  await setPool({})
  expect([distribute(w.cx, id), distribute(w.cx, id)]).toEqual([true, false])
  expect(owners(id)).toEqual(['Ana'])
  expect(w.rows('SELECT 1 FROM distributions')).toHaveLength(1)
})

test('introduces the assigned attendant if the company enabled that', async () => {
  const { w, wait } = await company(['Ana'])
  writeSetting(w.db, 'sendGreetingAccepted', 'enabled')
  const id = await wait()
  const said = w.rows<{ body: string }>('SELECT body FROM messages WHERE ticket_id = ? AND from_me = 1', id)
  expect(said.map(({ body }) => body).join()).toContain('Ana')
})

test('a pool is stored with its queue, validated, and audited', async () => {
  const { w, boss, setPool } = await company()
  expect((await boss.api.queue({ id: SALES }).get()).data?.attendantsPool).toEqual(usual)
  for (const wrong of [{ timeWithoutResponse: 0 }, { timeWithoutResponse: 1441 }, { conversationLimit: 0 }])
    expect((await setPool(wrong)).status).toBe(400)
  await setPool({ conversationLimit: 5 })
  expect((await boss.api['audit-log'].get({ query: {} })).data?.entries[0]).toMatchObject({
    kind: 'queue',
    changes: [{ field: 'attendantsPool' }],
  })
  expect(w.rows('SELECT 1 FROM distributions')).toEqual([])
})

test('the tab shows who is available, their tickets, and what waits', async () => {
  const { w, person, wait, state } = await company(['Ana', 'Bia', 'Caio'])
  const caio = person('Caio')
  await caio.api.users({ id: caio.userId }).put({ status: 'busy' })
  await wait()
  expect(await state()).toMatchObject({
    members: [
      { name: 'Ana', presence: 'available', open: 1, ownLimit: null },
      { name: 'Bia', presence: 'available', open: 0 },
      { name: 'Caio', presence: 'busy', isAvailable: false },
    ],
    waiting: 0,
    latest: [{ user: { name: 'Ana' }, reason: 'tie', open: 0, of: 2 }],
  })
  w.clock.forward(6 * MINUTE)
  await wait()
  expect(await state()).toMatchObject({ members: [{ presence: 'offline' }, {}, {}], waiting: 1 })
})
