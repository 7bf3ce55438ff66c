/** What a session hears besides the messages of its journal: ticks, typing, who is who, and what could not be decrypted. */
import type { BaileysEventMap, WAMessage, WAMessageContent, WAMessageKey } from '@whiskeysockets/baileys'
import type { Address, Incoming, Receipt } from '../channel'
import { addressesOf, addressOf, type OtherHalf, withOtherHalf } from './address'
import type { Baileys } from './baileys'
import type { LiveSocket } from './live-socket'
import { parse, type Surroundings } from './parse'
import { groupReceiptsOf, receiptsOf } from './receipts'

type TypingState = 'composing' | 'recording' | 'paused'
type Speaking = { readonly live: LiveSocket; readonly baileys: Baileys } | null

export type Hearing = {
  incoming(messages: readonly Incoming[]): void
  receipt(receipt: Receipt): void
  typing(chat: readonly Address[], state: TypingState): void
  sameContact(addresses: readonly Address[]): void
  /** A phone asks for a message again. */
  contentOf(key: WAMessageKey, speaking: Speaking): Promise<WAMessageContent | undefined>
}
type Handlers = { [E in keyof BaileysEventMap]?: (event: BaileysEventMap[E]) => void }

export function handlers(house: Hearing, undecrypted: (message: Incoming) => void, otherHalf: OtherHalf): Handlers {
  const ticks = (receipts: readonly Receipt[]) => {
    for (const receipt of receipts) house.receipt({ ...receipt, chat: withOtherHalf(receipt.chat, otherHalf) })
  }
  return {
    'messages.upsert': ({ messages, type }) => {
      for (const message of messages) {
        const gap = placeholderOf(message, { offline: type === 'append', otherHalf })
        if (gap) undecrypted(gap)
      }
    },
    'messages.update': (updates) => ticks(receiptsOf(updates)),
    'message-receipt.update': (updates) => ticks(groupReceiptsOf(updates)),
    'presence.update': ({ id, presences }) => {
      const chat = withOtherHalf(addressesOf(id), otherHalf)
      for (const { lastKnownPresence } of Object.values(presences)) {
        const state = stateOf(lastKnownPresence)
        if (state && chat.length > 0) house.typing(chat, state)
      }
    },
    // The thousands a history brings are left out: they are looked up when somebody writes.
    'lid-mapping.update': ({ lid, pn }) => {
      const addresses = addressesOf(pn, lid)
      if (addresses.length === 2) house.sameContact(addresses)
    },
  }
}

/** CIPHERTEXT: it came, and nobody here could read it. View-once: the phone shows it, and only the phone. */
const CIPHERTEXT = 2

function placeholderOf(message: WAMessage, around: Surroundings): Incoming | null {
  const isGap = message.messageStubType === CIPHERTEXT && !message.message
  if (!isGap && !(message.key.isViewOnce && !message.message)) return null
  if (!addressOf(message.key.remoteJid) || message.category === 'peer') return null
  const readable = parse({ ...message, key: { ...message.key, isViewOnce: true } }, around)
  return readable && { ...readable, body: isGap ? '' : readable.body, ...(isGap ? { placeholder: true as const } : {}) }
}

function stateOf(presence: string): TypingState | null {
  if (presence === 'composing' || presence === 'recording') return presence
  return presence === 'paused' || presence === 'unavailable' ? 'paused' : null
}
