/** A linked device writes to a group: phones receive its key and decrypt, other devices receive their copy. */
import { proto } from '@whiskeysockets/baileys'
import { type Account, inTurn, type Link, type SealedArrival } from '../account'
import { enter, keepPlace, raise } from '../messages/book'
import { deliver } from '../messages/delivery'
import { arrive } from '../messages/post'
import { expectReceipts } from '../messages/receipts'
import { askAgain } from '../messages/retry'
import { readable } from '../messages/written'
import { addressOf, type BinaryNode, bytesOf, child, children, node, seconds } from '../wire/nodes'
import type { SealedMessage } from '../wire/signal'
import { findAccount, letRun, type World } from '../world'
import { actorAttributes, type Group, groupJid, membersOf } from './group'

export type GroupSending = { account: Account; link: Link; stanza: BinaryNode; group: Group }

export function distributeToGroup(world: World, sending: GroupSending) {
  const { account, link, stanza, group } = sending
  const copies = children(child(stanza, 'participants'), 'to')
  for (const member of membersOf(world, group)) {
    if (isMeant(world, stanza, { account: member, device: 0 })) {
      const own = copyFor(world, copies, { account: member, device: 0 })
      const common = child(stanza, 'enc')
      reach(world, member, { from: account, device: link.device, at: world.now(), attrs: stanza.attrs, own, common })
    }
    for (const other of member.links.values()) {
      const target = { account: member, device: other.device }
      // A client in a LID group also encrypts to itself; it must not receive its own echo.
      if (other === link || !isMeant(world, stanza, target)) continue
      forward(world, sending, { other, key: copyFor(world, copies, target) })
    }
  }
}

type Target = { account: Account; device: number }

/** A resent message is for the device that requested it. */
function isMeant(world: World, { attrs: { participant } }: BinaryNode, { account, device }: Target): boolean {
  return !participant || (findAccount(world, participant) === account && addressOf(participant).device === device)
}

function reach(world: World, to: Account, sealed: SealedArrival) {
  if (to.online || to === sealed.from) readInGroup(world, to, sealed)
  else to.waiting.push(sealed)
}

export function readInGroup(world: World, to: Account, { from, device, at, attrs, own, common }: SealedArrival) {
  const group = world.groups.get(addressOf(attrs.to).user)
  if (!group) return
  const { id = '', edit } = attrs
  const sender = { lid: from.lid, device }
  const reading = inTurn(to, async () => {
    try {
      if (own) await learn(to, { group, sender, key: own })
      if (!common) return
      const content = await open(to, { group, sender, whole: common })
      world.trace.explain(id, content)
      const arrival = { device, chat: group.id, id, at, content, addressing: group.addressing, edit }
      if (to !== from) return arrive(world, to, { ...arrival, from })
      const message = enter(world, from, { ...arrival, fromMe: true, author: from.phone })
      expectReceipts(world, group, message)
      raise(world, message, 2)
    } catch (error) {
      world.log(`${to.phone} cannot read a message of the group ${group.id}: ${error}`)
      if (to !== from) keepPlace(to, group.id, id)
      const count = Number(common?.attrs.count ?? 0) + 1
      const link = from.links.get(device)
      if (link)
        askAgain(world, { reader: to, link, message: { id, addressing: group.addressing, count, group: group.id } })
    }
  })
  letRun(world, reading)
}

type Sender = { group: Group; sender: { lid: string; device: number } }

async function learn(to: Account, { group, sender, key }: Sender & { key: BinaryNode }) {
  const { senderKeyDistributionMessage: message } = proto.Message.decode(
    unpad(await to.device.decrypt(sender, sealedIn(key))),
  )
  const distribution = message?.axolotlSenderKeyDistributionMessage
  if (distribution) await to.groupKeys.learn(group.id, sender, distribution)
}

async function open(to: Account, { group, sender, whole }: Sender & { whole: BinaryNode }): Promise<proto.IMessage> {
  if (whole.attrs.type === 'skmsg') {
    return readable(unpad(Buffer.from(await to.groupKeys.decrypt(group.id, sender, bytesOf(whole)))))
  }
  // Resent for this phone only, with the group's key.
  const content = readable(unpad(await to.device.decrypt(sender, sealedIn(whole))))
  const distribution = content.senderKeyDistributionMessage?.axolotlSenderKeyDistributionMessage
  if (distribution) await to.groupKeys.learn(group.id, sender, distribution)
  return content.deviceSentMessage?.message ?? content
}

function forward(
  world: World,
  { account, link, stanza, group }: GroupSending,
  { other, key }: { other: Link; key: BinaryNode | undefined },
) {
  const { id, type, edit } = stanza.attrs
  const { participant, ...actor } = actorAttributes(account, group)
  const attributes = {
    from: groupJid(group),
    participant: participant.replace('@', `:${link.device}@`),
    ...actor,
    id,
    type,
    edit,
    notify: account.name,
    t: seconds(world.now()),
  }
  const parts = [key, child(stanza, 'enc'), child(stanza, 'device-identity')].filter((part) => part !== undefined)
  deliver(world, other, node('message', attributes, parts))
}

function copyFor(world: World, copies: BinaryNode[], { account, device }: Target) {
  const copy = copies.find(
    ({ attrs: { jid } }) => findAccount(world, jid) === account && addressOf(jid).device === device,
  )
  return child(copy, 'enc')
}

/** The last byte is the length of the padding. */
export const unpad = (bytes: Buffer): Buffer => bytes.subarray(0, bytes.length - (bytes.at(-1) ?? 0))

export const sealedIn = (enc: BinaryNode): SealedMessage => ({
  type: enc.attrs.type === 'pkmsg' ? 'pkmsg' : 'msg',
  body: bytesOf(enc),
})
