/** The daily invoices of many companies, all due at once, and how long a slice holds the event loop, in processor time. */
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import pino from 'pino'
import { createInvoices } from '../../src/features/billing/daily'
import { openDatabases } from '../../src/platform/databases'
import { createHub } from '../../src/platform/hub'
import { DAY, systemClock, workedMs } from '../../src/platform/time'
import type { Report } from './report'

export async function benchInvoices(report: Report, { companies }: { readonly companies: number }) {
  const folder = mkdtempSync(join(tmpdir(), 'bench-billing-'))
  const databases = openDatabases(folder, pino({ level: 'silent' }))
  const raw = databases.writableControl().$client
  const now = Date.now()
  const addPlan = raw.prepare(
    "INSERT INTO plans (name, amount, is_public, uses_menus, menus, features, created_at, updated_at) VALUES ('Bench', 9900, 1, 0, '[]', '[]', 0, 0)",
  )
  const addCompany = raw.prepare(
    'INSERT INTO companies (uuid, name, due_at, created_at, plan_id) VALUES (?, ?, ?, 0, ?)',
  )
  raw.transaction(() => {
    const { lastInsertRowid } = addPlan.run()
    // The first is the operator's and pays nothing.
    for (let n = 0; n <= companies; n++)
      addCompany.run(crypto.randomUUID(), `Bench ${n}`, now + (n % 10) * DAY, n === 0 ? null : lastInsertRowid)
  })()
  let longest = 0
  let last = workedMs()
  let isOver = false
  const look = () => {
    longest = Math.max(longest, workedMs() - last)
    last = workedMs()
    if (!isOver) setImmediate(look)
  }
  setImmediate(look)
  const begun = performance.now()
  await createInvoices({ databases, hub: createHub(systemClock), clock: systemClock }, () => undefined)
  const seconds = Math.round(performance.now() - begun) / 1000
  isOver = true
  const created = Number(raw.prepare('SELECT count(*) FROM invoices').pluck().get())
  const again = performance.now()
  await createInvoices({ databases, hub: createHub(systemClock), clock: systemClock }, () => undefined)
  report.add({
    id: 'billing.daily',
    companies,
    seconds,
    longestMs: Math.round(longest * 10) / 10,
    missing: companies - created,
    counted: created,
    expected: companies,
    againMs: Math.round((performance.now() - again) * 10) / 10,
  })
  databases.close()
  rmSync(folder, { recursive: true, force: true })
}
