/** The report: its filter, pages, ready-made views and spreadsheet. */
import { expect, test } from 'bun:test'
import { read, utils } from 'xlsx'
import type { Report, ReportHours, ReportSummary } from '../../src/features/reports/contract'
import { HOUR, MINUTE } from '../../src/platform/time'
import { writeSetting } from '../../src/settings/settings'
import { LOJA, SALES, SUPPORT } from '../support/company-world'
import { unzip } from '../support/unzip'
import { NOON, type World, world } from '../support/world'

type Page = ReturnType<World['admin']>
const asked = async <T>(who: Page, path: string) => (await (await who.request(`/api/ticketreport${path}`)).json()) as T
const reportOf = (who: Page, query = '') => asked<Report>(who, `/reports?${query}`)
const idsIn = ({ tickets }: Report) => tickets.map(({ id }) => id)

const DAY = 24 * HOUR

/** Ana closed one today; one waits; one was closed in February; one is a group, and one came with the history. */
function company() {
  const w = world()
  const boss = w.admin({ name: 'Chefe' })
  const ana = w.attendant([SALES], { name: 'Ana' })
  const maria = w.contact({ name: 'Maria Alves', number: '5521996124087' })
  const rui = w.contact({ name: '=Rui & filhos' })
  const tag =
    w.rows<{ id: number }>("INSERT INTO tags (name, color) VALUES ('VIP', '#ff0000') RETURNING id")[0]?.id ?? 0
  const closed = w.ticket({
    contactId: maria.id,
    status: 'closed',
    userId: ana.userId,
    queueId: SALES,
    createdAt: NOON,
    acceptedAt: NOON + 5 * MINUTE,
    closedAt: NOON + 25 * MINUTE,
  })
  const waiting = w.ticket({ contactId: rui.id, createdAt: NOON + HOUR })
  const old = w.ticket({
    contactId: rui.id,
    status: 'closed',
    userId: ana.userId,
    queueId: SUPPORT,
    createdAt: NOON - 10 * DAY,
    acceptedAt: NOON - 10 * DAY,
    closedAt: NOON - 9 * DAY,
  })
  w.ticket({
    isGroup: true,
    createdAt: NOON,
    contactId: w.contact({ isGroup: true, addresses: [{ kind: 'group', value: '1' }] }).id,
  })
  const imported = w.ticket({ status: 'closed', createdAt: NOON, closedAt: NOON })
  w.rows('UPDATE tickets SET imported = 1 WHERE id = ? RETURNING id', imported.id)
  w.rows('INSERT INTO ticket_tags VALUES (?, ?), (?, ?) RETURNING tag_id', closed.id, tag, old.id, tag)
  w.rows(
    `INSERT INTO ticket_ratings (ticket_id, user_id, queue_id, name, type, options, thanks, comment_message, asked_at, expires_at, value, label, satisfied, top, answered_at)
     VALUES (?, ?, ?, 'Como foi?', 'csat', '[]', '', '', ?, 0, 3, 'ótimo', 1, 3, ?) RETURNING id`,
    ...[closed.id, ana.userId, SALES, NOON, NOON],
  )
  w.clock.forward(2 * HOUR)
  return { w, boss, ana, maria, rui, tag, closed: closed.id, waiting: waiting.id, old: old.id }
}

test('defaults to this month, newest first, with times and rating', async () => {
  const { boss, closed, waiting, ana } = company()
  const report = await reportOf(boss)
  expect(idsIn(report)).toEqual([waiting, closed])
  expect(report).toMatchObject({ totalTickets: { total: 2 }, page: 1, pages: 1 })
  expect(report.tickets).toMatchObject([
    { status: 'pending', user: null, waitTime: 60 * 60, supportTime: null, NPS: null, closedAt: null },
    {
      status: 'closed',
      contactName: 'Maria Alves',
      userName: 'Ana',
      queueName: 'Vendas',
      whatsappName: 'Loja',
      user: { id: ana.userId },
      waitTime: 5 * 60,
      supportTime: 20 * 60,
      NPS: 3,
      tags: [{ name: 'VIP' }],
      rating: { type: 'csat', value: 3, top: 3, label: 'ótimo' },
    },
  ])
})

