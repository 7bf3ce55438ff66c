/** Every search of the product finds in the same way: one table of needles for all routes that take `searchParam`. */
import { describe, expect, test } from 'bun:test'
import { searchable as asSearched } from '../../src/platform/needle'
import { connect } from '../support/socket'
import { place } from './place'
import { keyOf, routeTable } from './route-table'

const NAME = "Ana D'Ávila Conceição Ñuñez 🌻"
const NUMBER = '5521988887777'
const found = [
  'davila',
  "D'ÁVILA",
  'd’avila',
  'd´ávila',
  'conceicao',
  'CONCEIÇÃO',
  'nunez',
  'Ñuñez',
  'ñuñez  conceicao',
  ' ana davila ',
  'Nunez Davila Ana',
  'conc nun',
  '🌻',
  'ana 🌻',
  'Conceição',
  '   ',
  '',
]
const missed = [
  'ana pereira',
  'davilax',
  'conceição silva',
  "'; DROP TABLE contacts; --",
  '" OR 1=1 --',
  'NEAR(ana conceicao)',
  'ana NOT zzz',
  'ana AND zzz',
  'name:zzz',
  'zzz*',
  'an%conc',
  'conc_icao',
  '^zzz',
  '{zzz}',
  '(zzz',
  'zzz OR',
  '\\zzz',
  '🙈',
  'z'.repeat(200),
]
/** Answers anything, without a fault. */
const odd = [
  'a',
  'ñ',
  "'",
  '"',
  '*',
  '%',
  '_',
  '-',
  '\\',
  '()',
  '::',
  '\u0000',
  'a\u0301'.repeat(60),
  '😀'.repeat(90),
  '9',
  '@',
  '#1',
  '.'.repeat(200),
  ' a'.repeat(90),
]

/** What is made under the name: the example of a route, with the name in one of its fields. */
const byExample = Object.fromEntries(
  Object.entries(routeTable).flatMap(([key, { finds }]) => (finds ? [[key, finds]] : [])),
)
/** What a message or a row below names. */
const bySteps = [
  'GET /api/tickets/',
  'GET /api/messages/search/',
  'GET /api/ticketreport/reports',
  'GET /api/opt-outs/',
  'GET /api/invoices/',
  'GET /api/invoices/all',
  'GET /api/invoices/export',
  'GET /api/campaigns/:id/deliveries',
  'GET /api/monitor/sockets',
] as const
/** They find nothing without a fleet; with one: tests/machines/machines.test.ts. */
const inFleets = ['GET /api/machines/companies']
/** They show nothing without a needle. */
const needNeedle = ['GET /api/messages/search/', 'GET /api/chats/search']
/** Finds whole words and the beginning of the last. */
const byBeginnings = ['GET /api/messages/search/']
/** Their indexes have no signs. */
const withoutSigns = ['GET /api/messages/search/', 'GET /api/chats/search']

/** Show the number 5521988887777. */
const ofNumbers = [
  'GET /api/contacts/',
  'GET /api/tickets/',
  'GET /api/ticketreport/reports',
  'GET /api/opt-outs/',
  'GET /api/campaigns/:id/deliveries',
  'GET /api/contact-list-items/',
]
const numbers = [
  '5521988887777',
  '+55 21 98888-7777',
  '(21) 98888-7777',
  '021 98888-7777',
  '02198888-7777',
  '0 15 21 98888-7777',
  '21 8888-7777',
  '552188887777',
  '98888-7777',
  '8888-7777',
  '9888',
  '２１ ９８８８８７７７７',
]
const otherNumbers = ['21988887778', '(11) 98888-7777', '0800 888 7777', '98887777']

