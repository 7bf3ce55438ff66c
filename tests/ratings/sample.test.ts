import { expect, test } from 'bun:test'
import { mkdtempSync, rmSync } from 'node:fs'
import { addRatings } from '../../src/features/ratings/sample'
import { monthVisits } from '../../src/features/ratings/sample-month'
import { silentLog } from '../../src/operator/installation'
import { createSample } from '../../src/operator/sample/create'
import { conversations } from '../../src/operator/sample/story'
import { openDatabases } from '../../src/platform/databases'
import { listCompanies } from '../../src/tenancy/companies'

test('the sample company has weeks of answers, each on its own closed ticket, and nothing left to send', async () => {
  const dataDir = mkdtempSync('/dev/shm/balcao-ratings-')
  const now = Date.UTC(2026, 2, 2, 12)
  const databases = openDatabases(dataDir, silentLog())
  try {
    await createSample(databases, now, 'Segredo123', [addRatings])
    const db = databases.tenant(listCompanies(databases.control)[0]?.uuid ?? '')
    const one = (sql: string, ...params: number[]) =>
      db.$client
        .prepare(sql)
        .pluck()
        .get(...params)
    const month = monthVisits(now, 'America/Sao_Paulo')
    const rated = month.filter(({ rated }) => rated !== null)
    const answered = rated.filter(({ rated }) => rated?.answer !== null)
    expect(one('SELECT count(*) FROM ticket_ratings')).toBe(19 + rated.length)
    expect(one('SELECT count(*) FROM ticket_ratings WHERE value IS NOT NULL')).toBe(17 + answered.length)
    expect(one('SELECT count(*) FROM ticket_ratings WHERE comment IS NOT NULL')).toBe(7)
    expect(
      one("SELECT count(*) FROM ticket_ratings r JOIN tickets t ON t.id = r.ticket_id WHERE t.status = 'closed'"),
    ).toBe(19 + rated.length)
    // Nobody writes while another of their conversations is open.
    expect(one('SELECT count(*) FROM tickets')).toBe(conversations.length + 19 + month.length)
    expect(
      one("SELECT count(*) FROM tickets WHERE status = 'closed' AND (accepted_at IS NULL OR closed_at > ?)", now),
    ).toBe(0)
    expect(month.length).toBeGreaterThan(100)
    expect(one('SELECT count(*) FROM outbox')).toBe(0)
    expect(one("SELECT value FROM settings WHERE key = 'userRating'")).toBe('disabled')
  } finally {
    databases.close()
    rmSync(dataDir, { recursive: true, force: true })
  }
})