test('each filter narrows it, and filters combine', async () => {
  const { w, boss, ana, maria, rui, tag, closed, waiting, old } = company()
  const all = 'dateFrom=2026-01-01'
  const of = async (query: string) => idsIn(await reportOf(boss, `${all}&${query}`))
  const status = (...some: string[]) => `status=${encodeURIComponent(JSON.stringify(some))}`
  expect(await of('')).toEqual([waiting, closed, old])
  expect(await of(status('pending'))).toEqual([waiting])
  expect(await of(status('closed', 'pending'))).toEqual([waiting, closed, old])
  expect(await of(`users=[${ana.userId}]`)).toEqual([closed, old])
  expect(await of('users=[0]')).toEqual([waiting])
  expect(await of(`queueIds=[${SALES},0]`)).toEqual([waiting, closed])
  expect(await of(`whatsappId=[${LOJA}]`)).toEqual([waiting, closed, old])
  expect(await of(`whatsappId=[${w.connection().id}]`)).toEqual([])
  expect(await of(`contactId=${rui.id}`)).toEqual([waiting, old])
  expect(await of(`contactId=${maria.id}&users=[0]`)).toEqual([])
  expect(await of(`tags=[${tag}]`)).toEqual([closed, old])
  expect(await of('onlyRated=true')).toEqual([closed])
  expect(await of('searchParam=maria')).toEqual([closed])
  expect(await of(`searchParam=${waiting}`)).toEqual([waiting])
  expect(await of('by=closed')).toEqual([closed, old])
  expect(await of('by=closed&dateTo=2026-02-28')).toEqual([old])
  expect(idsIn(await reportOf(boss, `anytime=true&${status('pending')}`))).toEqual([waiting])
  expect(await of('dateTo=2026-02-28')).toEqual([old])
})

test('has pages of five, ten, twenty or fifty', async () => {
  const { w, boss } = company()
  for (let more = 0; more < 21; more++) w.ticket({ createdAt: NOON + more })
  const sizes = await Promise.all(
    ['', '&pageSize=5', '&pageSize=20', '&pageSize=50'].map(async (size) => {
      const { tickets, pages, totalTickets } = await reportOf(boss, `page=1${size}`)
      return [tickets.length, pages, totalTickets.total]
    }),
  )
  expect(sizes).toEqual([
    [10, 3, 23],
    [5, 5, 23],
    [20, 2, 23],
    [23, 1, 23],
  ])
  const pages = await Promise.all([1, 2, 3].map(async (page) => idsIn(await reportOf(boss, `page=${page}`))))
  expect(new Set(pages.flat()).size).toBe(23)
})

test('tickets that the user may not open are neither listed nor counted', async () => {
  const { w, closed, waiting } = company()
  w.rows('UPDATE queues SET is_restricted = 1 WHERE id = ? RETURNING id', SALES)
  const chief = w.attendant([], { profile: 'supervisor' })
  expect(await reportOf(chief)).toMatchObject({ tickets: [{ id: waiting }], totalTickets: { total: 1 } })
  expect(idsIn(await reportOf(chief, `searchParam=${closed}`))).toEqual([])
  expect((await asked<ReportSummary>(chief, '/summary?by=queues')).rows).toMatchObject([{ id: null, opened: 1 }])
  expect((await asked<ReportSummary>(chief, '/summary?by=tags')).rows).toEqual([])
  expect((await asked<ReportHours>(chief, '/hours')).cells).toEqual([{ weekday: 1, hour: 10, opened: 1 }])
  expect(await cellsOf(chief, '')).toHaveLength(2)
})

test('has ready-made views by attendant, queue, tag, connection and hour of the week', async () => {
  const { boss, ana, tag } = company()
  const view = (by: string) => asked<ReportSummary>(boss, `/summary?by=${by}&dateFrom=2026-02-01`)
  expect((await view('attendants')).rows).toMatchObject([
    { id: ana.userId, name: 'Ana', opened: 2, closed: 2, avgWaitTime: 150, rating: 3, satisfied: 1, answered: 1 },
    { id: null, name: null, opened: 1, closed: 0, avgWaitTime: null },
  ])
  const queues = (await view('queues')).rows.map(({ name, opened }) => `${name} ${opened}`)
  expect(queues.toSorted()).toEqual(['Suporte 1', 'Vendas 1', 'null 1'])
  expect(queues.at(-1)).toBe('null 1')
  expect((await view('tags')).rows).toMatchObject([{ id: tag, name: 'VIP', color: '#ff0000', opened: 2, closed: 2 }])
  expect(await view('connections')).toMatchObject({ total: { opened: 3 }, rows: [{ name: 'Loja', opened: 3 }] })
  expect(await asked<ReportHours>(boss, '/hours?dateFrom=2026-02-16&dateTo=2026-03-02')).toEqual({
    cells: [
      { weekday: 1, hour: 9, opened: 1 },
      { weekday: 1, hour: 10, opened: 1 },
      { weekday: 5, hour: 9, opened: 1 },
    ],
    days: [3, 2, 2, 2, 2, 2, 2],
  })
})

