/** Creates and changes groups, on behalf of a phone or of a client. */
import type { Account } from '../account'
import { chatOf } from '../messages/book'
import type { CommandOf } from '../play/contract'
import { phoneOf } from '../play/people'
import { Refusal } from '../play/refusal'
import { node, seconds } from '../wire/nodes'
import { logEvent, type World } from '../world'
import { announce, announcePicture } from './announce'
import { linkTo } from './community'
import {
  actorAttributes,
  addModeOf,
  descriptionId,
  type Group,
  groupNode,
  memberNode,
  membersOf,
  NEW_GROUP,
} from './group'

type MemberChange = 'add' | 'remove' | 'promote' | 'demote'

export function createGroup(world: World, command: CommandOf<'createGroup'>): string {
  const { by, subject, members, addressing = 'lid', description = '', parent } = command
  const creator = phoneOf(world, by)
  const community = parent === undefined ? undefined : groupOf(world, parent)
  const phones = [by, ...members].map((number) => phoneOf(world, number).phone)
  const group = addGroup(world, creator, { subject, phones, addressing, description })
  if (community) linkTo(world, group, { parent: community, by: creator })
  return group.id
}

export function addGroup(world: World, creator: Account, { phones, ...wanted }: NewGroup): Group {
  const group: Group = {
    ...NEW_GROUP,
    asking: [],
    ...wanted,
    id: `120363${creator.random.digits(12)}`,
    invite: creator.random.bytes(16).toString('base64url'),
    createdAt: world.now(),
    createdBy: creator.phone,
    members: new Map(phones.map((phone) => [phone, phone === creator.phone])),
  }
  world.groups.set(group.id, group)
  for (const member of membersOf(world, group)) chatOf(world, member, group.id)
  announce(world, group, { by: creator, news: node('create', { type: 'new' }, [groupNode(world, group)]) })
  logEvent(world, 'system', creator.phone, 'group:created')
  return group
}

type NewGroup = { subject: string; phones: string[]; addressing: Group['addressing'] } & Partial<
  Pick<Group, 'description' | 'isCommunity' | 'parent' | 'isForAnnouncements' | 'announce'>
>

export async function changeGroup(world: World, command: CommandOf<'changeGroup'>) {
  const group = groupOf(world, command.group)
  const by = phoneOf(world, command.by)
  for (const change of ['add', 'remove', 'promote', 'demote'] as const) {
    const members = (command[change] ?? []).map((phone) => phoneOf(world, phone))
    if (members.length > 0) changeMembers(world, group, { by, change, members })
  }
  if (command.subject !== undefined) rename(world, group, { by, subject: command.subject })
  if (command.description !== undefined) describe(world, group, { by, description: command.description })
  for (const rule of ['announce', 'locked', 'approval'] as const) {
    const on = command[rule]
    if (on !== undefined) setRule(world, group, { by, rule, on })
  }
  if (command.adding !== undefined) setAdding(world, group, { by, adding: command.adding })
  if (command.disappearing !== undefined) setLifetime(world, group, { by, seconds: command.disappearing })
  if (command.picture !== undefined) await setPicture(world, group, { by, picture: command.picture })
  if (command.parent !== undefined) {
    linkTo(world, group, { parent: command.parent === null ? null : groupOf(world, command.parent), by })
  }
}

export function changeMembers(world: World, group: Group, { by, change, members, reason }: MembersChange) {
  const audience = new Set(membersOf(world, group))
  for (const member of members) {
    group.asking = group.asking.filter((phone) => phone !== member.phone)
    if (change === 'remove') group.members.delete(member.phone)
    else group.members.set(member.phone, change === 'promote')
    if (change !== 'add') continue
    audience.add(member)
    chatOf(world, member, group.id)
  }
  // Former members must not be able to read on, and new ones have no key yet.
  for (const member of audience) member.groupKeys.renew(group.id, { lid: member.lid, device: 0 })
  const changed = members.map((member) => memberNode(member, group))
  announce(world, group, { by, news: node(change, { reason }, changed), audience: [...audience] })
}

type MembersChange = { by: Account; change: MemberChange; members: Account[]; reason?: string | undefined }

export function rename(world: World, group: Group, { by, subject }: { by: Account; subject: string }) {
  group.subject = subject
  for (const member of membersOf(world, group)) chatOf(world, member, group.id).title = subject
  const attributes = { subject, s_t: seconds(world.now()), s_o: actorAttributes(by, group).participant }
  announce(world, group, { by, news: node('subject', attributes) })
}

export function describe(world: World, group: Group, { by, description }: { by: Account; description: string }) {
  group.description = description
  const id = descriptionId(group)
  const news = description ? [node('body', {}, Buffer.from(description))] : [node('delete')]
  announce(world, group, { by, news: node('description', { id }, news) })
}

export function setRule(world: World, group: Group, { by, rule, on }: RuleChange) {
  group[rule] = on
  announce(world, group, { by, news: RULE_NEWS[rule](on) })
}

export type RuleChange = { by: Account; rule: 'announce' | 'locked' | 'approval'; on: boolean }

const RULE_NEWS = {
  announce: (on: boolean) => node(on ? 'announcement' : 'not_announcement'),
  locked: (on: boolean) => node(on ? 'locked' : 'unlocked'),
  approval: (on: boolean) => node('membership_approval_mode', {}, [node('group_join', { state: on ? 'on' : 'off' })]),
}

export function setAdding(world: World, group: Group, { by, adding }: { by: Account; adding: Group['adding'] }) {
  group.adding = adding
  announce(world, group, { by, news: node('member_add_mode', {}, Buffer.from(addModeOf(group))) })
}

export function setLifetime(world: World, group: Group, { by, seconds: lasts }: { by: Account; seconds: number }) {
  group.disappearing = lasts
  for (const member of membersOf(world, group)) chatOf(world, member, group.id).disappearing = lasts
  announce(world, group, { by, news: lasts > 0 ? node('ephemeral', { expiration: lasts }) : node('not_ephemeral') })
}

export async function setPicture(world: World, group: Group, { by, picture }: { by: Account; picture: string | null }) {
  group.picture = picture === null ? null : await world.media.keepPicture(Buffer.from(picture, 'base64'))
  announcePicture(world, group, by)
}

export function groupOf(world: World, id: string): Group {
  const group = world.groups.get(id)
  if (!group) throw new Refusal('unknown_chat', id)
  return group
}
