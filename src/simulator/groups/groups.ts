/** Groups come to be and change, by a phone's hand or by a client's; every linked device of a member is told. */
import type { Account } from '../account'
import type { Command } from '../contract'
import { chatOf } from '../messages/book'
import { owe } from '../messages/owed'
import { phoneOf } from '../play/people'
import { Refusal } from '../play/refusal'
import { type BinaryNode, node, seconds } from '../wire/nodes'
import { stanzaId, tell, type World } from '../world'
import { actorAttributes, type Group, groupJid, groupNode, memberNode, membersOf } from './group'

type Wish<Name extends Command['do']> = Extract<Command, { do: Name }>
type MemberChange = 'add' | 'remove' | 'promote' | 'demote'

export function createGroup(world: World, { by, subject, members, addressing = 'lid' }: Wish<'createGroup'>): string {
  const creator = phoneOf(world, by)
  const everybody = [by, ...members].map((number) => phoneOf(world, number).phone)
  return foundGroup(world, creator, { subject, phones: everybody, addressing }).id
}

export function foundGroup(world: World, creator: Account, { subject, phones, addressing }: NewGroup): Group {
  const group: Group = {
    id: `120363${world.random.digits(12)}`,
    subject,
    description: '',
    createdAt: world.now(),
    createdBy: creator.phone,
    members: new Map(phones.map((phone) => [phone, phone === creator.phone])),
    addressing,
    announce: false,
    locked: false,
  }
  world.groups.set(group.id, group)
  for (const member of membersOf(world, group)) chatOf(world, member, group.id)
  announce(world, group, creator, node('create', { type: 'new' }, [groupNode(world, group)]))
  tell(world, 'system', creator.phone, 'group:created')
  return group
}

type NewGroup = { subject: string; phones: string[]; addressing: Group['addressing'] }

export function changeGroup(world: World, wish: Wish<'changeGroup'>) {
  const group = groupOf(world, wish.group)
  const by = phoneOf(world, wish.by)
  for (const change of ['add', 'remove', 'promote', 'demote'] as const) {
    const phones = wish[change] ?? []
    if (phones.length > 0)
      changeMembers(world, group, { by, change, members: phones.map((phone) => phoneOf(world, phone)) })
  }
  if (wish.subject !== undefined) rename(world, group, { by, subject: wish.subject })
  if (wish.description !== undefined) describe(world, group, { by, description: wish.description })
  if (wish.announce !== undefined) setRule(world, group, { by, rule: 'announcement', on: wish.announce })
  if (wish.locked !== undefined) setRule(world, group, { by, rule: 'locked', on: wish.locked })
}

export function changeMembers(world: World, group: Group, { by, change, members }: MembersChange) {
  const audience = new Set(membersOf(world, group))
  for (const member of members) {
    if (change === 'remove') group.members.delete(member.phone)
    else group.members.set(member.phone, change === 'promote')
    if (change === 'add') audience.add(member)
  }
  // Whoever left must not read on, and whoever came has no key yet.
  for (const member of audience) member.groupKeys.renew(group.id, { lid: member.lid, device: 0 })
  const changed = members.map((member) => memberNode(member, group))
  announce(world, group, by, node(change, {}, changed), [...audience])
}

type MembersChange = { by: Account; change: MemberChange; members: Account[] }

export function rename(world: World, group: Group, { by, subject }: { by: Account; subject: string }) {
  group.subject = subject
  for (const member of membersOf(world, group)) chatOf(world, member, group.id).title = subject
  const attributes = { subject, s_t: seconds(world.now()), s_o: actorAttributes(by, group).participant }
  announce(world, group, by, node('subject', attributes))
}

export function describe(world: World, group: Group, { by, description }: { by: Account; description: string }) {
  group.description = description
  announce(world, group, by, node('description', { id: 'D1' }, [node('body', {}, Buffer.from(description))]))
}

export function setRule(world: World, group: Group, { by, rule, on }: RuleChange) {
  if (rule === 'announcement') group.announce = on
  else group.locked = on
  const opposite = rule === 'announcement' ? 'not_announcement' : 'unlocked'
  announce(world, group, by, node(on ? rule : opposite))
}

export type RuleChange = { by: Account; rule: 'announcement' | 'locked'; on: boolean }

function groupOf(world: World, id: string): Group {
  const group = world.groups.get(id)
  if (!group) throw new Refusal('unknown_chat', id)
  return group
}

function announce(world: World, group: Group, by: Account, news: BinaryNode, audience = membersOf(world, group)) {
  const t = seconds(world.now())
  for (const member of audience) {
    for (const link of member.links.values()) {
      const attributes = { from: groupJid(group), type: 'w:gp2', id: stanzaId(world), t, notify: by.name }
      owe(world, link, node('notification', { ...attributes, ...actorAttributes(by, group) }, [news]))
    }
  }
  world.changed()
}
