/** Communities: groups without a chat that contain other groups, one of them for announcements. */
import type { Account } from '../account'
import type { CommandOf } from '../play/contract'
import { phoneOf } from '../play/people'
import { node } from '../wire/nodes'
import type { World } from '../world'
import { announce } from './announce'
import { type Group, groupJid } from './group'
import { addGroup } from './groups'

export function createCommunity(world: World, command: CommandOf<'createCommunity'>): string {
  const { by, subject, description = '', members = [] } = command
  const phones = [by, ...members].map((number) => phoneOf(world, number).phone)
  return addCommunity(world, phoneOf(world, by), { subject, description, phones }).id
}

export function addCommunity(world: World, creator: Account, { phones, ...named }: NewCommunity): Group {
  const wanted = { ...named, phones, addressing: 'lid' } as const
  const community = addGroup(world, creator, { ...wanted, isCommunity: true })
  addGroup(world, creator, { ...wanted, parent: community.id, isForAnnouncements: true, announce: true })
  return community
}

type NewCommunity = { subject: string; description: string; phones: string[] }

/** Moves a group into, out of or between communities. */
export function linkTo(world: World, group: Group, { parent, by }: { parent: Group | null; by: Account }) {
  const before = group.parent === null ? undefined : world.groups.get(group.parent)
  group.parent = parent?.id ?? null
  if (before) notifyBoth(world, { community: before, group, by, tag: 'unlink' })
  if (parent) notifyBoth(world, { community: parent, group, by, tag: 'link' })
}

export const groupsOf = (world: World, community: Group): Group[] =>
  [...world.groups.values()].filter(({ parent }) => parent === community.id)

type Linking = { community: Group; group: Group; by: Account; tag: 'link' | 'unlink' }

function notifyBoth(world: World, { community, group, by, tag }: Linking) {
  const news = (type: string, { subject, ...other }: Group) =>
    node(tag, { [`${tag}_type`]: type }, [node('group', { jid: groupJid(other), subject })])
  announce(world, community, { by, news: news('sub_group', group) })
  announce(world, group, { by, news: news('parent_group', community) })
}
