/** Takes over the linked devices of the companies that moved in, after all of them are in place. */
import { openSessionStore, sessionEncryption } from '../../channels/sessions/session-store'
import {
  type RedisSessions,
  readRedisExport,
  UnreadableRedisExport,
} from '../../channels/whatsapp/moving-in/redis-export'
import { takeOverSessions } from '../../channels/whatsapp/moving-in/take-over'
import type { CompanyReport, TakenSession } from '../../moving-in/contract'
import type { Source } from '../../moving-in/source'
import { createCx, noExits } from '../../platform/cx'
import { type Databases, openTenantAt, tenantFolder, tenantPath } from '../../platform/databases'
import { loadSecret } from '../../platform/secret'
import { getValue } from '../../platform/sql'
import { findCompanyOrFail, tenantOf } from '../../tenancy/companies'
import { withExclusiveAccess } from '../handover'
import { Refusal } from '../refusal'

export async function readRedis(path: string): Promise<RedisSessions> {
  try {
    return readRedisExport(await Bun.file(path).text())
  } catch (error) {
    if (error instanceof UnreadableRedisExport) throw new Refusal(error.message)
    if (error instanceof Error && 'code' in error && error.code === 'ENOENT')
      throw new Refusal(`There is no file ${path}.`)
    throw error
  }
}

type Taking = { readonly source: Source; readonly redis: RedisSessions | null; readonly now: number }

/** May be repeated: what is linked here stays. */
export async function takeSessions(
  databases: Databases,
  reports: readonly CompanyReport[],
  taking: Taking,
): Promise<TakenSession[]> {
  const taken: TakenSession[] = []
  for (const { id, theirs } of reports)
    if (id !== null) taken.push(...(await takeOfCompany(databases, { id, theirs }, taking)))
  return taken
}

async function takeOfCompany(
  { control, dataDir }: Databases,
  { id, theirs: companyId }: { readonly id: number; readonly theirs: string },
  { source, redis, now }: Taking,
): Promise<TakenSession[]> {
  const company = findCompanyOrFail(control, id)
  const { uuid } = company
  const encryption = sessionEncryption(loadSecret(dataDir))
  return withExclusiveAccess(dataDir, uuid, () => {
    const db = openTenantAt(tenantPath(dataDir, uuid), uuid, { create: false })
    const store = openSessionStore(tenantFolder(dataDir, uuid), uuid, encryption)
    try {
      const cx = createCx(
        tenantOf(company),
        () => db,
        () => now,
        noExits,
      )
      const connectionOf = (theirs: string) =>
        getValue<number>(db, "SELECT ours FROM moved_ids WHERE kind = 'connections' AND theirs = ?", theirs)
      const until = getValue<number | null>(db, 'SELECT max(last_message_at) FROM tickets') ?? now
      const options = {
        cx,
        control,
        store,
        encryption,
        source,
        companyId,
        connectionOf,
        redis,
        until: Math.min(until, now),
      }
      return takeOverSessions(options).map((one) => ({ company: company.name, ...one }))
    } finally {
      store.close()
      db.$client.close()
    }
  })
}
