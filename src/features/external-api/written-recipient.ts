/** Recipients who are not written as a number. Pure. */
import type { AddressKind } from '../../contacts/address'

export type WrittenRecipient =
  | { readonly contactId: number }
  | { readonly address: { readonly kind: AddressKind; readonly value: string } }
  | { readonly username: string }

export const contactWithId = (id: number): string => `contact:${id}`

/** Undefined: it is a number, or a group's id. */
export function readRecipient(written: string): WrittenRecipient | undefined {
  const text = written.trim()
  const [, kind, value = ''] = /^(contact|psid|igsid|bsuid):(\S+)$/.exec(text) ?? []
  if (kind === 'contact') return { contactId: Number(value) || 0 }
  if (kind === 'psid' || kind === 'igsid' || kind === 'bsuid') return { address: { kind, value } }
  return /^@[\w.]+$/.test(text) ? { username: text } : undefined
}
