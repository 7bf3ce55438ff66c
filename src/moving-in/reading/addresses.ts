/** Who a contact is on the messenger, from the columns that may tell it. Pure. */
import type { SourceRows } from '../source'

export type ReadAddress =
  | { readonly kind: 'phone'; readonly value: string }
  | { readonly kind: 'lid'; readonly value: string }
  /** Without `@g.us`; the old style has a hyphen. */
  | { readonly kind: 'group'; readonly value: string }
  /** Of Facebook, Instagram or Telegram. */
  | { readonly kind: 'other'; readonly value: string }

type ContactColumns = Pick<SourceRows['contacts'], 'number' | 'remoteJid' | 'lid' | 'isGroup' | 'channel'>

/**
 * What the number of a contact is. Null if it is nothing: blank, a status, a channel, too short to be dialed.
 *
 * WhatsApp's LIDs are digits, too. A LID must never become a phone number, so what no phone can be counts as one.
 */
export function readAddress({ number, remoteJid, lid, isGroup, channel }: ContactColumns): ReadAddress | null {
  const [user = '', server = ''] = number.trim().split('@')
  if (/^(broadcast|newsletter)$/.test(server) || user === 'status') return null
  if (channel === 'facebook' || channel === 'instagram' || channel === 'telegram') {
    return user === '' ? null : { kind: 'other', value: user }
  }
  if (isGroup || server === 'g.us' || isGroupId(user)) return readGroup(user)
  const digits = (user.split(':')[0] ?? '').replace(/\D/g, '')
  if (digits === '') return null
  const isLid = server === 'lid' || digitsOf(lid) === digits || isLidJid(remoteJid, digits) || isNoPhone(digits)
  if (isLid) return { kind: 'lid', value: digits }
  return digits.length < SHORTEST ? null : { kind: 'phone', value: digits }
}

/** The LID that stands beside a number. */
export function readLid({
  number,
  remoteJid,
  lid,
}: Pick<ContactColumns, 'number' | 'remoteJid' | 'lid'>): string | null {
  const digits = digitsOf(lid) ?? (remoteJid?.endsWith('@lid') ? digitsOf(remoteJid) : null)
  return digits ?? (number.endsWith('@lid') ? digitsOf(number) : null)
}

/** The digits of a JID or of a LID with or without its server; null for none. */
export function digitsOf(jid: string | null): string | null {
  const digits = jid?.split('@')[0]?.split(/[:_]/)[0]?.replace(/\D/g, '')
  return digits === undefined || digits === '' ? null : digits
}

const SHORTEST = 8
const isLidJid = (jid: string | null, digits: string): boolean =>
  (jid?.endsWith('@lid') ?? false) && digitsOf(jid) === digits
const isGroupId = (user: string): boolean => /^(\d{8,15}-\d{9,11}|120363\d{12,})$/.test(user)

function readGroup(user: string): ReadAddress | null {
  return /^\d{8,}(-\d+)?$/.test(user) ? { kind: 'group', value: user } : null
}

/** Brazilian numbers have 12 or 13 digits, no number of the world more than 15, and none of 14 or 15 is a mobile phone. */
const isNoPhone = (digits: string): boolean =>
  digits.length >= 14 || digits.startsWith('0') || (digits.startsWith('55') && digits.length > 13)
