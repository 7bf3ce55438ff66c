import { expect, test } from 'bun:test'
import { mkdtempSync, rmSync } from 'node:fs'
import { addRatings } from '../../src/features/ratings/sample'
import { silentLog } from '../../src/operator/installation'
import { createSample } from '../../src/operator/sample/create'
import { openDatabases } from '../../src/platform/databases'
import { listCompanies } from '../../src/tenancy/companies'

test('the sample company has weeks of answers, each on its own closed ticket, and nothing left to send', async () => {
  const dataDir = mkdtempSync('/dev/shm/balcao-ratings-')
  const databases = openDatabases(dataDir, silentLog())
  try {
    await createSample(databases, Date.UTC(2026, 2, 2, 12), 'Segredo123', [addRatings])
    const db = databases.tenant(listCompanies(databases.control)[0]?.uuid ?? '')
    const one = (sql: string) => db.$client.prepare(sql).pluck().get()
    expect(one('SELECT count(*) FROM ticket_ratings')).toBe(19)
    expect(one('SELECT count(*) FROM ticket_ratings WHERE value IS NOT NULL')).toBe(17)
    expect(one('SELECT count(*) FROM ticket_ratings WHERE comment IS NOT NULL')).toBe(7)
    expect(
      one("SELECT count(*) FROM ticket_ratings r JOIN tickets t ON t.id = r.ticket_id WHERE t.status = 'closed'"),
    ).toBe(19)
    expect(one('SELECT count(*) FROM outbox')).toBe(0)
    expect(one("SELECT value FROM settings WHERE key = 'userRating'")).toBe('disabled')
  } finally {
    databases.close()
    rmSync(dataDir, { recursive: true, force: true })
  }
})
