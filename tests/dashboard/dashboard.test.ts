/** The dashboard's figures, by the company's days and hours, within what the user may see. */
import { expect, test } from 'bun:test'
import type { Dashboard, TicketsDay } from '../../src/features/dashboard/contract'
import { HOUR, MINUTE } from '../../src/platform/time'
import { writeSetting } from '../../src/settings/settings'
import { LOJA, SALES, SUPPORT } from '../support/company-world'
import { type World, world } from '../support/world'

const TODAY = 'date_from=2026-03-02&date_to=2026-03-02'
const CHART_TODAY = 'initialDate=2026-03-02&finalDate=2026-03-02'

type Page = ReturnType<World['admin']>
const asked = async <T>(who: Page, path: string) => (await (await who.request(`/api/dashboard${path}`)).json()) as T
const dashboardOf = (who: Page, query = TODAY) => asked<Dashboard>(who, `/?${query}`)

/** At nine Ana lets Maria wait for five minutes and attends her for twenty; then she writes to José, and Rui waits. */
async function day() {
  const w = world()
  writeSetting(w.db, 'userRating', 'enabled')
  const boss = w.admin({ name: 'Chefe' })
  const ana = w.attendant([SALES], { name: 'Ana' })
  const { id: ratingId } = (await (
    await boss.json('/api/ratings', 'POST', { name: 'Como foi?', type: 'csat', message: 'De 1 a 3?' })
  ).json()) as { id: number }
  const maria = w.whatsapp.person('5521996124087', { name: 'Maria' })
  maria.says('oi')
  maria.says('tem sofá?')
  w.clock.forward(5 * MINUTE)
  const put = (id: number, body: object) => ana.json(`/api/tickets/${id}`, 'PUT', body)
  await put(1, { status: 'open', queueId: SALES })
  await ana.json('/api/messages/1', 'POST', { body: 'temos' })
  w.clock.forward(20 * MINUTE)
  await put(1, { status: 'closed', ratingId })
  maria.says('3')
  w.clock.forward(HOUR)
  const jose = w.contact({ name: 'José' })
  await ana.json('/api/tickets', 'POST', { contactId: jose.id, queueId: SALES })
  w.whatsapp.person('5521988887777', { name: 'Rui' }).says('alguém?')
  return { w, boss, ana }
}

test('counts cards, times, ratings and attendants of today', async () => {
  const { boss, ana, w } = await day()
  const found = await dashboardOf(boss)
  expect(found).toMatchObject({
    supportHappening: 1,
    supportPending: 1,
    waitingSince: new Date(w.clock.now()).toISOString(),
    supportFinished: 1,
    // A contact we write to first has not waited.
    avgWaitTime: 150,
    avgSupportTime: 20 * 60,
    totals: { opened: 3, closed: 1, leads: 3, received: 4, rating: 3, ratings: 1, nps: null },
    before: { opened: 0, closed: 0, avgWaitTime: null },
    isCounting: false,
  })
  // The rating question and the thanks were sent automatically.
  expect(found.totals).toMatchObject({ sent: 3, automatic: 2 })
  expect(found.attendants.find(({ id }) => id === ana.userId)).toMatchObject({
    name: 'Ana',
    open: 1,
    opened: 2,
    closed: 1,
    sent: 1,
    rating: 3,
    ratings: 1,
    avgWaitTime: 150,
    avgSupportTime: 20 * 60,
    status: 'available',
  })
})

test('groups one day by hours and several by days, in the company’s calendar', async () => {
  const { boss } = await day()
  const today = await asked<TicketsDay>(boss, `/ticketsDay?${CHART_TODAY}`)
  expect(today.count).toBe(3)
  expect(today.data.map(({ hour }) => hour)).toEqual(Array.from({ length: 24 }, (_, hour) => hour))
  expect(today.data.filter(({ total, closed }) => total + closed > 0)).toMatchObject([
    { hour: 9, total: 1, closed: 1, leads: 1, avgWaitTime: 300, rating: 3 },
    { hour: 10, total: 2, closed: 0, leads: 2 },
  ])
  const week = await asked<TicketsDay>(boss, '/ticketsDay?initialDate=2026-02-26&finalDate=2026-03-04')
  expect(week.data.map(({ day, hour, total }) => [day, hour, total])).toEqual([
    ['2026-02-26', null, 0],
    ['2026-02-27', null, 0],
    ['2026-02-28', null, 0],
    ['2026-03-01', null, 0],
    ['2026-03-02', null, 3],
    ['2026-03-03', null, 0],
    ['2026-03-04', null, 0],
  ])
  expect(await asked(boss, `/ticketsUsers?${CHART_TODAY}`)).toMatchObject({
    data: [
      { name: 'Ana', quantity: 2, closed: 1 },
      { userId: null, name: null, quantity: 1, closed: 0 },
    ],
  })
})

