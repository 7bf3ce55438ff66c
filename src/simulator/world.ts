/** State of the simulated WhatsApp, shared by all its parts. */
import type { proto } from '@whiskeysockets/baileys'
import type { Account, Link, Message } from './account'
import type { Fault, SimulatorEvent } from './contract'
import type { Group } from './groups/group'
import type { HookReceiver } from './hooks/receiver'
import type { Ceremony } from './linking/ceremony'
import type { PackedHistory } from './linking/history'
import type { MediaStore } from './media/store'
import type { Script } from './play/scripts'
import type { Certificate } from './wire/certificate'
import type { Connection } from './wire/connection'
import { addressOf, type BinaryNode } from './wire/nodes'
import type { Random } from './wire/random'
import type { Trace } from './wire/trace'

/** Sees a client's stanza before the server does. `drop`: the server never sees it. */
export type Intercept = (connection: Connection, stanza: BinaryNode) => 'drop' | undefined | Promise<'drop' | undefined>

export type World = {
  /** host:port, as clients reach it. */
  host: string
  random: Random
  now(): number
  certificate: Certificate
  /** By phone number, and by LID. */
  accounts: Map<string, Account>
  lids: Map<string, Account>
  groups: Map<string, Group>
  connections: Set<Connection>
  /** Unpaired clients by the content of their QR code or pairing code. */
  refs: Map<string, Connection>
  codes: Map<string, PairingByCode>
  /** Links in progress that wait for a passkey. */
  ceremonies: Map<Connection, Ceremony>
  /** Resolvers of the server's queries to clients, by query id. */
  answers: Map<string, (answer: BinaryNode) => void>
  media: MediaStore
  faults: Fault[]
  intercepts: Set<Intercept>
  /** Stanzas held back by the fault `swap` until the next one has passed. */
  held: Map<Link, () => void>
  /** Receipts held back by the fault `receiptsSwapped`, by message and reader. */
  heldReceipts: Map<string, () => void>
  /** Failed decryptions of a device's message, by phone number and message id. */
  unread: Map<string, number>
  /** Packed histories for new devices, by the account's phone number. */
  histories: Map<string, PackedHistory>
  /** Listeners of scripted customers for messages to their phone. */
  ears: Map<string, (message: Message) => void>
  load: Load
  hooks: HookReceiver
  /** Running scripts by id. */
  scripts: Map<string, Script>
  trace: Trace<proto.IMessage>
  events: SimulatorEvent[]
  eventCount: number
  log(text: string): void
  changed(): void
  later(milliseconds: number, task: () => void): void
}

type PreparedLoad = { link: Link; stanza: BinaryNode; release(): void }
type Load = {
  ready: PreparedLoad[]
  prepared: number
  released: number
  delivered: number
  /** Ids of released messages that no device has settled yet. */
  waiting: Set<string>
}

type PairingByCode = {
  connection: Connection
  phone: string
  wrappedEphemeral: Buffer
  noiseKey: Buffer
}

const EVENTS_KEPT = 200

export function logEvent(world: World, kind: SimulatorEvent['kind'], who: string, what: string) {
  world.events.unshift({ at: new Date(world.now()).toISOString(), who, what, kind })
  if (world.events.length > EVENTS_KEPT) world.events.length = EVENTS_KEPT
  world.eventCount++
  world.changed()
}

/** By phone number or LID, with or without a device. */
export function findAccount(world: World, jid: string | undefined): Account | undefined {
  const { user, server } = addressOf(jid)
  if (server === 's.whatsapp.net') return world.accounts.get(user)
  return server === 'lid' ? world.lids.get(user) : undefined
}

/** Case-insensitive; ignores `except`. */
export const findByUsername = (world: World, username: string, except?: Account): Account | undefined =>
  [...world.accounts.values()].find((one) => one !== except && one.username?.toLowerCase() === username.toLowerCase())

/** Keeps the phone numbers that have an account here. */
export const phonesOf = (world: World, jids: readonly string[]): string[] =>
  jids.flatMap((jid) => findAccount(world, jid)?.phone ?? [])

/** Runs a task that nobody awaits; a failure is logged and affects nothing else. */
export function letRun(world: World, task: Promise<unknown>) {
  task.catch((error) => world.log(String(error)))
}

/** Ids of the server's own stanzas. */
export const stanzaId = (world: World): string => world.random.bytes(8).toString('hex')

/** Deletes all chats and faults. Phones and linked devices stay. */
export function reset(world: World) {
  for (const account of world.accounts.values()) {
    account.chats.clear()
    account.messages.clear()
    account.waiting.length = 0
    account.asked.length = 0
    Object.assign(account, { banned: false, restrictedUntil: null, online: true })
    for (const link of account.links.values()) link.pending.clear()
  }
  world.faults = []
  world.histories.clear()
  world.unread.clear()
  world.scripts.clear()
  world.ears.clear()
  world.events = []
  world.eventCount = 0
  world.load = { ready: [], prepared: 0, released: 0, delivered: 0, waiting: new Set() }
  world.changed()
}
