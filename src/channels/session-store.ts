/** A company's `session.db`: credentials and keys of its messenger sessions, apart from everything else of the company. */
import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { openSqlite, type Raw } from '../platform/sqlite'
import { sessionMigrations } from './whatsapp/session-schema'

const SESSION_ID = 0x42616c73 // "Bals"

export function openSessionStore(folder: string, tenantUuid: string): Raw {
  const path = join(folder, 'session.db')
  return openSqlite(
    path,
    sessionMigrations,
    { applicationId: SESSION_ID, identity: tenantUuid },
    { create: !existsSync(path) },
  )
}
