/**
 * A phone could not decrypt our message, and the messenger did not accept the repetition: queues it once more, under
 * its old id.
 */
import { WAITING } from '../../channels/contract'
import { noteAskedAgain, putInOutbox } from '../../channels/outbox/queue'
import type { Cx } from '../../platform/cx'
import { getRow } from '../../platform/sql'
import type { Db } from '../../platform/sqlite'
import { newestFirst } from '../messages/edit-history'

type ResendRow = {
  readonly messageId: number
  readonly contactId: number
  readonly actionId: number | null
  /** For an edit: a failure undoes it as at its first attempt (`settleAction`). */
  readonly createdAt: number | null
}

export function resend(cx: Cx, connectionId: number, externalId: string) {
  cx.transaction((cx) => {
    const said = findMessage(cx.db, connectionId, externalId) ?? findAction(cx.db, connectionId, externalId)
    if (!said) return
    if (waits(cx.db, said)) noteAskedAgain(cx.db, said, externalId)
    else putInOutbox(cx, { connectionId, ...said }, said.createdAt ?? cx.now())
  })
}

/**
 * Excludes messages that were deleted, failed or cancelled, because their author knows and decides. It may still be in
 * the outbox.
 */
const findMessage = (db: Db, connectionId: number, externalId: string) =>
  getRow<ResendRow>(
    db,
    `SELECT id AS messageId, contact_id AS contactId, NULL AS actionId, NULL AS createdAt FROM messages
     WHERE connection_id = ? AND external_id = ? AND from_me = 1 AND is_deleted = 0 AND ack >= ?`,
    [connectionId, externalId, WAITING],
  )

/**
 * Excludes actions that were undone or replaced since: an earlier edit would arrive after the later one, and undo it.
 */
const findAction = (db: Db, connectionId: number, externalId: string) =>
  getRow<ResendRow>(
    db,
    `SELECT m.id AS messageId, m.contact_id AS contactId, a.id AS actionId,
       CASE a.kind WHEN 'edit' THEN a.created_at END AS createdAt FROM own_acts a JOIN messages m ON m.id = a.message_id
     WHERE a.external_id = ? AND m.connection_id = ? AND m.is_deleted = (a.kind = 'revoke') AND CASE a.kind
       WHEN 'edit' THEN a.external_id = (SELECT external_id FROM message_edits WHERE message_id = m.id ${newestFirst} LIMIT 1)
       WHEN 'react' THEN EXISTS (SELECT 1 FROM reactions r WHERE r.message_id = m.id AND r.external_id = a.external_id AND r.emoji IS a.body)
       ELSE 1 END`,
    [externalId, connectionId],
  )

const waits = (db: Db, { messageId, actionId }: ResendRow): boolean =>
  (actionId === null
    ? getRow(db, 'SELECT 1 FROM outbox WHERE message_id = ? AND act_id IS NULL', messageId)
    : getRow(db, 'SELECT 1 FROM outbox WHERE act_id = ?', actionId)) !== undefined
