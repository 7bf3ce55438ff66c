/** How the Cloud API names people: by number, by an id for one business (BSUID), or both. Pure. */
import { oneLine, personName } from '../../../platform/text'
import type { Address } from '../../channel'
import { type Fields, fieldsOf, textOf } from './fields'

/** A number with or without marks; empty if it is none. */
export function phoneAddress(value: unknown): readonly Address[] {
  const digits = textOf(value).replace(/\D/g, '')
  return /^\d{5,20}$/.test(digits) ? [{ kind: 'phone', value: digits }] : []
}

export function bsuidAddress(value: unknown, username?: unknown): readonly Address[] {
  const id = textOf(value)
  if (!/^[A-Z]{2}\.[\w.-]{1,200}$/.test(id)) return []
  const name = oneLine(textOf(username), 100).replace(/^@/, '')
  return [{ kind: 'bsuid', value: id, ...(name !== '' && { username: name }) }]
}

/** The number first: it is what the desk shows. `ids` are fields with numbers and BSUIDs of one person. */
export const addressesIn = (contact: Fields, ids: { readonly phone: unknown; readonly bsuid: unknown }): Address[] => [
  ...phoneAddress(ids.phone || contact.wa_id),
  ...bsuidAddress(ids.bsuid || contact.user_id, fieldsOf(contact.profile).username),
]

export const nameIn = (contact: Fields): string | null => personName(textOf(fieldsOf(contact.profile).name)) || null
