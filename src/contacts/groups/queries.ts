import { getRow, getRows, getValue } from '../../platform/sql'
import type { Db } from '../../platform/sqlite'
import type { Address } from '../address'
import { formatNumber } from '../number'
import { findContact, findContactIdByAddress } from '../queries'
import { usernameOfLid } from '../usernames'
import type { GroupParticipant } from './contract'
import { type GroupFacts, isAdmin, type MemberRole, mentionAddress, shownName } from './group'

type GroupRow = {
  readonly description: string
  readonly owner: string | null
  readonly addressing: GroupFacts['addressing']
  readonly announce: number
  readonly restricted: number
  readonly join_approval: number
  readonly members_add: number
  readonly is_community: number
  readonly is_community_announce: number
  readonly parent: string | null
  readonly parent_subject: string | null
}
/** The subject is stored as the contact's name, unless an attendant renamed the contact. */
export type StoredFacts = Omit<GroupFacts, 'subject'>

export function findGroup(db: Db, groupId: number): StoredFacts | undefined {
  const row = getRow<GroupRow>(
    db,
    `SELECT description, owner, addressing, announce, restricted, join_approval, members_add, is_community, is_community_announce, parent, parent_subject
     FROM groups WHERE contact_id = ?`,
    groupId,
  )
  return (
    row && {
      description: row.description,
      owner: row.owner === null ? null : (JSON.parse(row.owner) as Address), // written by saveFacts
      addressing: row.addressing,
      announce: row.announce === 1,
      restrict: row.restricted === 1,
      joinApproval: row.join_approval === 1,
      membersAdd: row.members_add === 1,
      isCommunity: row.is_community === 1,
      isCommunityAnnounce: row.is_community_announce === 1,
      parent: row.parent === null ? null : { group: { kind: 'group', value: row.parent }, subject: row.parent_subject },
    }
  )
}

/** The role of one of our connections in a group; undefined while unknown. */
export const roleIn = (db: Db, groupId: number, connectionId: number): MemberRole | undefined =>
  getValue<MemberRole>(db, 'SELECT role FROM group_connections WHERE group_id = ? AND connection_id = ?', [
    groupId,
    connectionId,
  ]) // the column's CHECK

const lidOf = (addresses: readonly Address[]) => addresses.find(({ kind }) => kind === 'lid')?.value ?? null
const phoneOf = (addresses: readonly Address[]) => addresses.find(({ kind }) => kind === 'phone')?.value ?? null
export const bothOf = (addresses: readonly Address[]) => ({ lid: lidOf(addresses), phone: phoneOf(addresses) })

export type Member = {
  readonly id: number
  readonly lid: string | null
  readonly phone: string | null
  readonly name: string | null
  readonly role: MemberRole
}

/** Returns two rows if one person was stored under each address before we learned that both are theirs. */
export function membersAt(db: Db, groupId: number, addresses: readonly Address[]): readonly Member[] {
  const { lid, phone } = bothOf(addresses)
  return getRows<Member>(
    db,
    'SELECT id, lid, phone, name, role FROM group_members WHERE group_id = ? AND (lid = ? OR phone = ?) ORDER BY lid IS NULL',
    [groupId, lid, phone],
  )
}

/** The present members. */
export const membersOf = (db: Db, groupId: number): readonly Member[] =>
  everMembersOf(db, groupId).filter(({ role }) => role !== 'left')

/** Including former members. */
export const everMembersOf = (db: Db, groupId: number): readonly Member[] =>
  getRows<Member>(db, 'SELECT id, lid, phone, name, role FROM group_members WHERE group_id = ?', groupId)

/** The name under which a member is shown. */
export function memberNameOf(db: Db, addresses: readonly Address[], pushName: string | null): string {
  const contactId = addresses.map((address) => findContactIdByAddress(db, address)).find((id) => id !== undefined)
  const contact = contactId === undefined ? undefined : findContact(db, contactId)
  const known = contact ? { name: contact.name, isNamedByUs: contact.nameBy === 'person' } : null
  const both = bothOf(addresses)
  const username = addresses.find((one) => one.username)?.username
  return shownName(
    { contact: known, pushName, ...both, username: username ?? usernameOfLid(db, both.lid) },
    formatNumber,
  )
}

type ParticipantRow = Member & {
  readonly username: string | null
  readonly contact_id: number | null
  readonly contact_name: string | null
  readonly name_by: string | null
  readonly picture_url: string | null
  readonly is_us: number
}

/** Joins the contact `c` of the group's member `m`, if any. */
export const contactOfMember = `LEFT JOIN contact_addresses l ON l.kind = 'lid' AND l.value = m.lid
     LEFT JOIN contact_addresses p ON p.kind = 'phone' AND p.value = m.phone
     LEFT JOIN contacts c ON c.id = ifnull(l.contact_id, p.contact_id)`

/** Members, under our own names for those who are contacts: admins first, then by name. */
export function listParticipants(
  db: Db,
  groupId: number,
  addressing: GroupFacts['addressing'],
  { withLeft }: { readonly withLeft: boolean } = { withLeft: false },
): GroupParticipant[] {
  const rows = getRows<ParticipantRow>(
    db,
    `SELECT m.id, m.lid, m.phone, m.name, m.role, u.username, c.id AS contact_id, c.name AS contact_name, c.name_by, c.picture_url,
       EXISTS (SELECT 1 FROM group_connections g WHERE g.group_id = m.group_id AND g.member_id = m.id) AS is_us
     FROM group_members m LEFT JOIN usernames u ON u.kind = 'lid' AND u.value = m.lid
     ${contactOfMember}
     WHERE m.group_id = ? AND (m.role <> 'left' OR ?)`,
    [groupId, Number(withLeft)],
  )
  const leads = ({ role }: GroupParticipant) => Number(isAdmin(role))
  return rows
    .map((row) => participantOf(row, addressing))
    .sort((a, b) => leads(b) - leads(a) || a.name.localeCompare(b.name))
}

function participantOf(row: ParticipantRow, addressing: GroupFacts['addressing']): GroupParticipant {
  const { id, lid, phone, username, name: pushName, role } = row
  const contact = row.contact_name === null ? null : { name: row.contact_name, isNamedByUs: row.name_by === 'person' }
  return {
    id,
    contactId: row.contact_id,
    name: shownName({ contact, pushName, phone, lid, username }, formatNumber),
    number: phone,
    username,
    profilePicUrl: row.picture_url,
    role: role === 'left' ? 'member' : role,
    isUs: row.is_us === 1,
    token: mentionAddress(row, addressing)?.value ?? '',
  }
}

/** The groups a person is in, by any of their addresses. */
export function groupsOf(db: Db, contactId: number): { id: number; name: string; profilePicUrl: string | null }[] {
  return getRows<{ id: number; name: string; profilePicUrl: string | null }>(
    db,
    `SELECT c.id, c.name, c.picture_url AS profilePicUrl FROM contacts c WHERE c.id IN (
       SELECT m.group_id FROM contact_addresses a JOIN group_members m ON m.lid = a.value WHERE a.contact_id = ? AND a.kind = 'lid' AND m.role <> 'left'
       UNION SELECT m.group_id FROM contact_addresses a JOIN group_members m ON m.phone = a.value WHERE a.contact_id = ? AND a.kind = 'phone' AND m.role <> 'left')
     ORDER BY c.name_folded`,
    [contactId, contactId],
  )
}
