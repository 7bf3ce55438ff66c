/** Reads how a contact of another product is reached. Those products keep digits, and whatever WhatsApp said. Pure. */
import { addressOf } from '../../../channels/whatsapp/address'
import { type Address, addressKey } from '../../../contacts/address'
import { otherForm } from '../../../contacts/number'
import { readPhone } from '../../../contacts/phone'
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
  if (row.isGroup) return whole([groupOf(row)])
  switch (row.channel) {
    case 'whatsapp':
    case 'whatsapp_official':
      return whole(whatsappAddresses(row, facts))
    case 'facebook':
      return whole([idOf('psid', row.number)])
    case 'instagram':
      // Izing signs in as a person, and knows people by another id than Meta's interface.
      return facts.family === 'izing' ? CHANNEL_UNKNOWN : whole([idOf('igsid', row.number)])
    default:
      return CHANNEL_UNKNOWN
  }
}

const CHANNEL_UNKNOWN: ReadAddresses = { addresses: [], lacks: 'channelUnknown' }

function whole(found: readonly (Address | null)[]): ReadAddresses {
  const addresses = [...new Map(found.flatMap((one) => (one ? [[addressKey(one), one]] : []))).values()]
  return { addresses, lacks: addresses.length === 0 ? 'noNumber' : null }
}

const idOf = (kind: 'psid' | 'igsid', id: string): Address | null =>
  /^\d{5,25}$/.test(id) ? { kind, value: id } : null

/** `120363012345678901`, or `<number>-<time>` of groups from before 2021; with or without `@g.us`. */
function groupOf({ number, remoteJid }: ContactRow): Address | null {
  const value = number.trim().replace(/@g\.us$/, '')
  if (/^\d{10,25}(-\d{6,12})?$/.test(value)) return { kind: 'group', value }
  const address = addressOf(remoteJid)
  return address?.kind === 'group' ? address : null
}

function whatsappAddresses(row: ContactRow, facts: AddressFacts): readonly (Address | null)[] {
  const own = addressOf(row.number.includes('@') ? row.number.trim() : null)
  const named = addressOf(row.remoteJid)
  const lids = [row.lid, ...facts.lids].map(lidOf)
  const digits = own?.value ?? row.number.replace(/[\s+().-]/g, '')
  const isLid = (lid: Address | null) => lid?.kind === 'lid' && lid.value === digits
  const isHidden = [own, named, ...lids].some(isLid) || facts.isLid(digits) || isLikeLid(digits)
  const written = own?.kind === 'phone' ? own.value : row.number
  const phone = isHidden ? null : phoneOf(written, facts.country)
  const other = named?.kind === 'phone' && !isLikeLid(named.value) ? named : null
  return [
    phone ?? other,
    isHidden || (!phone && MAY_BE_LID.test(digits)) ? lidOf(digits) : null,
    named?.kind === 'lid' ? named : null,
    ...lids,
  ]
}

const lidOf = (lid: string | null): Address | null => {
  const value = lid?.trim().replace(/@lid$/, '').split(':')[0] ?? ''
  return /^\d{6,20}$/.test(value) ? { kind: 'lid', value } : null
}

/** No telephone number is so long but a few of Indonesia, and LIDs seldom are shorter. */
const isLikeLid = (digits: string): boolean => /^\d{14,}$/.test(digits) && !/^62\d{12}$/.test(digits)

/** Digits that no numbering plan knows: the product got them from WhatsApp, so they are not a typing error. */
const MAY_BE_LID = /^\d{12,15}$/

/** In the form in which it is stored, which was WhatsApp's. */
function phoneOf(written: string, country: string): Address | null {
  const digits = written.replace(/[\s().+-]/g, '')
  const international = readPhone(`+${digits}`, { country })
  const read = 'number' in international ? international : readPhone(written, { country })
  if (!('number' in read)) return null
  return { kind: 'phone', value: otherForm(digits) === read.number ? digits : read.number }
}