async function searchable() {
  const { w, ids, send } = await place()
  const routes = w.app.routes.flatMap((route) => (takesSearch(route) ? keyOf(route) : []))
  for (const [by, field] of new Map(Object.values(byExample).map((one) => [one.join(), one])).values()) {
    const { path, body } = routeTable[by]?.example(ids) ?? { path: '', body: {} }
    const answer = await send('POST', path, 'application/json', JSON.stringify({ ...(body as object), [field]: NAME }))
    expect([by, answer.status]).toEqual([by, 200])
  }
  w.rows('UPDATE contact_list_items SET number = ? WHERE name = ? RETURNING id', NUMBER, NAME)
  w.whatsapp.person(NUMBER, { name: NAME }).says(NAME)
  w.rows('UPDATE opt_outs SET name = ?, number = ? RETURNING id', NAME, NUMBER)
  w.rows(
    `INSERT INTO campaign_deliveries (campaign_id, number, name, words, position, is_cold, text, state, at)
     VALUES (?, ?, ?, ?, 1, 0, 1, 'waiting', 1) RETURNING id`,
    ids.runningCampaign,
    NUMBER,
    NAME,
    `${asSearched(NAME)} ${NUMBER}`,
  )
  w.control.$client.prepare('UPDATE invoices SET detail = ?').run(NAME)
  const { port } = w.listen()
  const page = connect({ port }, w.tenant.uuid)
  await page.authenticate(await w.admin({ name: NAME }).token())
  const search = async (key: string, needle: string) => {
    const [path = '', query = ''] = (routeTable[key]?.example(ids).path ?? '').split('?')
    const required = [...new URLSearchParams(query)].filter(([name]) =>
      /^(?:contactListId|date|start|end|view|inicio|fim|from|to)/.test(name),
    )
    const params = new URLSearchParams([...required, ['searchParam', needle]])
    const answer = await send('GET', `${path}?${params}`, null)
    return { status: answer.status, text: await answer.text() }
  }
  return { w, routes, search }
}

/** Whether a route's query takes `searchParam`. */
function takesSearch(route: { readonly method: string; readonly hooks?: unknown }): boolean {
  const { query } = (route.hooks ?? {}) as { query?: { properties?: Record<string, unknown> } } // as Elysia keeps it
  return route.method === 'GET' && query?.properties?.searchParam !== undefined
}

describe('a search', () => {
  test('of every route is known to its module or here', async () => {
    const { routes } = await searchable()
    expect(routes.toSorted()).toEqual([...Object.keys(byExample), ...bySteps, ...inFleets].toSorted())
  })

  test('finds words in any order, case and accents, and nothing else', async () => {
    const { routes, search } = await searchable()
    const wrong: string[] = []
    for (const key of routes) {
      if (inFleets.includes(key)) continue
      const shows = async (needle: string) => (await search(key, needle)).text.includes('Ñuñez')
      for (const needle of found) {
        if (needNeedle.includes(key) && needle.trim() === '') continue
        if (withoutSigns.includes(key) && needle.includes('🌻')) continue
        if (byBeginnings.includes(key) && needle === 'conc nun') continue
        if (!(await shows(needle))) wrong.push(`${key} misses ${JSON.stringify(needle)}`)
      }
      for (const needle of missed) if (await shows(needle)) wrong.push(`${key} finds ${needle.slice(0, 40)}`)
    }
    expect(wrong).toEqual([])
  })

  test('finds numbers in every written form, and no others', async () => {
    const { search } = await searchable()
    const wrong: string[] = []
    for (const key of ofNumbers) {
      const shows = async (needle: string) => (await search(key, needle)).text.includes(NUMBER)
      for (const needle of numbers) if (!(await shows(needle))) wrong.push(`${key} misses ${needle}`)
      for (const needle of otherNumbers) if (await shows(needle)) wrong.push(`${key} finds ${needle}`)
    }
    expect(wrong).toEqual([])
  })

  test('answers any needle', async () => {
    const { routes, search } = await searchable()
    for (const key of routes)
      for (const needle of odd) expect([key, needle, (await search(key, needle)).status]).toEqual([key, needle, 200])
  })
})
