/** Parses the stanzas that WhatsApp repeats until they are confirmed: receipts, calls, blocks, new pictures. Pure. */
import type { BinaryNode } from '@whiskeysockets/baileys'
import type { Address, Call, Receipt } from '../../channel'
import { addressOf, type OtherHalf, withOtherHalf } from '../address'
import { childOf, childrenOf } from '../groups/group-stanzas'
import { callOf } from './call'
import { receiptOf } from './receipts'

type Block = { readonly address: Address; readonly isBlocked: boolean }
export type Word =
  | { readonly type: 'receipt'; readonly receipt: Receipt }
  | { readonly type: 'call'; readonly call: Call }
  | { readonly type: 'block'; readonly blocks: readonly Block[] }
  | { readonly type: 'picture'; readonly address: Address }

export const CALL = 'CB:call'

/** Parsers by name of Baileys' event. Null: nothing to store. */
export const readers: ReadonlyMap<string | symbol, (node: BinaryNode, otherHalf: OtherHalf) => Word | null> = new Map([
  ['CB:receipt', receiptIn],
  [CALL, callIn],
  ['CB:notification', newsIn],
])

function receiptIn(node: BinaryNode, otherHalf: OtherHalf): Word | null {
  const receipt = receiptOf(node)
  return receipt && { type: 'receipt', receipt: { ...receipt, chat: withOtherHalf(receipt.chat, otherHalf) } }
}

function callIn(node: BinaryNode, otherHalf: OtherHalf): Word | null {
  const call = callOf(node, otherHalf)
  return call && { type: 'call', call }
}

function newsIn(node: BinaryNode): Word | null {
  const { type, from } = node.attrs
  const address = type === 'picture' ? addressOf(from) : null
  if (address) return { type: 'picture', address }
  const list = type === 'account_sync' ? childOf(node, 'blocklist') : undefined
  const blocks = childrenOf(list, 'item').flatMap(({ attrs: { jid, action } }) => {
    const address = addressOf(jid)
    return address ? { address, isBlocked: action === 'block' } : []
  })
  return blocks.length > 0 ? { type: 'block', blocks } : null
}
