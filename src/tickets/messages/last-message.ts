/**
 * The last message, copied to the ticket's row when a message is stored, its delivery status changes or an action
 * changes it.
 */
import type { MessageExtra, MessageKind } from '../../channels/contract'
import { execute, getRow } from '../../platform/sql'
import type { Db } from '../../platform/sqlite'
import { previewOf } from './message'

export type Last = {
  readonly messageId: number
  readonly preview: string
  readonly kind: MessageKind
  readonly fromMe: boolean
  readonly ack: number
  /** The attendant or group member who wrote it; null for the contact itself. */
  readonly author: string | null
  readonly createdAt: number
  /**
   * The effect on the ticket: the contact waits for us (one more unread), we have answered, or neither, as with a note.
   */
  readonly by: 'contact' | 'us' | 'nobody'
  /** When the contact sent it, by the messenger's clock. */
  readonly heardAt?: number
  /** A mere choice in a menu, which does not say what the contact wants. */
  readonly isChoice?: boolean
}

/** The columns that `summary-fields.ts` shows. */
const columns =
  'last_message, last_message_id, last_message_at, last_kind, last_from_me, last_ack, last_author, last_deleted'

/** A ticket's last change never goes back, even if the clock does: screens use it to tell which version is newer. */
export function showLast(db: Db, ticketId: number, last: Last, now: number) {
  execute(
    db,
    `UPDATE tickets SET last_message = ?, last_message_id = ?, last_message_at = ?, last_kind = ?, last_from_me = ?, last_ack = ?, last_author = ?, last_deleted = 0, updated_at = max(updated_at, (? + 0)),
       unread = unread + ?, heard_id = CASE WHEN ? <> 'contact' THEN heard_id WHEN ? THEN ifnull(heard_id, ?) ELSE ? END, heard_at = ifnull(max(heard_at, ?), ifnull(?, heard_at)), waiting_since = CASE ? WHEN 'contact' THEN ifnull(waiting_since, ?) WHEN 'us' THEN NULL ELSE waiting_since END WHERE id = ?`,
    [
      last.preview,
      last.messageId,
      last.createdAt,
      last.kind,
      last.fromMe ? 1 : 0,
      last.ack,
      last.author,
      now,
      last.by === 'contact' ? 1 : 0,
      last.by,
      last.isChoice ? 1 : 0,
      last.messageId,
      last.messageId,
      last.heardAt ?? null,
      last.heardAt ?? null,
      last.by,
      last.createdAt,
      ticketId,
    ],
  )
}

/** For a late message: later messages of the ticket exist, and the last of them stays the one shown. */
export function countBehindLast(
  db: Db,
  { id, contactId }: { readonly id: number; readonly contactId: number },
  { by, createdAt, heardAt = createdAt }: Pick<Last, 'by' | 'createdAt' | 'heardAt'>,
  now: number,
) {
  if (by === 'us') {
    execute(
      db,
      `UPDATE tickets SET updated_at = max(updated_at, (? + 0)), waiting_since = (SELECT min(created_at) FROM messages
         WHERE contact_id = ? AND ticket_id = ? AND from_me = 0 AND created_at > ?)
       WHERE id = ? AND waiting_since <= ?`,
      [now, contactId, id, createdAt, id, createdAt],
    )
  } else if (by === 'contact') {
    execute(
      db,
      'UPDATE tickets SET updated_at = max(updated_at, (? + 0)), unread = unread + 1, heard_at = max(ifnull(heard_at, 0), ?), waiting_since = min(waiting_since, ?) WHERE id = ?',
      [now, heardAt, createdAt, id],
    )
  }
}

/** After messages moved between tickets: shows the newest one, if any. Unread count and waiting time stay. */
export function showLastOf(db: Db, ticketId: number) {
  const last = getRow<LastRow>(
    db,
    `SELECT id, kind, body, json_extract(media, '$.name') AS file, json_extract(media, '$.seconds') AS seconds, extra, is_deleted FROM messages
     WHERE ticket_id = ? ORDER BY created_at DESC, id DESC LIMIT 1`,
    ticketId,
  )
  if (!last) {
    execute(
      db,
      `UPDATE tickets SET last_message = '', last_message_id = NULL, last_kind = NULL, last_deleted = 0 WHERE id = ?`,
      ticketId,
    )
    return
  }
  const extra = last.extra === null ? null : (JSON.parse(last.extra) as MessageExtra) // written by insertMessage
  const preview =
    last.is_deleted === 1 ? '' : previewOf({ ...last, extra, media: { name: last.file, seconds: last.seconds } })
  execute(
    db,
    `UPDATE tickets SET (${columns}) =
       (${LAST}) WHERE id = @ticketId AND (${columns}) IS NOT (${LAST})`,
    { preview, id: last.id, ticketId },
  )
}
const LAST = `SELECT @preview, m.id, m.created_at, m.kind, m.from_me, m.ack, coalesce(m.author, (SELECT name FROM users u WHERE u.id = m.user_id)), m.is_deleted
  FROM messages m WHERE m.id = @id`

/** One ticket has taken over another, and shows the other's last message. */
export function showLastOfOther(db: Db, ticketId: number, otherId: number) {
  execute(
    db,
    `UPDATE tickets SET (${columns}) =
       (SELECT ${columns} FROM tickets WHERE id = ?) WHERE id = ?`,
    [otherId, ticketId],
  )
}

type LastRow = {
  readonly id: number
  readonly kind: MessageKind
  readonly body: string
  readonly file: string | null
  readonly seconds: number | null
  readonly extra: string | null
  readonly is_deleted: number
}

export function showLastAck(db: Db, ticketId: number, messageId: number, ack: number) {
  execute(db, 'UPDATE tickets SET last_ack = ? WHERE id = ? AND last_message_id = ?', [ack, ticketId, messageId])
}

/**
 * A message has changed: its content arrived, or it was edited or deleted. Returns false if it is not the last one, or
 * nothing differs.
 */
export function showLastAgain(
  db: Db,
  ticketId: number,
  last: Pick<Last, 'messageId' | 'kind' | 'preview' | 'ack'> & { readonly isDeleted: boolean },
): boolean {
  const shown = [last.preview, last.kind, last.ack, last.isDeleted ? 1 : 0] as const
  return (
    execute(
      db,
      `UPDATE tickets SET last_message = ?, last_kind = ?, last_ack = ?, last_deleted = ?
       WHERE id = ? AND last_message_id = ? AND (last_message, last_kind, last_ack, last_deleted) <> (?, ?, ?, ?)`,
      [...shown, ticketId, last.messageId, ...shown],
    ).changes > 0
  )
}
