/** Actions of people in their chats. */
import type { proto } from '@whiskeysockets/baileys'
import { type Account, findMessage, type Message } from '../account'
import { groupOf } from '../groups/groups'
import { invitation } from '../groups/joining'
import { notifyOwnDevices } from '../linking/peer'
import type { File } from '../media/store'
import { contentOf } from '../messages/book'
import { addressed, cardContent, contextFor, inviteContent, lasting, textContent } from '../messages/compose'
import { fileIn, unwrap } from '../messages/content'
import { fileContent } from '../messages/files'
import { editContent, lifetimeContent, reactionContent, revokeContent, voteContent } from '../messages/message-actions'
import { write } from '../messages/post'
import { readBy } from '../messages/receipts'
import { contentFrom } from '../messages/written'
import type { World } from '../world'
import type { CommandOf } from './contract'
import { phoneOf } from './people'
import { Refusal } from './refusal'

const EDITED = '1'
const REVOKED = '7'
const REVOKED_BY_ADMIN = '8'

export async function say(world: World, command: CommandOf<'say'>): Promise<string> {
  const context = contextOf(world, command)
  const { from, to: chat, mentions, id } = command
  const text = addressed(world, phoneOf(world, from), { chat, mentions, text: command.text })
  const content = lasting(textContent({ ...command, text }, context), context?.expiration ?? undefined)
  return (await write(world, phoneOf(world, from), { chat: destination(world, chat), content, id })).id
}

export async function sendMedia(world: World, command: CommandOf<'sendMedia'>): Promise<string> {
  const { from, to, viewOnce = false, viewOnceAs = 'withheld' } = command
  const contextInfo = contextOf(world, command)
  const file = await fileOf(world, command)
  const { mentions, caption: text = '' } = command
  const caption = addressed(world, phoneOf(world, from), { chat: to, mentions, text }) || undefined
  const content = lasting(
    await fileContent(world, { ...command, file, caption, contextInfo }),
    contextInfo?.expiration ?? undefined,
  )
  const isWithheld = viewOnce && viewOnceAs === 'withheld'
  return (await write(world, phoneOf(world, from), { chat: destination(world, to), content, isWithheld })).id
}

export async function sendCard(
  world: World,
  command: CommandOf<'sendContact' | 'sendLocation' | 'sendPoll'>,
): Promise<string> {
  const context = contextOf(world, command)
  const content = lasting(cardContent(command, context), context?.expiration ?? undefined)
  return (await write(world, phoneOf(world, command.from), { chat: destination(world, command.to), content })).id
}

export async function sendInvite(world: World, { from, to, group }: CommandOf<'sendInvite'>): Promise<string> {
  const account = phoneOf(world, from)
  const content = inviteContent(groupOf(world, group), invitation(world, { group, by: account }))
  return (await write(world, account, { chat: phoneOf(world, to).phone, content })).id
}

export async function forward(world: World, { from, chat, id, to }: CommandOf<'forward'>): Promise<string> {
  const account = phoneOf(world, from)
  const message = messageIn(account, chat, id)
  const context = contextOf(world, { from, to, forwardingScore: message.forwardingScore + 1 })
  const content = passedOn(contentOf(message), context)
  return (await write(world, account, { chat: destination(world, to), content })).id
}

export async function vote(world: World, { from, chat, id, options }: CommandOf<'vote'>): Promise<string> {
  const account = phoneOf(world, from)
  const message = messageIn(account, chat, id)
  const known = message.poll?.options.map(({ text }) => text) ?? []
  const unknown = options.find((option) => !known.includes(option))
  if (unknown !== undefined || !message.poll) throw new Refusal('unknown_option', unknown)
  return (await write(world, account, { chat, content: voteContent(world, { by: account, message }, options) })).id
}

export async function react(world: World, { from, chat, id, emoji, secret }: CommandOf<'react'>): Promise<string> {
  const account = phoneOf(world, from)
  const content = reactionContent(world, { by: account, message: messageIn(account, chat, id) }, emoji, secret)
  return (await write(world, account, { chat, content })).id
}

