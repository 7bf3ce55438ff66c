/** Creating, changing and removing connections. What their sessions do is in sessions/sessions.ts. */
import { eq, isNull, ne } from 'drizzle-orm'
import { fail } from '../../errors'
import type { Cx } from '../../platform/cx'
import { findQueueOrFail } from '../../queues/queries'
import { connectionChanged } from '../events'
import { type CreateConnection, connectionDeleted, lacksGreeting, type UpdateConnection } from './contract'
import { importColumns, stopImport } from './import'
import {
  countActiveTickets,
  findConnectionOrFail,
  findDefaultConnection,
  isNameTaken,
  queueIdsOfConnection,
  setQueuesOfConnection,
} from './queries'
import { type Connection, connections } from './tables'

export function createConnection(cx: Cx, wanted: CreateConnection): Connection {
  return cx.transaction((cx) => {
    if (isNameTaken(cx.db, wanted.name, 0)) fail('ERR_DUPLICATED_NAME', [{ field: 'name', message: wanted.name }])
    demandGreeting(wanted, undefined)
    const isDefault = wanted.isDefault === true || findDefaultConnection(cx.db) === undefined
    const now = cx.now()
    const made = cx.db
      .insert(connections)
      .values({
        name: wanted.name,
        isDefault,
        greetingMessage: wanted.greetingMessage ?? '',
        completionMessage: wanted.complationMessage ?? '',
        outOfHoursMessage: wanted.outOfHoursMessage ?? '',
        ratingMessage: wanted.ratingMessage ?? '',
        messagesPerMinute: wanted.messagesPerMinute ?? 0,
        expiresAfter: wanted.expiresTicket ?? 0,
        ...importColumns(cx, wanted, undefined),
        createdAt: now,
        updatedAt: now,
      })
      .returning()
      .get()
    settle(cx, made, wanted.queueIds)
    cx.happened(connectionChanged({ before: null, after: made }))
    return made
  })
}

export function updateConnection(cx: Cx, id: number, wanted: UpdateConnection): Connection {
  return cx.transaction((cx) => {
    const before = findConnectionOrFail(cx.db, id)
    if (wanted.name && isNameTaken(cx.db, wanted.name, id))
      fail('ERR_DUPLICATED_NAME', [{ field: 'name', message: wanted.name }])
    if (before.isDefault && wanted.isDefault === false) fail('ERR_NO_OTHER_WHATSAPP')
    const { greetingMessage = before.greetingMessage } = wanted
    const queueIds = queueIdsOfConnection(cx.db, id)
    demandGreeting({ queueIds: wanted.queueIds ?? queueIds, greetingMessage }, { ...before, queueIds })
    const after = cx.db
      .update(connections)
      .set({
        name: wanted.name ?? before.name,
        isDefault: wanted.isDefault ?? before.isDefault,
        greetingMessage,
        completionMessage: wanted.complationMessage ?? before.completionMessage,
        outOfHoursMessage: wanted.outOfHoursMessage ?? before.outOfHoursMessage,
        ratingMessage: wanted.ratingMessage ?? before.ratingMessage,
        messagesPerMinute: wanted.messagesPerMinute ?? before.messagesPerMinute,
        expiresAfter: wanted.expiresTicket ?? before.expiresAfter,
        ...importColumns(cx, wanted, before),
        updatedAt: cx.now(),
      })
      .where(eq(connections.id, id))
      .returning()
      .get()
    if (!after) fail('ERR_NO_WAPP_FOUND')
    if (!after.importOn) stopImport(cx, id)
    settle(cx, after, wanted.queueIds)
    cx.happened(connectionChanged({ before, after }))
    return after
  })
}

/** Fails while tickets are active on it. The row stays, for the name on closed tickets. */
export function deleteConnection(cx: Cx, id: number) {
  cx.transaction((cx) => {
    const connection = findConnectionOrFail(cx.db, id)
    const active = countActiveTickets(cx.db, id)
    if (active > 0) fail('ERR_CONNECTION_HAS_TICKETS', { count: active })
    cx.db
      .update(connections)
      .set({ deletedAt: cx.now(), isDefault: false, status: 'DISCONNECTED' })
      .where(eq(connections.id, id))
      .run()
    if (connection.isDefault) makeOldestDefault(cx)
    cx.emit(connectionDeleted({ whatsappId: id }), () => true)
    cx.happened(connectionChanged({ before: connection, after: null }))
  })
}

function demandGreeting(...[wanted, before]: Parameters<typeof lacksGreeting>) {
  if (lacksGreeting(wanted, before)) fail('ERR_WAPP_GREETING_REQUIRED', [{ field: 'greetingMessage', message: '' }])
}

/** One default at a time, and only queues that exist. */
function settle(cx: Cx, connection: Connection, queueIds: readonly number[] | undefined) {
  if (connection.isDefault)
    cx.db.update(connections).set({ isDefault: false }).where(ne(connections.id, connection.id)).run()
  if (!queueIds) return
  for (const queueId of queueIds) findQueueOrFail(cx.db, queueId)
  setQueuesOfConnection(cx.db, connection.id, queueIds)
}

function makeOldestDefault(cx: Cx) {
  const next = cx.db
    .select({ id: connections.id })
    .from(connections)
    .where(isNull(connections.deletedAt))
    .orderBy(connections.id)
    .limit(1)
    .get()
  if (next) cx.db.update(connections).set({ isDefault: true }).where(eq(connections.id, next.id)).run()
}
