/** Creates, schedules, changes and resends e-mails. `sending.ts` sends them. */
import { eq } from 'drizzle-orm'
import type { Actor } from '../../actor'
import { contactAudience } from '../../contacts/announce'
import { findContact } from '../../contacts/queries'
import { fail } from '../../errors'
import type { Cx } from '../../platform/cx'
import { execute, getOnlyValue } from '../../platform/sql'
import { statement } from '../../platform/sqlite'
import { hintOfPlannedTime } from '../../platform/time'
import { requireShare } from '../../users/shares'
import {
  addressesOf,
  type CorrectRecipient,
  contactEmailed,
  type Email,
  type EmailDetails,
  emailCreated,
  emailDeleted,
  emailUpdated,
  MOST_EMAILS,
  maySee,
  type RetryEmail,
  type ScheduleEmail,
  type SendEmail,
  type UpdateEmail,
} from './contract'
import { emailErrors } from './errors'
import { setFiles } from './files'
import { takeRecipients } from './hourly-limit'
import { leave } from './leaving'
import { contactOf, findLetter, type Letter, requireKnown, setLetter, signatureFor, written } from './letters'
import { passwordsIn } from './passwords'
import { countEmails, countEmailsOf, findVisible, listRecipients, readDetails, readEmail, wordsOf } from './queries'
import { type ServerDeps, smtpOf } from './server'
import { emailRecipients, emails, type StoredEmail, type StoredRecipient } from './tables'

/** Where an e-mail continues a conversation, and whom and what that is about. */
type ThreadLink = Pick<StoredEmail, 'answeredId' | 'threadId'> & Pick<Letter, 'contactId' | 'ticketId'>

/** Sent by the next run of the job. */
export function sendEmail(
  cx: Cx,
  actor: Actor,
  deps: ServerDeps,
  input: SendEmail,
  continued: ThreadLink | null = null,
): Email {
  requireServer(cx, deps, input.tokenSenha)
  return cx.transaction((cx) => {
    takeRecipients(cx, deps, actor.userId, addressesOf(input.email)?.length ?? 0)
    return addEmail(cx, actor, input, { state: 'sending', sendAt: cx.now(), leaving: deps, continued })
  })
}

export function scheduleEmail(cx: Cx, actor: Actor, deps: ServerDeps, input: ScheduleEmail): Email {
  requireStoredPassword(cx, deps)
  const sendAt = plannedTime(cx, input.sendAt)
  return addEmail(cx, actor, { ...input, tokenSenha: null }, { state: 'scheduled', sendAt })
}

function requireServer(cx: Cx, deps: ServerDeps, typed: string | null | undefined) {
  const found = smtpOf(cx, deps, typed || null)
  if (found === 'notConfigured') fail(emailErrors.ERR_EMAIL_NOT_CONFIGURED)
  if (found === 'noPassword') fail(emailErrors.ERR_EMAIL_PASSWORD)
  if (found === 'signedOut') fail(emailErrors.ERR_EMAIL_SIGNED_OUT)
}

function requireStoredPassword(cx: Cx, deps: ServerDeps) {
  const found = smtpOf(cx, deps, null)
  if (found === 'notConfigured') fail(emailErrors.ERR_EMAIL_NOT_CONFIGURED)
  if (found === 'noPassword') fail(emailErrors.ERR_EMAIL_PASSWORD_STORED)
  if (found === 'signedOut') fail(emailErrors.ERR_EMAIL_SIGNED_OUT)
}

function plannedTime(cx: Cx, typed: string): number {
  const at = Date.parse(typed)
  const hint = hintOfPlannedTime(at, cx.now())
  return hint === undefined ? at : fail('ERR_INVALID_INPUT', [{ field: 'sendAt', message: hint }])
}

/** `leaving`: what sending needs, for one that leaves at once. */
type Due = Pick<StoredEmail, 'state' | 'sendAt'> & {
  readonly leaving?: ServerDeps
  readonly continued?: ThreadLink | null
}

