/** Sets the mailbox, marks answers as read, and answers them. */
import type { Actor } from '../../../actor'
import { recordAct } from '../../../audit/record'
import { fail } from '../../../errors'
import type { Cx } from '../../../platform/cx'
import { execute, getColumn } from '../../../platform/sql'
import { DAY } from '../../../platform/time'
import { saveEmail, sendEmail } from '../actions'
import { type Email, SUBJECT_LENGTH } from '../contract'
import { emailErrors } from '../errors'
import { findLetter } from '../letters'
import { findOrFail } from '../queries'
import type { ServerDeps } from '../server'
import {
  type ChangeMailbox,
  type EmailMailbox,
  emailAnswersSeen,
  type ReplyToAnswer,
  type SeenAnswers,
} from './contract'
import { findMailbox, type MailboxDeps, sealPassword, showMailbox, suggested } from './mailbox'
import { findVisibleAnswer } from './queries'
import { announceMailbox } from './reading'

/** Answers that came in the days before are found too. */
const FIRST_LOOK = 7 * DAY

/** Another mailbox is read from its beginning; another server gets no password that was typed for this one. */
export const changeMailbox = (cx: Cx, actor: Actor, deps: MailboxDeps, input: ChangeMailbox): EmailMailbox =>
  cx.transaction((cx) => {
    const before = findMailbox(cx.db)
    const shown = showMailbox(cx, deps)
    const { way, folder, port } = input
    const host = input.host.toLowerCase()
    const isSamePlace = before?.host === host && before.port === port
    const isSameLogin = before?.user === input.user && (before.ownLogin === 1) === input.ownLogin
    const isSame = isSamePlace && isSameLogin && before.folder === folder
    const kept = isSamePlace ? before.password : ''
    const password = input.password === undefined ? kept : sealPassword(cx, deps, input.password)
    const since = isSame && before.way === way ? before.since : cx.now() - FIRST_LOOK
    execute(
      cx.db,
      `INSERT INTO email_mailbox (id, way, host, port, own_login, user, password, folder, plus_address, uid_validity, last_uid,
         since, next_at, failures)
       VALUES (1, @way, @host, @port, @ownLogin, @user, @password, @folder, @plusAddress, @uidValidity, @lastUid, @since, @nextAt, 0)
       ON CONFLICT DO UPDATE SET way = @way, host = @host, port = @port, own_login = @ownLogin, user = @user,
         password = @password, folder = @folder, plus_address = @plusAddress, uid_validity = @uidValidity, last_uid = @lastUid,
         since = @since, next_at = @nextAt, failures = 0, failure = NULL, answer = NULL`,
      {
        way,
        host,
        port,
        ownLogin: Number(input.ownLogin),
        user: input.user,
        password,
        folder,
        plusAddress: Number(input.plusAddress),
        uidValidity: isSame ? before.uidValidity : null,
        lastUid: isSame ? before.lastUid : 0,
        since,
        nextAt: way === 'imap' ? cx.now() : null,
      },
    )
    const after = showMailbox(cx, deps)
    record(cx, actor, before ? shown : { ...shown, ...suggested(cx, deps) }, after, Boolean(input.password))
    announceMailbox(cx)
    return after
  })

const FIELDS = ['way', 'host', 'port', 'ownLogin', 'user', 'folder', 'plusAddress'] as const

function record(cx: Cx, actor: Actor, before: EmailMailbox, after: EmailMailbox, hasNewPassword: boolean) {
  const changes = FIELDS.filter((field) => before[field] !== after[field]).map((field) => ({
    field,
    from: String(before[field]),
    to: String(after[field]),
  }))
  const password = hasNewPassword ? [{ field: 'password', from: before.hasPassword ? 'set' : null, to: 'set' }] : []
  recordAct(cx, actor, {
    kind: 'emailMailbox',
    act: 'update',
    subject: { id: null, name: after.host },
    changes: [...changes, ...password],
  })
}

/** Only the sender's own: an administrator who looks at them leaves them unread. */
export const seeAnswers = (cx: Cx, { userId }: Actor, { ids }: SeenAnswers): void =>
  cx.transaction((cx) => {
    const seen = getColumn<number>(
      cx.db,
      `UPDATE email_answers SET read_at = @now WHERE read_at IS NULL AND id IN (SELECT value FROM json_each(@ids))
         AND email_id IN (SELECT e.id FROM emails e JOIN emails t ON t.id = ifnull(e.thread_id, e.id) WHERE t.user_id = @userId)
       RETURNING id`,
      { now: cx.now(), ids: JSON.stringify(ids), userId },
    )
    if (seen.length > 0) cx.emit(emailAnswersSeen({ ids: seen }), (listener) => listener.userId === userId)
  })

/** Sends an e-mail in answer to an answer, in the same conversation and about the same contact. */
export const replyToAnswer = (cx: Cx, actor: Actor, deps: ServerDeps, id: number, input: ReplyToAnswer): Email =>
  cx.transaction((cx) => {
    const answer = findVisibleAnswer(cx.db, actor, id)
    if (answer.kind === 'bounce' || answer.replyTo === '') fail(emailErrors.ERR_EMAIL_NO_REPLY)
    const assunto = subjectOf(answer.subject || findOrFail(cx.db, answer.threadId).subject)
    const { contactId, ticketId } = findLetter(cx.db, answer.emailId)
    const continued = { answeredId: id, threadId: answer.threadId, contactId, ticketId }
    const sent = sendEmail(cx, actor, deps, { ...input, email: answer.replyTo, assunto }, continued)
    saveEmail(cx, answer.threadId, {})
    return sent
  })

const subjectOf = (subject: string): string => {
  const plain = subject.replace(/\p{Cc}+/gu, ' ').trim()
  return (/^(re|res|rv|ynt|aw)\s*:/i.test(plain) ? plain : `Re: ${plain}`).slice(0, SUBJECT_LENGTH).toWellFormed()
}
