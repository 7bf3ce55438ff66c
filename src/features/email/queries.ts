import type { Actor } from '../../actor'
import { findContact } from '../../contacts/queries'
import { fail } from '../../errors'
import { finder } from '../../platform/finder'
import { instant, instantOrNull } from '../../platform/formats'
import { needleOf } from '../../platform/needle'
import { type Page, pageOf } from '../../platform/pages'
import { getOnlyValue, getRows, getValue } from '../../platform/sql'
import type { Condition, Db } from '../../platform/sqlite'
import { likeEach, searchable } from '../../platform/text'
import { can } from '../../users/permissions'
import {
  CONTACT_EMAILS,
  type ContactEmail,
  EMAIL_PAGE,
  type Email,
  type EmailDetails,
  type EmailFailure,
  type EmailState,
  manageEmails,
  maySee,
  PREVIEW_LENGTH,
} from './contract'
import { emailErrors } from './errors'
import { listFiles } from './files'
import { findLetter } from './letters'
import { emails, type StoredEmail, type StoredRecipient } from './tables'

const missing = emailErrors.ERR_NO_EMAIL_FOUND
export const { find: findEmail, findOrFail } = finder(emails, missing)

export function findVisible(db: Db, actor: Actor, id: number): StoredEmail {
  const found = findOrFail(db, id)
  return maySee(actor, { user: { id: found.userId, name: '' } }) ? found : fail(missing)
}

export type EmailFilter = { readonly isScheduled: boolean; readonly search: string }

/** Scheduled ones: the next first. Others: the latest first. */
export function listEmails(db: Db, actor: Actor, { isScheduled, search }: EmailFilter, page: number): Page<Email> {
  const parts: Condition[] = [
    { sql: isScheduled ? "e.state = 'scheduled'" : "e.state <> 'scheduled'", params: [] },
    ...(can(actor, manageEmails) ? [] : [{ sql: 'e.user_id = (? + 0)', params: [actor.userId] }]),
    ...likeEach('e.words', needleOf(search)),
  ]
  const where = { sql: parts.map(({ sql }) => sql).join(' AND '), params: parts.flatMap(({ params }) => params) }
  return pageOf(
    {
      rows: (from, most) => rowsOf(db, where, isScheduled ? 'ASC' : 'DESC', most, from),
      count: () => countOf(db, where),
    },
    page,
    EMAIL_PAGE,
  )
}

const countOf = (db: Db, { sql, params }: Condition): number =>
  getOnlyValue<number>(db, `SELECT count(*) FROM emails e WHERE ${sql}`, params)

export const readEmail = (db: Db, id: number): Email =>
  rowsOf(db, { sql: 'e.id = (? + 0)', params: [id] }, 'ASC', 1, 0)[0] ?? fail(missing)

/** The whole message and its recipients: those that need attention first. */
export function readDetails(db: Db, id: number): EmailDetails {
  const { message } = findOrFail(db, id)
  const { html, signature, contactId } = findLetter(db, id)
  const contact = contactId === null ? undefined : findContact(db, contactId)
  const to = listRecipients(db, id).map((row) => ({
    id: row.id,
    email: row.address,
    state: row.state,
    failure: row.failure,
    answer: row.answer,
    tries: row.tries,
    nextAt: instantOrNull(row.state === 'queued' && (row.tries > 0 || row.failure !== null) ? row.nextAt : null),
    sentAt: instantOrNull(row.sentAt),
  }))
  return {
    ...readEmail(db, id),
    message,
    html,
    signature,
    contact: contact ? { id: contact.id, name: contact.name } : null,
    to,
    attachments: listFiles(db, id),
  }
}

type ContactRow = Omit<ContactEmail, 'user' | 'sendAt'> & {
  readonly userId: number
  readonly userName: string
  readonly sendAt: number
}

/** The latest first. */
export function listOfContact(db: Db, contactId: number): { emails: ContactEmail[]; hasMore: boolean } {
  const rows = getRows<ContactRow>(
    db,
    `SELECT e.id, e.subject, e.state, e.send_at AS sendAt, e.user_id AS userId, u.name AS userName,
         (SELECT count(*) FROM email_recipients WHERE email_id = e.id) AS recipients,
         (SELECT count(*) FROM email_recipients WHERE email_id = e.id AND state = 'sent') AS sent,
         (SELECT count(*) FROM email_recipients WHERE email_id = e.id AND state = 'failed') AS failed
       FROM email_letters l JOIN emails e ON e.id = l.email_id JOIN users u ON u.id = e.user_id
       WHERE l.contact_id = (? + 0) ORDER BY l.email_id DESC LIMIT ${CONTACT_EMAILS + 1}`,
    contactId,
  )
  const emails = rows.slice(0, CONTACT_EMAILS).map(({ userId, userName, sendAt, ...row }) => ({
    ...row,
    user: { id: userId, name: userName },
    sendAt: instant(sendAt),
  }))
  return { emails, hasMore: rows.length > CONTACT_EMAILS }
}