function addEmail(cx: Cx, actor: Actor, input: SendEmail, { state, sendAt, leaving, continued }: Due): Email {
  const passwords = leaving && passwordsIn(leaving, cx.tenant.uuid)
  const { email, assunto, tokenSenha, fileIds = [], sign } = input
  const { html, message } = written(input)
  return cx.transaction((cx) => {
    if (countEmails(cx.db) >= MOST_EMAILS) fail(emailErrors.ERR_EMAIL_LIMIT, { most: MOST_EMAILS })
    requireShare(actor, countEmailsOf(cx.db, actor.userId) + 1, MOST_EMAILS)
    const addresses = addressesOf(email) ?? []
    const { id } = cx.db
      .insert(emails)
      .values({
        userId: actor.userId,
        token: crypto.randomUUID(),
        subject: assunto,
        message,
        words: wordsOf(assunto, addresses),
        state,
        sendAt,
        nextAt: sendAt,
        answeredId: continued?.answeredId ?? null,
        threadId: continued?.threadId ?? null,
        createdAt: cx.now(),
        updatedAt: cx.now(),
      })
      .returning({ id: emails.id })
      .get()
    addRecipients(cx, id, addresses, { since: sendAt, counted: state === 'scheduled' ? 0 : 1 })
    setFiles(cx, actor, id, fileIds)
    const { contactId, ticketId } = continued ?? requireKnown(cx, actor, input)
    setLetter(cx.db, id, { html, signature: signatureFor(cx.db, actor.userId, sign), contactId, ticketId })
    passwords?.keep(id, tokenSenha)
    if (leaving) leave(cx, leaving, id)
    const record = readEmail(cx.db, id)
    cx.emit(emailCreated({ record }), (listener) => maySee(listener, record))
    announceContactEmails(cx, contactId)
    return record
  })
}

type RecipientQueue = Pick<StoredRecipient, 'since' | 'counted'>

function addRecipients(cx: Cx, emailId: number, addresses: readonly string[], { since, counted }: RecipientQueue) {
  const insert = statement(
    cx.db.$client,
    `INSERT INTO email_recipients (email_id, address, state, since, next_at, counted)
     VALUES (@emailId, @address, 'queued', @since, @since, @counted)`,
  )
  for (const address of addresses) insert.run({ emailId, address, since, counted })
}

export const changeEmail = (cx: Cx, actor: Actor, id: number, input: UpdateEmail): EmailDetails =>
  cx.transaction((cx) => {
    const before = findScheduled(cx, actor, id)
    const { email, assunto = before.subject, sign } = input
    const letter = findLetter(cx.db, id)
    const { html, message } = changedText(before, letter, input)
    const sendAt = input.sendAt === undefined ? before.sendAt : plannedTime(cx, input.sendAt)
    const known = listRecipients(cx.db, id).map(({ address }) => address)
    const addresses = email === undefined ? known : (addressesOf(email) ?? [])
    cx.db.delete(emailRecipients).where(eq(emailRecipients.emailId, id)).run()
    addRecipients(cx, id, addresses, { since: sendAt, counted: 0 })
    if (input.fileIds) setFiles(cx, actor, id, input.fileIds)
    const signature = sign === undefined ? letter.signature : signatureFor(cx.db, before.userId, sign)
    setLetter(cx.db, id, { ...letter, html, signature })
    const words = wordsOf(assunto, addresses)
    saveEmail(cx, id, { subject: assunto, message, words, sendAt, nextAt: sendAt })
    return readDetails(cx.db, id)
  })

/** A new plain text takes the place of a formatted one. */
function changedText({ message }: StoredEmail, { html }: Letter, input: UpdateEmail) {
  if (input.html === undefined && input.mensagem === undefined) return { html, message }
  return written({ mensagem: message, ...input })
}

/** Sends a scheduled one now. */
export const sendNow = (
  cx: Cx,
  actor: Actor,
  deps: ServerDeps,
  id: number,
  typed: string | null | undefined,
): EmailDetails =>
  cx.transaction((cx) => {
    findScheduled(cx, actor, id)
    requireServer(cx, deps, typed)
    takeRecipients(cx, deps, actor.userId, listRecipients(cx.db, id).length)
    passwordsIn(deps, cx.tenant.uuid).keep(id, typed)
    const now = cx.now()
    execute(cx.db, 'UPDATE email_recipients SET since = @now, next_at = @now, counted = 1 WHERE email_id = @id', {
      id,
      now,
    })
    leave(cx, deps, id)
    saveEmail(cx, id, { state: 'sending', sendAt: now, nextAt: now })
    return readDetails(cx.db, id)
  })

function findScheduled(cx: Cx, actor: Actor, id: number): StoredEmail {
  const found = findVisible(cx.db, actor, id)
  return found.state === 'scheduled' ? found : fail(emailErrors.ERR_EMAIL_LOCKED)
}

/** Cancels a scheduled e-mail, or removes a finished one. */
export const deleteEmail = (cx: Cx, actor: Actor, id: number): void =>
  cx.transaction((cx) => {
    const { state } = findVisible(cx.db, actor, id)
    if (state === 'sending') fail(emailErrors.ERR_EMAIL_LOCKED)
    removeEmail(cx, id)
  })

