/** Claims without a turn of the event loop, for fixtures. */

import { execute, getColumn } from '../../src/platform/sql'
import type { ControlDb, WritableControl } from '../../src/platform/sqlite'
import type { ClaimHolder, ClaimKind } from '../../src/tenancy/claims'

export function claimNow(
  control: WritableControl,
  kind: ClaimKind,
  value: string,
  holder: ClaimHolder,
  takenAt = 0,
): void {
  const { tenantUuid, connectionId = null } = holder
  execute(control, 'INSERT INTO claims (kind, value, tenant_uuid, connection_id, taken_at) VALUES (?, ?, ?, ?, ?)', [
    kind,
    value,
    tenantUuid,
    connectionId,
    takenAt,
  ])
}

/** Claimed values, in order. */
export const listClaims = (control: ControlDb, kind: ClaimKind): string[] =>
  getColumn<string>(control, 'SELECT value FROM claims WHERE kind = ? ORDER BY value', kind)
