/**
 * Where claims are kept. Offers only what a key-value bucket shared by several machines can do: create a key that is not
 * there, read it, and delete exactly the entry that was read. One process keeps them in control.db.
 */
import * as v from 'valibot'
import { type ControlWrites, defineControlWrite } from '../platform/control-writes'
import { execute, getRow, getRows } from '../platform/sql'
import type { ControlDb, WritableControl } from '../platform/sqlite'
import type { Clock } from '../platform/time'

/** `email`: with which somebody signs in. `account`: of a messenger, as `channel:account`. */
export type ClaimKind = 'email' | 'account'

/** The company, by its folder's name because it may not exist yet; of a linked phone also the connection. */
export type ClaimHolder = { readonly tenantUuid: string; readonly connectionId?: number | undefined }

export type Claim = ClaimHolder & {
  /** Distinguishes it from an earlier claim of the same value. */
  readonly revision: number
  /** Epoch milliseconds. */
  readonly takenAt: number
}

export type ClaimBucket = {
  /** Creates the claim unless there is one. Returns the one that is there now. */
  create(
    kind: ClaimKind,
    value: string,
    holder: ClaimHolder,
  ): Promise<{ readonly claim: Claim; readonly isNew: boolean }>
  find(kind: ClaimKind, value: string): Promise<Claim | undefined>
  /** Deletes this claim; a later one of the same value stays. */
  remove(kind: ClaimKind, value: string, claim: Pick<Claim, 'revision'>): Promise<void>
}

/** In control.db itself. */
export const createControlBucket = (control: WritableControl, clock: Clock): ClaimBucket => ({
  create: (kind, value, holder) => answered(() => insertClaim(control, clock(), { kind, value, ...holder })),
  find: (kind, value) => answered(() => findClaim(control, kind, value)),
  remove: (kind, value, { revision }) => answered(() => deleteClaim(control, { kind, value, revision })),
})

/** In the control.db of another node, whose copy is here. A claim that is not in the copy yet is asked for. */
export const createAskedBucket = (
  control: ControlDb,
  controlWrites: ControlWrites,
  findAtOwner: ClaimBucket['find'],
): ClaimBucket => ({
  create: (kind, value, holder) => controlWrites.run(createClaim, { kind, value, ...holder }),
  find: async (kind, value) => findClaim(control, kind, value) ?? findAtOwner(kind, value),
  remove: (kind, value, { revision }) => controlWrites.run(removeClaim, { kind, value, revision }),
})

const Kind = v.picklist(['email', 'account'])

export const createClaim = defineControlWrite(
  'claims.create',
  v.object({ kind: Kind, value: v.string(), tenantUuid: v.string(), connectionId: v.optional(v.number()) }),
  insertClaim,
)

export const removeClaim = defineControlWrite(
  'claims.remove',
  v.object({ kind: Kind, value: v.string(), revision: v.number() }),
  (control, _now, args) => deleteClaim(control, args),
)

type NewClaim = ClaimHolder & { readonly kind: ClaimKind; readonly value: string }

function insertClaim(control: WritableControl, now: number, { kind, value, tenantUuid, connectionId }: NewClaim) {
  const known = findClaim(control, kind, value)
  if (known) return { claim: known, isNew: false }
  const { changes } = execute(
    control,
    `INSERT INTO claims (kind, value, tenant_uuid, connection_id, taken_at) VALUES (?, ?, ?, ?, ?)
     ON CONFLICT DO NOTHING`,
    [kind, value, tenantUuid, connectionId ?? null, now],
  )
  const claim = findClaim(control, kind, value)
  if (!claim) throw new Error('a claim was released while it was taken')
  return { claim, isNew: changes === 1 }
}

type OneClaim = { readonly kind: ClaimKind; readonly value: string; readonly revision: number }
function deleteClaim(control: WritableControl, { kind, value, revision }: OneClaim): void {
  execute(control, 'DELETE FROM claims WHERE revision = ? AND kind = ? AND value = ?', [revision, kind, value])
}

/** A promise that is settled when it is returned: see `atOnce` in platform/promises.ts. */
function answered<T>(work: () => T): Promise<T> {
  try {
    return Promise.resolve(work())
  } catch (error) {
    return Promise.reject(error)
  }
}

type Row = {
  readonly revision: number
  readonly tenantUuid: string
  readonly connectionId: number | null
  readonly takenAt: number
}
const columns = 'revision, tenant_uuid AS tenantUuid, connection_id AS connectionId, taken_at AS takenAt'
const toClaim = ({ connectionId, ...row }: Row): Claim => ({ ...row, ...(connectionId !== null && { connectionId }) })

export function findClaim(control: ControlDb, kind: ClaimKind, value: string): Claim | undefined {
  const row = getRow<Row>(control, `SELECT ${columns} FROM claims WHERE kind = ? AND value = ?`, [kind, value])
  return row && toClaim(row)
}

/** What a company holds, for the doctor. A bucket cannot be asked for this. */
export const listClaimed = (control: ControlDb, kind: ClaimKind, tenantUuid: string): string[] =>
  getRows<{ value: string }>(control, 'SELECT value FROM claims WHERE tenant_uuid = ? AND kind = ? ORDER BY value', [
    tenantUuid,
    kind,
  ]).map(({ value }) => value)
