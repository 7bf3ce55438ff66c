/** How the Cloud API names people: by number, by an id for one business (BSUID), or both. Pure. */
import { oneLine, personName } from '../../../platform/text'
import type { Address } from '../../channel'
import { type Fields, fieldsOf, textOf } from './fields'

/** Digits, perhaps with the marks that people write. An id that contains digits is no number. */
const NUMBER = /^\+?[\d\s().-]{5,30}$/

/** Empty if it is no number. */
export function phoneAddress(value: unknown): readonly Address[] {
  const digits = textOf(value).replace(/\D/g, '')
  return NUMBER.test(textOf(value)) && /^\d{5,20}$/.test(digits) ? [{ kind: 'phone', value: digits }] : []
}

export function bsuidAddress(value: unknown, username?: unknown): readonly Address[] {
  const id = textOf(value)
  if (!/^[A-Z]{2}\.[\w.-]{1,200}$/.test(id)) return []
  const name = oneLine(textOf(username), 100).replace(/^@/, '')
  return [{ kind: 'bsuid', value: id, ...(name !== '' && { username: name }) }]
}

/** Fields with the number and the BSUID of one person. Where Meta hides the number, its field may hold the BSUID. */
export type Ids = { readonly phone: unknown; readonly bsuid: unknown }

/** The other side of a message: who wrote it, or whom we wrote to. */
export const idsIn = (message: Fields, fromMe: boolean): Ids =>
  fromMe
    ? { phone: message.to || message.recipient, bsuid: message.to_user_id }
    : { phone: message.from, bsuid: message.from_user_id }

/** The number first: it is what the desk shows. */
export function addressesIn(contact: Fields, { phone, bsuid }: Ids): Address[] {
  const { wa_id: account, user_id: user, profile } = contact
  const { username } = fieldsOf(profile)
  const [number] = [phone, account].flatMap(phoneAddress)
  const [id] = [bsuid, user, phone, account].flatMap((one) => bsuidAddress(one, username))
  return [...(number ? [number] : []), ...(id ? [id] : [])]
}

export const nameIn = (contact: Fields): string | null => personName(textOf(fieldsOf(contact.profile).name)) || null
