/** The past of the phone that shares the number, which Meta sends in pieces after the connection. Pure. */
import type { BackfillChat, BackfillMessage } from '../../backfill'
import type { Address, Incoming, MessageAction } from '../../channel'
import { DELIVERED, PLAYED, READ, SENT } from '../../contract'
import type { Report, StoredPart } from '../product'
import { actionIn } from './actions'
import { type Fields, fieldsOf, instantOf, listOf, numberOf, textOf } from './fields'
import { incomingOf } from './message'
import { addressesIn, idsIn } from './people'

const acks: Readonly<Record<string, number>> = { SENT, DELIVERED, READ, PLAYED }

export function historyIn(value: Fields, { key, receivedAt }: StoredPart): readonly Report[] {
  const own = digitsOf(fieldsOf(value.metadata).display_phone_number)
  const pieces = listOf(value.history).flatMap((piece): Report | [] => {
    const { metadata, threads } = fieldsOf(piece)
    const chats = listOf(threads).flatMap((thread) => chatIn(fieldsOf(thread), own, receivedAt))
    const percent = numberOf(fieldsOf(metadata).progress) ?? 100
    return chats.length === 0 && percent < 100 ? [] : { to: 'history', what: { part: key, percent, chats } }
  })
  const files = filesIn(value, receivedAt)
  return files.length === 0 ? pieces : [...pieces, { to: 'history', what: { part: key, percent: 0, chats: files } }]
}

const digitsOf = (number: unknown): string => textOf(number).replace(/\D/g, '')

function chatIn(thread: Fields, own: string, receivedAt: number): BackfillChat | [] {
  const context = fieldsOf(thread.context)
  const { username } = context
  const contact = { wa_id: context.wa_id || thread.id, user_id: context.user_id, profile: { username } }
  const addresses = addressesIn(contact, { phone: '', bsuid: '' })
  if (addresses.length === 0) return []
  const all = listOf(thread.messages).map(fieldsOf)
  const entries = all.flatMap((message) => {
    const from = digitsOf(message.from)
    const fromMe = from === '' || own === '' ? message.to !== undefined : from === own
    return entryOf(message, contact, { addresses, fromMe, receivedAt })
  })
  return { addresses, isGroup: false, name: null, entries: inOrder(entries), end: { unread: 0 } }
}

type Entry = BackfillMessage | MessageAction
const timeOf = (entry: Entry): number => ('message' in entry ? entry.message.sentAt : entry.at)
const inOrder = (entries: readonly Entry[]): readonly Entry[] => entries.toSorted((a, b) => timeOf(a) - timeOf(b))

type Circumstances = { readonly addresses: readonly Address[]; readonly fromMe: boolean; readonly receivedAt: number }

function entryOf(message: Fields, contact: Fields, { addresses: chat, fromMe, receivedAt }: Circumstances): Entry | [] {
  if (message.type === 'errors' || message.type === 'system') return []
  const action = actionIn(message, { chat, fromMe, at: instantOf(message.timestamp, receivedAt) })
  if (action) return action
  const whole = { ...incomingOf(message, contact, { fromMe, receivedAt }), chat }
  const ack = fromMe ? (acks[textOf(fieldsOf(message.history_context).status).toUpperCase()] ?? SENT) : 0
  return { message: withoutFile(whole, message), ack, isDeleted: false, edit: null, reactions: [] }
}

/** Files follow in webhooks of their own, under the same ids. */
const withoutFile = (whole: Incoming, { type }: Fields): Incoming =>
  type === 'media_placeholder' ? { ...whole, extra: null, placeholder: true } : whole

/** The files of messages that came before, each as a conversation of one message. */
function filesIn(value: Fields, receivedAt: number): BackfillChat[] {
  const contacts = listOf(value.contacts).map(fieldsOf)
  const contact = contacts.length === 1 && contacts[0] ? contacts[0] : {}
  const of = (list: unknown, fromMe: boolean) =>
    listOf(list).flatMap((one): BackfillChat | [] => {
      const message = fieldsOf(one)
      const addresses = addressesIn(contact, idsIn(message, fromMe))
      if (addresses.length === 0) return []
      const entry = entryOf(message, contact, { addresses, fromMe, receivedAt })
      return Array.isArray(entry) ? [] : { addresses, isGroup: false, name: null, entries: [entry], end: null }
    })
  return [...of(value.messages, false), ...of(value.message_echoes, true)]
}
