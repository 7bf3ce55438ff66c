/**
 * Converts WhatsApp's receipts to ours, from its stanzas: of two receipts that arrive together Baileys' events keep the
 * later one, which may be the lower, and in groups they take "played" for "read". Pure.
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

/** More than a phone confirms at once; each is looked up, and waits for its message if that is unknown. */
const MOST_ITEMS = 1_000

/** In a group it tells of one participant. With a `recipient` it tells our own devices of what others wrote: null. */
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
