/** The texts of an edited message: the newest is on the message, the earlier ones are kept here. */
import { instant } from '../../platform/formats'
import { getOrMake } from '../../platform/maps'
import { execute, getColumn, getRow, getRows, getValue } from '../../platform/sql'
import type { Db } from '../../platform/sqlite'
import type { OldMessage } from './contract'
import type { StoredMessage } from './tables'

type Edit = { readonly externalId: string; readonly body: string; readonly at: number }

/** The original sorts last whatever its time: an edit that arrives late is not the newest. */
export const newestFirst = "ORDER BY external_id = '', at DESC, id DESC"

/** Beyond this number, only the original and the newest edits are kept; long texts are shortened. */
const MOST_EDITS = 20
const LONGEST_SHOWN = 4096

/** Returns false if this edit is a repetition. */
export function addEdit(db: Db, message: StoredMessage, edit: Edit): boolean {
  insert(db, message.id, { externalId: '', body: message.body, at: message.createdAt })
  if (!insert(db, message.id, edit)) return false
  dropMiddle(db, message.id)
  showNewest(db, message.id)
  return true
}

/**
 * Adds a text that an edit replaced at this time, in the order of the edits; the message already shows the last one. Each
 * wording since then belongs to the edit that brought it.
 */
export function addFormerText(db: Db, message: StoredMessage, { externalId, body, at }: Edit) {
  const before = getRow<{ id: number }>(
    db,
    'SELECT id FROM message_edits WHERE message_id = ? ORDER BY at DESC, id DESC LIMIT 1',
    message.id,
  )
  if (before) execute(db, 'UPDATE message_edits SET body = ? WHERE id = ?', [body, before.id])
  else insert(db, message.id, { externalId: '', body, at: message.createdAt })
  insert(db, message.id, { externalId, body: message.body, at: Math.max(at, message.createdAt) })
  dropMiddle(db, message.id)
  execute(db, 'UPDATE messages SET is_edited = 1 WHERE id = ?', message.id)
}

/** 0 if never. */
export const lastEditedAt = (db: Db, messageId: number): number =>
  Number(getValue(db, 'SELECT max(at) FROM message_edits WHERE message_id = (? + 0)', messageId) ?? 0)

/** Replaces a text that nobody has seen, without keeping the old one. */
export function rewrite(db: Db, messageId: number, body: string) {
  execute(db, 'UPDATE messages SET body = ? WHERE id = ?', [body, messageId])
}

/** Replaces a discarded text in quotes of the message. Returns the ids of the quoting messages. */
export function takeOutOfQuotes(db: Db, { id, contactId, createdAt }: StoredMessage, words: string): number[] {
  return getColumn<number>(
    db,
    `UPDATE messages SET quoted = json_set(quoted, '$.body', (SELECT body FROM messages WHERE id = ?))
     WHERE contact_id = ? AND created_at >= ? AND quoted_id = ? AND quoted ->> 'body' = ? RETURNING id`,
    [id, contactId, createdAt, id, words],
  )
}

/** Removes an edit that the messenger refused. */
export function removeEdit(db: Db, messageId: number, externalId: string) {
  execute(db, 'DELETE FROM message_edits WHERE message_id = ? AND external_id = ?', [messageId, externalId])
  showNewest(db, messageId)
}

function insert(db: Db, messageId: number, { externalId, body, at }: Edit): boolean {
  const sql =
    'INSERT INTO message_edits (message_id, external_id, body, at) VALUES (?, ?, ?, ?) ON CONFLICT (message_id, external_id) DO NOTHING'
  return execute(db, sql, [messageId, externalId, body, at]).changes > 0
}

function dropMiddle(db: Db, messageId: number) {
  execute(
    db,
    `DELETE FROM message_edits WHERE message_id = ? AND external_id <> ''
       AND id NOT IN (SELECT id FROM message_edits WHERE message_id = ? ${newestFirst} LIMIT ${MOST_EDITS - 1})`,
    [messageId, messageId],
  )
}

function showNewest(db: Db, messageId: number) {
  execute(
    db,
    `UPDATE messages SET body = (SELECT body FROM message_edits WHERE message_id = messages.id ${newestFirst} LIMIT 1),
       is_edited = (SELECT count(*) > 1 FROM message_edits WHERE message_id = messages.id) WHERE id = ?`,
    messageId,
  )
}

type Row = { readonly message_id: number; readonly body: string; readonly at: number }

/** The earlier texts of these messages, oldest first. */
export function earlierTexts(db: Db, messageIds: readonly number[]): ReadonlyMap<number, OldMessage[]> {
  const found = new Map<number, OldMessage[]>()
  if (messageIds.length === 0) return found
  const rows = getRows<Row>(
    db,
    `SELECT message_id, substr(body, 1, ${LONGEST_SHOWN}) AS body, at FROM message_edits WHERE message_id IN (SELECT value FROM json_each(?)) ${newestFirst}`,
    JSON.stringify(messageIds),
  )
  for (const { message_id, body, at } of rows) getOrMake(found, message_id, () => []).push({ body, at: instant(at) })
  for (const [id, texts] of found) found.set(id, texts.slice(1).reverse())
  return found
}
