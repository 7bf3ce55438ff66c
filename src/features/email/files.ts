/**
 * Files of e-mails and templates. One is uploaded while the e-mail is being written and belongs to none until it is sent
 * or the template is saved; what was not sent within a day is removed with the next upload.
 */
import { readFile } from 'node:fs/promises'
import type { Actor } from '../../actor'
import { fail } from '../../errors'
import type { Cx } from '../../platform/cx'
import { obtainStoredFile, readStoredName } from '../../platform/files'
import type { MailAttachment } from '../../platform/mail'
import { execute, getRow, getRows, getValue } from '../../platform/sql'
import type { Db } from '../../platform/sqlite'
import { DAY } from '../../platform/time'
import type { ReceivedFile } from '../../platform/uploads'
import { type EmailFile, MOST_EMAIL_BYTES, MOST_EMAIL_FILES } from './contract'
import { emailErrors } from './errors'

/** Uploaded by one person and not sent yet. */
const MOST_LOOSE = 5 * MOST_EMAIL_FILES
const LOOSE = 'email_id IS NULL AND template_id IS NULL'

/** An e-mail, or a template. */
type Owner = { readonly emailId: number } | { readonly templateId: number }
type Row = EmailFile & {
  readonly emailId: number | null
  readonly templateId: number | null
  readonly userId: number
  readonly file: string | null
}

const COLUMNS = `id, email_id AS emailId, template_id AS templateId, user_id AS userId, media_file AS file, ifnull(media_name, '') AS name,
  ifnull(media_type, '') AS mimetype, ifnull(media_size, 0) AS size`

const listRows = (db: Db, emailId: number): Row[] =>
  getRows<Row>(db, `SELECT ${COLUMNS} FROM email_files WHERE email_id = (? + 0) ORDER BY id`, emailId)

const listRowsOf = (db: Db, owner: Owner): Row[] =>
  'emailId' in owner
    ? listRows(db, owner.emailId)
    : getRows<Row>(db, `SELECT ${COLUMNS} FROM email_files WHERE template_id = (? + 0) ORDER BY id`, owner.templateId)

const show = ({ id, name, mimetype, size }: Row): EmailFile => ({ id, name, mimetype, size })

export const listFiles = (db: Db, emailId: number): EmailFile[] => listRows(db, emailId).map(show)

export const listTemplateFiles = (db: Db, templateId: number): EmailFile[] => listRowsOf(db, { templateId }).map(show)

export function findTemplateFile(db: Db, templateId: number, id: number): Row | undefined {
  const found = findRow(db, id)
  return found?.templateId === templateId ? found : undefined
}

const findRow = (db: Db, id: number): Row | undefined =>
  getRow<Row>(db, `SELECT ${COLUMNS} FROM email_files WHERE id = ?`, id)

export function findFile(db: Db, emailId: number, id: number): Row | undefined {
  const found = findRow(db, id)
  return found?.emailId === emailId ? found : undefined
}

export const addFile = (
  cx: Cx,
  { userId }: Pick<Actor, 'userId'>,
  { file, name, mimetype, size }: ReceivedFile,
): EmailFile =>
  cx.transaction(({ db, now }) => {
    const loose = `${LOOSE} AND user_id = @userId`
    const args = { userId, before: now() - DAY }
    execute(db, `DELETE FROM email_files WHERE ${loose} AND created_at < @before`, args)
    const count = getValue(db, `SELECT count(*) FROM email_files WHERE ${loose}`, { userId })
    if (Number(count) >= MOST_LOOSE) fail(emailErrors.ERR_EMAIL_FILES, { most: MOST_EMAIL_FILES })
    const { lastInsertRowid } = execute(
      db,
      `INSERT INTO email_files (user_id, media_file, media_name, media_type, media_size, created_at)
       VALUES (?, ?, ?, ?, ?, ?)`,
      [userId, file, name, mimetype, size, now()],
    )
    return { id: Number(lastInsertRowid), name, mimetype, size }
  })

/** Rows of one's own for the same stored files. Those that lost theirs stay behind. */
export const copyFiles = (cx: Cx, actor: Pick<Actor, 'userId'>, files: readonly EmailFile[]): EmailFile[] =>
  files.flatMap(({ id }) => {
    const row = findRow(cx.db, id)
    const file = readStoredName(row?.file)
    return row && file ? addFile(cx, actor, { ...row, file }) : []
  })

/** One that was not sent. Removing it twice is no error. */
export function removeFile({ db }: Cx, { userId }: Actor, id: number): void {
  execute(db, `DELETE FROM email_files WHERE id = ? AND user_id = ? AND ${LOOSE}`, [id, userId])
}

type Person = Pick<Actor, 'userId'>

/** Gives the e-mail exactly these files: its own, and those that the actor has uploaded. */
export const setFiles = (cx: Cx, actor: Person, emailId: number, ids: readonly number[]): void =>
  setFilesOf(cx, actor, { emailId }, ids)

export const setTemplateFiles = (cx: Cx, actor: Person, templateId: number, ids: readonly number[]): void =>
  setFilesOf(cx, actor, { templateId }, ids)

function setFilesOf({ db }: Cx, { userId }: Person, owner: Owner, ids: readonly number[]): void {
  const before = listRowsOf(db, owner)
  const rows = [...new Set(ids)].map((id) => {
    const found = before.find((one) => one.id === id) ?? findRow(db, id)
    const isThere = found && (before.includes(found) || (isLoose(found) && found.userId === userId))
    return isThere && found.file !== null ? found : fail(emailErrors.ERR_EMAIL_FILE_GONE)
  })
  if (rows.length > MOST_EMAIL_FILES || rows.reduce((sum, { size }) => sum + size, 0) > MOST_EMAIL_BYTES)
    fail(emailErrors.ERR_EMAIL_FILES, { most: MOST_EMAIL_FILES, bytes: MOST_EMAIL_BYTES })
  for (const { id } of before) if (!ids.includes(id)) execute(db, 'DELETE FROM email_files WHERE id = ?', id)
  const [column, ownerId] = 'emailId' in owner ? ['email_id', owner.emailId] : ['template_id', owner.templateId]
  for (const { id } of rows)
    execute(db, `UPDATE email_files SET ${column} = ? WHERE id = ? AND ${LOOSE}`, [ownerId, id])
}

const isLoose = ({ emailId, templateId }: Row): boolean => emailId === null && templateId === null

/** Undefined if one is missing on the disk: an e-mail without its file says something else. */
export async function readAttachments(db: Db, folder: string, emailId: number): Promise<MailAttachment[] | undefined> {
  const attachments: MailAttachment[] = []
  for (const { file, name, mimetype } of listRows(db, emailId)) {
    const found = await obtainStoredFile(folder, file)
    if (!found) return undefined
    attachments.push({ filename: plain(name), contentType: mimetype, content: await readFile(found.path) })
  }
  return attachments
}

const plain = (name: string): string => name.replace(/\p{Cc}+/gu, ' ').trim() || 'file'
