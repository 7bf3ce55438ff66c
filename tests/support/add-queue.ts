/** Adds a queue for imported tickets to the only company of a data folder, beside the running server. */
import { readdirSync } from 'node:fs'
import { join } from 'node:path'
import Sqlite from 'better-sqlite3'

export function addQueue(dataDir: string): number {
  const [company = ''] = readdirSync(join(dataDir, 'tenants'))
  const db = new Sqlite(join(dataDir, 'tenants', company, 'tenant.db'))
  const { lastInsertRowid } = db
    .prepare("INSERT INTO queues (name, color, position, created_at) VALUES ('Antigos', '#123456', 1, 0)")
    .run()
  db.close()
  return Number(lastInsertRowid)
}
