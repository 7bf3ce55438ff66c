/** What a group is: who may write in it, and under which name its members are shown. Pure. */
import type { SendingBlock } from './contract'

export type Address = { readonly kind: 'phone' | 'lid' | 'group'; readonly value: string }

/** Who left is remembered: what they wrote and read still bears their name. */
export type MemberRole = 'left' | 'member' | 'admin' | 'superadmin'

/** What a group says of itself. */
export type GroupFacts = {
  readonly subject: string
  readonly description: string
  /** Who made it. */
  readonly owner: Address | null
  /** By which of their two addresses its members speak of each other. */
  readonly addressing: 'lid' | 'phone'
  /** Only admins write. */
  readonly announce: boolean
  /** Only admins change what the group says of itself. */
  readonly restrict: boolean
  /** Who joins by the link needs an admin's yes. */
  readonly joinApproval: boolean
  /** Everybody may add people. */
  readonly membersAdd: boolean
  /** A roof over groups, in which nobody writes. */
  readonly isCommunity: boolean
  /** The group in which a community's admins speak to all. */
  readonly isCommunityAnnounce: boolean
  /** The community it belongs to; its name when it is known. */
  readonly parent: { readonly group: Address; readonly subject: string | null } | null
}

export const isAdmin = (role: MemberRole | undefined): boolean => role === 'admin' || role === 'superadmin'

/** Why this connection cannot write there; what nobody has told us yet keeps nobody from writing. */
export function blockOf(
  facts: Pick<GroupFacts, 'announce' | 'isCommunity'> | undefined,
  role: MemberRole | undefined,
): SendingBlock | null {
  if (facts?.isCommunity) return 'community'
  if (role === 'left') return 'notMember'
  return facts?.announce && role === 'member' ? 'announce' : null
}

export type Known = {
  /** The contact of these addresses, and whether one of us named it. */
  readonly contact: { readonly name: string; readonly isNamedByUs: boolean } | null
  /** The name they gave themselves. */
  readonly pushName: string | null
  readonly phone: string | null
  readonly lid: string | null
}

/** Our own name for somebody goes before theirs; without any, the number; who hides that too is told apart by a few digits. */
export function shownName({ contact, pushName, phone, lid }: Known, format: (phone: string) => string): string {
  const given = contact?.isNamedByUs ? contact.name : null
  return given ?? pushName ?? contact?.name ?? (phone ? format(phone) : `•••• ${(lid ?? '').slice(-4)}`)
}

/** The digits that stand behind an @ for this member, as the group's phones write them. */
export function mentionAddress(
  { lid, phone }: Pick<Known, 'lid' | 'phone'>,
  addressing: GroupFacts['addressing'],
): Address | null {
  const both = { lid, phone }
  const kind = both[addressing] === null ? (addressing === 'lid' ? 'phone' : 'lid') : addressing
  const value = both[kind]
  return value === null ? null : { kind, value }
}
