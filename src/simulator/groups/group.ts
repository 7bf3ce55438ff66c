/** Groups: members, permissions, and the server's description of them. */
import { type Account, type Addressing, hidesNumber, jidOf } from '../account'
import { sha256 } from '../wire/keys'
import { type BinaryNode, node, seconds } from '../wire/nodes'
import type { World } from '../world'

export type Group = {
  /** Without the server: `1203…`. */
  id: string
  subject: string
  description: string
  createdAt: number
  createdBy: string
  /** By phone number. The value: whether the member is an admin. */
  members: Map<string, boolean>
  addressing: Addressing
  /** Only admins may write; only admins may change the group's name and settings. */
  announce: boolean
  locked: boolean
  /** Joining by the link needs an admin's approval. */
  approval: boolean
  adding: 'admins' | 'all'
  /** Seconds after which messages disappear; 0: never. */
  disappearing: number
  /** The id on the media server. */
  picture: string | null
  /** The code of its link. */
  invite: string
  /** Phone numbers that wait for approval. */
  asking: string[]
  /** A community: a parent of groups without a chat. */
  isCommunity: boolean
  /** Id of the community it belongs to. */
  parent: string | null
  /** The announcement group of a community. */
  isForAnnouncements: boolean
}

export const NEW_GROUP = {
  description: '',
  announce: false,
  locked: false,
  approval: false,
  adding: 'all',
  disappearing: 0,
  picture: null,
  asking: [],
  isCommunity: false,
  parent: null,
  isForAnnouncements: false,
} as const

export const groupJid = ({ id }: Pick<Group, 'id'>): string => `${id}@g.us`

export const membersOf = (world: World, group: Group): Account[] =>
  [...group.members.keys()].flatMap((phone) => world.accounts.get(phone) ?? [])

export const mayWrite = (group: Group, account: Account): boolean =>
  group.members.has(account.phone) && (!group.announce || group.members.get(account.phone) === true)

/** A member in stanzas: both addresses, the group's kind first. */
export function memberNode(account: Account, group: Group): BinaryNode {
  const jid = jidOf(account, group.addressing)
  const number = hidesNumber(account) ? undefined : jidOf(account, 'pn')
  const other = group.addressing === 'lid' ? { phone_number: number } : { lid: jidOf(account, 'lid') }
  const named = { participant_username: account.username ?? undefined }
  return node('participant', { jid, ...other, ...named, type: group.members.get(account.phone) ? 'admin' : undefined })
}

/** The author of a change in a group. */
export function actorAttributes(account: Account, { addressing }: Group) {
  const who = { participant: jidOf(account, addressing), participant_username: account.username ?? undefined }
  const number = hidesNumber(account) ? undefined : jidOf(account, 'pn')
  return addressing === 'lid'
    ? { ...who, participant_pn: number, addressing_mode: 'lid' }
    : { ...who, participant_lid: jidOf(account, 'lid'), addressing_mode: 'pn' }
}

export function groupNode(world: World, group: Group): BinaryNode {
  const creator = world.accounts.get(group.createdBy)
  const t = seconds(group.createdAt)
  const members = membersOf(world, group)
  const attributes = {
    id: group.id,
    addressing_mode: group.addressing,
    subject: group.subject,
    s_t: t,
    s_o: creator && jidOf(creator, group.addressing),
    creation: t,
    creator: creator && jidOf(creator, group.addressing),
    creator_pn: creator && jidOf(creator, 'pn'),
    size: members.length,
  }
  return node('group', attributes, [...rulesOf(group, t), ...members.map((member) => memberNode(member, group))])
}

/** The group's settings that differ from the defaults. */
function rulesOf(group: Group, t: number): BinaryNode[] {
  const about = node('description', { id: descriptionId(group), t }, [node('body', {}, Buffer.from(group.description))])
  const given: [unknown, BinaryNode][] = [
    [group.description, about],
    [group.announce, node('announcement')],
    [group.locked, node('locked')],
    [group.approval, node('membership_approval_mode', {}, [node('group_join', { state: 'on' })])],
    [true, node('member_add_mode', {}, Buffer.from(addModeOf(group)))],
    [group.disappearing, node('ephemeral', { expiration: group.disappearing })],
    [group.isCommunity, node('parent', { default_membership_approval_mode: 'request_required' })],
    [group.parent, node('linked_parent', { jid: `${group.parent}@g.us` })],
    [group.isForAnnouncements, node('default_sub_group')],
  ]
  return given.flatMap(([isGiven, one]) => (isGiven ? [one] : []))
}

export const addModeOf = ({ adding }: Group): string => (adding === 'all' ? 'all_member_add' : 'admin_add')

/** A new text has a new id. */
export const descriptionId = ({ description }: Group): string =>
  sha256(Buffer.from(description)).toString('hex').slice(0, 12).toUpperCase()
