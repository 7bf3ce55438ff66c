/** Divides an entry of a webhook of a WhatsApp business account. Pure. */
import { createHash } from 'node:crypto'
import { addressKey } from '../../../contacts/address'
import type { Part } from '../product'
import { type Fields, fieldsOf, listOf, textOf } from './fields'
import { addressesIn } from './people'

export type MessageBody = { readonly message: Fields; readonly contact: Fields }
export type StatusBody = { readonly status: Fields; readonly contact: Fields }

type Change = { readonly account: string; readonly business: string; readonly value: Fields; readonly time: string }

export function split(entry: unknown): readonly Part[] {
  const { id, time, changes } = fieldsOf(entry)
  return listOf(changes).flatMap((change) => {
    const { field, value } = fieldsOf(change)
    const account = textOf(fieldsOf(fieldsOf(value).metadata).phone_number_id)
    const divide = dividers[textOf(field)]
    return divide?.({ account, business: textOf(id), value: fieldsOf(value), time: textOf(time) }) ?? []
  })
}

const dividers: Readonly<Record<string, (change: Change) => readonly Part[]>> = {
  messages: (change) => [
    ...listOf(change.value.messages).map((message) => messagePart(change, 'message', fieldsOf(message))),
    ...listOf(change.value.statuses).map((status) => statusPart(change, fieldsOf(status))),
  ],
  smb_message_echoes: (change) =>
    listOf(change.value.message_echoes).map((message) => messagePart(change, 'ofPhone', fieldsOf(message))),
  smb_app_state_sync: (change) => [wholePart(change, 'phoneBook')],
  history: (change) => [wholePart(change, 'history')],
  message_template_status_update: (change) => [businessPart(change, 'template')],
  message_template_quality_update: (change) => [businessPart(change, 'template')],
  template_category_update: (change) => [businessPart(change, 'template')],
  phone_number_quality_update: (change) => [businessPart(change, 'account')],
  phone_number_name_update: (change) => [businessPart(change, 'account')],
  account_update: (change) => [businessPart(change, 'account')],
}

function messagePart({ account, value }: Change, kind: 'message' | 'ofPhone', message: Fields): Part {
  const isOurs = kind === 'ofPhone'
  const ids = isOurs
    ? { phone: message.to, bsuid: message.to_user_id }
    : { phone: message.from, bsuid: message.from_user_id }
  const contact = contactOf(value, ids)
  return {
    to: { account },
    key: `${kind}:${textOf(message.id) || digestOf(message)}`,
    chat: chatOf(contact, ids),
    kind,
    body: { message, contact } satisfies MessageBody,
  }
}

function statusPart({ account, value }: Change, status: Fields): Part {
  const ids = { phone: status.recipient_id, bsuid: status.recipient_user_id }
  const contact = contactOf(value, ids)
  return {
    to: { account },
    key: `status:${textOf(status.id)}:${textOf(status.status)}`,
    chat: chatOf(contact, ids),
    kind: 'status',
    body: { status, contact } satisfies StatusBody,
  }
}

const wholePart = ({ account, value, time }: Change, kind: string): Part => ({
  to: { account },
  key: `${kind}:${time}:${digestOf(value)}`,
  chat: kind,
  kind,
  body: value,
})

/** About a template or a number, which names the business account alone. */
const businessPart = ({ business, value, time }: Change, kind: string): Part => ({
  to: { business },
  key: `${kind}:${time}:${digestOf(value)}`,
  chat: kind,
  kind,
  body: value,
})

type Ids = { readonly phone: unknown; readonly bsuid: unknown }

/** A webhook lists its contacts apart from its messages. */
function contactOf(value: Fields, { phone, bsuid }: Ids): Fields {
  const contacts = listOf(value.contacts).map(fieldsOf)
  const is = (given: unknown, known: unknown) => textOf(given) !== '' && textOf(given) === textOf(known)
  return (
    contacts.find((one) => is(one.user_id, bsuid) || is(one.wa_id, phone)) ??
    (contacts.length === 1 && contacts[0] ? contacts[0] : {})
  )
}

function chatOf(contact: Fields, ids: Ids): string {
  const [first] = addressesIn(contact, ids)
  return first ? addressKey(first) : 'nobody'
}

const digestOf = (value: unknown): string => createHash('sha256').update(JSON.stringify(value)).digest('base64url')
