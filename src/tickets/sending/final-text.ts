/**
 * The final text of an outgoing message, as sent, stored and shown: variables filled in, then signed. All texts pass
 * through here.
 */

import { findContactOrFail } from '../../contacts/queries'
import { fail } from '../../errors'
import type { Cx } from '../../platform/cx'
import { isEnabled } from '../../settings/settings'
import { findUser } from '../../users/people'
import { MESSAGE_LENGTH, signed, unsigned } from '../messages/contract'
import type { StoredMessage } from '../messages/tables'
import type { Ticket } from '../tables'
import { fillVariables, type Values, variableValues } from './variables'

/** `values`: variables of this text only. */
type Manner = { readonly values?: Values; readonly signature?: string | null }

/** Empty if nothing is left to send. */
export function finalText(cx: Cx, ticket: Ticket, typed: string, { values = {}, signature }: Manner = {}): string {
  const words = signed(filled(cx, ticket, unsigned(typed.trimStart(), signature), values).trim(), signature)
  return words.length <= MESSAGE_LENGTH
    ? words
    : fail('ERR_INVALID_INPUT', [{ field: 'body', message: 'form.text.long' }])
}

function filled(cx: Cx, ticket: Ticket, text: string, values: Values): string {
  if (!text.includes('{{')) return text
  return fillVariables(text, { ...valuesIn(cx, ticket), ...values })
}

/** The variables that every text to a contact may use. */
export function valuesIn(cx: Cx, ticket: Pick<Ticket, 'id' | 'contactId' | 'createdAt'>): Values {
  const contact = findContactOrFail(cx.db, ticket.contactId)
  const { timeZone, language } = cx.tenant
  return variableValues({ contact, ticket, now: cx.now(), timeZone, language })
}

type Signable = {
  readonly kind: StoredMessage['kind']
  readonly sign?: boolean
  readonly userId: number | null
  readonly signAs?: number | null
}

/** The signature, if the sender wants one and the company allows it; voice notes, stickers and notes have none. */
export function signatureOf(cx: Cx, { kind, sign, userId, signAs = null }: Signable): string | null {
  const signer = sign ? userId : signAs
  if (signer === null || kind === 'ptt' || kind === 'sticker' || kind === 'note') return null
  return isEnabled(cx.db, 'sendSignMessage') ? (findUser(cx.db, signer)?.name ?? null) : null
}
