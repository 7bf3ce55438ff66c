/** Converts WhatsApp's group stanzas to ours. Pure. */
import type { BinaryNode } from '@whiskeysockets/baileys'
import { type Address, addressKey } from '../../../contacts/address'
import type { GroupFacts, MemberRole } from '../../../contacts/groups/group'
import { cut, personName } from '../../../platform/text'
import { addressesOf, addressOf, withUsername } from '../address'

export type KnownMember = { readonly addresses: readonly Address[]; readonly role: Exclude<MemberRole, 'left'> }

/** State of a group, including fields that only sending needs. */
export type KnownGroup = {
  readonly facts: GroupFacts
  readonly members: readonly KnownMember[]
  /** Seconds after which messages disappear; 0: never. */
  readonly expires: number
}

/** A change of a group. `more`: the details require the full description. */
export type GroupChange =
  | { readonly type: 'all'; readonly group: KnownGroup }
  | { readonly type: 'facts'; readonly facts: Partial<GroupFacts> }
  | { readonly type: 'expiry'; readonly seconds: number }
  | {
      readonly type: 'members'
      readonly change: 'joined' | 'left' | 'promoted' | 'demoted'
      readonly members: readonly KnownMember[]
    }
  | { readonly type: 'gone' }
  | { readonly type: 'more' }

export const childrenOf = (node: BinaryNode | undefined, tag?: string): readonly BinaryNode[] => {
  const all = Array.isArray(node?.content) ? node.content : []
  return tag === undefined ? all : all.filter((child) => child.tag === tag)
}
export const childOf = (node: BinaryNode | undefined, tag: string): BinaryNode | undefined => childrenOf(node, tag)[0]

function wordsOf(node: BinaryNode | undefined): string {
  const content = node?.content
  return content === undefined || Array.isArray(content) ? '' : Buffer.from(content as string).toString()
}

/** Group ids arrive with or without the server part. */
export function groupAddress(id: string | undefined): Address | null {
  const address = id ? addressOf(id.includes('@') ? id : `${id}@g.us`) : null
  return address?.kind === 'group' ? address : null
}

/** Parses a whole `<group>`; null if it has no valid id. */
export function groupIn(
  node: BinaryNode | undefined,
): { readonly address: Address; readonly group: KnownGroup } | null {
  const address = groupAddress(node?.attrs.id)
  if (!node || !address) return null
  const has = (tag: string) => childOf(node, tag) !== undefined
  const parent = groupAddress(childOf(node, 'linked_parent')?.attrs.jid)
  const facts: GroupFacts = {
    subject: personName(node.attrs.subject ?? ''),
    description: descriptionIn(childOf(node, 'description')),
    owner: addressesOf(node.attrs.creator_pn, node.attrs.creator)[0] ?? null,
    addressing: node.attrs.addressing_mode === 'lid' ? 'lid' : 'phone',
    announce: has('announcement'),
    restrict: has('locked'),
    joinApproval: isApproving(childOf(node, 'membership_approval_mode')),
    membersAdd: wordsOf(childOf(node, 'member_add_mode')) === ALL_ADD,
    isCommunity: has('parent'),
    isCommunityAnnounce: has('default_sub_group'),
    parent: parent && { group: parent, subject: null },
  }
  const expires = Number(childOf(node, 'ephemeral')?.attrs.expiration ?? 0)
  return { address, group: { facts, members: membersIn(node), expires } }
}

/** Parses a `w:gp2` notification; null if it changes nothing that we store. */
export function changeIn(notification: BinaryNode): GroupChange | null {
  const [news] = childrenOf(notification)
  if (!news) return null
  const flag = FLAGS[news.tag]
  if (flag) return { type: 'facts', facts: flag }
  const move = MOVES[news.tag]
  if (move) return { type: 'members', change: move, members: membersIn(news) }
  return OTHERS[news.tag]?.(news) ?? null
}

/** Splits a change of many members into changes of limited size. */
export function inPortions(notification: BinaryNode, most: number): readonly BinaryNode[] {
  const [news] = childrenOf(notification)
  const members = childrenOf(news, 'participant')
  if (!news || members.length <= most) return [notification]
  return Array.from({ length: Math.ceil(members.length / most) }, (_, at) => ({
    ...notification,
    content: [{ ...news, content: members.slice(at * most, (at + 1) * most) }],
  }))
}

const ALL_ADD = 'all_member_add'

