/** What this program can read and speak, as nodes compare it. */
import { FLEET_PROTOCOL } from '../../../src/fleet/placement/protocol'
import type { Versions } from '../../../src/fleet/placement/versions'
import { tenantSchema } from '../../../src/platform/databases'
import { newestOf } from '../../../src/platform/schema'
import { version } from '../../../src/version'

export const versionsOfProgram = (): Versions => ({
  program: version,
  protocol: FLEET_PROTOCOL,
  schema: newestOf(tenantSchema),
})
