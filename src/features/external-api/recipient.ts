/** The recipient of a send: a contact, or a number that the messenger knows. */
import { phoneMeant } from '../../channels/dialing'
import type { NumberLookUp } from '../../channels/look-up'
import type { Address } from '../../contacts/address'
import { findContactIdByAddress, findContactOrFail } from '../../contacts/queries'
import { findContactIdByUsername } from '../../contacts/usernames'
import { fail } from '../../errors'
import type { Cx } from '../../platform/cx'
import type { Db } from '../../platform/sqlite'
import type { StoredToken } from './tokens'
import { readRecipient, type WrittenRecipient } from './written-recipient'

export type Recipient = {
  readonly contactId: number | null
  readonly number: string
  /** The messenger's response for a number that is not a contact yet. */
  readonly addresses: readonly Address[]
}

/** A recipient who is a contact already. People without a number must be one: they have written to us. */
export function findKnownRecipient(cx: Cx, written: string): Recipient | undefined {
  const named = readRecipient(written)
  if (named) return namedRecipient(cx.db, named)
  const group = groupIn(written)
  const number = group ?? phoneIn(cx, written)
  const contactId = findContactIdByAddress(cx.db, { kind: group === undefined ? 'phone' : 'group', value: number })
  return contactId === undefined ? undefined : { contactId, number, addresses: [] }
}

function namedRecipient(db: Db, named: WrittenRecipient): Recipient {
  const id =
    'contactId' in named
      ? named.contactId
      : 'address' in named
        ? findContactIdByAddress(db, named.address)
        : findContactIdByUsername(db, named.username)
  const contact = findContactOrFail(db, id ?? 0)
  return { contactId: contact.id, number: contact.number ?? '', addresses: [] }
}

/** For a messenger that does not say who has an account: the send says it. */
export const recipientAsWritten = (cx: Cx, written: string): Recipient => ({
  contactId: null,
  number: phoneIn(cx, written),
  addresses: [],
})

/** Asks the messenger about a number that is no contact. Fails with ERR_CHECK_NUMBER if it is unknown there too. */
export async function askForRecipient(
  cx: Cx,
  token: StoredToken,
  numbers: NumberLookUp,
  written: string,
): Promise<Recipient> {
  if (groupIn(written) !== undefined) fail('ERR_NO_CONTACT_FOUND')
  const number = phoneIn(cx, written)
  const addresses = await numbers.check(cx, lookUpQuotaOf(cx, token), number)
  return { contactId: null, number, addresses }
}

/** Programs write foreign numbers as the messenger does: bare digits with country code. */
export const phoneIn = (cx: Cx, written: string): string => phoneMeant(cx, written, { mayLackPlus: true })

/** A group's id: with the messenger's suffix, or too long for a phone number. */
function groupIn(number: string): string | undefined {
  const [, id] = /^\s*([\d-]{8,40})@g\.us\s*$/.exec(number) ?? []
  return id ?? (/^\d{17,20}$/.test(number.trim()) ? number.trim() : undefined)
}

/** Key for the quota of number look-ups. */
export const lookUpQuotaOf = ({ tenant }: Cx, { id }: StoredToken) => ({ tenantId: tenant.id, userId: `api ${id}` })
