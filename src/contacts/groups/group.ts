/** Rules of groups: who may send, and under which name a member is shown. Pure. */
import type { Address } from '../address'
import { identityOf } from '../contract'
import type { SendingBlock } from './contract'

/** Former members are kept, so that their messages and receipts still show a name. */
export type MemberRole = 'left' | 'member' | 'admin' | 'superadmin'

/** A group's description as reported by the messenger. */
export type GroupFacts = {
  readonly subject: string
  readonly description: string
  /** The creator. */
  readonly owner: Address | null
  /** The kind of address that members use for each other. */
  readonly addressing: 'lid' | 'phone'
  /** Only admins may write. */
  readonly announce: boolean
  /** Only admins may change the group. */
  readonly restrict: boolean
  /** Joining by the link needs an admin's approval. */
  readonly joinApproval: boolean
  /** Every member may add people. */
  readonly membersAdd: boolean
  /** A community: a parent of groups, without a chat of its own. */
  readonly isCommunity: boolean
  /** The announcement group of a community. */
  readonly isCommunityAnnounce: boolean
  /** The community it belongs to, with its name if known. */
  readonly parent: { readonly group: Address; readonly subject: string | null } | null
}

export const isAdmin = (role: MemberRole | undefined): boolean => role === 'admin' || role === 'superadmin'

/** Why this connection cannot send to the group; unknown facts block nothing. */
export function blockOf(
  facts: Pick<GroupFacts, 'announce' | 'isCommunity'> | undefined,
  role: MemberRole | undefined,
): SendingBlock | null {
  if (facts?.isCommunity) return 'community'
  if (role === 'left') return 'notMember'
  return facts?.announce && role === 'member' ? 'announce' : null
}

export type MemberNames = {
  /** The contact with these addresses, and whether an attendant named it. */
  readonly contact: { readonly name: string; readonly isNamedByUs: boolean } | null
  /** The name this person set on the messenger. */
  readonly pushName: string | null
  readonly phone: string | null
  readonly lid: string | null
  readonly username: string | null
}

/** Our name for a person, else their own, else number or username, else a few digits of the LID. */
export function shownName(
  { contact, pushName, phone, lid, username }: MemberNames,
  format: (phone: string) => string,
): string {
  const given = contact?.isNamedByUs ? contact.name : null
  const identity = identityOf({ number: phone, username }, format)
  return given ?? pushName ?? contact?.name ?? identity ?? `•••• ${(lid ?? '').slice(-4)}`
}

/** The digits after the @ that mention this member, in the form the group's phones use. */
export function mentionAddress(
  { lid, phone }: Pick<MemberNames, 'lid' | 'phone'>,
  addressing: GroupFacts['addressing'],
): Address | null {
  const both = { lid, phone }
  const kind = both[addressing] === null ? (addressing === 'lid' ? 'phone' : 'lid') : addressing
  const value = both[kind]
  return value === null ? null : { kind, value }
}
