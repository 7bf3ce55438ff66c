/** Lists and pages over 50,000 tickets and 1,000,000 messages, each measured between two runs of the hello baseline. */
import { openDatabases } from '../../src/platform/databases'
import { createLog } from '../../src/platform/log'
import { loadSecret } from '../../src/platform/secret'
import { signIn } from './desk'
import { type Load, load } from './http'
import { readStalls, reportStalls } from './messages'
import type { Report } from './report'
import { ADMIN, type Size, seedCompany } from './seed'
import { startServer, temporaryFolder } from './server'

const CONNECTIONS = 16

const workloadsOver = ({ tickets }: Size): Readonly<Record<string, (n: number) => string>> => ({
  'tickets.open.p1': () => '/api/tickets?status=open&isGroup=false&showAll=true&pageNumber=1',
  'tickets.own': () => '/api/tickets?status=open&isGroup=false&pageNumber=1',
  'tickets.closed.p1': () => '/api/tickets?status=closed&isGroup=false&showAll=true&pageNumber=1',
  'tickets.closed.p50': () => '/api/tickets?status=closed&isGroup=false&showAll=true&pageNumber=50',
  'messages.p1': (n) => `/api/messages/${1 + ((n * 7919) % Math.floor(tickets * 0.88))}?pageNumber=1`,
  'tickets.counters': () => '/api/tickets/counters?showAll=true',
  'tickets.search': (n) => `/api/tickets?showAll=true&searchParam=${sought(n)}&pageNumber=1`,
  'contacts.search': (n) => `/api/contacts?searchParam=${sought(n)}&pageNumber=1`,
})

/** A family name many have, a whole name few have, four digits of a number, in turn. */
const sought = (n: number) =>
  encodeURIComponent(['Souza', 'Ana Souza Lima', String(6000 + ((n * 7919) % 2000))][n % 3] ?? '')

export async function benchReading(
  report: Report,
  size: Size,
  { rounds, seconds }: { rounds: number; seconds: number },
) {
  const folder = temporaryFolder()
  const databases = openDatabases(folder.path, createLog('silent'))
  loadSecret(folder.path)
  await seedCompany(databases, size)
  databases.close()
  const server = await startServer(folder.path)
  const desk = await signIn(server.port, ADMIN)
  const run = (path: (n: number) => string, forSeconds: number): Promise<Load> =>
    load({ port: server.port, connections: CONNECTIONS, seconds: forSeconds, headers: desk.headers, path })
  await run(() => '/api/version', 5) // until the runtime has compiled what is asked most
  const stallsBefore = await readStalls(server)
  for (const [id, path] of Object.entries(workloadsOver(size))) {
    const found: { work: Load; hello: Load }[] = []
    for (let round = 0; round < rounds; round++)
      found.push({ hello: await run(() => '/api/version', 1.5), work: await run(path, seconds) })
    const ratios = found.map(({ work, hello }) => work.rps / hello.rps)
    report.add({
      id,
      rps: median(found.map(({ work }) => work.rps)),
      p50: median(found.map(({ work }) => work.p50)),
      p99: median(found.map(({ work }) => work.p99)),
      max: Math.max(...found.map(({ work }) => work.max)),
      errors: found.reduce((sum, { work }) => sum + work.errors, 0),
      ratioToHello: Math.round(median(ratios) * 10_000) / 10_000,
      helloRps: median(found.map(({ hello }) => hello.rps)),
    })
  }
  await reportStalls(report, { server, stallsBefore }, 'reading')
  report.add({ id: 'rss.afterReading', rssMb: server.rssMb() })
  await server.stop()
  folder.remove()
}

export const median = (values: readonly number[]): number =>
  [...values].sort((a, b) => a - b)[Math.floor(values.length / 2)] ?? 0
