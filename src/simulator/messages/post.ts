/** A phone writes: to its own storage, to the other phone, to everybody's linked devices. */
import type { proto } from '@whiskeysockets/baileys'
import type { Account, Arrival, Message } from '../account'
import { meetFault } from '../faults/faults'
import { type Group, mayWrite, membersOf } from '../groups/group'
import { groupStanzas } from '../groups/stanza'
import type { World } from '../world'
import { answerByApp } from './app-texts'
import { chatOf, contentOf, enter, raise } from './book'
import { withSecret } from './compose'
import { deliver } from './delivery'
import { answerByHabit, expectReceipts } from './receipts'
import { stanzaFor } from './stanza'

export type Draft = {
  chat: string
  content: proto.IMessage
  id?: string | undefined
  edit?: string | undefined
  isWithheld?: boolean | undefined
}

/** Resolves when everything has been sent. A phone that is off keeps it until it is on again. */
export async function write(world: World, from: Account, { content, id, ...draft }: Draft): Promise<Message> {
  const message = enter(world, from, {
    ...draft,
    id: id ?? from.random.messageId(),
    fromMe: true,
    author: from.phone,
    device: 0,
    at: world.now(),
    content: withSecret(from, content),
    addressing: 'pn',
  })
  if (from.online) await post(world, from, message)
  return message
}

async function post(world: World, from: Account, message: Message) {
  const group = world.groups.get(message.chat)
  if (group) return postToGroup(world, { from, group, message })
  const to = world.accounts.get(message.chat)
  if (!to) return
  raise(world, message, 2)
  if (to.blocked.has(from.phone)) return
  const links = [...to.links.values(), ...from.links.values()]
  for (const link of links) {
    deliver(world, link, await stanzaFor(world, { from, link, message }))
    if (meetFault(world, 'duplicateAnew', link.phone))
      deliver(world, link, await stanzaFor(world, { from, link, message }))
  }
  arrive(world, to, arrivalOf(from, message))
}

/** If the author may not write, the message stays in the state "waiting". */
async function postToGroup(world: World, { from, group, message }: { from: Account; group: Group; message: Message }) {
  if (!mayWrite(group, from)) return
  raise(world, message, 2)
  expectReceipts(world, group, message)
  const members = membersOf(world, group)
  const links = members.flatMap((member) => [...member.links.values()])
  const posting = { from, group, message }
  for (const { link, stanza } of await groupStanzas(world, posting, links)) deliver(world, link, stanza)
  const again = links.filter((link) => meetFault(world, 'duplicateAnew', link.phone))
  for (const { link, stanza } of await groupStanzas(world, posting, again)) deliver(world, link, stanza)
  for (const member of members) {
    if (member === from) continue
    arrive(world, member, { ...arrivalOf(from, message), chat: group.id, addressing: group.addressing })
  }
}

/** A message reaches a phone, if it is on. */
export function arrive(world: World, to: Account, arrival: Arrival) {
  if (!to.online) {
    to.waiting.push(arrival)
    return
  }
  const { from, ...rest } = arrival
  const message = enter(world, to, { ...rest, fromMe: false, author: from.phone })
  // The author is no longer typing.
  chatOf(world, to, message.chat).typing = false
  if (from.phone === to.phone) return
  answerByHabit(world, to, message)
  if (message.times === 1 && !message.isEffect) answerByApp(world, to, message)
  if (message.times === 1 && !message.isEffect) world.ears.get(to.phone)?.(message)
}

/** Called when the phone is switched on: sends its waiting messages. */
export async function sendUnsent(world: World, account: Account) {
  for (const message of [...account.messages.values()]) {
    if (message.fromMe && message.ack === 1 && message.device === 0) await post(world, account, message)
  }
}

function arrivalOf(from: Account, message: Message): Arrival {
  const { id, at, edit, addressing, isWithheld } = message
  return { from, device: 0, chat: from.phone, id, at, content: contentOf(message), addressing, edit, isWithheld }
}