export async function edit(world: World, { from, chat, id, secret, ...command }: CommandOf<'edit'>): Promise<string> {
  const account = phoneOf(world, from)
  const text = addressed(world, account, { ...command, chat })
  const said = command.mentions
    ? textContent({ text }, contextOf(world, { ...command, from, to: chat }))
    : { conversation: text }
  const content = editContent(world, { by: account, message: messageIn(account, chat, id) }, said, secret)
  return (await write(world, account, { chat, content, edit: EDITED })).id
}

export async function revoke(world: World, { from, chat, id }: CommandOf<'revoke'>): Promise<string> {
  const account = phoneOf(world, from)
  const message = messageIn(account, chat, id)
  if (!message.fromMe && world.groups.get(chat)?.members.get(from) !== true) throw new Refusal('not_an_admin', from)
  const edit = message.fromMe ? REVOKED : REVOKED_BY_ADMIN
  return (await write(world, account, { chat, content: revokeContent(world, { by: account, message }), edit })).id
}

export async function sendContent(world: World, { from, to, base64, edit }: CommandOf<'sendContent'>) {
  const content = contentFrom(Buffer.from(base64, 'base64'))
  const account = phoneOf(world, from)
  if (from === to) return notifyOwnDevices(world, account, content)
  return (await write(world, account, { chat: destination(world, to), content, edit })).id
}

export async function setDisappearing(world: World, { phone, chat, seconds }: CommandOf<'setDisappearing'>) {
  const account = phoneOf(world, phone)
  await write(world, account, { chat: phoneOf(world, chat).phone, content: lifetimeContent(world, seconds) })
}

export function readChat(world: World, { phone, chat }: CommandOf<'readChat'>) {
  const account = phoneOf(world, phone)
  for (const message of account.chats.get(chat)?.messages ?? []) readBy(world, account, message, 'read')
}

export function playAudio(world: World, { phone, chat, id }: CommandOf<'playAudio'>) {
  const account = phoneOf(world, phone)
  readBy(world, account, messageIn(account, chat, id), 'played')
}

function destination(world: World, to: string): string {
  if (!world.groups.has(to)) phoneOf(world, to)
  return to
}

function messageIn(account: Account, chat: string, id: string): Message {
  const message = findMessage(account, chat, id)
  if (!message) throw new Refusal('unknown_message', id)
  return message
}

type Beside = Partial<
  Pick<CommandOf<'say'>, 'quotedId' | 'mentions' | 'forwarded' | 'forwardingScore' | 'disappearing' | 'ad'>
>

function contextOf(world: World, { from, to, ...beside }: Beside & { from: string; to: string }) {
  const account = phoneOf(world, from)
  if (beside.quotedId) messageIn(account, to, beside.quotedId)
  return contextFor(world, account, { ...beside, chat: to })
}

/** The same content for forwarding, without its context. */
function passedOn(content: proto.IMessage, contextInfo: proto.IContextInfo | undefined): proto.IMessage {
  const { inner } = unwrap(content)
  const text = inner.conversation ?? inner.extendedTextMessage?.text
  if (typeof text === 'string') return textContent({ text }, contextInfo)
  const [name] = Object.entries(inner).find(([key, value]) => value && key !== 'messageContextInfo') ?? []
  const part = name && inner[name as keyof proto.IMessage]
  return name && part && fileIn(inner) ? { [name]: { ...(part as object), contextInfo } } : inner
}

async function fileOf(world: World, { base64, mediaId, mimetype, name, kind }: CommandOf<'sendMedia'>): Promise<File> {
  if (base64 !== undefined) return { bytes: Buffer.from(base64, 'base64'), mimetype, name: name ?? kind }
  const file = mediaId === undefined ? undefined : await world.media.read(mediaId)
  if (!file) throw new Refusal('unknown_media', mediaId)
  return { ...file, mimetype, name: name ?? file.name }
}
