/** Claims without a turn of the event loop, for fixtures. */

import { findLoginFaults } from '../../src/operator/logins'
import type { Databases } from '../../src/platform/databases'
import { execute, getColumn } from '../../src/platform/sql'
import type { ControlDb, WritableControl } from '../../src/platform/sqlite'
import { type ClaimBucket, createControlBucket } from '../../src/tenancy/claim-bucket'
import type { ClaimHolder, ClaimKind } from '../../src/tenancy/claims'
import { listCompanies } from '../../src/tenancy/companies'
import type { CompanyStores } from '../../src/users/new-company'

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

const turn = () => new Promise<void>((resolve) => setImmediate(resolve))

/** A bucket that answers later, as one on other machines does: what others do comes in between. */
export const slowly = (bucket: ClaimBucket): ClaimBucket => ({
  async create(...args) {
    await turn()
    const made = await bucket.create(...args)
    await turn()
    return made
  },
  async find(...args) {
    await turn()
    return bucket.find(...args)
  },
  async remove(...args) {
    await turn()
    await bucket.remove(...args)
    await turn()
  },
})

/** The installation's own bucket, slowly. */
export const slowBucket = (clock: () => number) => (databases: Databases) =>
  slowly(createControlBucket(databases.writableControl(), clock))

/** The process ends before or after the n-th thing that it asks of the bucket: nothing of it goes on. */
export function endingAt(bucket: ClaimBucket, step: number): ClaimBucket & { readonly ended: Promise<void> } {
  const end = Promise.withResolvers<void>()
  let count = 0
  const pass = () => {
    if (count++ === step) end.resolve()
    return count > step + 1 || count - 1 === step ? new Promise<never>(() => {}) : undefined
  }
  const passing = async <T>(work: () => Promise<T>): Promise<T> => {
    await pass()
    const result = await work()
    await pass()
    return result
  }
  return {
    create: (...args) => passing(() => bucket.create(...args)),
    find: (...args) => passing(() => bucket.find(...args)),
    remove: (...args) => passing(() => bucket.remove(...args)),
    ended: end.promise,
  }
}

/** E-mails that a company claims and does not use, or uses and does not claim. */
export async function claimFaults({ databases, claims }: CompanyStores): Promise<string[]> {
  const { control } = databases
  const faults: string[] = []
  for (const { name, uuid } of listCompanies(control))
    for (const { email, fault } of await findLoginFaults({
      claims,
      control,
      db: databases.tenant(uuid),
      tenantUuid: uuid,
    }))
      faults.push(`${name}: ${email} is ${fault}`)
  const gone = getColumn<string>(
    control,
    'SELECT value FROM claims WHERE tenant_uuid NOT IN (SELECT uuid FROM companies) ORDER BY value',
  )
  return [...faults, ...gone.map((value) => `${value} is claimed for a company that is gone`)]
}
