/** What people do with their phones' chats. */
import { type Account, findMessage, type Message } from '../account'
import type { Command } from '../contract'
import type { File } from '../media/store'
import {
  cardContent,
  editContent,
  fileContent,
  quoting,
  reactionContent,
  revokeContent,
  textContent,
} from '../messages/compose'
import { write } from '../messages/post'
import { readBy } from '../messages/receipts'
import type { World } from '../world'
import { phoneOf } from './people'
import { Refusal } from './refusal'

type Wish<Name extends Command['do']> = Extract<Command, { do: Name }>

const EDITED = '1'
const REVOKED = '7'

export async function say(world: World, wish: Wish<'say'>): Promise<string> {
  const { from, to, text, forwarded, disappearing } = wish
  const marks = {
    ...(forwarded && { isForwarded: true, forwardingScore: 1 }),
    ...(disappearing && { expiration: disappearing }),
  }
  const context = { ...quoted(world, wish), ...marks }
  const plain = textContent(text, Object.keys(context).length > 0 ? context : undefined)
  const content = disappearing ? { ephemeralMessage: { message: plain } } : plain
  return (await write(world, phoneOf(world, from), { chat: destination(world, to), content })).id
}

export async function sendMedia(world: World, wish: Wish<'sendMedia'>): Promise<string> {
  const { from, to, kind, caption, seconds, width, height, ptt, viewOnce } = wish
  const contextInfo = quoted(world, wish)
  const file = await fileOf(world, wish)
  const content = await fileContent(world, { kind, file, caption, seconds, width, height, ptt, viewOnce, contextInfo })
  return (await write(world, phoneOf(world, from), { chat: destination(world, to), content })).id
}

export async function sendCard(world: World, wish: Wish<'sendContact' | 'sendLocation' | 'sendPoll'>): Promise<string> {
  const chat = destination(world, wish.to)
  return (await write(world, phoneOf(world, wish.from), { chat, content: cardContent(world, wish) })).id
}

export async function react(world: World, { from, chat, id, emoji }: Wish<'react'>): Promise<string> {
  const account = phoneOf(world, from)
  const content = reactionContent(account, messageIn(account, chat, id), { emoji, at: world.now() })
  return (await write(world, account, { chat, content })).id
}

export async function edit(world: World, { from, chat, id, text }: Wish<'edit'>): Promise<string> {
  const account = phoneOf(world, from)
  const content = editContent(account, messageIn(account, chat, id), { text, at: world.now() })
  return (await write(world, account, { chat, content, edit: EDITED })).id
}

export async function revoke(world: World, { from, chat, id }: Wish<'revoke'>): Promise<string> {
  const account = phoneOf(world, from)
  const content = revokeContent(account, messageIn(account, chat, id))
  return (await write(world, account, { chat, content, edit: REVOKED })).id
}

export function readChat(world: World, { phone, chat }: Wish<'readChat'>) {
  const account = phoneOf(world, phone)
  for (const message of account.chats.get(chat)?.messages ?? []) readBy(world, account, message, 'read')
}

export function playAudio(world: World, { phone, chat, id }: Wish<'playAudio'>) {
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

function quoted(world: World, { from, to, quotedId }: { from: string; to: string; quotedId?: string | undefined }) {
  if (!quotedId) return undefined
  const context = quoting(world, phoneOf(world, from), { chat: to, id: quotedId })
  if (!context) throw new Refusal('unknown_message', quotedId)
  return context
}

async function fileOf(world: World, { base64, mediaId, mimetype, name, kind }: Wish<'sendMedia'>): Promise<File> {
  if (base64 !== undefined) return { bytes: Buffer.from(base64, 'base64'), mimetype, name: name ?? kind }
  const file = mediaId === undefined ? undefined : await world.media.read(mediaId)
  if (!file) throw new Refusal('unknown_media', mediaId)
  return { ...file, mimetype, name: name ?? file.name }
}
