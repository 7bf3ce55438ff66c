/** The rows of the outbox: enqueue, withdraw, query. */
import type { Cx } from '../../platform/cx'
import { getOrMake } from '../../platform/maps'
import { execute, getOnlyValue } from '../../platform/sql'
import type { Db, Raw } from '../../platform/sqlite'
import { findConnectionOrFail } from '../connections/queries'
import type { OutboxRow } from '../connections/tables'
import { outboxDue } from '../events'

/** `actionId` is null for the message itself. */
type NewRow = Pick<OutboxRow, 'connectionId' | 'contactId' | 'messageId' | 'actionId'>

/** Queues a new message, in the transaction that stores it. */
export function putNewInOutbox(cx: Cx, row: Omit<NewRow, 'actionId'>) {
  untriedIn(cx.db).add(row.messageId)
  putInOutbox(cx, { ...row, actionId: null })
}

/** Queues an action, or a message that is sent again. */
export function putInOutbox(cx: Cx, row: NewRow, now = cx.now()) {
  findConnectionOrFail(cx.db, row.connectionId)
  execute(
    cx.db,
    `INSERT INTO outbox (connection_id, contact_id, message_id, act_id, next_at, created_at) VALUES (?, ?, ?, ?, ?, ?)`,
    [row.connectionId, row.contactId, row.messageId, row.actionId, now, now],
  )
  cx.happened(outboxDue({ connectionId: row.connectionId }))
}

/** Number of queued messages and actions; in a standby company, of held ones. */
export const countWaiting = ({ db, tenant }: Pick<Cx, 'db' | 'tenant'>): number =>
  getOnlyValue<number>(
    db,
    'SELECT count(*) FROM outbox WHERE created_at <= ?',
    tenant.standbySince ?? Number.MAX_SAFE_INTEGER,
  )

/** False when it was not queued. */
export const takeFromOutbox = (db: Db, messageId: number): boolean =>
  execute(db, 'DELETE FROM outbox WHERE message_id = ? AND act_id IS NULL', messageId).changes > 0

/** True only if certainly no attempt to send this message has begun. */
export const isUntried = (db: Db, messageId: number): boolean => untriedIn(db).has(messageId)

export function noteTried(db: Db, { messageId, actionId }: OutboxRow) {
  if (actionId === null) untriedIn(db).delete(messageId)
}

/**
 * Queued messages that were never handed to the messenger. In memory only, so unknown for rows of an earlier process.
 */
const untriedIn = ({ $client }: Db): Set<number> => getOrMake(untried, $client, () => new Set())
const untried = new WeakMap<Raw, Set<number>>()

/**
 * Notes that a phone requested again a message that is being sent. Its confirmation decides whether it is sent once
 * more.
 */
export const noteAskedAgain = (db: Db, row: OutboxTarget, externalId: string): unknown =>
  askedAgainIn(db).set(nameOf(row), externalId)

/** The phone's request, kept until the next attempt. */
export const askedAgainFor = (db: Db, row: OutboxTarget): string | undefined => askedAgainIn(db).get(nameOf(row))

export function forgetAskedAgain(db: Db, row: OutboxTarget) {
  askedAgainIn(db).delete(nameOf(row))
}

type OutboxTarget = Pick<OutboxRow, 'messageId' | 'actionId'>
const nameOf = ({ messageId, actionId }: OutboxTarget): string => `${messageId} ${actionId}`

/** In memory only: rows that an earlier process had in flight are sent again anyway. */
const askedAgainIn = ({ $client }: Db): Map<string, string> => getOrMake(askedAgain, $client, () => new Map())
const askedAgain = new WeakMap<Raw, Map<string, string>>()
