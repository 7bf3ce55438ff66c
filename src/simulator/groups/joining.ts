/** Joining a group by its link or by an invitation. */
import type { Account } from '../account'
import type { CommandOf } from '../play/contract'
import { phoneOf } from '../play/people'
import { Refusal } from '../play/refusal'
import { node, seconds } from '../wire/nodes'
import { logEvent, type World } from '../world'
import { announce } from './announce'
import { type Group, memberNode, membersOf } from './group'
import { changeMembers, groupOf } from './groups'

const INVITATION_LASTS_MS = 3 * 86_400_000

export function inviteCode(world: World, { group: id, by, renew }: CommandOf<'inviteCode'>): string {
  const group = groupOf(world, id)
  if (renew) renewInvite(world, group, phoneOf(world, by))
  return group.invite
}

export function renewInvite(world: World, group: Group, by: Account) {
  group.invite = by.random.bytes(16).toString('base64url')
  announce(world, group, { by, news: node('invite', { code: group.invite }) })
}

/** Content of an invitation message. */
export function invitation(world: World, { group: id, by }: { group: string; by: Account }) {
  const group = groupOf(world, id)
  if (!group.members.has(by.phone)) throw new Refusal('not_an_admin', by.phone)
  return { code: group.invite, expiresAt: seconds(world.now() + INVITATION_LASTS_MS) }
}

export function joinGroup(world: World, { phone, code }: CommandOf<'joinGroup'>): string {
  const group = invitedTo(world, code)
  if (!group) throw new Refusal('unknown_invite', code)
  join(world, group, phoneOf(world, phone))
  return group.id
}

export const invitedTo = (world: World, code: string | undefined): Group | undefined =>
  [...world.groups.values()].find(({ invite }) => invite === code)

/** Returns whether the person joined or waits for approval. */
export function join(world: World, group: Group, account: Account): boolean {
  if (group.members.has(account.phone)) return true
  if (group.approval) {
    if (!group.asking.includes(account.phone)) group.asking.push(account.phone)
    const request = node('created_membership_requests', { request_method: 'invite_link' }, [memberNode(account, group)])
    const admins = membersOf(world, group).filter(({ phone }) => group.members.get(phone))
    announce(world, group, { by: account, news: request, audience: admins })
    return false
  }
  changeMembers(world, group, { by: account, change: 'add', members: [account], reason: 'invite' })
  logEvent(world, 'system', account.phone, 'group:joined')
  return true
}

/** An admin's answer to join requests. */
export function answerAsking(world: World, group: Group, { by, members, yes }: AskingAnswer) {
  if (yes) return changeMembers(world, group, { by, change: 'add', members })
  const phones = members.map(({ phone }) => phone)
  group.asking = group.asking.filter((phone) => !phones.includes(phone))
  const refused = members.map((member) => memberNode(member, group))
  announce(world, group, { by, news: node('revoked_membership_requests', {}, refused) })
}

type AskingAnswer = { by: Account; members: Account[]; yes: boolean }
