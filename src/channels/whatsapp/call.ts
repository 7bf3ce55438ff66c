/** From WhatsApp's shape of a call to ours. Pure. */
import type { WACallEvent } from '@whiskeysockets/baileys'
import type { Call } from '../channel'
import { addressesOf, type OtherHalf, withOtherHalf } from './address'

const STEPS: Readonly<Partial<Record<WACallEvent['status'], Call['step']>>> = {
  offer: 'offered',
  accept: 'answered',
  reject: 'ended',
  timeout: 'ended',
  terminate: 'ended',
}

/** Null: a step that tells nothing new, or nobody to name. */
export function callOf(event: WACallEvent, otherHalf: OtherHalf): Call | null {
  const step = STEPS[event.status]
  const chat = event.groupJid
    ? addressesOf(event.groupJid)
    : withOtherHalf(addressesOf(event.from, event.callerPn), otherHalf)
  if (!step || chat.length === 0) return null
  return {
    externalId: event.id,
    chat,
    isGroup: chat[0]?.kind === 'group',
    isVideo: Boolean(event.isVideo),
    step,
    at: event.date.getTime(),
    offline: event.offline,
    caller: event.from,
  }
}
