/** Identity changes (name, picture, number, phone) and blocking. */
import { type Account, lidOf, messageKey, pnOf } from '../account'
import { announce } from '../groups/announce'
import { memberNode } from '../groups/group'
import { deliver } from '../messages/delivery'
import { type BinaryNode, node, SERVER, seconds } from '../wire/nodes'
import { SignalDevice } from '../wire/signal'
import { findByUsername, logEvent, stanzaId, type World } from '../world'
import type { CommandOf } from './contract'
import { phoneOf, removeDevice } from './people'
import { Refusal } from './refusal'

/** Others see it with the next message. */
export function rename(world: World, { phone, name }: CommandOf<'rename'>) {
  phoneOf(world, phone).name = name
  for (const { chats } of world.accounts.values()) {
    const chat = chats.get(phone)
    if (chat) chat.title = name
  }
  world.changed()
}

/** Usernames are unique. */
export function setUsername(world: World, { phone, username, key, hidesNumber }: CommandOf<'setUsername'>) {
  const account = phoneOf(world, phone)
  if (username && findByUsername(world, username, account)) throw new Refusal('username_taken', username)
  if (username !== undefined) account.username = username
  if (key !== undefined) account.usernameKey = key
  if (hidesNumber !== undefined)
    Object.assign(account.habits, { addressing: hidesNumber ? 'lid' : 'pn', hideLid: hidesNumber })
  logEvent(world, 'system', phone, 'username:changed')
}

export async function setPicture(world: World, command: CommandOf<'setPicture'>) {
  const bytes = await pictureOf(world, command)
  await wear(world, phoneOf(world, command.phone), bytes)
}

/** Sets the picture, from the phone or a client; null removes it. */
export async function wear(world: World, account: Account, bytes: Buffer | null) {
  account.picture = bytes && (await world.media.keepPicture(bytes))
  const jid = pnOf(account)
  const news = account.picture ? node('set', { jid, id: account.picture }) : node('delete', { jid })
  notifyContacts(world, account, 'picture', news)
}

async function pictureOf(world: World, { base64, mediaId }: CommandOf<'setPicture'>): Promise<Buffer | null> {
  if (base64 !== undefined && base64 !== null) return Buffer.from(base64, 'base64')
  if (mediaId === undefined) return null
  const file = await world.media.read(mediaId)
  if (!file) throw new Refusal('unknown_media', mediaId)
  return file.bytes
}

/** Changes the person's number. Devices of the old number are logged out. */
export function changeNumber(world: World, { phone, to }: CommandOf<'changeNumber'>) {
  const account = phoneOf(world, phone)
  if (world.accounts.has(to)) throw new Refusal('phone_exists', to)
  for (const device of [...account.links.keys()]) removeDevice(world, account, device)
  notifyContacts(world, account, 'contacts', node('modify', { old: pnOf(account), new: pnOf({ phone: to }) }))
  const known = [...world.groups.values()].filter(({ members }) => members.has(phone))
  const before = known.map((group) => memberNode(account, group))
  world.accounts.delete(phone)
  account.phone = to
  world.accounts.set(to, account)
  for (const other of world.accounts.values()) renumber(other, phone, to)
  for (const [index, group] of known.entries()) {
    const admin = group.members.get(phone) ?? false
    group.members.delete(phone)
    group.members.set(to, admin)
    if (group.createdBy === phone) group.createdBy = to
    announce(world, group, { by: account, news: node('modify', {}, before.slice(index, index + 1)) })
  }
  logEvent(world, 'system', to, 'number:changed')
}

/** On one phone, moves everything from the old number to the new one. */
function renumber(account: Account, from: string, to: string) {
  const chat = account.chats.get(from)
  if (chat) {
    account.chats.delete(from)
    account.chats.set(to, { ...chat, id: to, title: chat.title === `+${from}` ? `+${to}` : chat.title })
  }
  for (const message of account.messages.values()) {
    if (message.author === from) message.author = to
    if (message.chat !== from) continue
    account.messages.delete(messageKey(from, message.id))
    message.chat = to
    account.messages.set(messageKey(to, message.id), message)
  }
  if (account.blocked.delete(from)) account.blocked.add(to)
}

/** Reinstalls WhatsApp, which invalidates existing sessions. */
export function reinstall(world: World, { phone, newLid = false }: CommandOf<'reinstall'>) {
  const account = phoneOf(world, phone)
  for (const device of [...account.links.keys()]) removeDevice(world, account, device)
  account.device = SignalDevice.make(account.random)
  if (newLid) {
    world.lids.delete(account.lid)
    account.lid = `1${account.random.digits(13)}`
    world.lids.set(account.lid, account)
  }
  notifyContacts(world, account, 'encrypt', node('identity'))
  logEvent(world, 'system', phone, 'reinstalled')
}

export function block(world: World, { phone, who, on = true }: CommandOf<'block'>) {
  const account = phoneOf(world, phone)
  const other = phoneOf(world, who)
  if (on) account.blocked.add(who)
  else account.blocked.delete(who)
  const item = node('item', { jid: lidOf(other), action: on ? 'block' : 'unblock' })
  const attributes = { from: pnOf(account), type: 'account_sync', t: seconds(world.now()) }
  for (const link of account.links.values()) {
    deliver(world, link, node('notification', { ...attributes, id: stanzaId(world) }, [node('blocklist', {}, [item])]))
  }
  world.changed()
}

/** Notifies the linked devices of everybody who has a chat with the account. */
function notifyContacts(world: World, account: Account, type: string, news: BinaryNode) {
  const from = type === 'contacts' ? SERVER : pnOf(account)
  for (const other of world.accounts.values()) {
    if (other === account || !other.chats.has(account.phone)) continue
    for (const link of other.links.values()) {
      deliver(world, link, node('notification', { from, type, id: stanzaId(world), t: seconds(world.now()) }, [news]))
    }
  }
  world.changed()
}