test('filters by queue and connection apply to everything but new leads', async () => {
  const { boss } = await day()
  expect(await dashboardOf(boss, `${TODAY}&queueIds=[${SALES}]`)).toMatchObject({
    supportHappening: 1,
    supportPending: 0,
    waitingSince: null,
    totals: { opened: 2, closed: 1, leads: 3, received: 3 },
  })
  expect(await dashboardOf(boss, `${TODAY}&queueIds=[0]`)).toMatchObject({ supportPending: 1, totals: { opened: 1 } })
  expect(await dashboardOf(boss, `${TODAY}&whatsappIds=[${LOJA}]`)).toMatchObject({ totals: { opened: 3 } })
  expect(await dashboardOf(boss, `${TODAY}&queueIds=[${SUPPORT}]`)).toMatchObject({ totals: { opened: 0 } })
})

test('compares with the period before of equal length, and an unfinished day with the same hours a week before', async () => {
  const { w, boss } = await day()
  w.clock.forward(7 * 24 * HOUR)
  const nextMonday = await dashboardOf(boss, 'date_from=2026-03-09&date_to=2026-03-09')
  expect(nextMonday.before).toMatchObject({ opened: 3, closed: 1 })
  w.clock.forward(-40 * MINUTE)
  expect((await dashboardOf(boss, 'date_from=2026-03-09&date_to=2026-03-09')).before).toMatchObject({ opened: 1 })
  expect((await dashboardOf(boss, 'date_from=2026-03-03&date_to=2026-03-09')).before).toMatchObject({ opened: 3 })
})

test('a supervisor sees no data of restricted queues and connections', async () => {
  const { w } = await day()
  const chief = w.attendant([], { profile: 'supervisor' })
  expect(await dashboardOf(chief)).toMatchObject({ totals: { opened: 3, received: 4 } })
  w.rows('UPDATE queues SET is_restricted = 1 WHERE id = ? RETURNING id', SALES)
  expect(await dashboardOf(chief)).toMatchObject({
    supportHappening: 0,
    supportPending: 1,
    totals: { opened: 1, received: 1, ratings: 0 },
  })
  writeSetting(w.db, 'restrictedChannels', 'enabled')
  const elsewhere = w.connection({ name: 'Outra' })
  const narrow = w.attendant([], { profile: 'supervisor', connections: [elsewhere.id] })
  expect(await dashboardOf(narrow)).toMatchObject({ supportPending: 0, totals: { opened: 0, received: 0 } })
})

test('a missing or invalid period is refused', async () => {
  const { boss } = await day()
  for (const query of [
    '',
    'date_from=2026-03-02',
    'date_from=2026-03-02&date_to=2026-02-31',
    'date_from=2026-03-03&date_to=2026-03-02',
    'date_from=2020-01-01&date_to=2026-03-02',
  ])
    expect(await asked(boss, `/?${query}`)).toMatchObject({
      error: 'ERR_PERIOD_REQUIRED',
      message: 'Parametrize o filtro',
    })
})

test('its tables are exported as spreadsheets', async () => {
  const { boss } = await day()
  const csv = async (sheet: string) =>
    (await (await boss.request(`/api/dashboard/spreadsheet?${TODAY}&sheet=${sheet}&format=csv`)).text()).split(/\r?\n/)
  const people = await csv('attendants')
  expect(people[0]).toContain('Finalizados')
  expect(people.find((line) => line.includes('Ana'))).toContain('"1"')
  expect((await csv('times')).filter((line) => line.includes('2026-03-02'))).toHaveLength(24)
})
