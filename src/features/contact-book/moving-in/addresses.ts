/** Where a contact of another product can be reached from here. Pure. */
import { addressOf } from '../../../channels/whatsapp/address'
import { type Address, addressKey } from '../../../contacts/address'
import { otherForm } from '../../../contacts/number'
import { readPhone } from '../../../contacts/phone'
import { digitsOf, type ReadAddress, readAddress, readLid } from '../../../moving-in/reading/addresses'
import type { Family, SourceRows } from '../../../moving-in/source'

type ContactRow = Pick<SourceRows['contacts'], 'number' | 'remoteJid' | 'lid' | 'isGroup' | 'channel'>

export type AddressFacts = {
  readonly family: Family
  /** The company's, for numbers that somebody typed without its code. */
  readonly country: string
  /** LIDs that the product knows to be this contact's, in digits. */
  readonly lids: readonly string[]
  /** Whether digits are known to be somebody's LID. */
  isLid(digits: string): boolean
}

export type ReadAddresses = {
  readonly addresses: readonly Address[]
  /** Why nothing can be sent to the contact. */
  readonly lacks: 'noNumber' | 'channelUnknown' | null
}

/** The number before LIDs. A bare LID looks like a number, and is never taken for one. */
export function readAddresses(row: ContactRow, facts: AddressFacts): ReadAddresses {
  const read = readAddress(row)
  if (read?.kind === 'group') return whole([read])
  if (read?.kind !== 'other') return whole(row.isGroup ? [groupIn(row)] : whatsappAddresses(row, read, facts))
  // Izing signs in to Instagram as a person, and knows people by another id than Meta's interface.
  if (row.channel === 'instagram' && facts.family !== 'izing') return whole([idOf('igsid', read.value)])
  return row.channel === 'facebook' ? whole([idOf('psid', read.value)]) : { addresses: [], lacks: 'channelUnknown' }
}

function whole(found: readonly (Address | null)[]): ReadAddresses {
  const addresses = [...new Map(found.flatMap((one) => (one ? [[addressKey(one), one]] : []))).values()]
  return { addresses, lacks: addresses.length === 0 ? 'noNumber' : null }
}

const idOf = (kind: 'psid' | 'igsid', id: string): Address | null =>
  /^\d{5,25}$/.test(id) ? { kind, value: id } : null

function groupIn({ remoteJid }: ContactRow): Address | null {
  const address = addressOf(remoteJid)
  return address?.kind === 'group' ? address : null
}

function whatsappAddresses(row: ContactRow, read: ReadAddress | null, facts: AddressFacts): (Address | null)[] {
  const named = addressOf(row.remoteJid)
  const lids = [readLid(row), ...facts.lids.map(digitsOf)].map((value) => value && ({ kind: 'lid', value } as const))
  const digits = read?.value ?? ''
  // No LID begins with a zero, which is what people dial.
  const isLid = read?.kind === 'lid' && !digits.startsWith('0')
  const isHidden = isLid || facts.isLid(digits) || lids.some((lid) => lid && lid.value === digits)
  const phone = read === null || isHidden ? null : phoneOf(row.number.split('@')[0] ?? '', facts.country)
  const other = named?.kind === 'phone' && readAddress({ ...row, number: named.value })?.kind === 'phone' ? named : null
  const hidden = isHidden || (!phone && MAY_BE_LID.test(digits)) ? ({ kind: 'lid', value: digits } as const) : null
  return [phone ?? other, hidden, ...lids.map((lid) => lid || null)]
}

/** Digits that no numbering plan knows: the product got them from WhatsApp, so they are not a typing error. */
const MAY_BE_LID = /^\d{12,15}$/

/** In the form in which it is stored, which was WhatsApp's. */
function phoneOf(written: string, country: string): Address | null {
  const digits = written.split(':')[0]?.replace(/\D/g, '') ?? ''
  const international = readPhone(`+${digits}`, { country })
  const read = 'number' in international ? international : readPhone(written, { country })
  if (!('number' in read)) return null
  return { kind: 'phone', value: otherForm(digits) === read.number ? digits : read.number }
}
