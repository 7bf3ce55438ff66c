/** The state file: phones, linked devices and chats live on when the simulator is started again. */
import { existsSync, mkdirSync } from 'node:fs'
import { readFile, rename, writeFile } from 'node:fs/promises'
import { basename, join } from 'node:path'
import { BufferJSON, proto } from '@whiskeysockets/baileys'
import type { Account, Arrival, Chat, Link, Message } from './account'
import type { Group } from './groups/group'
import type { Attachment } from './media/store'
import { GroupKeys, type SavedGroupKeys } from './wire/group-keys'
import { type SavedSignal, SignalDevice } from './wire/signal'
import type { World } from './world'

type SavedMessage = Omit<Message, 'content'> & { content: string | null }
type SavedArrival = Omit<Arrival, 'from' | 'content'> & { from: string; content: string }
type SavedChat = Omit<Chat, 'messages' | 'typing'>
type SavedLink = Omit<Link, 'connection' | 'owed'> & {
  owed: [string, Link['owed'] extends Map<string, infer One> ? One : never][]
}
type SavedGroup = Omit<Group, 'members'> & { members: [string, boolean][] }
type SavedAccount = Omit<
  Account,
  'blocked' | 'reserved' | 'device' | 'groupKeys' | 'links' | 'chats' | 'messages' | 'waiting' | 'work'
> & {
  device: SavedSignal
  groupKeys: SavedGroupKeys
  blocked: string[]
  reserved: [string, number][]
  links: SavedLink[]
  chats: SavedChat[]
  messages: [string, SavedMessage][]
  waiting: SavedArrival[]
}
export type SavedState = {
  seed: number
  /** Where files were to be found: messages on their way say so. */
  port: number
  drawn: number
  accounts: SavedAccount[]
  groups: SavedGroup[]
  attachments: [string, Attachment][]
}

const SAVE_AFTER_MS = 300
/** A large state is written less often: it may take this part of the time. */
const SHARE_OF_TIME = 0.05

export async function readState(path: string): Promise<SavedState | undefined> {
  if (!existsSync(path)) return undefined
  // Our own file, written below.
  return JSON.parse(await readFile(path, 'utf8'), BufferJSON.reviver) as SavedState
}

export function restoreState(world: World, saved: SavedState) {
  world.random.skipTo(saved.drawn)
  for (const group of saved.groups) world.groups.set(group.id, { ...group, members: new Map(group.members) })
  for (const [id, attachment] of saved.attachments) world.media.attachments.set(id, attachment)
  for (const account of saved.accounts.map(accountFrom)) {
    world.accounts.set(account.phone, account)
    world.lids.set(account.lid, account)
  }
  for (const { phone, waiting } of saved.accounts) {
    const account = world.accounts.get(phone)
    account?.waiting.push(...waiting.flatMap((arrival) => arrivalFrom(world, arrival)))
  }
}

/** Writes the state some time after each change; never two at once, never half a file. */
export class StateKeeper {
  #timer: Timer | undefined
  #writing: Promise<void> = Promise.resolve()
  #pause = SAVE_AFTER_MS

  constructor(
    readonly path: string,
    readonly seed: number,
  ) {}

  changed(world: World) {
    this.#timer ??= setTimeout(() => {
      this.#timer = undefined
      void this.flush(world).catch((error) => world.log(`state not saved: ${error}`))
    }, this.#pause)
  }

  flush(world: World): Promise<void> {
    clearTimeout(this.#timer)
    this.#timer = undefined
    this.#writing = this.#writing.then(() => this.#write(world))
    return this.#writing
  }

  async #write(world: World) {
    const started = performance.now()
    const text = JSON.stringify(stateFrom(world, this.seed), BufferJSON.replacer)
    await writeFile(`${this.path}.new`, text, { mode: 0o600 })
    await rename(`${this.path}.new`, this.path)
    this.#pause = Math.max(SAVE_AFTER_MS, (performance.now() - started) / SHARE_OF_TIME)
  }
}

/** Files lie beside the state file; a map that reads and writes through. */
export function blobFolder(path: string) {
  const folder = `${path}.media`
  mkdirSync(folder, { recursive: true, mode: 0o700 })
  // The names are digests that clients choose; whatever else they may be, they stay in the folder.
  const fileOf = (blob: string) => join(folder, basename(blob))
  return {
    get: async (blob: string) => (existsSync(fileOf(blob)) ? readFile(fileOf(blob)) : undefined),
    set: (blob: string, bytes: Buffer) => writeFile(fileOf(blob), bytes, { mode: 0o600 }),
  }
}

function stateFrom(world: World, seed: number): SavedState {
  return {
    seed,
    port: Number(world.host.split(':').at(-1)),
    drawn: world.random.drawn(),
    accounts: [...world.accounts.values()].map(savedAccount),
    groups: [...world.groups.values()].map((group) => ({ ...group, members: [...group.members] })),
    attachments: [...world.media.attachments],
  }
}

function savedAccount({ work: _, ...account }: Account): SavedAccount {
  return {
    ...account,
    device: account.device.save(),
    groupKeys: account.groupKeys.save(),
    blocked: [...account.blocked],
    reserved: [...account.reserved],
    links: [...account.links.values()].map(({ connection: _, ...link }) => ({ ...link, owed: [...link.owed] })),
    chats: [...account.chats.values()].map(({ id, kind, title }) => ({ id, kind, title })),
    messages: [...account.messages].map(([key, message]) => [
      key,
      { ...message, content: message.content && encoded(message.content) },
    ]),
    waiting: account.waiting.map((one) => ({ ...one, from: one.from.phone, content: encoded(one.content) })),
  }
}

function accountFrom(saved: SavedAccount): Account {
  const messages = saved.messages.map(([key, { content, ...message }]): [string, Message] => [
    key,
    { ...message, content: content === null ? null : decoded(content) },
  ])
  const inChat = Map.groupBy(
    messages.map(([, message]) => message).filter(({ isEffect }) => !isEffect),
    ({ chat }) => chat,
  )
  return {
    ...saved,
    device: SignalDevice.restore(saved.device),
    groupKeys: GroupKeys.restore(saved.groupKeys),
    blocked: new Set(saved.blocked),
    reserved: new Map(saved.reserved),
    links: new Map(saved.links.map((link) => [link.device, { ...link, connection: null, owed: new Map(link.owed) }])),
    chats: new Map(
      saved.chats.map((chat) => [chat.id, { ...chat, typing: false, messages: inChat.get(chat.id) ?? [] }]),
    ),
    messages: new Map(messages),
    waiting: [],
    work: Promise.resolve(),
  }
}

function arrivalFrom(world: World, { from, content, ...arrival }: SavedArrival): Arrival[] {
  const account = world.accounts.get(from)
  return account ? [{ ...arrival, from: account, content: decoded(content) }] : []
}

const encoded = (content: proto.IMessage): string =>
  Buffer.from(proto.Message.encode(content).finish()).toString('base64')
const decoded = (text: string): proto.IMessage => proto.Message.decode(Buffer.from(text, 'base64'))