/** What the search looks at. */
export const wordsOf = (subject: string, addresses: readonly string[]) =>
  searchable(`${subject} ${addresses.join(' ')}`)

export const listRecipients = (db: Db, emailId: number): StoredRecipient[] =>
  getRows<StoredRecipient>(
    db,
    `SELECT id, email_id AS emailId, address, state, failure, answer, tries, since, next_at AS nextAt, sent_at AS sentAt,
       counted
     FROM email_recipients WHERE email_id = (? + 0)
     ORDER BY CASE state WHEN 'failed' THEN 0 WHEN 'unknown' THEN 1 WHEN 'sent' THEN 3 ELSE 2 END, id`,
    emailId,
  )

export const countEmails = (db: Db): number => getOnlyValue<number>(db, 'SELECT count(*) FROM emails')
export const countEmailsOf = (db: Db, userId: number): number =>
  getOnlyValue<number>(db, 'SELECT count(*) FROM emails WHERE user_id = ?', userId)
/** E-mails sent once a standby installation or company is activated. */
export const countWaiting = (db: Db): number =>
  getOnlyValue<number>(db, 'SELECT count(*) FROM emails WHERE next_at IS NOT NULL')

/** The e-mail that has waited longest for sending. */
export const findDue = (db: Db, now: number): number | undefined =>
  getValue<number>(db, 'SELECT id FROM emails WHERE next_at <= (? + 0) ORDER BY next_at, id LIMIT 1', now)

type Row = {
  id: number
  subject: string
  sender: string | null
  message: string
  userId: number
  userName: string
  state: EmailState
  sendAt: number
  recipients: number
  sent: number
  failed: number
  unknown: number
  files: number
  answers: number
  unread: number
  failure: EmailFailure | null
  answer: string | null
  nextAt: number | null
  updatedAt: number
}

/** The most relevant copy: one that failed, else one that waits for a retry. */
const TELLING = `(SELECT id FROM email_recipients WHERE email_id = e.id AND failure IS NOT NULL
  ORDER BY state = 'failed' DESC, state = 'unknown' DESC, id LIMIT 1)`

const IN_THREAD = '(email_id = e.id OR email_id IN (SELECT id FROM emails WHERE thread_id = e.id))'

const rowsOf = (db: Db, { sql, params }: Condition, order: 'ASC' | 'DESC', most: number, from: number): Email[] =>
  getRows<Row>(
    db,
    `SELECT e.id, e.subject, substr(e.message, 1, ${PREVIEW_LENGTH}) AS message, e.user_id AS userId, u.name AS userName,
         e.state, e.send_at AS sendAt, e.updated_at AS updatedAt, count(r.id) AS recipients,
         (SELECT count(*) FROM email_files WHERE email_id = e.id) AS files,
         (SELECT count(*) FROM email_answers WHERE ${IN_THREAD}) AS answers,
         (SELECT count(*) FROM email_answers WHERE ${IN_THREAD} AND read_at IS NULL) AS unread,
         (SELECT address FROM email_recipients WHERE email_id = e.id ORDER BY id LIMIT 1) AS sender,
         count(*) FILTER (WHERE r.state = 'sent') AS sent, count(*) FILTER (WHERE r.state = 'failed') AS failed,
         count(*) FILTER (WHERE r.state = 'unknown') AS unknown,
         min(r.next_at) FILTER (WHERE r.state = 'queued' AND (r.tries > 0 OR r.failure IS NOT NULL)) AS nextAt, t.failure, t.answer
       FROM (SELECT * FROM emails e WHERE ${sql} ORDER BY e.send_at ${order}, e.id ${order} LIMIT ? OFFSET ?) e
       JOIN users u ON u.id = e.user_id JOIN email_recipients r ON r.email_id = e.id
       LEFT JOIN email_recipients t ON t.id = ${TELLING}
       GROUP BY e.id ORDER BY e.send_at ${order}, e.id ${order}`,
    [...params, most, from],
  ).map(described)

const described = (row: Row): Email => ({
  id: row.id,
  subject: row.subject,
  sender: row.sender ?? '',
  message: row.message,
  user: { id: row.userId, name: row.userName },
  state: row.state,
  sendAt: instant(row.sendAt),
  recipients: row.recipients,
  sent: row.sent,
  failed: row.failed,
  unknown: row.unknown,
  files: row.files,
  answers: row.answers,
  unread: row.unread,
  failure: row.failure,
  answer: row.answer,
  nextAt: instantOrNull(row.nextAt),
  updatedAt: instant(row.updatedAt),
})
