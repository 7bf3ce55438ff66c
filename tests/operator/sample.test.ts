import { expect, test } from 'bun:test'
import { existsSync, mkdtempSync, rmSync } from 'node:fs'
import { modules } from '../../src/modules'
import { bootstrapCompany } from '../../src/operator/bootstrap'
import { silentLog } from '../../src/operator/installation'
import { createSample } from '../../src/operator/sample/create'
import { admin, company } from '../../src/operator/sample/story'
import { openDatabases } from '../../src/platform/databases'
import { membersIn } from '../../src/platform/module'
import type { Db } from '../../src/platform/sqlite'
import { HOUR } from '../../src/platform/time'
import { listCompanies } from '../../src/tenancy/companies'
import { samples } from '../../src/tenancy/lifecycle'
import { companies } from '../../src/tenancy/tables'
import { findTicket } from '../../src/tickets/queries'
import { moduleFiles } from '../api/module-files'

const NOW = Date.UTC(2026, 2, 2, 12)

test('the sample company is created once, and modules add to it after its story', async () => {
  const dataDir = mkdtempSync('/dev/shm/balcao-sample-')
  const databases = openDatabases(dataDir, silentLog())
  const added: unknown[] = []
  try {
    for (const _ of [1, 2])
      await createSample(databases, NOW, 'Segredo123', [
        async (cx, folder) => {
          await Bun.sleep(0)
          added.push([cx.now(), findTicket(cx.db, 1)?.id, existsSync(`${folder}/tenant.db`)])
        },
      ])
    expect(added).toEqual([[NOW, 1, true]])
    expect(listCompanies(databases.control)).toHaveLength(1)
  } finally {
    databases.close()
    rmSync(dataDir, { recursive: true, force: true })
  }
})

test.each([
  ['2026-12-31T23:58', 'America/Sao_Paulo'],
  ['2027-01-01T00:05', 'America/Sao_Paulo'],
  // Half an hour after clocks went from 02:00 to 03:00.
  ['2027-03-14T03:30', 'America/Los_Angeles'],
  ['2028-02-29T00:35', 'Pacific/Auckland'],
])('created with all modules at %s in %s, it has no future rows except plans', async (local, timeZone) => {
  const now = Temporal.PlainDateTime.from(local).toZonedDateTime(timeZone).epochMilliseconds
  const dataDir = mkdtempSync('/dev/shm/balcao-sample-')
  const databases = openDatabases(dataDir, silentLog())
  try {
    await bootstrapCompany(databases, now, { name: company, admin: { ...admin, password: 'Segredo123' }, days: 0 })
    databases.writableControl().update(companies).set({ timeZone }).run()
    await createSample(databases, now, 'Segredo123', membersIn(modules, samples))
    const db = databases.tenant(listCompanies(databases.control)[0]?.uuid ?? '')
    expect(aheadOf(now, db).toSorted()).toEqual(moduleFiles.flatMap(({ plans = [] }) => plans).toSorted())
    const names = (sql: string) => db.$client.prepare(sql).pluck().all()
    expect(names('SELECT media_name FROM email_files WHERE email_id IS NOT NULL ORDER BY id')).toEqual([
      'Escala-do-feriado.csv',
      'Tabela-de-tecidos.csv',
      'Proposta-0412.csv',
    ])
    expect(names('SELECT name FROM campaigns ORDER BY created_at DESC, id DESC')).toEqual([
      'Boas festas',
      'Convite: noite dos arquitetos',
      'Novidades de dezembro',
      'Queima de estoque: tapetes',
      'Lançamento da coleção Aurora',
    ])
    const closed = names(
      "SELECT c.name FROM tickets t JOIN contacts c ON c.id = t.contact_id WHERE t.status = 'closed' AND c.number NOT LIKE '55219977%' ORDER BY t.updated_at DESC, t.id DESC LIMIT 4",
    )
    expect(closed).toEqual(['Beatriz Vasconcelos', 'Eduarda Rezende', 'Sílvia Moreira', 'Mariana Duarte'])
  } finally {
    databases.close()
    rmSync(dataDir, { recursive: true, force: true })
  }
})

/** Columns with an instant after `now`; any number that large is one. */
function aheadOf(now: number, db: Db): string[] {
  const ask = (sql: string, ...values: readonly (string | number)[]) =>
    db.$client
      .prepare(sql)
      .pluck()
      .all(...values)
  return ask("SELECT name FROM sqlite_schema WHERE type = 'table' AND sql NOT LIKE '%VIRTUAL%' ORDER BY name").flatMap(
    (table) =>
      ask("SELECT name FROM pragma_table_info(?) WHERE type = 'INTEGER'", String(table))
        .filter((column) => {
          const later = `SELECT 1 FROM "${table}" WHERE "${column}" > ? AND "${column}" < ? LIMIT 1`
          return ask(later, now, now + 1000 * 24 * HOUR).length > 0
        })
        .map((column) => `${table}.${column}`),
  )
}
