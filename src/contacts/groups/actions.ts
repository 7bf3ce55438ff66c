/** Stores what a messenger reports about a group, in the caller's transaction. */
import type { Cx } from '../../platform/cx'
import { execute } from '../../platform/sql'
import { type Db, statement } from '../../platform/sqlite'
import { learnUsernames } from '../actions'
import type { Address } from '../address'
import { groupAudience } from '../announce'
import { groupChanged } from './contract'
import type { GroupFacts, MemberRole } from './group'
import { bothOf, everMembersOf, findGroup, type Member, membersAt } from './queries'

/** Writes only differences, like all functions here. Returns whether there were any. */
export function saveFacts(db: Db, groupId: number, facts: GroupFacts) {
  execute(
    db,
    `INSERT INTO groups (contact_id, description, owner, addressing, announce, restricted, join_approval, members_add, is_community, is_community_announce, parent, parent_subject)
     VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)
     ON CONFLICT DO UPDATE SET description = excluded.description, owner = excluded.owner, addressing = excluded.addressing, announce = excluded.announce,
       restricted = excluded.restricted, join_approval = excluded.join_approval, members_add = excluded.members_add, is_community = excluded.is_community,
       is_community_announce = excluded.is_community_announce, parent = excluded.parent, parent_subject = excluded.parent_subject
     WHERE (groups.description, groups.owner, groups.addressing, groups.announce, groups.restricted, groups.join_approval, groups.members_add, groups.is_community,
       groups.is_community_announce, groups.parent, groups.parent_subject) IS NOT (excluded.description, excluded.owner, excluded.addressing, excluded.announce,
       excluded.restricted, excluded.join_approval, excluded.members_add, excluded.is_community, excluded.is_community_announce, excluded.parent, excluded.parent_subject)`,
    [
      groupId,
      facts.description,
      facts.owner && JSON.stringify(facts.owner),
      facts.addressing,
      Number(facts.announce),
      Number(facts.restrict),
      Number(facts.joinApproval),
      Number(facts.membersAdd),
      Number(facts.isCommunity),
      Number(facts.isCommunityAnnounce),
      facts.parent?.group.value ?? null,
      facts.parent?.subject ?? null,
    ],
  )
}

/** Does nothing until the group's full description has arrived, which will include this change. */
export function changeFacts(db: Db, groupId: number, change: Partial<GroupFacts>) {
  const before = findGroup(db, groupId)
  if (before) saveFacts(db, groupId, { subject: '', ...before, ...change })
}

export type ReportedMember = { readonly addresses: readonly Address[]; readonly role: MemberRole }

/** A larger transaction would block everything else for too long. */
const MOST_CHANGED = 500

/**
 * Replaces all members; `since` applies to new ones. Returns their ids in the given order, or null if more than the
 * limit have changed: call it again for the rest.
 */
export function replaceMembers(
  db: Db,
  groupId: number,
  everybody: readonly ReportedMember[],
  since: number,
): number[] | null {
  const before = everMembersOf(db, groupId)
  const find = finderIn(before)
  const ids: number[] = []
  let changed = 0
  for (const one of everybody) {
    const [known, double] = find(one.addresses)
    if (known && !double && isAsReported(known, one)) ids.push(known.id)
    else if (++changed <= MOST_CHANGED) ids.push(setMember(db, groupId, one, since))
  }
  if (changed > MOST_CHANGED) return null
  const there = new Set(ids)
  const gone = before.filter(({ id, role }) => role !== 'left' && !there.has(id))
  const leave = statement(db.$client, `UPDATE group_members SET role = 'left' WHERE id = ?`)
  for (const { id } of gone.slice(0, MOST_CHANGED - changed)) leave.run(id)
  return changed + gone.length > MOST_CHANGED ? null : ids
}

/** Finds members like `membersAt`, but in memory. */
function finderIn(members: readonly Member[]): (addresses: readonly Address[]) => readonly Member[] {
  const byLid = new Map(members.map((one) => [one.lid, one]))
  const byPhone = new Map(members.map((one) => [one.phone, one]))
  return (addresses) => {
    const { lid, phone } = bothOf(addresses)
    return [...new Set([lid !== null && byLid.get(lid), phone !== null && byPhone.get(phone)])].filter((one) => !!one)
  }
}

