/** A phone could not decipher what we said, and the messenger did not take our answer: it leaves once more, under its old id. */
import { putInOutbox } from '../../channels/outbox'
import type { Cx } from '../../platform/cx'
import { type Db, statement } from '../../platform/sqlite'

type Said = { readonly messageId: number; readonly contactId: number; readonly actId: number | null }

export function sayOnceMore(cx: Cx, connectionId: number, externalId: string) {
  cx.transaction((cx) => {
    const said = findMessage(cx.db, connectionId, externalId) ?? findAct(cx.db, connectionId, externalId)
    if (said && !waits(cx.db, said)) putInOutbox(cx, { connectionId, ...said })
  })
}

/** What was deleted is not said again. */
const findMessage = (db: Db, connectionId: number, externalId: string) =>
  statement(
    db.$client,
    `SELECT id AS messageId, contact_id AS contactId, NULL AS actId FROM messages
     WHERE connection_id = ? AND external_id = ? AND from_me = 1 AND is_deleted = 0`,
  ).get(connectionId, externalId) as Said | undefined // the columns are listed

const findAct = (db: Db, connectionId: number, externalId: string) =>
  statement(
    db.$client,
    `SELECT m.id AS messageId, m.contact_id AS contactId, a.id AS actId FROM own_acts a JOIN messages m ON m.id = a.message_id
     WHERE a.external_id = ? AND m.connection_id = ?`,
  ).get(externalId, connectionId) as Said | undefined // idem

const waits = (db: Db, { messageId, actId }: Said): boolean =>
  statement(db.$client, 'SELECT 1 FROM outbox WHERE message_id = ? AND act_id IS ?').get(messageId, actId) !== undefined
