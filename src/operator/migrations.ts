/** The schema version of each database of the installation, without opening it for writing. */
import { existsSync } from 'node:fs'
import { sessionPath } from '../channels/sessions/session-store'
import { controlPath, tenantFolder, tenantPath } from '../platform/databases'
import { readVersion, withReader } from './inspect'
import { type Kind, kinds } from './layout'

export type SchemaVersion = {
  readonly database: string
  /** The schema version; null when the file cannot be read. */
  readonly step: number | null
  readonly of: number
}

export function listSchemaVersions(dataDir: string): SchemaVersion[] {
  const state = (database: string, path: string, kind: Kind): SchemaVersion => ({
    database,
    step: readVersion(path) ?? null,
    of: kinds[kind].steps,
  })
  return [
    state('control.db', controlPath(dataDir), 'control'),
    ...companiesOf(dataDir).flatMap(({ id, uuid }) => {
      const session = sessionPath(tenantFolder(dataDir, uuid))
      return [
        state(`company ${id} tenant.db`, tenantPath(dataDir, uuid), 'tenant'),
        ...(existsSync(session) ? [state(`company ${id} session.db`, session, 'session')] : []),
      ]
    }),
  ]
}

function companiesOf(dataDir: string): { id: number; uuid: string }[] {
  try {
    return withReader(
      controlPath(dataDir),
      (raw) => raw.prepare('SELECT id, uuid FROM companies ORDER BY id').all() as { id: number; uuid: string }[], // as listed
    )
  } catch {
    return [] // a problem with control.db is reported on its own line
  }
}
