/** Notifies all linked devices of a group's members of its changes. */
import type { Account } from '../account'
import { deliver } from '../messages/delivery'
import { type BinaryNode, node, seconds } from '../wire/nodes'
import { stanzaId, type World } from '../world'
import { actorAttributes, type Group, groupJid, membersOf } from './group'

type Change = { by: Account; news: BinaryNode; audience?: Account[] }

/** Without an `audience`, notifies all members. */
export function announce(world: World, group: Group, { by, news, audience = membersOf(world, group) }: Change) {
  notifyGroup(world, group, { by, type: 'w:gp2', news, audience })
}

export function announcePicture(world: World, group: Group, by: Account) {
  const { participant: author } = actorAttributes(by, group)
  const news = group.picture ? node('set', { id: group.picture, author }) : node('delete', { author })
  notifyGroup(world, group, { by, type: 'picture', news, audience: membersOf(world, group) })
}

type News = { by: Account; type: 'w:gp2' | 'picture'; news: BinaryNode; audience: Account[] }

function notifyGroup(world: World, group: Group, { by, type, news, audience }: News) {
  const t = seconds(world.now())
  for (const member of audience) {
    for (const link of member.links.values()) {
      const attributes = { from: groupJid(group), type, id: stanzaId(world), t, notify: by.name }
      deliver(world, link, node('notification', { ...attributes, ...actorAttributes(by, group) }, [news]))
    }
  }
  world.changed()
}