const isAsReported = (known: Member, { addresses, role }: ReportedMember): boolean => {
  const { lid, phone } = bothOf(addresses)
  return known.role === role && known.lid === (lid ?? known.lid) && known.phone === (phone ?? known.phone)
}

/** Returns the member's id. */
export function setMember(db: Db, groupId: number, { addresses, role }: ReportedMember, since: number): number {
  const { lid, phone } = bothOf(addresses)
  const [known, double] = membersAt(db, groupId, addresses)
  if (!known) {
    const sql = 'INSERT INTO group_members (group_id, lid, phone, role, since) VALUES (?, ?, ?, ?, ?)'
    return Number(execute(db, sql, [groupId, lid, phone, role, since]).lastInsertRowid)
  }
  if (double) absorb(db, known.id, double.id)
  if (!isAsReported(known, { addresses, role }))
    execute(
      db,
      `UPDATE group_members SET lid = ifnull(?, lid), phone = ifnull(?, phone), since = CASE role WHEN 'left' THEN ? ELSE since END, role = ? WHERE id = ?`,
      [lid, phone, since, role, known.id],
    )
  return known.id
}

/** These addresses belong to one person: in every group, a member with one of them now has both. */
export function joinMembers(db: Db, addresses: readonly Address[], since: number) {
  const { lid, phone } = bothOf(addresses)
  if (lid === null || phone === null) return
  const groups = statement(
    db.$client,
    'SELECT group_id FROM group_members WHERE lid = ? UNION SELECT group_id FROM group_members WHERE phone = ?',
  ).pluck()
  // Ids are integers.
  for (const groupId of groups.all(lid, phone) as number[]) {
    const roles = membersAt(db, groupId, addresses).map(({ role }) => role)
    setMember(db, groupId, { addresses, role: roles.find((role) => role !== 'left') ?? 'left' }, since)
  }
}

/** Merges two members that turned out to be the same person. */
function absorb(db: Db, keptId: number, goneId: number) {
  // Looked up by the group's messages, which are few: there is no index by member.
  execute(
    db,
    `UPDATE OR IGNORE message_receipts SET member_id = ? WHERE member_id = ?
       AND message_id IN (SELECT m.id FROM messages m JOIN group_members g ON g.group_id = m.contact_id WHERE g.id = ? AND m.from_me = 1)`,
    [keptId, goneId, goneId],
  )
  execute(db, 'UPDATE group_connections SET member_id = ? WHERE member_id = ?', [keptId, goneId])
  execute(
    db,
    'UPDATE group_members SET name = ifnull(name, (SELECT name FROM group_members WHERE id = ?)) WHERE id = ?',
    [goneId, keptId],
  )
  execute(db, 'DELETE FROM group_members WHERE id = ?', goneId)
}

type Writer = { readonly addresses: readonly Address[]; readonly name: string | null }

/**
 * Stores the push name that came with a message. For somebody who is not a member yet, it is kept for later and shown
 * nowhere.
 */
export function learnMemberName(cx: Cx, groupId: number, writer: Writer | null) {
  if (writer) learnUsernames(cx, writer.addresses)
  if (!writer?.name) return
  const { addresses, name } = writer
  const known = membersAt(cx.db, groupId, addresses)[0]
  if (known?.name === name) return
  const id = known?.id ?? setMember(cx.db, groupId, { addresses, role: 'left' }, 0)
  execute(cx.db, 'UPDATE group_members SET name = ? WHERE id = ?', [name, id])
  if (known) cx.emit(groupChanged({ contactId: groupId }), groupAudience(cx.db, groupId))
}

/** The role of one of our connections in the group; `memberId` is its member row. */
export function setOwnRole(
  db: Db,
  { groupId, connectionId }: { readonly groupId: number; readonly connectionId: number },
  role: MemberRole,
  memberId: number | null,
) {
  execute(
    db,
    `INSERT INTO group_connections (group_id, connection_id, role, member_id) VALUES (?, ?, ?, ?)
     ON CONFLICT DO UPDATE SET role = excluded.role, member_id = ifnull(excluded.member_id, member_id)
     WHERE role <> excluded.role OR member_id IS NOT ifnull(excluded.member_id, member_id)`,
    [groupId, connectionId, role, memberId],
  )
}
