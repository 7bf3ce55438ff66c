/** What managers look at all day: dashboard, live wall and report, of a year of conversations. */
import Sqlite from 'better-sqlite3'
import { countAnew } from '../../src/tickets/figures/recount'
import { get } from './http'
import type { Report } from './report'
import { type SizeName, sizes } from './seed'
import { openSeededServer, type RoundLength, type SeededServer, type Workload } from './seeded-server'
import { readStalls, since } from './stalls'
import { beside } from './transfer'

export async function benchDashboards(report: Report, size: SizeName, pace: RoundLength) {
  const seeded = await openSeededServer(size)
  report.add(await countAll(seeded))
  for (const workload of dashboardsOf(size, seeded.client.headers)) report.add(await seeded.measure(workload, pace))
  report.add(await exportAll(seeded))
  await seeded.close()
}

/** Ten times as much may take longer. */
const idOf = (name: string, size: SizeName) => (size === 'L' ? `${name}.large` : name)

/** Days on which the seeded conversations were held. */
const [MONTH, DAY] = ['2026-10-20', '2026-11-18']

export function dashboardsOf(size: SizeName, headers: string): Workload[] {
  const one = (name: string, path: string, row: RegExp, rows = 1): Workload => ({
    id: idOf(name, size),
    connections: 1,
    request: () => get(`/api${path}`, headers),
    row,
    rows,
  })
  return [
    one('dashboard', `/dashboard?date_from=${DAY}&date_to=${DAY}`, /"totals":\{"opened":[1-9]/g),
    one('dashboard.hours', `/dashboard/ticketsDay?initialDate=${DAY}&finalDate=${DAY}`, /"hour":\d/g, 24),
    one('dashboard.month', `/dashboard?date_from=${MONTH}&date_to=${DAY}`, /"totals":\{"opened":[1-9]/g),
    one('moments', '/usersMoments', /"waitingSince":/g, 500),
    one('report.page', `/ticketreport/reports?dateFrom=2026-11-01&dateTo=${DAY}`, /"uuid":/g, 10),
    one('report.queues', `/ticketreport/summary?by=queues&dateFrom=2026-11-01&dateTo=${DAY}`, /"opened":[1-9]/g, 10),
  ]
}

/** As after an upgrade: in slices beside everything else. */
async function countAll({ size, server, client, file }: SeededServer) {
  const db = new Sqlite(file, { timeout: 10_000 })
  const stallsBefore = await readStalls(server)
  const begun = performance.now()
  countAnew(db)
  const alone = db.prepare('SELECT 1 FROM figures_due')
  while (alone.get() !== undefined) {
    await client.call('GET', '/tickets/counters')
    await Bun.sleep(50)
  }
  const rows = Number(db.prepare('SELECT count(*) FROM figures').pluck().get())
  db.close()
  const seconds = Math.round((performance.now() - begun) / 100) / 10
  return {
    id: idOf('figures.counted', size),
    counted: rows,
    expected: 1000,
    size,
    seconds,
    rows,
    ...since(stallsBefore, await readStalls(server)),
  }
}

const QUIET_MS = 3_000

async function exportAll(seeded: SeededServer) {
  const { size, client, server } = seeded
  const p99Alone = await beside(seeded, () => Bun.sleep(QUIET_MS))
  const stallsBefore = await readStalls(server)
  const rssBefore = server.rssMb()
  let rssMost = rssBefore
  const watch = setInterval(() => {
    rssMost = Math.max(rssMost, server.rssMb())
  }, 50)
  let [firstByteMs, bytes, seconds] = [0, 0, 0]
  const p99Beside = await beside(seeded, async () => {
    const begun = performance.now()
    const answer = await fetch(
      `http://127.0.0.1:${client.port}/api/ticketreport/reports?format=xlsx&dateFrom=2025-11-01&dateTo=${DAY}`,
      { headers: { authorization: `Bearer ${client.token}` } },
    )
    for await (const piece of answer.body ?? []) {
      if (bytes === 0) firstByteMs = Math.round(performance.now() - begun)
      bytes += piece.length
    }
    seconds = Math.round((performance.now() - begun) / 100) / 10
  })
  clearInterval(watch)
  return {
    id: idOf('report.export', size),
    counted: bytes,
    expected: sizes[size].tickets, // at least a byte for each
    size,
    firstByteMs,
    seconds,
    megabytes: Math.round(bytes / 100_000) / 10,
    rssMb: Math.round(rssMost - rssBefore),
    p99Alone,
    p99Beside,
    p99Ratio: Math.round((p99Beside / p99Alone) * 100) / 100,
    ...since(stallsBefore, await readStalls(server)),
  }
}