const FLAGS: Readonly<Record<string, Partial<GroupFacts>>> = {
  announcement: { announce: true },
  not_announcement: { announce: false },
  locked: { restrict: true },
  unlocked: { restrict: false },
}
const MOVES: Readonly<Record<string, Extract<GroupChange, { type: 'members' }>['change']>> = {
  add: 'joined',
  remove: 'left',
  leave: 'left',
  promote: 'promoted',
  demote: 'demoted',
}
const more: GroupChange = { type: 'more' }

const OTHERS: Readonly<Record<string, (news: BinaryNode) => GroupChange>> = {
  create: (news) => {
    const found = groupIn(childOf(news, 'group'))
    return found ? { type: 'all', group: found.group } : more
  },
  subject: ({ attrs }) => ({ type: 'facts', facts: { subject: personName(attrs.subject ?? '') } }),
  description: (news) => ({ type: 'facts', facts: { description: descriptionIn(news) } }),
  membership_approval_mode: (news) => ({ type: 'facts', facts: { joinApproval: isApproving(news) } }),
  member_add_mode: (news) => ({ type: 'facts', facts: { membersAdd: wordsOf(news) === ALL_ADD } }),
  ephemeral: ({ attrs }) => ({ type: 'expiry', seconds: Number(attrs.expiration ?? 0) }),
  not_ephemeral: () => ({ type: 'expiry', seconds: 0 }),
  link: (news) =>
    news.attrs.link_type === 'parent_group' ? { type: 'facts', facts: { parent: parentIn(news) } } : more,
  unlink: (news) => (news.attrs.unlink_type === 'parent_group' ? { type: 'facts', facts: { parent: null } } : more),
  delete: () => ({ type: 'gone' }),
  modify: () => more, // a member changed their number
  suspended: () => more,
  unsuspended: () => more,
}

const LONGEST_DESCRIPTION = 4000
const descriptionIn = (node: BinaryNode | undefined): string => cut(wordsOf(childOf(node, 'body')), LONGEST_DESCRIPTION)

const isApproving = (node: BinaryNode | undefined): boolean => childOf(node, 'group_join')?.attrs.state === 'on'

function parentIn(news: BinaryNode): GroupFacts['parent'] {
  const { attrs } = childOf(news, 'group') ?? { attrs: {} as BinaryNode['attrs'] }
  const group = groupAddress(attrs.jid)
  return group && { group, subject: personName(attrs.subject ?? '') || null }
}

const membersIn = (node: BinaryNode): readonly KnownMember[] =>
  childrenOf(node, 'participant').flatMap(({ attrs }) => {
    const username = attrs.participant_username ?? attrs.username
    const addresses = withUsername(addressesOf(attrs.jid, attrs.phone_number, attrs.lid), username)
    const role = attrs.type === 'superadmin' || attrs.type === 'admin' ? attrs.type : 'member'
    return addresses.length > 0 ? [{ addresses, role } as const] : []
  })

/** The group after the change. */
export function changed(
  group: KnownGroup,
  change: Extract<GroupChange, { type: 'facts' | 'expiry' | 'members' }>,
): KnownGroup {
  switch (change.type) {
    case 'facts':
      return { ...group, facts: { ...group.facts, ...change.facts } }
    case 'expiry':
      return { ...group, expires: change.seconds }
    case 'members': {
      const named = new Set(change.members.flatMap(({ addresses }) => addresses.map(addressKey)))
      const others = group.members.filter(({ addresses }) => !addresses.some((one) => named.has(addressKey(one))))
      return { ...group, members: change.change === 'left' ? others : [...others, ...afterwards(change)] }
    }
  }
}

/** The members after the change. Needed because a promotion does not always name the new role. */
export const afterwards = ({ change, members }: Extract<GroupChange, { type: 'members' }>): readonly KnownMember[] =>
  members.map((member) => ({ ...member, role: roleAfter(change, member.role) }))

function roleAfter(change: 'joined' | 'left' | 'promoted' | 'demoted', role: KnownMember['role']) {
  if (change === 'promoted') return role === 'superadmin' ? role : 'admin'
  return change === 'demoted' ? 'member' : role
}

export const isSame = (a: Pick<KnownMember, 'addresses'>, b: Pick<KnownMember, 'addresses'>): boolean =>
  a.addresses.some((one) => b.addresses.some(({ kind, value }) => kind === one.kind && value === one.value))
