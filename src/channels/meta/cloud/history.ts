/** The past of the phone that shares the number, which Meta sends in pieces after the connection. Pure. */
import type { BackfillChat, BackfillMessage } from '../../backfill'
import { DELIVERED, PLAYED, READ, SENT } from '../../contract'
import type { Report, StoredPart } from '../product'
import { type Fields, fieldsOf, listOf, numberOf, textOf } from './fields'
import { incomingOf } from './message'
import { addressesIn } from './people'

const acks: Readonly<Record<string, number>> = { SENT, DELIVERED, READ, PLAYED }

export function historyIn({ history }: Fields, { key, receivedAt }: StoredPart): readonly Report[] {
  return listOf(history).flatMap((piece): Report | [] => {
    const { metadata, threads } = fieldsOf(piece)
    const chats = listOf(threads).flatMap((thread) => chatOf(fieldsOf(thread), receivedAt))
    const percent = numberOf(fieldsOf(metadata).progress) ?? 100
    return chats.length === 0 && percent < 100 ? [] : { to: 'history', what: { part: key, percent, chats } }
  })
}

function chatOf(thread: Fields, receivedAt: number): BackfillChat | [] {
  const context = fieldsOf(thread.context)
  const { username } = context
  const contact = { wa_id: context.wa_id || thread.id, user_id: context.user_id, profile: { username } }
  const addresses = addressesIn(contact, { phone: '', bsuid: '' })
  if (addresses.length === 0) return []
  const entries = listOf(thread.messages).map((message) => messageOf(fieldsOf(message), contact, receivedAt))
  const sorted = entries.toSorted((a, b) => a.message.sentAt - b.message.sentAt)
  return { addresses, isGroup: false, name: null, entries: sorted, end: { unread: 0 } }
}

function messageOf(message: Fields, contact: Fields, receivedAt: number): BackfillMessage {
  const fromMe = message.to !== undefined
  const whole = incomingOf(message, contact, { fromMe, receivedAt })
  const ack = fromMe ? (acks[textOf(fieldsOf(message.history_context).status).toUpperCase()] ?? SENT) : 0
  return {
    message: { ...whole, chat: addressesIn(contact, { phone: '', bsuid: '' }) },
    ack,
    isDeleted: false,
    edit: null,
    reactions: [],
  }
}
