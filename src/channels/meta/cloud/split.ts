/** Divides an entry of a webhook of a WhatsApp business account. Pure. */
import { createHash } from 'node:crypto'
import { type Address, addressKey } from '../../../contacts/address'
import { ownEntry } from '../../../platform/maps'
import type { Part } from '../product'
import { type Fields, fieldsOf, listOf, textOf } from './fields'
import { chatOf } from './message'
import { addressesIn, type Ids, idsIn } from './people'

export type MessageBody = { readonly message: Fields; readonly contact: Fields }
export type StatusBody = { readonly status: Fields; readonly contact: Fields }

type Change = { readonly account: string; readonly business: string; readonly value: Fields; readonly time: string }

export function split(entry: unknown): readonly Part[] {
  const { id, time, changes } = fieldsOf(entry)
  return listOf(changes).flatMap((change) => {
    const { field, value } = fieldsOf(change)
    const account = textOf(fieldsOf(fieldsOf(value).metadata).phone_number_id)
    const divide = ownEntry(dividers, textOf(field))
    return divide?.({ account, business: textOf(id), value: fieldsOf(value), time: textOf(time) }) ?? []
  })
}

type Words = 'message' | 'overheard' | 'ofPhone' | 'echo' | 'call'

const parts = (change: Change, kind: Words, list: unknown): readonly Part[] =>
  listOf(list).map((message) => messagePart(change, kind, fieldsOf(message)))

/** Other fields concern nobody here, such as those of solutions between partners. */
const dividers: Readonly<Record<string, (change: Change) => readonly Part[]>> = {
  messages: (change) => [
    ...parts(change, 'message', change.value.messages),
    ...listOf(change.value.statuses).map((status) => statusPart(change, fieldsOf(status))),
  ],
  smb_message_echoes: (change) => parts(change, 'ofPhone', change.value.message_echoes),
  message_echoes: (change) => parts(change, 'echo', change.value.message_echoes),
  standby: ({ value, ...change }) => {
    const own = fieldsOf(value.standby)
    const of = { ...change, value: own }
    return [...parts(of, 'overheard', own.messages), ...parts(of, 'echo', listOf(own.message_echoes).map(unwrapped))]
  },
  calls: (change) => parts(change, 'call', change.value.calls),
  smb_app_state_sync: (change) => [wholePart(change, 'phoneBook')],
  history: (change) => [wholePart(change, 'history')],
  message_template_status_update: (change) => [businessPart(change, 'template')],
  message_template_quality_update: (change) => [businessPart(change, 'template')],
  message_template_components_update: (change) => [businessPart(change, 'template')],
  template_category_update: (change) => [businessPart(change, 'template')],
  phone_number_quality_update: (change) => [businessPart(change, 'account')],
  phone_number_name_update: (change) => [businessPart(change, 'account')],
  phone_number_username_update: (change) => [businessPart(change, 'account')],
  business_capability_update: (change) => [businessPart(change, 'account')],
  account_review_update: (change) => [businessPart(change, 'account')],
  account_update: (change) => [businessPart(change, 'account')],
}

/** What another app sent stands inside an echo, as that app posted it. */
function unwrapped(echo: unknown): Fields {
  const { id, timestamp, message } = fieldsOf(echo)
  return message === undefined ? fieldsOf(echo) : { ...fieldsOf(message), id, timestamp }
}

function messagePart({ account, value }: Change, kind: Words, message: Fields): Part {
  const fromMe = kind === 'ofPhone' || kind === 'echo'
  const contact = contactOf(value, idsIn(message, fromMe))
  return {
    to: { account },
    // The end of a call has the same id as its beginning.
    key: [kind, textOf(message.id) || digestOf(message), ...(kind === 'call' ? [textOf(message.event)] : [])].join(':'),
    chat: keyOf(chatOf(message, contact, fromMe)),
    kind,
    body: { message, contact } satisfies MessageBody,
  }
}

function statusPart({ account, value }: Change, status: Fields): Part {
  const ids = { phone: status.recipient_id, bsuid: status.recipient_user_id }
  const contact = ownContact(value, ids) ?? {}
  return {
    to: { account },
    key: `status:${textOf(status.id)}:${textOf(status.status)}`,
    chat: keyOf(addressesIn(contact, ids)),
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

const contactsIn = (value: Fields): readonly Fields[] => listOf(value.contacts).map(fieldsOf)
const isGiven = (id: unknown): boolean => textOf(id) !== ''

/** The contact with one of these ids. A webhook lists its contacts apart from its messages. */
const ownContact = (value: Fields, { phone, bsuid }: Ids): Fields | undefined =>
  contactsIn(value).find(
    ({ user_id: user, wa_id: account }) =>
      (isGiven(user) && textOf(user) === textOf(bsuid)) || (isGiven(account) && textOf(account) === textOf(phone)),
  )

/** A single contact is meant even if it is named otherwise: WhatsApp may write a number without its ninth digit. */
function contactOf(value: Fields, ids: Ids): Fields {
  const [only, ...others] = contactsIn(value)
  return ownContact(value, ids) ?? (only && others.length === 0 && mayBe(only, ids) ? only : {})
}

const mayBe = ({ user_id: user, wa_id: account }: Fields, { phone, bsuid }: Ids): boolean =>
  !(isGiven(user) && isGiven(bsuid)) && (!(isGiven(account) && isGiven(phone)) || endOf(account) === endOf(phone))
const endOf = (number: unknown): string => textOf(number).slice(-LASTING_DIGITS)
/** The last digits of a number, which stay the same however it is written. */
const LASTING_DIGITS = 8

const keyOf = ([first]: readonly Address[]): string => (first ? addressKey(first) : 'nobody')

const digestOf = (value: unknown): string => createHash('sha256').update(JSON.stringify(value)).digest('base64url')
