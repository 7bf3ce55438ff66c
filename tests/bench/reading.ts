/** Lists, pages and searches in one company of each size. */
import { VERSION } from './hello'
import { get } from './http'
import type { Report } from './report'
import { type SizeName, sizes } from './seed'
import { openSeededServer, type RoundLength, type Workload } from './seeded-server'

const PAGE = 40
const LAST_PAGE = 5000

export async function benchReading(report: Report, size: SizeName, pace: RoundLength) {
  const seeded = await openSeededServer(size)
  for (const workload of readingOf(size, seeded.client.headers)) report.add(await seeded.measure(workload, pace))
  report.add(await seeded.measure(boardOf(seeded.client.headers), pace))
  const rssMb = seeded.server.rssMb()
  report.add({ id: 'rss.afterReading', size, rssMb, counted: rssMb, expected: 1 })
  await seeded.close()
}

export function readingOf(size: SizeName, headers: string): Workload[] {
  const { tickets } = sizes[size]
  const pages = Math.min(LAST_PAGE, Math.floor((tickets * 0.9) / PAGE)) // 90 % are closed
  const list = (query: string) => `/api/tickets?isGroup=false&${query}`
  const closed = (page: number) => list(`status=closed&showAll=true&pageNumber=${page}`)
  const ticket = (n: number) => 1 + ((n * 7919) % Math.floor(tickets * 0.88))
  const asked =
    (connections: number) =>
    (id: string, path: (n: number) => string, rows = PAGE, row?: RegExp): Workload => ({
      id,
      connections,
      request: (n) => get(path(n), headers),
      rows,
      ...(row && { row }),
    })
  const [many, few, one] = [asked(16), asked(4), asked(1)]
  return [
    many('hello', () => VERSION, 1, /"version"/g),
    many('tickets.open.p1', () => list('status=open&showAll=true&pageNumber=1')),
    many('tickets.own', () => list('status=open&pageNumber=1'), 1),
    many('tickets.closed.p1', () => closed(1)),
    many('tickets.closed.p50', () => closed(50)),
    one('tickets.closed.any', (n) => closed(1 + ((n * 7919) % pages))),
    one('tickets.closed.last', () => closed(pages)),
    many('messages.p1', (n) => `/api/messages/${ticket(n)}?pageNumber=1`, 10),
    many('tickets.counters', () => '/api/tickets/counters?showAll=true', 1, /"open":[1-9{]/g),
    few('messages.search', (n) => `/api/messages/search/${ticket(n)}?searchQuery=entrega`, 1),
    ...searchesOf('', headers),
  ]
}

/** A thousand cards: all pending and open tickets in size S, one response's worth in larger ones. */
const boardOf = (headers: string): Workload => ({
  id: 'kanban',
  connections: 1,
  request: () => get('/api/ticket/kanban?showAll=true', headers),
  rows: 500,
})

/** Searches by name and number. `where` is appended to the row ids. */
export const searchesOf = (where: string, headers: string): Workload[] => [
  {
    id: `contacts.search${where}`,
    connections: 4,
    request: (n) => get(`/api/contacts?searchParam=${sought(n)}&pageNumber=1`, headers),
    rows: PAGE,
  },
  {
    id: `contacts.page${where}`,
    connections: 1,
    request: (n) => get(`/api/contacts?${walked(n)}`, headers),
    rows: PAGE,
  },
  {
    id: `tickets.search.name${where}`,
    connections: 4,
    request: (n) => get(`/api/tickets?showAll=true&searchParam=${sought(n)}&pageNumber=1`, headers),
    rows: PAGE,
  },
]

/** In turn: a common family name, a rare full name, and four digits of a number. */
const sought = (n: number) =>
  encodeURIComponent(['Souza', 'Ana Souza Lima', String(6000 + ((n * 7919) % 2000))][n % 3] ?? '')

/** A random page of the list, sorted by name and by last conversation in turn. */
const walked = (n: number) =>
  n % 2 === 0 ? `after=1~${'abcdefghijlmnoprstv'[(n * 7) % 19] ?? 'a'}` : 'sort=last&desc=true&pageNumber=2'
