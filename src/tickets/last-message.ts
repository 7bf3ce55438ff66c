/** The last message as the ticket's row shows it, copied there when a message is stored, its tick moves or something is done to it. */
import type { MessageKind } from '../channels/contract'
import { type Db, statement } from '../platform/sqlite'

export type Last = {
  readonly messageId: number
  readonly preview: string
  readonly kind: MessageKind
  readonly fromMe: boolean
  readonly ack: number
  /** Who of us wrote it, or which member of a group; null for the contact itself. */
  readonly author: string | null
  readonly createdAt: number
}

/** `by`: the contact now waits for us (one more unread); we have answered; or neither, as with a note. */
export function showLast(db: Db, ticketId: number, last: Last, by: 'contact' | 'us' | 'nobody', now: number) {
  statement(
    db.$client,
    `UPDATE tickets SET last_message = ?, last_message_id = ?, last_message_at = ?, last_kind = ?, last_from_me = ?, last_ack = ?, last_author = ?, last_deleted = 0, updated_at = ?,
       unread = unread + ?, waiting_since = CASE ? WHEN 'contact' THEN ifnull(waiting_since, ?) WHEN 'us' THEN NULL ELSE waiting_since END WHERE id = ?`,
  ).run(
    last.preview,
    last.messageId,
    last.createdAt,
    last.kind,
    last.fromMe ? 1 : 0,
    last.ack,
    last.author,
    now,
    by === 'contact' ? 1 : 0,
    by,
    last.createdAt,
    ticketId,
  )
}

export function showLastAck(db: Db, ticketId: number, messageId: number, ack: number) {
  statement(db.$client, 'UPDATE tickets SET last_ack = ? WHERE id = ? AND last_message_id = ?').run(
    ack,
    ticketId,
    messageId,
  )
}

/** The message has changed: its content came, or somebody edited or deleted it. False: another is the last, or nothing is different. */
export function showLastAgain(
  db: Db,
  ticketId: number,
  last: Pick<Last, 'messageId' | 'kind' | 'preview' | 'ack'> & { readonly isDeleted: boolean },
): boolean {
  const shown = [last.preview, last.kind, last.ack, last.isDeleted ? 1 : 0] as const
  return (
    statement(
      db.$client,
      `UPDATE tickets SET last_message = ?, last_kind = ?, last_ack = ?, last_deleted = ?
       WHERE id = ? AND last_message_id = ? AND (last_message, last_kind, last_ack, last_deleted) <> (?, ?, ?, ?)`,
    ).run(...shown, ticketId, last.messageId, ...shown).changes > 0
  )
}
