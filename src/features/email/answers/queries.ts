import type { Actor } from '../../../actor'
import { fail } from '../../../errors'
import { instant, instantOrNull } from '../../../platform/formats'
import { getColumn, getOnlyValue, getRow, getRows, getValue } from '../../../platform/sql'
import type { Condition, Db } from '../../../platform/sqlite'
import { can } from '../../../users/permissions'
import { type EmailFile, type EmailState, manageEmails } from '../contract'
import { emailErrors } from '../errors'
import { findOrFail } from '../queries'
import type { CopyId } from './addressing'
import {
  type AnswerFault,
  type AnswerKind,
  type EmailAnswer,
  type EmailAnswerHead,
  type EmailThread,
  MOST_LISTED,
  PREVIEW_LENGTH,
} from './contract'
import { divideQuote } from './quoted'

/** An e-mail of ours and its recipient, whose number may be of a copy that is gone. */
export type Target = { readonly emailId: number; readonly recipientId: number | null }

/** The first of these copies that this company has sent. */
export function findCopy(db: Db, copies: readonly CopyId[]): Target | undefined {
  for (const { token, recipientId } of copies) {
    const found = getRow<Target>(
      db,
      `SELECT e.id AS emailId, (SELECT id FROM email_recipients WHERE id = @recipientId AND email_id = e.id) AS recipientId
       FROM emails e WHERE e.token = @token`,
      { token, recipientId },
    )
    if (found) return found
  }
  return undefined
}

/** Whether a mail is one of ours itself, such as a copy to a colleague that lies in the same mailbox. */
export const isOurs = (db: Db, copies: readonly CopyId[]): boolean => findCopy(db, copies) !== undefined

export const countAnswers = (db: Db, emailId: number): number =>
  getOnlyValue<number>(db, 'SELECT count(*) FROM email_answers WHERE email_id = ?', emailId)

export const threadOf = (db: Db, emailId: number): number =>
  getOnlyValue<number>(db, 'SELECT ifnull(thread_id, id) FROM emails WHERE id = ?', emailId)

/** Whose answers these are: those who may see the first e-mail of the conversation. */
const ownerOf = (db: Db, threadId: number): number => findOrFail(db, threadId).userId

type Row = {
  readonly id: number
  readonly emailId: number
  readonly threadId: number
  readonly kind: AnswerKind
  readonly fromName: string
  readonly fromAddress: string
  readonly replyTo: string
  readonly subject: string
  readonly message: string
  readonly fault: AnswerFault | null
  readonly leftOut: number
  readonly sentAt: number | null
  readonly receivedAt: number
  readonly readAt: number | null
}

const columnsWith = (
  message: string,
) => `a.id, a.email_id AS emailId, ifnull(e.thread_id, e.id) AS threadId, a.kind, a.from_name AS fromName,
  a.from_address AS fromAddress, a.reply_to AS replyTo, a.subject, ${message} AS message, a.fault, a.left_out AS leftOut,
  a.sent_at AS sentAt, a.received_at AS receivedAt, a.read_at AS readAt`
const WHOLE = columnsWith('a.message')
/** Where the beginning is enough. */
const HEAD = columnsWith('substr(a.message, 1, 2000)')
const FROM = 'FROM email_answers a JOIN emails e ON e.id = a.email_id'

const showHead = ({
  id,
  emailId,
  threadId,
  kind,
  fromName,
  fromAddress,
  subject,
  message,
  receivedAt,
  readAt,
}: Row): EmailAnswerHead => ({
  id,
  emailId,
  threadId,
  kind,
  from: { name: fromName, address: fromAddress },
  subject,
  preview: divideQuote(message).said.replace(/\s+/g, ' ').slice(0, PREVIEW_LENGTH).toWellFormed(),
  receivedAt: instant(receivedAt),
  isRead: readAt !== null,
})

function showAnswer(db: Db, row: Row): EmailAnswer {
  const { said, quoted } = divideQuote(row.message)
  return {
    ...showHead(row),
    replyTo: row.replyTo || row.fromAddress,
    message: said,
    quoted,
    fault: row.fault,
    leftOut: row.leftOut,
    sentAt: instantOrNull(row.sentAt),
    files: listAnswerFiles(db, row.id),
  }
}

const findRow = (db: Db, id: number): Row | undefined =>
  getRow<Row>(db, `SELECT ${WHOLE} ${FROM} WHERE a.id = (? + 0)`, id)

export const readHead = (db: Db, id: number): EmailAnswerHead =>
  showHead(findRow(db, id) ?? fail(emailErrors.ERR_NO_EMAIL_FOUND))

/** What may be seen of answers, by the first e-mail of their conversation `t`. */
const seenBy = (actor: Actor): Condition =>
  can(actor, manageEmails) ? { sql: '1', params: [] } : { sql: 't.user_id = (? + 0)', params: [actor.userId] }

