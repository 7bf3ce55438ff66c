/** Groups: who is in, who may what, and how the server describes them. */
import { type Account, type Addressing, jidOf } from '../account'
import { type BinaryNode, node, seconds } from '../wire/nodes'
import type { World } from '../world'

export type Group = {
  /** Without the server: `1203…`. */
  id: string
  subject: string
  description: string
  createdAt: number
  createdBy: string
  /** Phone numbers. The value tells whether they are admins. */
  members: Map<string, boolean>
  addressing: Addressing
  /** Only admins may write; only admins may change what the group says of itself. */
  announce: boolean
  locked: boolean
}

export const groupJid = ({ id }: Pick<Group, 'id'>): string => `${id}@g.us`

export const membersOf = (world: World, group: Group): Account[] =>
  [...group.members.keys()].flatMap((phone) => world.accounts.get(phone) ?? [])

export const mayWrite = (group: Group, account: Account): boolean =>
  group.members.has(account.phone) && (!group.announce || group.members.get(account.phone) === true)

/** A member as notifications and answers name it: both ways, the group's own first. */
export function memberNode(account: Account, group: Group): BinaryNode {
  const jid = jidOf(account, group.addressing)
  const other = group.addressing === 'lid' ? { phone_number: jidOf(account, 'pn') } : { lid: jidOf(account, 'lid') }
  return node('participant', { jid, ...other, type: group.members.get(account.phone) ? 'admin' : undefined })
}

/** Who did something in a group. */
export function actorAttributes(account: Account, { addressing }: Group) {
  const participant = jidOf(account, addressing)
  return addressing === 'lid'
    ? { participant, participant_pn: jidOf(account, 'pn'), addressing_mode: 'lid' }
    : { participant, participant_lid: jidOf(account, 'lid'), addressing_mode: 'pn' }
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
  const description = node('description', { id: 'D1', t }, [node('body', {}, Buffer.from(group.description))])
  return node('group', attributes, [
    ...(group.description ? [description] : []),
    ...(group.announce ? [node('announcement')] : []),
    ...(group.locked ? [node('locked')] : []),
    ...members.map((member) => memberNode(member, group)),
  ])
}
