/** Custom fields of a contact. */
import { execute, getRows } from '../platform/sql'
import { type Db, statement } from '../platform/sqlite'
import type { ExtraInfo } from './contract'

export const listExtraInfo = (db: Db, contactId: number): ExtraInfo[] =>
  getRows<ExtraInfo>(db, 'SELECT id, name, value FROM contact_extra_info WHERE contact_id = ? ORDER BY id', contactId)

/** Replaces the whole list; unchanged fields keep their ids. */
export function setExtraInfo(db: Db, contactId: number, input: readonly Omit<ExtraInfo, 'id'>[]) {
  const before = listExtraInfo(db, contactId)
  const isSame = (row: ExtraInfo | undefined, at: number) =>
    row?.name === input[at]?.name && row?.value === input[at]?.value
  const from = before.findIndex((row, at) => !isSame(row, at))
  const kept = from < 0 ? before.length : from
  for (const { id } of before.slice(kept)) execute(db, 'DELETE FROM contact_extra_info WHERE id = ?', id)
  const insert = statement(db.$client, 'INSERT INTO contact_extra_info (contact_id, name, value) VALUES (?, ?, ?)')
  for (const { name, value } of input.slice(kept)) insert.run(contactId, name, value)
}
