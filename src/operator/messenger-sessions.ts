/** Archives and restores messenger sessions. An ended session keeps its credentials. */
import { eq } from 'drizzle-orm'
import { recordOperatorAct } from '../audit/record'
import { listConnections } from '../channels/connections/queries'
import { connections } from '../channels/connections/tables'
import { releasePhone } from '../channels/sessions/accounts'
import { openSessionStore, sessionEncryption } from '../channels/sessions/session-store'
import {
  archiveSession,
  discardAttempt,
  isLocked,
  listArchives,
  restoreSession,
} from '../channels/whatsapp/storage/archive'
import { type StoredState, whatIsStored } from '../channels/whatsapp/storage/credentials'
import type { Store } from '../channels/whatsapp/storage/encrypted-rows'
import { type Databases, tenantFolder } from '../platform/databases'
import { findSecret } from '../platform/secret'
import type { Company } from '../tenancy/tables'
import { commandStores } from './claims'
import { withExclusiveAccess } from './handover'
import { refuseEarlierServer } from './installation'
import { Refusal } from './refusal'

export type ArchivedSession = ReturnType<typeof listArchives>[number] & { readonly connection: string | null }

export function listMessengerSessions(databases: Databases, company: Company) {
  return withStore(databases, company, (storeOf, archives) => {
    const rows = listConnections(databases.tenant(company.uuid))
    const nameOf = (id: number) => rows.find((row) => row.id === id)?.name ?? null
    return {
      live: rows
        .map((row) => ({ ...row, stored: whatIsStored(storeOf(row.id)) }))
        .filter(({ stored }) => isSession(stored))
        .map(({ id, name, number, status, stored }) => ({
          connectionId: id,
          connection: name,
          number,
          status,
          isLocked: stored === 'locked',
        })),
      archived: archives.map((one): ArchivedSession => ({ ...one, connection: nameOf(one.connectionId) })),
    }
  })
}

/** Archives a session without unlinking it, so that it can be resumed after it is restored. */
export async function archiveMessengerSession(
  databases: Databases,
  company: Company,
  { connectionId, now }: { connectionId: number; now: number },
) {
  const archived = await withExclusiveAccess(databases.dataDir, company.uuid, () =>
    withStore(databases, company, (storeOf) => {
      const db = databases.tenant(company.uuid)
      const store = storeOf(connectionId)
      const connection = listConnections(db).find(({ id }) => id === connectionId)
      if (!connection || !isSession(whatIsStored(store)))
        throw new Refusal(
          `Company ${company.id} has no live session on connection ${connectionId}. See: balcao session list`,
        )
      const { number } = connection
      const archive = archiveSession(store.db, { connectionId, number, reason: 'archived', at: now })
      db.update(connections)
        .set({ status: 'DISCONNECTED', reason: 'archived' })
        .where(eq(connections.id, connectionId))
        .run()
      recordOperatorAct(() => db, now, { kind: 'connection', act: 'archive', subject: connection })
      return { archive, connectionId, connection: connection.name, number }
    }),
  )
  const ref = { tenantUuid: company.uuid, connectionId }
  if (archived.number !== null) await releasePhone(commandStores(databases, now).claims, ref, archived.number)
  return archived
}

/** Reactivates archived credentials; the server then opens the connection with them. */
export async function reviveMessengerSession(
  databases: Databases,
  company: Company,
  { archiveId, now }: { archiveId: number; now: number },
) {
  return withExclusiveAccess(databases.dataDir, company.uuid, () =>
    withStore(databases, company, (storeOf, archives) => {
      const db = databases.tenant(company.uuid)
      const archive = archives.find(({ id }) => id === archiveId)
      if (!archive)
        throw new Refusal(`Company ${company.id} has no archived session ${archiveId}. See: balcao session list`)
      const connection = listConnections(db).find(({ id }) => id === archive.connectionId)
      if (!connection) throw new Refusal('The connection of this session has been deleted.')
      const store = storeOf(connection.id)
      if (isSession(whatIsStored(store)))
        throw new Refusal(
          `"${connection.name}" is currently linked. Disconnect it first; its session will be archived too.`,
        )
      if (isLocked(store, archiveId))
        throw new Refusal(
          'This session was encrypted with another secret.key. Restore that key, restart the server, and try again.',
        )
      discardAttempt(store.db, connection.id)
      restoreSession(store.db, archiveId)
      // From this status the server reconnects by itself.
      db.update(connections).set({ status: 'OPENING', reason: null }).where(eq(connections.id, connection.id)).run()
      recordOperatorAct(() => db, now, { kind: 'connection', act: 'restore', subject: connection })
      return { connectionId: connection.id, connection: connection.name, number: archive.number }
    }),
  )
}

/** Excludes pairing attempts. Locked sessions may be worth keeping. */
const isSession = (stored: StoredState): boolean => stored === 'paired' || stored === 'locked'

type Work<T> = (storeOf: (connectionId: number) => Store, archives: ReturnType<typeof listArchives>) => T

function withStore<T>({ dataDir }: Databases, { uuid }: Company, work: Work<T>): T {
  const secret = findSecret(dataDir)
  if (!secret)
    throw new Refusal(`There is no secret.key in ${dataDir}, and no session can be read without it. Restore it.`)
  refuseEarlierServer(dataDir, uuid)
  const encryption = sessionEncryption(secret)
  const db = openSessionStore(tenantFolder(dataDir, uuid), uuid, encryption)
  try {
    return work((connectionId) => ({ db, ref: { tenantUuid: uuid, connectionId }, encryption }), listArchives(db))
  } finally {
    db.close()
  }
}
