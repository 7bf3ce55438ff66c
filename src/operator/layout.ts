/** Kinds of databases, with the newest schema version of each. */
import { SESSION_ID } from '../channels/sessions/session-store'
import { sessionMigrations } from '../channels/whatsapp/storage/session-schema'
import { CONTROL_ID, controlMigrations, TENANT_ID, tenantMigrations } from '../platform/databases'

export type Kind = 'control' | 'tenant' | 'session'

const kindOf = (applicationId: number, migrations: readonly string[]) => ({
  applicationId,
  migrations,
  steps: migrations.length,
})

export const kinds: Readonly<Record<Kind, ReturnType<typeof kindOf>>> = {
  control: kindOf(CONTROL_ID, controlMigrations),
  tenant: kindOf(TENANT_ID, tenantMigrations),
  session: kindOf(SESSION_ID, sessionMigrations),
}
