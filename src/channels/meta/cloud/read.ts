/** What parts of webhooks report, in our terms. Pure. */
import { ownEntry } from '../../../platform/maps'
import { MINUTE } from '../../../platform/time'
import type { ConnectionRef, Incoming } from '../../channel'
import { DELIVERED, type MessageOrigin, PLAYED, READ, SENT } from '../../contract'
import { judgeUndelivered } from '../failures'
import type { Report, StoredPart } from '../product'
import { actionIn } from './actions'
import { callIn } from './calls'
import { type Fields, fieldsOf, instantOf, listOf, numberOf, textOf, textOrNull } from './fields'
import { historyIn } from './history'
import { chatOf, incomingOf } from './message'
import { addressesIn, bsuidAddress, phoneAddress } from './people'
import type { MessageBody, StatusBody } from './split'

export function read(part: StoredPart, _ref: ConnectionRef): readonly Report[] {
  switch (part.kind) {
    case 'message':
      return messageIn(part.body as MessageBody, part) // written by split
    case 'overheard':
      return overheardIn(part.body as MessageBody, part) // likewise
    case 'ofPhone':
      return ofOthers(part.body as MessageBody, part, 'phone') // likewise
    case 'echo':
      return ofOthers(part.body as MessageBody, part, writerOf(part.body as MessageBody)) // likewise
    case 'status':
      return statusIn(part.body as StatusBody, part) // likewise
    case 'call':
      return callIn(part.body as MessageBody, part) // likewise
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
  const chat = chatOf(message, contact, false)
  if (message.type === 'system') return movedIn(message)
  if (chat.length === 0 || message.type === 'request_welcome') return []
  const action = actionIn(message, { chat, fromMe: false, at: instantOf(message.timestamp, receivedAt) })
  if (action) return [{ to: 'actions', what: action }]
  return [{ to: 'incoming', what: incomingOf(message, contact, { fromMe: false, receivedAt }) }]
}

/** Another app answers the conversation. */
const overheardIn = (body: MessageBody, arrival: Arrival): readonly Report[] =>
  messageIn(body, arrival).map((one) =>
    one.to === 'incoming' ? { to: 'incoming', what: { ...one.what, isOverheard: true } satisfies Incoming } : one,
  )

/** Meta's AI, or another app that shares the number. */
const writerOf = ({ message }: MessageBody): MessageOrigin['by'] =>
  message.message_creation_type === 'created_by_1p_bot' ? 'metaAi' : 'metaInbox'

/** Sent in our name by others: typed on the phone that shares the number, or sent by another app. */
function ofOthers(
  { message, contact }: MessageBody,
  { receivedAt }: Arrival,
  by: MessageOrigin['by'],
): readonly Report[] {
  const chat = chatOf(message, contact, true)
  if (chat.length === 0) return []
  const action = actionIn(message, { chat, fromMe: true, at: instantOf(message.timestamp, receivedAt) })
  if (action) return [{ to: 'actions', what: action }]
  const incoming = incomingOf(message, contact, { fromMe: true, receivedAt })
  return [{ to: 'incoming', what: { ...incoming, extra: { ...incoming.extra, origin: { by, name: '' } } } }]
}

/** Somebody moved to another number, or has another BSUID. */
function movedIn(message: Fields): readonly Report[] {
  const { wa_id: account, new_wa_id: formerly, user_id: bsuid, type } = fieldsOf(message.system)
  if (!/changed_(number|user_id)/.test(textOf(type))) return []
  const addresses = [
    ...phoneAddress(account || formerly),
    ...phoneAddress(message.from),
    ...bsuidAddress(bsuid),
    ...bsuidAddress(message.from_user_id),
  ]
  return addresses.length > 1 ? [{ to: 'sameContact', what: addresses }] : []
}

const LATE_MS = 10 * MINUTE
const acks: Readonly<Record<string, 2 | 3 | 4 | 5>> = { sent: SENT, delivered: DELIVERED, read: READ, played: PLAYED }

/** Its first report is that the message is ours, if the answer to the request was lost. */
function statusIn({ status, contact }: StatusBody, { receivedAt }: Arrival): readonly Report[] {
  const externalId = textOf(status.id)
  const chat = addressesIn(contact, { phone: status.recipient_id, bsuid: status.recipient_user_id })
  const at = instantOf(status.timestamp, receivedAt)
  const ours = textOf(status.biz_opaque_callback_data)
  const reports: Report[] = []
  if (ours !== '') reports.push({ to: 'named', what: { ours, externalId } })
  if (chat.length > 1) reports.push({ to: 'sameContact', what: chat })
  const ack = ownEntry(acks, textOf(status.status))
  if (ack) reports.push({ to: 'receipts', what: { externalIds: [externalId], chat, ack, participant: null, at } })
  if (status.status === 'failed') {
    const [error] = listOf(status.errors)
    const { reason, connection } = judgeUndelivered(numberOf(fieldsOf(error).code) ?? 0)
    reports.push({ to: 'undelivered', what: { externalId, chat, reason } })
    // What comes late may be mended already; if not, the next message says so again.
    if (connection && receivedAt - at < LATE_MS) reports.push({ to: 'trouble', what: connection })
  }
  const charge = chargeIn(fieldsOf(status.pricing))
  if (charge) reports.push({ to: 'charged', what: { externalId, chat, at, ...charge } })
  return reports
}

/** Newer versions of Graph drop `billable`, older ones lack `type`: each tells what the other would. */
function chargeIn({ billable, category, type }: Fields) {
  if (typeof category !== 'string') return undefined
  const named = textOf(type).toLowerCase()
  const isBillable = typeof billable === 'boolean' ? billable : named === 'regular'
  const assumed = isBillable ? 'regular' : 'free_customer_service'
  return { isBillable, category: category.toLowerCase(), type: named || assumed }
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

/** What these events make of a template; others are its status. */
const STATUS_OF: Readonly<Record<string, string>> = {
  REINSTATED: 'APPROVED',
  UNPAUSED: 'APPROVED',
  UNARCHIVED: 'APPROVED',
}

/** A change of status, of quality or of category. */
function templateIn(value: Fields): readonly Report[] {
  const { event, new_quality_score: quality, new_category: category } = value
  const status = textOf(event).toUpperCase()
  // A warning: the template can still be sent.
  if (status === 'FLAGGED') return []
  // Its text changed.
  if (status === '' && !textOrNull(quality) && !textOrNull(category)) return [{ to: 'checkDue', what: null }]
  const pause = textOrNull(fieldsOf(value.other_info).title)
  return [
    {
      to: 'templates',
      what: {
        templateId: textOf(value.message_template_id),
        name: textOf(value.message_template_name),
        language: textOf(value.message_template_language),
        ...(status !== '' && {
          status: STATUS_OF[status] ?? status,
          reason: pause ?? (value.reason === 'NONE' ? null : textOrNull(value.reason)),
        }),
        ...(typeof quality === 'string' && { quality: quality.toUpperCase() }),
        ...(typeof category === 'string' && { category }),
      },
    },
  ]
}
