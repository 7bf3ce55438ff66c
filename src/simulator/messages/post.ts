/** A phone writes: into its own book, to the other's phone, to everybody's linked devices. */
import type { proto } from '@whiskeysockets/baileys'
import type { Account, Arrival, Message } from '../account'
import { type Group, mayWrite, membersOf } from '../groups/group'
import { groupStanzas } from '../groups/stanza'
import type { World } from '../world'
import { contentOf, enter, raise } from './book'
import { owe } from './owed'
import { answerByHabit } from './receipts'
import { stanzaFor } from './stanza'

export type Draft = { chat: string; content: proto.IMessage; id?: string | undefined; edit?: string | undefined }

/** Done when everything is on its way. A phone that is off keeps it until it is on again. */
export async function write(world: World, from: Account, { chat, content, id, edit }: Draft): Promise<Message> {
  const message = enter(world, from, {
    chat,
    id: id ?? world.random.messageId(),
    fromMe: true,
    author: from.phone,
    device: 0,
    at: world.now(),
    content,
    addressing: 'pn',
    edit,
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
  for (const link of links) owe(world, link, await stanzaFor(world, { from, link, message }))
  arrive(world, to, arrivalOf(from, message))
}

/** Who may not write keeps the message with a clock. */
async function postToGroup(world: World, { from, group, message }: { from: Account; group: Group; message: Message }) {
  if (!mayWrite(group, from)) return
  raise(world, message, 2)
  const members = membersOf(world, group)
  const links = members.flatMap((member) => [...member.links.values()])
  const posting = { from, group, message }
  for (const { link, stanza } of await groupStanzas(world, posting, links)) owe(world, link, stanza)
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
  if (from.phone !== to.phone) answerByHabit(world, to, message)
}

/** The phone is switched on: it gets what it missed, and sends what it could not. */
export async function catchUp(world: World, account: Account) {
  for (const arrival of account.waiting.splice(0)) arrive(world, account, arrival)
  for (const message of [...account.messages.values()]) {
    if (message.fromMe && message.ack === 1 && message.device === 0) await post(world, account, message)
  }
}

function arrivalOf(from: Account, message: Message): Arrival {
  const { id, at, edit, addressing } = message
  return { from, device: 0, chat: from.phone, id, at, content: contentOf(message), addressing, edit }
}
