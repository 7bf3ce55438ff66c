/** The texts of a campaign: the variables they name, and their values for one recipient. */
import { identityOf } from '../../contacts/contract'
import { contactOfKey } from '../../contacts/number'
import { usernameOf } from '../../contacts/usernames'
import { campaignSettings, standardVariables } from '../../outbound/settings'
import type { Cx } from '../../platform/cx'
import { getRow } from '../../platform/sql'
import { type Values, variableValues } from '../../tickets/sending/variables'

const NAMED = /\{\{ ?([^{}]{1,60}?) ?\}\}/g

/** The company's own variables. */
export const ownVariables = (cx: Cx): Values =>
  Object.fromEntries(campaignSettings(cx).variables.map(({ key, value }) => [key, value]))

/** Variables named in the text that do not exist. */
export function unknownVariables(text: string, own: Values): string[] {
  const known = new Set([...standardVariables, ...Object.keys(own)])
  return [...text.matchAll(NAMED)].map(([, name = '']) => name).filter((name) => !known.has(name))
}

export type Reader = { readonly name: string; readonly number: string; readonly email: string }

type NamedNumber = { readonly name: string; readonly number: string }
/** Name and email from the list, else from the contact. */
export function readerOf(
  { db }: Pick<Cx, 'db'>,
  contactListId: number | null,
  { name, number }: NamedNumber,
  contactId: number | null,
): Reader {
  const find = (sql: string, ...params: (string | number | null)[]) => getRow<Partial<Reader>>(db, sql, params)
  const listed = find('SELECT email FROM contact_list_items WHERE list_id = ? AND number = ?', contactListId, number)
  const contact = find('SELECT name, email FROM contacts WHERE id = ?', contactId)
  const shown =
    contactOfKey(number) === undefined || contactId === null
      ? number
      : (identityOf({ number: null, username: usernameOf(db, contactId) }, (digits) => digits) ?? '')
  return { name: name || contact?.name || '', number: shown, email: listed?.email || contact?.email || '' }
}

/** Values of the variables for one recipient at that time; the protocol is that of a future conversation. */
export function valuesFor(cx: Cx, { name, ...person }: Reader, at = cx.now()): Values {
  const { timeZone, language } = cx.tenant
  const ticket = { id: 0, createdAt: at }
  const values = variableValues({ contact: { name, isGroup: false }, ticket, now: at, timeZone, language })
  return { ...values, ...person, ...ownVariables(cx) }
}

/** The same for sending: without the protocol, which comes from the message's conversation. */
export function valuesToSend(cx: Cx, reader: Reader): Values {
  const { protocol: _, ...values } = valuesFor(cx, reader)
  return values
}

/** Numbers (from 1) of the non-empty texts. */
export const usable = (texts: readonly string[]): number[] =>
  texts.flatMap((text, at) => (text.trim() === '' ? [] : [at + 1]))

/** A random non-empty text. */
export const chosen = (texts: readonly string[]): number | undefined => {
  const all = usable(texts)
  return all[Math.floor(Math.random() * all.length)]
}
