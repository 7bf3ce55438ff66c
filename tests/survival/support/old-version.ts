/** An installation of an earlier version: many companies, each some migrations behind, with a year's conversations. */
import { copyFileSync, mkdirSync } from 'node:fs'
import { join } from 'node:path'
import { tenantSchema } from '../../../migrations/index'
import { openControl, TENANT_ID, tenantFolder, tenantPath } from '../../../src/platform/databases'
import { newestOf, schemaAt } from '../../../src/platform/schema'
import { loadSecret } from '../../../src/platform/secret'
import { openSqlite } from '../../../src/platform/sqlite'
import { NEVER } from '../../../src/tenancy/due'
import { companies } from '../../../src/tenancy/tables'
import { claimNow } from '../../support/claims'

/** Its schema version. `BALCAO_TEST_STEP` selects another one. */
export const OLD_STEP = Number(process.env.BALCAO_TEST_STEP ?? tenantSchema.first)
/** The current schema version. */
export const NEW_STEP = newestOf(tenantSchema)
const CONTACTS = 100
export const MESSAGES = 500

export const emailOf = (company: number) => `ana@empresa${company}.example`
export const OLD_PASSWORD = 'Segredo123'

export function leaveOldInstallation(dataDir: string, count: number): string[] {
  const control = openControl(dataDir)
  loadSecret(dataDir)
  const uuids = Array.from({ length: count }, () => crypto.randomUUID())
  const template = join(dataDir, 'template.db')
  fillOldCompany(template)
  control.$client.transaction(() => {
    for (const [at, uuid] of uuids.entries()) {
      const id = at + 1
      control
        .insert(companies)
        .values({ uuid, name: `Empresa ${id}`, dueAt: NEVER, createdAt: 1 })
        .run()
      mkdirSync(join(tenantFolder(dataDir, uuid), 'media'), { recursive: true, mode: 0o700 })
      copyFileSync(template, tenantPath(dataDir, uuid))
      moveIn(tenantPath(dataDir, uuid), uuid, emailOf(id))
      claimNow(control, 'email', emailOf(id), { tenantUuid: uuid })
    }
  })()
  control.$client.close()
  return uuids
}

function fillOldCompany(path: string) {
  const raw = openOld(path, 'template', true)
  const passwordHash = Bun.password.hashSync(OLD_PASSWORD, { algorithm: 'argon2id', memoryCost: 8, timeCost: 1 })
  raw
    .prepare(
      "INSERT INTO users (id, name, email, password_hash, profile, created_at) VALUES (1, 'Ana', 'x', ?, 'admin', 1)",
    )
    .run(passwordHash)
  raw.exec(`
    INSERT INTO connections (id, name, is_default, created_at, updated_at) VALUES (1, 'Loja', 1, 1, 1);
    WITH RECURSIVE n (i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n WHERE i < ${CONTACTS})
      INSERT INTO contacts (id, name, name_folded, number, created_at) SELECT i, 'Pessoa ' || i, 'pessoa ' || i, 5511900000000 + i, 1 FROM n;
    INSERT INTO tickets (id, uuid, status, channel, contact_id, connection_id, last_message_at, created_at, updated_at)
      SELECT id, 'u' || id, 'pending', 'whatsapp', id, 1, 1, 1, 1 FROM contacts;
    WITH RECURSIVE n (i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n WHERE i < ${MESSAGES})
      INSERT INTO messages (id, ticket_id, contact_id, connection_id, external_id, from_me, kind, body, created_at)
      SELECT i, 1 + i % ${CONTACTS}, 1 + i % ${CONTACTS}, 1, 'M' || i, i % 2, 'chat', 'mensagem ' || i, i FROM n;
    PRAGMA wal_checkpoint(TRUNCATE);
  `)
  raw.close()
}

function moveIn(path: string, uuid: string, email: string) {
  const raw = openOld(path, 'template', false)
  raw.pragma('synchronous = OFF')
  raw.prepare("UPDATE meta SET value = ? WHERE key = 'identity'").run(uuid)
  raw.prepare('UPDATE users SET email = ?').run(email)
  raw.close()
}

const openOld = (path: string, identity: string, create: boolean) =>
  openSqlite(path, schemaAt(tenantSchema, OLD_STEP), { applicationId: TENANT_ID, identity }, { create })