/** Inside a transaction. */
export function removeEmail(cx: Cx, id: number) {
  const [record, contactId] = [readEmail(cx.db, id), contactOf(cx.db, id)]
  cx.db.delete(emails).where(eq(emails.id, id)).run()
  cx.emit(emailDeleted({ id }), (listener) => maySee(listener, record))
  announceContactEmails(cx, contactId)
}

function announceContactEmails(cx: Cx, contactId: number | null) {
  const contact = contactId === null ? undefined : findContact(cx.db, contactId)
  if (contact) cx.emit(contactEmailed({ contactId: contact.id }), contactAudience(cx.db, contact))
}

/** Cancels the copies that wait for a retry. */
export const stopEmail = (cx: Cx, actor: Actor, id: number): EmailDetails =>
  cx.transaction((cx) => {
    findVisible(cx.db, actor, id)
    execute(
      cx.db,
      "UPDATE email_recipients SET state = 'failed', failure = ifnull(failure, 'stopped'), next_at = NULL WHERE email_id = ? AND state = 'queued'",
      id,
    )
    settle(cx, id)
    return readDetails(cx.db, id)
  })

export const retryEmail = (cx: Cx, actor: Actor, deps: ServerDeps, id: number, input: RetryEmail): EmailDetails =>
  cx.transaction((cx) => {
    const found = findVisible(cx.db, actor, id)
    const chosen = listRecipients(cx.db, id).filter(
      ({ id, state, address }) =>
        address !== '' && (input.recipientIds ? input.recipientIds.includes(id) && isOver(state) : state === 'failed'),
    )
    if (found.state === 'scheduled' || chosen.length === 0) fail(emailErrors.ERR_EMAIL_NOTHING_TO_RETRY)
    requireServer(cx, deps, input.tokenSenha)
    takeRecipients(cx, deps, actor.userId, chosen.length)
    passwordsIn(deps, cx.tenant.uuid).keep(id, input.tokenSenha)
    for (const recipient of chosen) queueAgain(cx, recipient.id, recipient.address)
    settle(cx, id)
    return readDetails(cx.db, id)
  })

const isOver = (state: string) => state === 'failed' || state === 'unknown'

/** Sends the copy to another address. */
export function correctRecipient(
  cx: Cx,
  actor: Actor,
  deps: ServerDeps,
  place: { readonly id: number; readonly recipientId: number },
  { email: address, tokenSenha }: CorrectRecipient,
): EmailDetails {
  return cx.transaction((cx) => {
    const found = findVisible(cx.db, actor, place.id)
    const recipients = listRecipients(cx.db, place.id)
    const wrong = recipients.find(({ id }) => id === place.recipientId) ?? fail(emailErrors.ERR_NO_EMAIL_FOUND)
    if (found.state === 'scheduled' || wrong.state !== 'failed') fail(emailErrors.ERR_EMAIL_NOTHING_TO_RETRY)
    const others = recipients.filter(({ id }) => id !== wrong.id).map((one) => one.address)
    if (others.some((other) => other.toLowerCase() === address.toLowerCase())) fail(emailErrors.ERR_EMAIL_TWICE)
    requireServer(cx, deps, tokenSenha)
    takeRecipients(cx, deps, actor.userId, 1)
    passwordsIn(deps, cx.tenant.uuid).keep(place.id, tokenSenha)
    queueAgain(cx, wrong.id, address)
    cx.db
      .update(emails)
      .set({ words: wordsOf(found.subject, [...others, address]) })
      .where(eq(emails.id, place.id))
      .run()
    settle(cx, place.id)
    return readDetails(cx.db, place.id)
  })
}

function queueAgain(cx: Cx, id: number, address: string) {
  execute(
    cx.db,
    `UPDATE email_recipients SET state = 'queued', address = @address, failure = NULL, answer = NULL, since = @now,
       next_at = @now, counted = 1 WHERE id = @id`,
    { id, address, now: cx.now() },
  )
}

/** Updates the e-mail's row from its copies. Returns whether all have an outcome. */
export function settle(cx: Cx, id: number): boolean {
  const nextAt = getOnlyValue<number | null>(
    cx.db,
    "SELECT min(next_at) FROM email_recipients WHERE email_id = ? AND state = 'queued'",
    id,
  )
  saveEmail(cx, id, { state: nextAt === null ? 'done' : 'sending', nextAt })
  return nextAt === null
}

/** Updates the row and announces it. */
export function saveEmail(cx: Cx, id: number, change: Partial<StoredEmail>) {
  cx.db
    .update(emails)
    .set({ ...change, updatedAt: cx.now() })
    .where(eq(emails.id, id))
    .run()
  const record = readEmail(cx.db, id)
  cx.emit(emailUpdated({ record }), (listener) => maySee(listener, record))
  announceContactEmails(cx, contactOf(cx.db, id))
}