/** The texts of each row of a spreadsheet. */
async function cellsOf(who: Page, query: string): Promise<string[][]> {
  const answer = await who.request(`/api/ticketreport/reports?format=xlsx&${query}`)
  expect(answer.headers.get('content-disposition')).toContain('Atendimentos%20')
  const files = unzip(Buffer.from(await answer.arrayBuffer()))
  const sheet = String(files['xl/worksheets/sheet1.xml'])
  return [...sheet.matchAll(/<row>(.*?)<\/row>/g)].map(([, row = '']) =>
    [...row.matchAll(/<c\/>|<t xml:space="preserve">(.*?)<\/t>|<v>(.*?)<\/v>/g)].map(
      ([, text, value = '']) => text ?? value,
    ),
  )
}

test('all selected tickets are exported as a spreadsheet without formulas', async () => {
  const { w, boss } = company()
  const rows = await cellsOf(boss, '')
  expect(rows).toHaveLength(3)
  expect(rows[0]?.slice(0, 4)).toEqual(['Protocolo', 'Contato', 'Número', 'Atendente'])
  expect(rows[1]?.[1]).toBe("'=Rui &amp; filhos")
  expect(rows[2]?.slice(1, 8)).toEqual(['Maria Alves', '5521996124087', 'Ana', 'Vendas', 'Loja', 'VIP', 'Fechado'])
  for (let more = 0; more < 900; more++) w.ticket({ createdAt: NOON - (more % 7) })
  const many = await cellsOf(boss, '')
  expect(many).toHaveLength(903)
  expect(new Set(many.map(([code]) => code)).size).toBe(903)
  expect(w.rows("SELECT kind, act FROM audit_log WHERE kind = 'report'")).toHaveLength(2)
})

test('a ready-made view is exported too', async () => {
  const { boss } = company()
  const answer = await boss.request('/api/ticketreport/summary/spreadsheet?by=attendants&dateFrom=2026-02-01')
  const { SheetNames, Sheets } = read(await answer.arrayBuffer())
  const rows = utils.sheet_to_json<unknown[]>(Sheets[SheetNames[0] ?? ''] ?? {}, { header: 1 })
  expect(rows.map((row) => row.slice(0, 3))).toEqual([
    ['Atendente', 'Recebidos', 'Finalizados'],
    ['Ana', 2, 2],
    ['–', 1, 0],
  ])
})

test('invalid days are refused with a clear error', async () => {
  const { boss } = company()
  for (const days of ['dateFrom=ontem', 'dateFrom=2026-03-02&dateTo=2026-03-01', 'dateFrom=1999-01-01'])
    expect(await asked<unknown>(boss, `/reports?${days}`)).toMatchObject({ error: 'ERR_REPORT_PERIOD' })
})

test('the dashboard’s numbers equal the rows of their reports', async () => {
  const { w, boss } = company()
  writeSetting(w.db, 'userRating', 'enabled')
  const days = ['2026-02-01', '2026-03-02']
  const board = (await (await boss.request(`/api/dashboard?date_from=${days[0]}&date_to=${days[1]}`)).json()) as {
    supportPending: number
    supportFinished: number
    totals: { opened: number }
  }
  const total = async (query: string) => (await reportOf(boss, query)).totalTickets.total
  const period = `dateFrom=${days[0]}&dateTo=${days[1]}`
  expect(board.totals.opened).toBe(await total(period))
  expect(board.supportFinished).toBe(await total(`${period}&by=closed`))
  expect(board.supportPending).toBe(await total(`anytime=true&status=${encodeURIComponent('["pending"]')}`))
})

test('the spreadsheet has real dates and numbers, and its name says the period', async () => {
  const { boss } = company()
  const answer = await boss.request('/api/ticketreport/reports?format=xlsx&dateFrom=2026-02-01&dateTo=2026-03-31')
  const name = decodeURIComponent(
    /filename\*=UTF-8''(.*)/.exec(answer.headers.get('content-disposition') ?? '')?.[1] ?? '',
  )
  expect(name).toBe('Atendimentos 2026-02-01 a 2026-03-31.xlsx')
  const { SheetNames, Sheets } = read(await answer.arrayBuffer(), { cellDates: true, UTC: true })
  const [head = [], ...rows] = utils.sheet_to_json<unknown[]>(Sheets[SheetNames[0] ?? ''] ?? {}, {
    header: 1,
    UTC: true,
  })
  // Fractions of a day are rounded.
  const shown = (value: unknown) => (value instanceof Date ? new Date(Math.round(+value / 1000) * 1000) : value)
  const column = (name: string) => rows.map((row) => shown(row[head.indexOf(name)]))
  // Noon in UTC is nine in São Paulo, and the cell has the local time.
  const local = (at: number) => new Date(at - 3 * HOUR)
  expect(column('Aberto')).toEqual([local(NOON + HOUR), local(NOON), local(NOON - 10 * DAY)])
  expect(column('Fechado')[1]).toEqual(local(NOON + 25 * MINUTE))
  expect(column('Espera (min)')).toEqual([60, 5, 0])
  expect(column('Nota')).toEqual([undefined, 3, undefined])
})
