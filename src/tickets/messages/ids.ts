/**
 * Message ids. The id is the row's place in the file, so each contact has a range of ids, and a page of a conversation
 * is read from few pages of the file. Ids below the first range belong to messages that are older than the ranges.
 */
import { getValue } from '../../platform/sql'
import type { Db } from '../../platform/sqlite'

/** 67 million messages for each of 134 million contacts, up to the highest safe integer. */
const RANGE = 2 ** 26

const rangeOf = (id: number): number => Math.floor(id / RANGE)
const startOf = (range: number): number => range * RANGE
export const endOfRange = (id: number): number => startOf(rangeOf(id) + 1)

/**
 * A new message's id, never used before. Messages of the same instant are shown in id order, so it is higher than that
 * of the preceding message, which after a merge may be in the other contact's higher range.
 */
export function nextMessageId(db: Db, contactId: number, createdAt: number): number {
  const range = Math.max(contactId, rangeOf(idBefore(db, contactId, createdAt)))
  return Math.max(startOf(range), highestId(db, range)) + 1
}

/** The id below which a conversation that is written in one go begins: all of its messages have lower ones. */
export function highestIdOf(db: Db, contactId: number): number {
  const last = getValue(db, 'SELECT max(id) FROM messages WHERE contact_id = (? + 0)', contactId)
  const range = Math.max(contactId, rangeOf(Number(last ?? 0)))
  return Math.max(startOf(range), highestId(db, range))
}

/** 0 for the first message of the conversation. */
const idBefore = (db: Db, contactId: number, createdAt: number): number =>
  Number(
    getValue(
      db,
      'SELECT id FROM messages WHERE contact_id = (? + 0) AND created_at <= (? + 0) ORDER BY created_at DESC, id DESC LIMIT 1',
      [contactId, createdAt],
    ) ?? 0,
  )

/** The highest id of existing and deleted messages; 0 if there were none. */
const highestId = (db: Db, range: number): number =>
  Number(
    getValue(
      db,
      `SELECT max(ifnull((SELECT max(id) FROM messages WHERE id >= (? + 0) AND id < (? + 0)), 0),
         ifnull((SELECT highest FROM deleted_message_ids WHERE range = (? + 0)), 0))`,
      [startOf(range), startOf(range + 1), range],
    ),
  )
