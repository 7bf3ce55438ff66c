/** Ended messenger sessions keep their credentials: the operator can archive a session and restore an archived one. */
import { and, eq } from 'drizzle-orm'
import { listConnections } from '../channels/connections/queries'
import { channelAccounts, connections } from '../channels/connections/tables'
import { openSessionStore } from '../channels/sessions/session-store'
import { archiveSession, discardAttempt, listArchives, restoreSession } from '../channels/whatsapp/storage/archive'
import { isPaired } from '../channels/whatsapp/storage/credentials'
import { type Databases, tenantFolder } from '../platform/databases'
import type { Company } from '../tenancy/tables'
import { withFolderOf } from './handover'
import { Refusal } from './refusal'

export type ArchivedSession = ReturnType<typeof listArchives>[number] & { readonly connection: string | null }

export function listMessengerSessions(databases: Databases, company: Company) {
  const store = openSessionStore(tenantFolder(databases.dataDir, company.uuid), company.uuid)
  try {
    const rows = listConnections(databases.tenant(company.uuid))
    const nameOf = (id: number) => rows.find((row) => row.id === id)?.name ?? null
    return {
      live: rows
        .filter(({ id }) => isPaired(store, id))
        .map(({ id, name, number, status }) => ({ connectionId: id, connection: name, number, status })),
      archived: listArchives(store).map((one): ArchivedSession => ({ ...one, connection: nameOf(one.connectionId) })),
    }
  } finally {
    store.close()
  }
}

/** Archives a session without telling the phone, so that it continues where it was when it is restored. */
export async function archiveMessengerSession(
  databases: Databases,
  company: Company,
  { connectionId, now }: { connectionId: number; now: number },
) {
  return withFolderOf(databases.dataDir, company.uuid, () => {
    const db = databases.tenant(company.uuid)
    const store = openSessionStore(tenantFolder(databases.dataDir, company.uuid), company.uuid)
    try {
      const connection = listConnections(db).find(({ id }) => id === connectionId)
      if (!connection || !isPaired(store, connectionId))
        throw new Refusal(
          `Company ${company.id} has no live session on connection ${connectionId}. See: balcao session list`,
        )
      const { number } = connection
      const archive = archiveSession(store, { connectionId, number, reason: 'archived', at: now })
      db.update(connections)
        .set({ status: 'DISCONNECTED', reason: 'archived' })
        .where(eq(connections.id, connectionId))
        .run()
      databases.control
        .delete(channelAccounts)
        .where(and(eq(channelAccounts.companyId, company.id), eq(channelAccounts.connectionId, connectionId)))
        .run()
      return { archive, connectionId, connection: connection.name, number }
    } finally {
      store.close()
    }
  })
}

/** Puts archived credentials back into use; the server opens the connection with them. */
export async function reviveMessengerSession(databases: Databases, company: Company, archiveId: number) {
  return withFolderOf(databases.dataDir, company.uuid, () => {
    const db = databases.tenant(company.uuid)
    const store = openSessionStore(tenantFolder(databases.dataDir, company.uuid), company.uuid)
    try {
      const archive = listArchives(store).find(({ id }) => id === archiveId)
      if (!archive)
        throw new Refusal(`Company ${company.id} has no archived session ${archiveId}. See: balcao session list`)
      const connection = listConnections(db).find(({ id }) => id === archive.connectionId)
      if (!connection) throw new Refusal('The connection of this session has been deleted.')
      if (isPaired(store, connection.id))
        throw new Refusal(
          `"${connection.name}" is linked at present. Disconnect it first; its session will be archived too.`,
        )
      discardAttempt(store, connection.id)
      restoreSession(store, archiveId)
      // A status from which the server reconnects by itself.
      db.update(connections).set({ status: 'OPENING', reason: null }).where(eq(connections.id, connection.id)).run()
      return { connectionId: connection.id, connection: connection.name, number: archive.number }
    } finally {
      store.close()
    }
  })
}
