/** Schema versions of an installation's databases, and migration of one company. */
import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { openSessionStore, sessionEncryption, sessionPath } from '../channels/sessions/session-store'
import { controlPath, openTenantFile, tenantFolder, tenantPath } from '../platform/databases'
import { isOfFleetNode } from '../platform/fleet-environment'
import { findSecret } from '../platform/secret'
import { getRows } from '../platform/sql'
import { namesIn } from './backup/files'
import { readVersion, withReader } from './inspect'
import { type Kind, kinds } from './layout'
import { readStoredVersion } from './stored-version'

export type SchemaVersion = {
  readonly database: string
  /** The schema version; null if unreadable. */
  readonly step: number | null
  readonly of: number
}

/** This program's schema versions of a company's databases, as one word. */
export const companySteps = `${kinds.tenant.steps}-${kinds.session.steps}`

export const companyFiles = (dataDir: string, uuid: string) => [
  { path: tenantPath(dataDir, uuid), steps: kinds.tenant.steps },
  { path: sessionPath(tenantFolder(dataDir, uuid)), steps: kinds.session.steps },
]

/** Migrates both databases and encrypts credentials stored by earlier versions. */
export function migrateCompany(dataDir: string, uuid: string): void {
  openTenantFile(dataDir, uuid, { create: false }).$client.close()
  const folder = tenantFolder(dataDir, uuid)
  const secret = findSecret(dataDir)
  if (secret && existsSync(sessionPath(folder))) openSessionStore(folder, uuid, sessionEncryption(secret)).close()
}

/** Reads versions without opening the files for writing. Of a node in a fleet: of what is on its disk, as the files have it. */
export function listSchemaVersions(dataDir: string): SchemaVersion[] {
  const isOfFleet = isOfFleetNode(dataDir)
  const read = isOfFleet ? readStoredVersion : readVersion
  const state = (database: string, path: string, kind: Kind): SchemaVersion => ({
    database,
    step: read(path) ?? null,
    of: kinds[kind].steps,
  })
  return [
    state('control.db', controlPath(dataDir), 'control'),
    ...(isOfFleet ? foldersIn(dataDir) : companiesOf(dataDir)).flatMap(({ id, uuid }) => {
      const session = sessionPath(tenantFolder(dataDir, uuid))
      return [
        state(`company ${id} tenant.db`, tenantPath(dataDir, uuid), 'tenant'),
        ...(existsSync(session) ? [state(`company ${id} session.db`, session, 'session')] : []),
      ]
    }),
  ]
}

const foldersIn = (dataDir: string) => namesIn(join(dataDir, 'tenants')).map((uuid) => ({ id: uuid, uuid }))

function companiesOf(dataDir: string): { id: number; uuid: string }[] {
  try {
    return withReader(controlPath(dataDir), (raw) =>
      getRows<{ id: number; uuid: string }>(raw, 'SELECT id, uuid FROM companies ORDER BY id'),
    )
  } catch {
    return [] // a problem with control.db is reported on its own line
  }
}
