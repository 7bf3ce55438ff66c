import type { SendingBlock } from '../../contacts/groups/contract'
import { blockOf, type MemberRole } from '../../contacts/groups/group'
import { findGroup, roleIn } from '../../contacts/groups/queries'
import { getRows } from '../../platform/sql'
import { type Db, statement } from '../../platform/sqlite'

/** Why nobody can send in this conversation; null if sending is possible. */
export const blockIn = (db: Db, groupId: number, connectionId: number): SendingBlock | null =>
  blockOf(findGroup(db, groupId), roleIn(db, groupId, connectionId))

/** Copies the reasons to the tickets. Returns the active tickets whose reason changed. */
export function copyBlocks(db: Db, groupId: number): number[] {
  const facts = findGroup(db, groupId)
  const ours = getRows<{ connection_id: number; role: MemberRole }>(
    db,
    'SELECT connection_id, role FROM group_connections WHERE group_id = ?',
    groupId,
  )
  const copy = statement(
    db.$client,
    // Otherwise SQLite scans all tickets the connection ever had.
    `UPDATE tickets INDEXED BY tickets_contact SET sending_blocked = ? WHERE contact_id = ? AND connection_id = ? AND sending_blocked IS NOT ? RETURNING id, status`,
  )
  const changed = ours.flatMap(({ connection_id, role }) => {
    const block = blockOf(facts, role)
    return copy.all(block, groupId, connection_id, block) as { id: number; status: string }[] // the columns are listed
  })
  return changed.filter(({ status }) => status !== 'closed').map(({ id }) => id)
}
