/**
 * A group message for a linked device: the group's key if the device lacks it, then the message encrypted with that
 * key.
 */
import type { proto } from '@whiskeysockets/baileys'
import { type Account, inTurn, type Link } from '../account'
import { contentOf } from '../messages/book'
import { mediaType, stanzaType } from '../messages/content'
import { peerOf, sealForLink } from '../messages/seal'
import { type Postable, WITHHELD } from '../messages/stanza'
import { encoded } from '../messages/written'
import { type BinaryNode, node, seconds } from '../wire/nodes'
import type { World } from '../world'
import { actorAttributes, type Group, groupJid } from './group'

export type GroupPosting = { from: Account; group: Group; message: Postable }

/** Encrypted once for all; only the key is sent per device. */
export async function groupStanzas(world: World, { from, group, message }: GroupPosting, links: Link[]) {
  if (links.length === 0) return []
  const content = contentOf(message)
  world.trace.explain(message.id, content)
  if (message.isWithheld) return links.map((link) => ({ link, stanza: wrap({ from, group, message }, [WITHHELD]) }))
  const self = { lid: from.lid, device: 0 }
  const distribution = await inTurn(from, () => from.groupKeys.distribution(group.id, self))
  const body = await inTurn(from, () => from.groupKeys.encrypt(group.id, self, encoded(content)))
  const sealed = node('enc', { v: 2, type: 'skmsg', mediatype: mediaType(content) }, body)
  const stanzas: { link: Link; stanza: BinaryNode }[] = []
  for (const link of links) {
    const key = await keyFor(world, { from, group, link, distribution })
    stanzas.push({ link, stanza: wrap({ from, group, message }, [...key, sealed]) })
  }
  return stanzas
}

/** Resent for one device that could not decrypt, with the key. */
export async function groupRetry(world: World, posting: GroupPosting, { link, count }: { link: Link; count: number }) {
  const { from, group, message } = posting
  const self = { lid: from.lid, device: 0 }
  const distribution = await inTurn(from, () => from.groupKeys.distribution(group.id, self))
  const content = { ...contentOf(message), senderKeyDistributionMessage: keyMessage(group, distribution) }
  const sealed = await sealForLink(world, { from, link, content })
  return wrap(posting, [node('enc', { v: 2, type: sealed.type, count }, sealed.body)])
}

async function keyFor(world: World, { from, group, link, distribution }: KeyFor): Promise<BinaryNode[]> {
  const peer = peerOf(world, link)
  if (from.groupKeys.has(group.id, peer)) return []
  from.groupKeys.handOut(group.id, peer)
  const content = { senderKeyDistributionMessage: keyMessage(group, distribution) }
  const sealed = await sealForLink(world, { from, link, content })
  return [node('enc', { v: 2, type: sealed.type }, sealed.body)]
}

type KeyFor = { from: Account; group: Group; link: Link; distribution: Uint8Array }

const keyMessage = (group: Group, distribution: Uint8Array): proto.Message.ISenderKeyDistributionMessage => ({
  groupId: groupJid(group),
  axolotlSenderKeyDistributionMessage: distribution,
})

function wrap({ from, group, message }: GroupPosting, content: BinaryNode[]): BinaryNode {
  const attributes = {
    from: groupJid(group),
    ...actorAttributes(from, group),
    id: message.id,
    t: seconds(message.at),
    type: stanzaType(contentOf(message)),
    notify: from.name,
    edit: message.edit,
  }
  return node('message', attributes, content)
}
