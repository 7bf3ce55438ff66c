/** Stores an answer with its files, and marks recipients whose copy did not arrive. */
import { createHash } from 'node:crypto'
import { rm, stat } from 'node:fs/promises'
import { dirname } from 'node:path'
import type { Cx } from '../../../platform/cx'
import { leavesSpace } from '../../../platform/disk-space'
import { contentOf } from '../../../platform/file-type'
import { adoptFile, hashOf, receiveFile, sidePath } from '../../../platform/files'
import { readHeaders } from '../../../platform/imap'
import { type ReadMail, type Report, readMailJob } from '../../../platform/incoming-mail/job'
import { isMailAddress } from '../../../platform/mail-address'
import type { Services } from '../../../platform/module'
import { execute, getRow } from '../../../platform/sql'
import type { ReceivedFile } from '../../../platform/uploads'
import { saveEmail } from '../actions'
import { MOST_EMAIL_FILES, maySee } from '../contract'
import { findEmail, readEmail } from '../queries'
import { referencesTo } from './addressing'
import { type AnswerFault, type AnswerKind, emailAnswered, MOST_ANSWERS } from './contract'
import { countAnswers, findAddress, readHead, type Target, threadOf } from './queries'

/** Larger mails are read only at their beginning. */
const MOST_MAIL = 25_000_000
const BEGINNING = 200_000
const MOST_TEXT = 30_000
const MOST_FILES = 2 * MOST_EMAIL_FILES
/** Whoever reads customers' files takes one turn for all of them. */
const NOBODY = 0

export type StoringDeps = Pick<Services, 'uploadTargetOf' | 'folderOf' | 'closing'>

/** A mail with its files stored, ready for its rows. */
type PreparedAnswer = {
  readonly mail: ReadMail
  readonly fault: AnswerFault | null
  readonly messageId: string
  readonly files: readonly ReceivedFile[]
  readonly leftOut: number
}

export const bytesToRead = (size: number): number => (size > MOST_MAIL ? BEGINNING : MOST_MAIL)

/** Reads the mail in another process. Undefined if the server is closing: it is read again by the next one. */
export async function prepare(
  cx: Pick<Cx, 'tenant'>,
  deps: StoringDeps,
  content: AsyncIterable<Uint8Array>,
  size: number,
): Promise<PreparedAnswer | undefined> {
  const { folder, parse } = deps.uploadTargetOf({ tenantUuid: cx.tenant.uuid, userId: NOBODY })
  const { path, sha256 } = await receiveFile(folder, content, 2 * MOST_MAIL)
  const side = dirname(sidePath(folder))
  const isCut = size > MOST_MAIL
  let found: ReadMail | undefined
  try {
    const args = { path, folder: side, mostFiles: isCut ? 0 : MOST_FILES, mostText: MOST_TEXT }
    found = (await parse(readMailJob, args)) ?? (await parse(readMailJob, args)) // its process may have died of another cause
    if (!found && deps.closing.aborted) return undefined
    const mail = found ?? (await headersOnly(path))
    const { files, lost } = await storeFiles(folder, parse, mail)
    return {
      mail,
      fault: !found ? 'unreadable' : isCut || mail.isCut ? 'tooLarge' : null,
      messageId: mail.messageId || `${createHash('sha256').update(sha256).digest('hex')}@no-id`,
      files,
      leftOut: mail.leftOut + lost,
    }
  } finally {
    await rm(path, { force: true })
    for (const { path } of found?.files ?? []) await rm(path, { force: true })
  }
}

/** By their content; what has no room on the disk is left out. */
async function storeFiles(
  folder: string,
  parse: ReturnType<StoringDeps['uploadTargetOf']>['parse'],
  { files }: ReadMail,
): Promise<{ readonly files: readonly ReceivedFile[]; readonly lost: number }> {
  const stored: ReceivedFile[] = []
  for (const { path, name, declared } of files) {
    const { size } = await stat(path)
    if (!leavesSpace(folder, size)) continue
    const { mimetype, ending } = await contentOf(parse, path, { name, declared })
    const { sha256 } = await hashOf(path)
    await adoptFile(folder, path, sha256)
    stored.push({ file: sha256, name: name || `arquivo${ending ? `.${ending}` : ''}`, mimetype, size })
  }
  return { files: stored, lost: files.length - stored.length }
}

