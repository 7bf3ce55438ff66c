/** Creates, changes and removes connections. For their sessions see sessions/sessions.ts. */

import { eq, isNull, ne } from 'drizzle-orm'
import { type Act, changesBetween, type Doer, recordAct } from '../../audit/record'
import { fail } from '../../errors'
import type { Cx } from '../../platform/cx'
import { on } from '../../platform/extensions'
import { tokenHash } from '../../platform/secret'
import { queueRemoving } from '../../queues/events'
import { findQueueOrFail } from '../../queues/queries'
import { requireRoom } from '../../tenancy/limits'
import { renewMainToken } from '../../users/api-tokens'
import { mayUseConnection } from '../../users/permissions'
import type { ChannelKind } from '../contract'
import { connectionChanged } from '../events'
import { importColumns, stopImport, wireOf } from './backfill'
import {
  type CreateConnection,
  connectionDeleted,
  lacksGreeting,
  lacksRedirection,
  type UpdateConnection,
} from './contract'
import {
  countActiveTickets,
  findConnectionOrFail,
  findDefaultConnection,
  isNameTaken,
  listImportersInto,
  queueIdsOfConnection,
  setQueuesOfConnection,
} from './queries'
import { REMOVING } from './removed'
import { type Connection, connectionHealth, connections } from './tables'

/** Refuses to remove a queue while a connection imports into it. */
export function requireNoImportInto(cx: Cx, queueId: number) {
  const connections = listImportersInto(cx.db, queueId)
  if (connections.length > 0) fail('ERR_QUEUE_OF_IMPORT', { connections })
}

/** Checked again inside the transaction: an import may have started while closed tickets were detached. */
export const keepQueueOfImport = on(queueRemoving, 'inTransaction', (cx, { queue }) =>
  requireNoImportInto(cx, queue.id),
)

export type NewConnection = Omit<CreateConnection, 'channel'> & { readonly channel?: ChannelKind | undefined }

export function createConnection(cx: Cx, input: NewConnection, doer: Doer = null): Connection {
  return cx.transaction((cx) => {
    requireRoom(cx, 'connections')
    if (isNameTaken(cx.db, input.name, 0)) fail('ERR_DUPLICATED_NAME', [{ field: 'name', message: input.name }])
    requireGreeting(input, undefined)
    requireRedirection(cx, input, undefined)
    const isDefault = input.isDefault === true || findDefaultConnection(cx.db) === undefined
    const now = cx.now()
    const made = cx.db
      .insert(connections)
      .values({
        name: input.name,
        channel: input.channel ?? 'whatsapp',
        isDefault,
        greetingMessage: input.greetingMessage ?? '',
        completionMessage: input.complationMessage ?? '',
        outOfHoursMessage: input.outOfHoursMessage ?? '',
        ratingMessage: input.ratingMessage ?? '',
        messagesPerMinute: input.messagesPerMinute ?? 0,
        expiresAfter: input.expiresTicket ?? 0,
        enableQueueChatbot: input.enableQueueChatbot,
        joinsAnswers: input.joinsAnswers ?? null,
        maxUseBotQueues: input.maxUseBotQueues,
        timeSendQueue: input.timeSendQueue,
        sendIdQueue: input.sendIdQueue,
        provider: input.provider,
        ...importColumns(cx, input, undefined),
        createdAt: now,
        updatedAt: now,
      })
      .returning()
      .get()
    cx.db.insert(connectionHealth).values({ connectionId: made.id, statusSince: now }).run()
    finishChange(cx, made, input.queueIds)
    note(cx, doer, 'create', made, changesBetween({}, noted(cx, made)))
    cx.happened(connectionChanged({ before: null, after: made }))
    return made
  })
}

