/** The operator's monitor in an installation of a thousand companies. */
import { COMPANIES_A_PAGE, type CompanyPage } from '../../src/features/monitor/contract'
import type { Client } from './client'
import { get } from './http'
import type { Report } from './report'
import { openSeededServer, type RoundLength, type Workload } from './seeded-server'

const COMPANIES = 1000
const TIMEOUT_MS = 60_000

export async function benchMonitor(report: Report, pace: RoundLength) {
  const seeded = await openSeededServer('new', { companies: COMPANIES, people: 1 })
  await allAsked(seeded.client)
  const { headers } = seeded.client
  const one = (id: string, path: string, rows: number, row: RegExp): Workload => ({
    id,
    connections: 1,
    request: () => get(`/api${path}`, headers),
    rows,
    row,
  })
  const workloads = [
    one('monitor', '/monitor/', 1, new RegExp(`"companies":\\{"count":${COMPANIES}\\b`, 'g')),
    one('monitor.companies', '/monitor/companies', COMPANIES_A_PAGE, /"connections":\d/g),
  ]
  for (const workload of workloads) report.add({ ...(await seeded.measure(workload, pace)), companies: COMPANIES })
  await seeded.close()
}

/** Until the server knows the connections of every company. */
async function allAsked(client: Client) {
  for (const until = performance.now() + TIMEOUT_MS; performance.now() < until; await Bun.sleep(100)) {
    const { records } = await client.call<CompanyPage>('GET', '/monitor/companies')
    if (records.every(({ connections }) => connections !== null)) return
  }
}
