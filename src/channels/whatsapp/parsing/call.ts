/** Converts WhatsApp's call stanzas to ours, because Baileys' event comes only after the acknowledgement. Pure. */
import type { BinaryNode } from '@whiskeysockets/baileys'
import type { Call } from '../../channel'
import { addressesOf, type OtherHalf, withOtherHalf } from '../address'
import { childOf } from '../groups/group-stanzas'

const STEPS: ReadonlyMap<string, Call['step']> = new Map([
  ['offer', 'offered'],
  ['offer_notice', 'offered'],
  ['accept', 'answered'],
  ['reject', 'ended'],
  ['terminate', 'ended'],
])

/** Null: the step changes nothing or has no caller. */
export function callOf({ attrs, content }: BinaryNode, otherHalf: OtherHalf): Call | null {
  const about = Array.isArray(content) ? content[0] : undefined
  const step = STEPS.get(about?.tag ?? '')
  if (!about || !step) return null
  const { 'call-id': externalId, 'call-creator': creator, 'group-jid': group, caller_pn: phone } = about.attrs
  const caller = about.attrs.from ?? creator
  const chat = group ? addressesOf(group) : withOtherHalf(addressesOf(caller, phone), otherHalf)
  if (!externalId || !caller || chat.length === 0) return null
  return {
    externalId,
    chat,
    isGroup: chat[0]?.kind === 'group',
    isVideo: childOf(about, 'video') !== undefined,
    step,
    at: Number(attrs.t ?? 0) * 1000,
    caller,
  }
}
