/** From WhatsApp's ticks to ours. Its status numbers 2 to 5 happen to be our acks. Pure. */
import type { MessageUserReceiptUpdate, WAMessageKey, WAMessageUpdate } from '@whiskeysockets/baileys'
import type { Receipt } from '../channel'
import { addressesOf, addressOf } from './address'

type Ack = Receipt['ack']

/** Ticks of one-to-one chats. Updates of other kinds, and of what others wrote, are left out. */
export function receiptsOf(updates: readonly WAMessageUpdate[]): Receipt[] {
  return join(updates.map(({ key, update }) => ({ key, ack: ackOf(update.status), participant: null })))
}

/** Ticks of groups: each tells of one participant. */
export function groupReceiptsOf(updates: readonly MessageUserReceiptUpdate[]): Receipt[] {
  return join(
    updates.map(({ key, receipt }) => ({
      key,
      ack: receipt.playedTimestamp ? 5 : receipt.readTimestamp ? 4 : receipt.receiptTimestamp ? 3 : null,
      participant: addressOf(receipt.userJid),
    })),
  )
}

function ackOf(status: number | null | undefined): Ack | null {
  return status === 2 || status === 3 || status === 4 || status === 5 ? status : null
}

type Tick = { key: WAMessageKey; ack: Ack | null; participant: Receipt['participant'] }

/** Ticks that tell the same of one chat travel together, as they came in one stanza. */
function join(ticks: readonly Tick[]): Receipt[] {
  const receipts = new Map<string, Receipt & { externalIds: string[] }>()
  for (const { key, ack, participant } of ticks) {
    const chat = addressesOf(key.remoteJid, key.remoteJidAlt)
    if (!key.fromMe || !key.id || ack === null || chat.length === 0) continue
    const name = `${key.remoteJid} ${ack} ${participant?.value ?? ''}`
    const known = receipts.get(name)
    if (known) known.externalIds.push(key.id)
    else receipts.set(name, { externalIds: [key.id], chat, ack, participant })
  }
  return [...receipts.values()]
}
