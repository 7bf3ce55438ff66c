/** The operator's monitor in an installation of a thousand companies. */
import { dirname, join } from 'node:path'
import Sqlite from 'better-sqlite3'
import { get } from './http'
import type { Report } from './report'
import { openSeededServer, type RoundLength } from './seeded-server'

const COMPANIES = 1000

export async function benchMonitor(report: Report, pace: RoundLength) {
  const seeded = await openSeededServer('S')
  addCompanies(join(dirname(seeded.file), '..', '..', 'control.db'))
  const { headers } = seeded.client
  const one = (id: string, path: string) => ({ id, connections: 1, request: () => get(`/api${path}`, headers) })
  report.add({ ...(await seeded.measure(one('monitor', '/monitor/'), pace)), companies: COMPANIES })
  report.add({ ...(await seeded.measure(one('monitor.companies', '/monitor/companies'), pace)), companies: COMPANIES })
  await seeded.close()
}

/** Rows without a folder: the monitor opens no company's file. */
function addCompanies(path: string) {
  const control = new Sqlite(path, { timeout: 10_000 })
  control.exec(
    `WITH RECURSIVE n(i) AS (SELECT 2 UNION ALL SELECT i + 1 FROM n WHERE i < ${COMPANIES})
     INSERT INTO companies (uuid, name, due_at, created_at) SELECT 'bench-' || i, 'Empresa ' || i, 9e12 + i, 0 FROM n`,
  )
  control.close()
}
