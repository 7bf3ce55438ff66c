/** Handles a session's Baileys events: typing, address pairs, and undecrypted messages. */
import type { BaileysEventMap, WAMessage } from '@whiskeysockets/baileys'
import type { Incoming, NewChats } from '../../channel'
import type { Presence } from '../../contract'
import { addressesOf, type OtherHalf, withOtherHalf, withUsername } from '../address'
import { parse, type Surroundings } from '../parsing/parse'
import type { SessionContext } from '../session/context'

const PRESENCES = ['composing', 'recording', 'paused', 'available', 'unavailable'] as const

type Context = Pick<SessionContext, 'presence' | 'sameContact' | 'newChats' | 'usernames'>
type Handlers = { [E in keyof BaileysEventMap]?: (event: BaileysEventMap[E]) => void }

export function handlers(context: Context, undecrypted: (message: Incoming) => void, otherHalf: OtherHalf): Handlers {
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
        if (state && chat.length > 0) context.presence(chat, state)
      }
    },
    // Ignores the thousands of pairs in a history; they are looked up when somebody writes.
    'lid-mapping.update': ({ lid, pn }) => {
      const addresses = addressesOf(pn, lid)
      if (addresses.length === 2) context.sameContact(addresses)
    },
    'contacts.upsert': (people) => {
      const named = people.flatMap(({ id, lid, username }) => withUsername(addressesOf(lid, id), username))
      const withNames = named.filter((one) => one.username !== undefined)
      if (withNames.length > 0) context.usernames(withNames)
    },
    'message-capping.update': (cap) => {
      const newChats = newChatsIn(cap)
      if (newChats) context.newChats(newChats)
    },
  }
}

/** No field is guaranteed to be present or a number. */
export function newChatsIn(cap: BaileysEventMap['message-capping.update']): NewChats | null {
  const [total, used, ends] = [cap.total_quota, cap.used_quota ?? 0, cap.cycle_end_timestamp ?? 0].map(Number)
  if (cap.capping_status === 'CAPPED') return { left: 0, until: endOf(ends) }
  if (total === undefined || !Number.isFinite(total) || total <= 0 || !Number.isFinite(used)) return null
  return { left: Math.max(0, Math.round(total - (used ?? 0))), until: endOf(ends) }
}

const endOf = (seconds = 0): number | null => (Number.isFinite(seconds) && seconds > 0 ? seconds * 1000 : null)

/** CIPHERTEXT: could not be decrypted. View-once: only the phone can show it. */
export const CIPHERTEXT = 2

export function placeholderOf(message: WAMessage, around: Surroundings): Incoming | null {
  const isGap = message.messageStubType === CIPHERTEXT && !message.message
  if (!isGap && !(message.key.isViewOnce && !message.message)) return null
  if (message.category === 'peer') return null
  const readable = parse({ ...message, key: { ...message.key, isViewOnce: true } }, around)
  return readable && isGap ? { ...readable, kind: 'unsupported', extra: null, placeholder: true } : readable
}

function stateOf(presence: string): Presence | null {
  return PRESENCES.find((known) => known === presence) ?? null
}
