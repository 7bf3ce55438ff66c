/** A message that an earlier run brought: what has happened to it since. Its state never goes back. */
import { FAILED } from '../../channels/contract'
import type { MovedFile } from '../../moving-in/mover'
import type { Family } from '../../moving-in/source'
import type { Cx } from '../../platform/cx'
import { execute, getOnlyRow, getValue } from '../../platform/sql'
import type { Db } from '../../platform/sqlite'
import { addEdit } from '../messages/edit-history'
import { raisedAck } from '../messages/message'
import { findMessage } from '../messages/queries'
import { mediaOf } from './media'
import type { MessageRow, RowContent } from './read-row'

type Now = { readonly ack: number; readonly fromMe: number; readonly isDeleted: number; readonly body: string }

export function bringUpToDate(
  cx: Cx,
  { row, content, file }: { readonly row: MessageRow; readonly content: RowContent; readonly file: MovedFile | null },
  id: number,
  family: Family,
) {
  const { db } = cx
  const now = getOnlyRow<Now>(
    db,
    'SELECT ack, from_me AS fromMe, is_deleted AS isDeleted, body FROM messages WHERE id = (? + 0)',
    id,
  )
  const ack = raisedAck(now.ack, row.ack)
  if (now.fromMe === 1 && !row.isPrivate && ack > now.ack && ack > FAILED)
    execute(db, 'UPDATE messages SET ack = ?, failure = NULL WHERE id = ?', [ack, id])
  if (row.isDeleted && now.isDeleted === 0) execute(db, 'UPDATE messages SET is_deleted = 1 WHERE id = ?', id)
  if (file && content.is === 'message' && lacksFile(db, id))
    execute(db, 'UPDATE messages SET media = ? WHERE id = ?', [JSON.stringify(mediaOf(row, content.media, file)), id])
  if (!row.isEdited || content.is !== 'message' || content.body === now.body) return
  if (wasSaid(cx, id, content.body)) return
  // Ticketz keeps the former texts, which are moved in behind the messages.
  if (family === 'ticketz')
    return void execute(db, 'UPDATE messages SET body = ?, is_edited = 1 WHERE id = ?', [content.body, id])
  const message = findMessage(db, id)
  if (message) addEdit(db, message, { externalId: `moved/${cx.now()}`, body: content.body, at: cx.now() })
}

/** An earlier run did not find it. */
export const lacksFile = (db: Db, id: number): boolean =>
  getValue(db, "SELECT 1 FROM messages WHERE id = (? + 0) AND media ->> '$.state' = 'failed'", id) === 1

/** It has been edited here since. */
const wasSaid = ({ db }: Cx, id: number, body: string): boolean =>
  getValue(db, 'SELECT 1 FROM message_edits WHERE message_id = ? AND body = ? LIMIT 1', [id, body]) === 1
