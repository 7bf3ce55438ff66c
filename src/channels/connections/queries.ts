import { and, eq, isNull, ne } from 'drizzle-orm'
import type { Actor } from '../../actor'
import { fail } from '../../errors'
import { getColumn, getOnlyValue, getRows, getValue } from '../../platform/sql'
import { type Condition, type Db, oneOf, rememberedIn } from '../../platform/sqlite'
import { can, mayUseConnection } from '../../users/permissions'
import type { ChannelKind } from '../contract'
import type { ConnectionDetails, ConnectionSummary } from './contract'
import { type Connection, connectionQueues, connections } from './tables'

/** Rows without a connection are visible to all. */
export const isUsableBy = (actor: Pick<Actor, 'connectionIds'>, connectionId: number | null): boolean =>
  connectionId === null || mayUseConnection(actor, connectionId)

/** The same in SQL, over a column of connections. */
export function usableBy({ connectionIds }: Pick<Actor, 'connectionIds'>, column: string): Condition {
  if (connectionIds === null) return { sql: '1', params: [] }
  const { sql, params } = oneOf(column, connectionIds)
  return { sql: `(${column} IS NULL OR ${sql})`, params }
}

export const withoutCodes = (summary: ConnectionSummary): ConnectionSummary => ({
  ...summary,
  qrcode: '',
  qrcodeExpiresAt: null,
  pairingCode: null,
})

/** Not people of the operator, who would keep the account after the consent is over. */
export const mayPair = (actor: Actor): boolean => can(actor, 'connections-page:actionButtons') && !actor.support

/** The QR code is a key to the account: only those who may pair it see it. */
export const shownTo = (actor: Actor, summary: ConnectionSummary): ConnectionSummary =>
  mayPair(actor) ? summary : withoutCodes(summary)

/** Cached, because each message reads its connection several times. */
const connectionsIn = rememberedIn(
  (db): ReadonlyMap<number, Readonly<Connection>> =>
    new Map(
      db
        .select()
        .from(connections)
        .where(isNull(connections.deletedAt))
        .all()
        .map((connection) => [connection.id, connection]),
    ),
  ['connections'],
)
export const findConnection = (db: Db, id: number): Readonly<Connection> | undefined => connectionsIn(db).get(id)

/** Also of a removed one. */
export const channelOf = (db: Db, id: number): ChannelKind =>
  findConnection(db, id)?.channel ??
  getValue<ChannelKind>(db, 'SELECT channel FROM connections WHERE id = ?', id) ??
  'whatsapp'

/** Of all connections on this channel, also of removed ones: their history stays. */
export const connectionIdsOn = (db: Db, channel: ChannelKind): number[] =>
  getColumn<number>(db, 'SELECT id FROM connections WHERE channel = ?', channel)

export function findConnectionOrFail(db: Db, id: number): Readonly<Connection> {
  return findConnection(db, id) ?? fail('ERR_NO_WAPP_FOUND')
}

export function findVisibleConnection(db: Db, actor: Actor, id: number): Readonly<Connection> {
  return mayUseConnection(actor, id) ? findConnectionOrFail(db, id) : fail('ERR_NO_WAPP_FOUND')
}

export const listConnections = (db: Db): Connection[] =>
  db.select().from(connections).where(isNull(connections.deletedAt)).orderBy(connections.name).all()

export const findDefaultConnection = (db: Db): Connection | undefined =>
  db
    .select()
    .from(connections)
    .where(and(eq(connections.isDefault, true), isNull(connections.deletedAt)))
    .get()

export const queueIdsOfConnection = (db: Db, connectionId: number): number[] =>
  getColumn<number>(
    db,
    'SELECT queue_id FROM connection_queues WHERE connection_id = ? ORDER BY queue_id',
    connectionId,
  )

export const queuesOfConnection = (db: Db, connectionId: number): ConnectionDetails['queues'] =>
  getRows<ConnectionDetails['queues'][number]>(
    db,
    `SELECT q.id, q.name, q.color FROM connection_queues c JOIN queues q ON q.id = c.queue_id
     WHERE c.connection_id = ? ORDER BY q.id`,
    connectionId,
  )

/** The names of the connections that import their history into the queue. */
export const listImportersInto = (db: Db, queueId: number): string[] =>
  listConnections(db)
    .filter(({ importOn, importQueueId }) => importOn && importQueueId === queueId)
    .map(({ name }) => name)

export const countOutbox = (db: Db, connectionId: number): number =>
  getOnlyValue<number>(db, 'SELECT count(*) FROM outbox WHERE connection_id = ?', connectionId)

export const countActiveTickets = (db: Db, connectionId: number): number =>
  getOnlyValue<number>(db, `SELECT count(*) FROM tickets WHERE connection_id = ? AND status <> 'closed'`, connectionId)

export const isNameTaken = (db: Db, name: string, exceptId: number): boolean =>
  db
    .select({ id: connections.id })
    .from(connections)
    .where(and(eq(connections.name, name), ne(connections.id, exceptId), isNull(connections.deletedAt)))
    .get() !== undefined

export function setQueuesOfConnection(db: Db, connectionId: number, queueIds: readonly number[]) {
  db.delete(connectionQueues).where(eq(connectionQueues.connectionId, connectionId)).run()
  for (const queueId of new Set(queueIds)) db.insert(connectionQueues).values({ connectionId, queueId }).run()
}