export function changeConnection(cx: Cx, id: number, input: UpdateConnection, doer: Doer = null): Connection {
  return cx.transaction((cx) => {
    const before = findConnectionOrFail(cx.db, id)
    if (input.name && isNameTaken(cx.db, input.name, id))
      fail('ERR_DUPLICATED_NAME', [{ field: 'name', message: input.name }])
    if (before.isDefault && input.isDefault === false) fail('ERR_NO_OTHER_WHATSAPP')
    const { greetingMessage = before.greetingMessage } = input
    const queueIds = queueIdsOfConnection(cx.db, id)
    const known = noted(cx, before)
    requireGreeting({ queueIds: input.queueIds ?? queueIds, greetingMessage }, { ...before, queueIds })
    const { timeSendQueue = before.timeSendQueue, sendIdQueue = before.sendIdQueue } = input
    requireRedirection(cx, { timeSendQueue, sendIdQueue }, before)
    const after = cx.db
      .update(connections)
      .set({
        name: input.name ?? before.name,
        isDefault: input.isDefault ?? before.isDefault,
        greetingMessage,
        completionMessage: input.complationMessage ?? before.completionMessage,
        outOfHoursMessage: input.outOfHoursMessage ?? before.outOfHoursMessage,
        ratingMessage: input.ratingMessage ?? before.ratingMessage,
        messagesPerMinute: input.messagesPerMinute ?? before.messagesPerMinute,
        expiresAfter: input.expiresTicket ?? before.expiresAfter,
        enableQueueChatbot: input.enableQueueChatbot ?? before.enableQueueChatbot,
        joinsAnswers: input.joinsAnswers ?? before.joinsAnswers,
        maxUseBotQueues: input.maxUseBotQueues ?? before.maxUseBotQueues,
        timeSendQueue,
        sendIdQueue,
        provider: input.provider ?? before.provider,
        appTexts: before.appTexts === 'found' ? (input.appTexts ?? 'found') : before.appTexts,
        ...importColumns(cx, input, before),
        updatedAt: cx.now(),
      })
      .where(eq(connections.id, id))
      .returning()
      .get()
    if (!after) fail('ERR_NO_WAPP_FOUND')
    if (!after.importOn) stopImport(cx, id)
    finishChange(cx, after, input.queueIds)
    note(cx, doer, 'update', after, changesBetween(known, noted(cx, after)))
    cx.happened(connectionChanged({ before, after }))
    return after
  })
}

/** Fails while it has active tickets. The row stays, because closed tickets show its name. */
export function deleteConnection(cx: Cx, id: number, doer: Doer = null) {
  cx.transaction((cx) => {
    const connection = findConnectionOrFail(cx.db, id)
    const active = countActiveTickets(cx.db, id)
    if (active > 0) fail('ERR_CONNECTION_HAS_TICKETS', { count: active })
    cx.db
      .update(connections)
      .set({ deletedAt: cx.now(), isDefault: false, status: 'DISCONNECTED', reason: REMOVING, tokenHash: null })
      .where(eq(connections.id, id))
      .run()
    if (connection.isDefault) makeOldestDefault(cx)
    note(cx, doer, 'delete', connection)
    cx.emit(connectionDeleted({ whatsappId: id }), (listener) => mayUseConnection(listener, id))
    cx.happened(connectionChanged({ before: connection, after: null }))
  })
}

/** Issues a token for the external API. It is returned only here, and revokes the former one. */
export function renewToken(cx: Cx, doer: Doer, id: number): string {
  return cx.transaction((cx) => {
    const connection = findConnectionOrFail(cx.db, id)
    const token = renewMainToken(cx, doer, { connectionId: id, queueId: null, name: connection.name })
    cx.db
      .update(connections)
      .set({ tokenHash: tokenHash(token), updatedAt: cx.now() })
      .where(eq(connections.id, id))
      .run()
    const changes = [{ field: 'token', from: connection.tokenHash === null ? null : 'set', to: 'set' }]
    note(cx, doer, 'renew', connection, changes)
    return token
  })
}

/** Audit entry of a change. */
export const note = (cx: Cx, doer: Doer, act: string, { id, name }: Act['subject'], changes: Act['changes'] = []) =>
  recordAct(cx, doer, { kind: 'connection', act, subject: { id, name }, changes })

/** All user settings, under their wire names. */
const noted = (cx: Cx, connection: Connection) => ({
  name: connection.name,
  isDefault: connection.isDefault,
  queueIds: queueIdsOfConnection(cx.db, connection.id),
  greetingMessage: connection.greetingMessage,
  complationMessage: connection.completionMessage,
  outOfHoursMessage: connection.outOfHoursMessage,
  ratingMessage: connection.ratingMessage,
  messagesPerMinute: connection.messagesPerMinute,
  expiresTicket: connection.expiresAfter,
  enableQueueChatbot: connection.enableQueueChatbot,
  joinsAnswers: connection.joinsAnswers,
  maxUseBotQueues: connection.maxUseBotQueues,
  timeSendQueue: connection.timeSendQueue,
  sendIdQueue: connection.sendIdQueue,
  provider: connection.provider,
  ...wireOf(connection),
})

/** Ignores a queue that was chosen earlier and has been deleted since. */
function requireRedirection(cx: Cx, ...[input, before]: Parameters<typeof lacksRedirection>) {
  if (lacksRedirection(input, before)) fail('ERR_INVALID_INPUT', [{ field: 'sendIdQueue', message: 'form.required' }])
  if (input.sendIdQueue && input.sendIdQueue !== before?.sendIdQueue) findQueueOrFail(cx.db, input.sendIdQueue)
}

function requireGreeting(...[input, before]: Parameters<typeof lacksGreeting>) {
  if (lacksGreeting(input, before)) fail('ERR_WAPP_GREETING_REQUIRED', [{ field: 'greetingMessage', message: '' }])
}

/** Allows one default at a time, and only existing queues. */
function finishChange(cx: Cx, connection: Connection, queueIds: readonly number[] | undefined) {
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
