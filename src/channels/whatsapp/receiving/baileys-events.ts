/** Handles Baileys' events of a session: typing, address pairs, and messages that could not be decrypted. */
import type { BaileysEventMap, WAMessage } from '@whiskeysockets/baileys'
import type { Address, Incoming } from '../../channel'
import type { Presence } from '../../contract'
import { addressesOf, addressOf, type OtherHalf, withOtherHalf } from '../address'
import { parse, type Surroundings } from '../parsing/parse'

const PRESENCES = ['composing', 'recording', 'paused', 'available', 'unavailable'] as const

export type BaileysEventsHouse = {
  incoming(messages: readonly Incoming[]): void
  presence(chat: readonly Address[], state: Presence): void
  sameContact(addresses: readonly Address[]): void
}
type Handlers = { [E in keyof BaileysEventMap]?: (event: BaileysEventMap[E]) => void }

export function handlers(
  house: BaileysEventsHouse,
  undecrypted: (message: Incoming) => void,
  otherHalf: OtherHalf,
): Handlers {
  return {
    'messages.upsert': ({ messages }) => {
      for (const message of messages) {
        const gap = placeholderOf(message, { otherHalf })
        if (gap?.placeholder) undecrypted(gap)
      }
    },
    'presence.update': ({ id, presences }) => {
      const chat = withOtherHalf(addressesOf(id), otherHalf)
      for (const { lastKnownPresence } of Object.values(presences)) {
        const state = stateOf(lastKnownPresence)
        if (state && chat.length > 0) house.presence(chat, state)
      }
    },
    // The thousands of pairs in a history are ignored: they are looked up when somebody writes.
    'lid-mapping.update': ({ lid, pn }) => {
      const addresses = addressesOf(pn, lid)
      if (addresses.length === 2) house.sameContact(addresses)
    },
  }
}

/** CIPHERTEXT: it could not be decrypted. View-once: only the phone can show it. */
export const CIPHERTEXT = 2

export function placeholderOf(message: WAMessage, around: Surroundings): Incoming | null {
  const isGap = message.messageStubType === CIPHERTEXT && !message.message
  if (!isGap && !(message.key.isViewOnce && !message.message)) return null
  if (!addressOf(message.key.remoteJid) || message.category === 'peer') return null
  const readable = parse({ ...message, key: { ...message.key, isViewOnce: true } }, around)
  return readable && isGap ? { ...readable, kind: 'unsupported', extra: null, placeholder: true } : readable
}

function stateOf(presence: string): Presence | null {
  return PRESENCES.find((known) => known === presence) ?? null
}