/** Of a mail that cannot be read: who wrote it and what about, as far as its first lines show. */
async function headersOnly(path: string): Promise<ReadMail> {
  const beginning = await Bun.file(path).slice(0, 64_000).text()
  const headers = readHeaders(beginning.split(/\r?\n\r?\n/, 1)[0] ?? '')
  const firstOf = (name: string) => (headers.get(name)?.[0] ?? '').slice(0, 300).toWellFormed()
  const address = /[^\s<>"',;:]+@[\w.-]+/.exec(firstOf('from'))?.[0] ?? ''
  return {
    from: { name: '', address },
    replyTo: '',
    subject: firstOf('subject'),
    sentAt: null,
    messageId: /<([^<>\s]{1,250})>/.exec(firstOf('message-id'))?.[1] ?? '',
    references: [],
    text: '',
    isCut: false,
    isAutomatic: false,
    files: [],
    leftOut: 0,
    reportedId: '',
    reportedTo: '',
  }
}

/** In a transaction. Returns whether it was new: a mail may be found twice, in another folder or after a crash. */
export function storeAnswer(
  cx: Cx,
  target: Target,
  { mail, fault, messageId, files, leftOut }: PreparedAnswer,
): boolean {
  const { db } = cx
  const { emailId } = target
  if (!findEmail(db, emailId)) return false // deleted while the answer was fetched
  const known = getRow(db, 'SELECT 1 FROM email_answers WHERE email_id = ? AND message_id = ?', [emailId, messageId])
  if (known || countAnswers(db, emailId) >= MOST_ANSWERS) return false
  const failed = (mail.reports ?? []).filter(({ action }) => action === 'failed')
  // Delays and confirmations of delivery say nothing that the sender must know.
  if (mail.reports && mail.reports.length > 0 && failed.length === 0) return false
  const kind: AnswerKind = mail.reports ? 'bounce' : mail.isAutomatic ? 'automatic' : 'reply'
  const { address = '', name = '' } = mail.from ?? {}
  const { lastInsertRowid } = execute(
    db,
    `INSERT INTO email_answers (email_id, recipient_id, kind, message_id, reference_ids, from_name, from_address, reply_to,
       subject, message, fault, left_out, sent_at, received_at)
     VALUES (@emailId, @recipientId, @kind, @messageId, @references, @name, @address, @replyTo, @subject, @message, @fault,
       @leftOut, @sentAt, @now)`,
    {
      emailId,
      recipientId: target.recipientId,
      kind,
      messageId,
      references: referencesTo(mail.references, messageId),
      name,
      address: address.slice(0, 254),
      replyTo: isMailAddress(mail.replyTo) && mail.replyTo !== address ? mail.replyTo : '',
      subject: mail.subject,
      message: kind === 'bounce' ? wordsOf(failed) || mail.text : mail.text,
      fault,
      leftOut,
      sentAt: mail.sentAt,
      now: cx.now(),
    },
  )
  const id = Number(lastInsertRowid)
  for (const { file, name, mimetype, size } of files)
    execute(
      db,
      'INSERT INTO email_answer_files (answer_id, media_file, media_name, media_type, media_size) VALUES (?, ?, ?, ?, ?)',
      [id, file, name, mimetype, size],
    )
  for (const report of failed) markFailed(cx, target, mail, report)
  announce(cx, id, emailId)
  return true
}

function announce(cx: Cx, id: number, emailId: number) {
  const threadId = threadOf(cx.db, emailId)
  saveEmail(cx, emailId, {})
  if (threadId !== emailId) saveEmail(cx, threadId, {})
  const thread = readEmail(cx.db, threadId)
  cx.emit(emailAnswered({ answer: readHead(cx.db, id) }), (listener) => maySee(listener, thread))
}

/** Empty if the servers say nothing. */
const wordsOf = (reports: readonly Report[]): string =>
  reports
    .filter(({ status, words }) => words !== '' || status !== '')
    .map(({ recipient, status, words }) => `${recipient}: ${words || status}`)
    .join('\n')

/** Each copy has one recipient. One whose address was corrected since has got another copy, which this says nothing about. */
function markFailed(
  cx: Cx,
  { emailId, recipientId }: Target,
  mail: ReadMail,
  { recipient, original, status, words }: Report,
) {
  const known = recipientId === null ? undefined : findAddress(cx.db, recipientId)
  const named = [mail.reportedTo, original, recipient].filter((one) => one !== '')
  const isSame = (address: string) => named.some((one) => one.toLowerCase() === address.toLowerCase())
  if (known === undefined || (mail.reportedTo !== '' && !isSame(known))) return
  execute(
    cx.db,
    `UPDATE email_recipients SET state = 'failed', failure = 'bounced', answer = @answer
     WHERE id = @recipientId AND email_id = @emailId AND state IN ('sent', 'unknown')`,
    { recipientId, emailId, answer: words || status || null },
  )
}
