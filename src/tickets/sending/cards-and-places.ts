/** Contact cards and locations sent by an attendant, stored in the same form as incoming ones. */
import type { Actor } from '../../actor'
import type { Contact } from '../../contacts/tables'
import { fail } from '../../errors'
import type { Db } from '../../platform/sqlite'
import type { SendMessage } from '../messages/contract'
import { findContactKnownTo } from '../queries'
import type { Draft } from './send'

type CardOrPlace = Pick<Draft, 'kind' | 'body' | 'extra'>

export function placeDraft(location: SendMessage['location']): CardOrPlace | undefined {
  if (!location) return undefined
  const { latitude, longitude, name = '', address = '' } = location
  const lines = [name.trim(), address.trim(), `https://maps.google.com/?q=${latitude},${longitude}`]
  const place = { latitude, longitude, name: name.trim() || null, address: address.trim() || null, live: false }
  return { kind: 'location', body: lines.filter(Boolean).join('\n'), extra: { place } }
}

export function cardsDraft(db: Db, actor: Actor, contactIds: SendMessage['contacts']): CardOrPlace | undefined {
  if (!contactIds) return undefined
  const cards = [...new Set(contactIds)].map((id) => cardOf(findContactKnownTo(db, actor, id)))
  return { kind: 'vcard', body: cards.map(({ name }) => name).join(', '), extra: { cards } }
}

/** Groups and people with a hidden number cannot be sent as a card. */
function cardOf(contact: Contact) {
  if (!contact.number || contact.isGroup) return fail('ERR_NO_CONTACT_FOUND')
  return { name: contact.name, numbers: [{ number: `+${contact.number}`, account: contact.number }] }
}
