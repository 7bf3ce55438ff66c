/** What parts of webhooks report, in our terms. Pure. */
import { MINUTE } from '../../../platform/time'
import type { ConnectionRef, MessageAction } from '../../channel'
import { DELIVERED, READ, SENT } from '../../contract'
import { judgeUndelivered } from '../failures'
import type { Report, StoredPart } from '../product'
import { contentOf } from './content'
import { type Fields, fieldsOf, instantOf, listOf, numberOf, textOf, textOrNull } from './fields'
import { historyIn } from './history'
import { incomingOf } from './message'
import { addressesIn, bsuidAddress, phoneAddress } from './people'
import type { MessageBody, StatusBody } from './split'

export function read(part: StoredPart, _ref: ConnectionRef): readonly Report[] {
  switch (part.kind) {
    case 'message':
      return messageIn(part.body as MessageBody, part) // written by split
    case 'ofPhone':
      return ofPhone(part.body as MessageBody, part) // likewise
    case 'status':
      return statusIn(part.body as StatusBody, part) // likewise
    case 'phoneBook':
      return phoneBookIn(fieldsOf(part.body))
    case 'history':
      return historyIn(fieldsOf(part.body), part)
    case 'template':
      return templateIn(fieldsOf(part.body))
    case 'account':
      return [{ to: 'checkDue', what: null }]
    default:
      throw new Error(`unknown kind ${part.kind}`)
  }
}

type Arrival = Pick<StoredPart, 'receivedAt'>

function messageIn({ message, contact }: MessageBody, { receivedAt }: Arrival): readonly Report[] {
  const chat = addressesIn(contact, { phone: message.from, bsuid: message.from_user_id })
  if (message.type === 'system') return movedIn(message)
  if (chat.length === 0 || message.type === 'request_welcome') return []
  const action = actionIn(message, { chat, fromMe: false, at: instantOf(message.timestamp, receivedAt) })
  if (action) return [{ to: 'actions', what: action }]
  return [{ to: 'incoming', what: incomingOf(message, contact, { fromMe: false, receivedAt }) }]
}

/** Typed on the phone that shares the number. */
function ofPhone({ message, contact }: MessageBody, { receivedAt }: Arrival): readonly Report[] {
  const chat = addressesIn(contact, { phone: message.to, bsuid: message.to_user_id })
  if (chat.length === 0) return []
  const action = actionIn(message, { chat, fromMe: true, at: instantOf(message.timestamp, receivedAt) })
  if (action) return [{ to: 'actions', what: action }]
  const incoming = incomingOf(message, contact, { fromMe: true, receivedAt })
  return [{ to: 'incoming', what: { ...incoming, extra: { ...incoming.extra, origin: { by: 'phone', name: '' } } } }]
}

type Doer = Pick<MessageAction, 'chat' | 'fromMe' | 'at'>

function actionIn(message: Fields, doer: Doer): MessageAction | undefined {
  const base = { externalId: textOf(message.id), isGroup: false, author: null, ...doer }
  if (message.type === 'reaction') {
    const { message_id: target, emoji } = fieldsOf(message.reaction)
    return { ...base, do: 'react', target: textOf(target), emoji: textOrNull(emoji) }
  }
  if (message.type === 'revoke') {
    const { original_message_id: target } = fieldsOf(message.revoke)
    return { ...base, do: 'revoke', target: textOf(target), byAdmin: false }
  }
  if (message.type === 'edit') {
    const { original_message_id: target, message: after } = fieldsOf(message.edit)
    return { ...base, do: 'edit', target: textOf(target), body: contentOf(fieldsOf(after)).body }
  }
  return undefined
}

/** Somebody moved to another number, and has another BSUID with it. */
function movedIn(message: Fields): readonly Report[] {
  const { wa_id: phone, user_id: bsuid, type } = fieldsOf(message.system)
  if (!/changed_number/.test(textOf(type))) return []
  const addresses = [
    ...phoneAddress(phone),
    ...phoneAddress(message.from),
    ...bsuidAddress(bsuid),
    ...bsuidAddress(message.from_user_id),
  ]
  return addresses.length > 1 ? [{ to: 'sameContact', what: addresses }] : []
}

const LATE_MS = 10 * MINUTE
const acks: Readonly<Record<string, 2 | 3 | 4>> = { sent: SENT, delivered: DELIVERED, read: READ }

/** Its first report is that the message is ours, if the answer to the request was lost. */
function statusIn({ status, contact }: StatusBody, { receivedAt }: Arrival): readonly Report[] {
  const externalId = textOf(status.id)
  const chat = addressesIn(contact, { phone: status.recipient_id, bsuid: status.recipient_user_id })
  const at = instantOf(status.timestamp, receivedAt)
  const ours = textOf(status.biz_opaque_callback_data)
  const reports: Report[] = []
  if (ours !== '') reports.push({ to: 'named', what: { ours, externalId } })
  if (chat.length > 1) reports.push({ to: 'sameContact', what: chat })
  const ack = acks[textOf(status.status)]
  if (ack) reports.push({ to: 'receipts', what: { externalIds: [externalId], chat, ack, participant: null, at } })
  if (status.status === 'failed') {
    const [error] = listOf(status.errors)
    const { reason, connection } = judgeUndelivered(numberOf(fieldsOf(error).code) ?? 0)
    reports.push({ to: 'undelivered', what: { externalId, chat, reason } })
    // What comes late may be mended already; if not, the next message says so again.
    if (connection && receivedAt - at < LATE_MS) reports.push({ to: 'trouble', what: connection })
  }
  const { billable, category, type } = fieldsOf(status.pricing)
  if (typeof category === 'string')
    reports.push({
      to: 'charged',
      what: {
        externalId,
        chat,
        isBillable: billable === true,
        category: category.toLowerCase(),
        type: textOf(type).toLowerCase() || (billable === true ? 'regular' : 'free_customer_service'),
        at,
      },
    })
  return reports
}

/** The address book of the phone that shares the number. */
function phoneBookIn({ state_sync: changes }: Fields): readonly Report[] {
  return listOf(changes).flatMap((one): Report | [] => {
    const { action, contact } = fieldsOf(one)
    const { phone_number: phone, user_id: bsuid, username, full_name: name } = fieldsOf(contact)
    const addresses = [...phoneAddress(phone), ...bsuidAddress(bsuid, username)]
    if (action !== 'add' || addresses.length === 0) return []
    return { to: 'phoneChats', what: { addresses, name: textOrNull(name) } }
  })
}

function templateIn(value: Fields): readonly Report[] {
  const { event, new_quality_score: quality, new_category: category } = value
  if (typeof event !== 'string') return quality || category ? [{ to: 'checkDue', what: null }] : []
  return [
    {
      to: 'templates',
      what: {
        templateId: textOf(value.message_template_id),
        name: textOf(value.message_template_name),
        language: textOf(value.message_template_language),
        status: event.toUpperCase(),
        reason: value.reason === 'NONE' ? null : textOrNull(value.reason),
      },
    },
  ]
}
