/**
 * Converts WhatsApp's receipt stanzas to ours. Baileys' events are not used: when two receipts arrive together they
 * keep the later one, which may be the lower status, and in groups they confuse "played" with "read". Pure.
 */
import type { BinaryNode } from '@whiskeysockets/baileys'
import type { Receipt } from '../../channel'
import { DELIVERED, PLAYED, READ } from '../../contract'
import { addressesOf, addressOf } from '../address'
import { childrenOf } from '../groups/group-stanzas'
import { LONGEST_ID } from './parse'

const ACKS: ReadonlyMap<string, Receipt['ack']> = new Map([
  ['', DELIVERED],
  ['inactive', DELIVERED],
  ['read', READ],
  ['played', PLAYED],
])

/**
 * Limit for ids in a receipt, above what phones send. Each id is looked up, and stored until its message arrives if
 * that is unknown.
 */
const MOST_ITEMS = 1_000

/**
 * In a group it concerns one participant. Null for a receipt with a `recipient`: it informs our own devices about
 * messages of others.
 */
export function receiptOf({ attrs, content }: BinaryNode): Receipt | null {
  const chat = addressesOf(attrs.from)
  const isGroup = chat[0]?.kind === 'group'
  const participant = isGroup ? addressOf(attrs.participant) : null
  const ack = ACKS.get(attrs.type ?? '')
  if (chat.length === 0 || (isGroup && !participant) || !ack || attrs.recipient || !attrs.id) return null
  const items = Array.isArray(content) ? childrenOf(content[0], 'item') : []
  const named = [attrs.id, ...items.slice(0, MOST_ITEMS).flatMap(({ attrs: { id } }) => id ?? [])]
  const externalIds = named.filter(({ length }) => length <= LONGEST_ID)
  if (externalIds.length === 0) return null
  return { externalIds, chat, ack, participant, at: Number(attrs.t) * 1000 || null }
}