export function findVisibleAnswer(db: Db, actor: Actor, id: number): EmailAnswer {
  const row = findRow(db, id)
  if (!row) return fail(emailErrors.ERR_NO_EMAIL_FOUND)
  const isVisible = can(actor, manageEmails) || ownerOf(db, row.threadId) === actor.userId
  return isVisible ? showAnswer(db, row) : fail(emailErrors.ERR_NO_EMAIL_FOUND)
}

type HeadFilter = { readonly unreadOf: number } | { readonly contactId: number; readonly address: string | null }

/** The latest first. */
export function listHeads(db: Db, actor: Actor, filter: HeadFilter): EmailAnswerHead[] {
  const visible = seenBy(actor)
  const condition: Condition =
    'unreadOf' in filter
      ? { sql: 'a.read_at IS NULL AND t.user_id = (? + 0)', params: [filter.unreadOf] }
      : {
          sql: `a.id IN (SELECT id FROM email_answers WHERE from_address = ? COLLATE NOCASE
            UNION SELECT n.id FROM email_letters l JOIN email_answers n ON n.email_id = l.email_id WHERE l.contact_id = (? + 0))`,
          params: [filter.address ?? '', filter.contactId],
        }
  return getRows<Row>(
    db,
    `SELECT ${HEAD} ${FROM} JOIN emails t ON t.id = ifnull(e.thread_id, e.id)
     WHERE ${condition.sql} AND ${visible.sql} ORDER BY a.id DESC LIMIT ${MOST_LISTED}`,
    [...condition.params, ...visible.params],
  ).map(showHead)
}

/** Of a conversation, the latest answers. */
const MOST_SHOWN = 50

export function readThread(db: Db, threadId: number): EmailThread {
  const ids = JSON.stringify(
    getColumn<number>(db, 'SELECT id FROM emails WHERE id = (@id + 0) OR thread_id = (@id + 0)', { id: threadId }),
  )
  const answers = getRows<Row>(
    db,
    `SELECT ${WHOLE} ${FROM} WHERE a.email_id IN (SELECT value FROM json_each(?)) ORDER BY a.id DESC LIMIT ${MOST_SHOWN}`,
    ids,
  )
  return { emails: listThreadEmails(db, ids), answers: answers.reverse().map((row) => showAnswer(db, row)) }
}

type EmailRow = {
  readonly id: number
  readonly answeredId: number | null
  readonly message: string
  readonly html: string | null
  readonly signature: string | null
  readonly recipients: string
  readonly userName: string
  readonly state: EmailState
  readonly failed: number
  readonly sendAt: number
}

const listThreadEmails = (db: Db, ids: string) =>
  getRows<EmailRow>(
    db,
    `SELECT e.id, e.answered_id AS answeredId, e.message, l.html, l.signature, e.state, e.send_at AS sendAt,
       u.name AS userName,
       (SELECT json_group_array(address) FROM email_recipients WHERE email_id = e.id AND address <> '') AS recipients,
       (SELECT count(*) FROM email_recipients WHERE email_id = e.id AND state = 'failed') AS failed
     FROM emails e JOIN users u ON u.id = e.user_id LEFT JOIN email_letters l ON l.email_id = e.id
     WHERE e.id IN (SELECT value FROM json_each(?)) ORDER BY e.id`,
    ids,
  ).map(({ recipients, userName, sendAt, ...row }) => ({
    ...row,
    to: JSON.parse(recipients) as string[], // made by the query
    user: { name: userName },
    sendAt: instant(sendAt),
  }))

const FILE = `id, ifnull(media_name, '') AS name, ifnull(media_type, '') AS mimetype, ifnull(media_size, 0) AS size`

const listAnswerFiles = (db: Db, answerId: number): EmailFile[] =>
  getRows<EmailFile>(db, `SELECT ${FILE} FROM email_answer_files WHERE answer_id = (? + 0) ORDER BY id`, answerId)

export const findAnswerFile = (db: Db, answerId: number, id: number) =>
  getRow<EmailFile & { readonly file: string | null }>(
    db,
    `SELECT ${FILE}, media_file AS file FROM email_answer_files WHERE id = ? AND answer_id = ?`,
    [id, answerId],
  )

/** With what an e-mail continues the conversation: ids of the mail that it answers, and of those before. */
export function findReferences(
  db: Db,
  answerId: number,
): { readonly messageId: string; readonly references: string } | undefined {
  return getRow<{ messageId: string; references: string }>(
    db,
    'SELECT message_id AS messageId, reference_ids AS "references" FROM email_answers WHERE id = ?',
    answerId,
  )
}

export const findAddress = (db: Db, recipientId: number): string | undefined =>
  getValue<string>(db, 'SELECT address FROM email_recipients WHERE id = ?', recipientId)
