/** What an e-mail has beside its plain text: formatting, a signature, and the contact and conversation it is about. */
import type { Actor } from '../../actor'
import { fail } from '../../errors'
import type { Cx } from '../../platform/cx'
import { execute, getColumn, getRow, getValue } from '../../platform/sql'
import type { Db } from '../../platform/sqlite'
import { findContactKnownTo, findVisibleTicket } from '../../tickets/queries'
import { EMAIL_LENGTH, type SendEmail } from './contract'
import { HTML_LENGTH } from './formatted/contract'
import { sanitise } from './formatted/sanitise'
import { plainTextOf } from './formatted/text'
import { signatureOf } from './signatures'

/** `html` and `signature` are sanitised; null: plain text, and none. */
export type Letter = {
  readonly html: string | null
  readonly signature: string | null
  readonly contactId: number | null
  readonly ticketId: number | null
}
export const plainLetter: Letter = { html: null, signature: null, contactId: null, ticketId: null }

export const findLetter = (db: Db, emailId: number): Letter =>
  getRow<Letter>(
    db,
    'SELECT html, signature, contact_id AS contactId, ticket_id AS ticketId FROM email_letters WHERE email_id = (? + 0)',
    emailId,
  ) ?? plainLetter

export function setLetter(db: Db, emailId: number, { html, signature, contactId, ticketId }: Letter) {
  execute(db, 'DELETE FROM email_letters WHERE email_id = ?', emailId)
  if (html === null && signature === null && contactId === null) return
  execute(db, 'INSERT INTO email_letters (email_id, html, signature, contact_id, ticket_id) VALUES (?, ?, ?, ?, ?)', [
    emailId,
    html,
    signature,
    contactId,
    ticketId,
  ])
}

type LetterText = { readonly html: string | null; readonly message: string }

/** The wanted text in its stored forms. Formatted text takes precedence. */
export function written({ html = null, mensagem = '' }: Pick<SendEmail, 'html' | 'mensagem'>): LetterText {
  if (html === null) return mensagem === '' ? refuse('mensagem', 'form.required') : { html, message: mensagem }
  const clean = sanitise(html)
  if (clean === '') return refuse('html', 'form.required')
  const message = plainTextOf(clean)
  if (clean.length > HTML_LENGTH || message.length > EMAIL_LENGTH) return refuse('html', 'form.text.long')
  return { html: clean, message }
}

const refuse = (field: string, message: string): never => fail('ERR_INVALID_INPUT', [{ field, message }])

/** Fails unless the actor knows the contact and sees the conversation. */
export function requireKnown(cx: Cx, actor: Actor, { contactId, ticketId }: Pick<SendEmail, 'contactId' | 'ticketId'>) {
  const ticket = ticketId == null ? null : findVisibleTicket(cx.db, actor, ticketId)
  const about = contactId ?? ticket?.contactId ?? null
  if (about === null) return { contactId: null, ticketId: null }
  if (ticket && ticket.contactId !== about) fail('ERR_NO_CONTACT_FOUND')
  const contact = findContactKnownTo(cx.db, actor, about)
  if (contact.isGroup) fail('ERR_NO_CONTACT_FOUND')
  return { contactId: contact.id, ticketId: ticket?.id ?? null }
}

export const signatureFor = (db: Db, userId: number, isSigned: boolean | undefined): string | null =>
  isSigned ? signatureOf(db, userId) : null

/** E-mails that were written to this contact alone, or from its page. */
export const listOfPerson = (db: Db, contactId: number, address: string | null): number[] =>
  getColumn<number>(
    db,
    `SELECT email_id FROM email_letters WHERE contact_id = @contactId
     UNION SELECT r.email_id FROM email_recipients r WHERE r.address = @address COLLATE NOCASE
       AND (SELECT count(*) FROM email_recipients o WHERE o.email_id = r.email_id) = 1`,
    { contactId, address },
  )

export const contactOf = (db: Db, emailId: number): number | null =>
  getValue<number>(db, 'SELECT contact_id FROM email_letters WHERE email_id = (? + 0)', emailId) ?? null
