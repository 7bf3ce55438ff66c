/** The kinds of databases an installation has, and the newest schema version of each. */
import { SESSION_ID } from '../channels/sessions/session-store'
import { sessionMigrations } from '../channels/whatsapp/storage/session-schema'
import { CONTROL_ID, CONTROL_STEPS, TENANT_ID, TENANT_STEPS } from '../platform/databases'

export type Kind = 'control' | 'tenant' | 'session'

export const kinds: Readonly<Record<Kind, { readonly applicationId: number; readonly steps: number }>> = {
  control: { applicationId: CONTROL_ID, steps: CONTROL_STEPS },
  tenant: { applicationId: TENANT_ID, steps: TENANT_STEPS },
  session: { applicationId: SESSION_ID, steps: sessionMigrations.length },
}
