/** Kinds of databases, with the newest schema version of each. */
import { SESSION_ID } from '../channels/sessions/session-store'
import { sessionSchema } from '../channels/whatsapp/storage/session-schema'
import { CONTROL_ID, controlSchema, TENANT_ID, tenantSchema } from '../platform/databases'
import { newestOf, type Schema } from '../platform/schema'

export type Kind = 'control' | 'tenant' | 'session'

const kindOf = (applicationId: number, schema: Schema) => ({
  applicationId,
  schema,
  steps: newestOf(schema),
})

export const kinds: Readonly<Record<Kind, ReturnType<typeof kindOf>>> = {
  control: kindOf(CONTROL_ID, controlSchema),
  tenant: kindOf(TENANT_ID, tenantSchema),
  session: kindOf(SESSION_ID, sessionSchema),
}
