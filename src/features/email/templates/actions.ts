import { eq } from 'drizzle-orm'
import type { Actor } from '../../../actor'
import { changesBetween, recordAct } from '../../../audit/record'
import { fail } from '../../../errors'
import type { Cx } from '../../../platform/cx'
import { fold, searchable } from '../../../platform/text'
import { emailErrors } from '../errors'
import { copyFiles, listTemplateFiles, setTemplateFiles } from '../files'
import { written } from '../letters'
import {
  type CreateTemplate,
  MOST_TEMPLATES,
  type StartedEmail,
  type TemplateDetails,
  templateCreated,
  templateDeleted,
  templateUpdated,
  type UpdateTemplate,
} from './contract'
import { countTemplates, findNamesake, findTemplateOrFail, readTemplate, readTemplateDetails } from './queries'
import { emailTemplates } from './tables'

export const createTemplate = (cx: Cx, actor: Actor, input: CreateTemplate): TemplateDetails =>
  cx.transaction((cx) => {
    const details = insertTemplate(cx, actor, input)
    const template = readTemplate(cx.db, details.id)
    note(cx, actor, 'create', null, details)
    cx.emit(templateCreated({ template }), () => true)
    return details
  })

/** Inside a transaction; announces nothing. */
export function insertTemplate(cx: Cx, actor: Pick<Actor, 'userId'>, input: CreateTemplate): TemplateDetails {
  const { active = true, fileIds = [] } = input
  if (countTemplates(cx.db) >= MOST_TEMPLATES) fail(emailErrors.ERR_EMAIL_TEMPLATE_LIMIT, { most: MOST_TEMPLATES })
  const { id } = cx.db
    .insert(emailTemplates)
    .values({ ...stored(cx, input, 0), active, userId: actor.userId, createdAt: cx.now(), updatedAt: cx.now() })
    .returning({ id: emailTemplates.id })
    .get()
  setTemplateFiles(cx, actor, id, fileIds)
  return readTemplateDetails(cx.db, id)
}

export const changeTemplate = (cx: Cx, actor: Actor, id: number, input: UpdateTemplate): TemplateDetails =>
  cx.transaction((cx) => {
    const before = readTemplateDetails(cx.db, id)
    const { name = before.name, subject = before.subject, html = before.html } = input
    const { active = before.active, fileIds } = input
    const row = { ...stored(cx, { name, subject, html }, id), active, updatedAt: cx.now() }
    cx.db.update(emailTemplates).set(row).where(eq(emailTemplates.id, id)).run()
    if (fileIds) setTemplateFiles(cx, actor, id, fileIds)
    const details = readTemplateDetails(cx.db, id)
    note(cx, actor, 'update', before, details)
    cx.emit(templateUpdated({ template: readTemplate(cx.db, id) }), () => true)
    return details
  })

export const deleteTemplate = (cx: Cx, actor: Actor, id: number): void =>
  cx.transaction((cx) => {
    note(cx, actor, 'delete', readTemplateDetails(cx.db, id), null)
    cx.db.delete(emailTemplates).where(eq(emailTemplates.id, id)).run()
    cx.emit(templateDeleted({ id }), () => true)
  })

/** What an e-mail with this template begins with. An inactive one is nobody's to use. */
export const startWith = (cx: Cx, actor: Actor, id: number): StartedEmail =>
  cx.transaction((cx) => {
    const { subject, html, active } = findTemplateOrFail(cx.db, id)
    if (!active) fail(emailErrors.ERR_NO_EMAIL_TEMPLATE_FOUND)
    return { subject, html, files: copyFiles(cx, actor, listTemplateFiles(cx.db, id)) }
  })

function stored(cx: Cx, { name, subject, html: typed }: Pick<CreateTemplate, 'name' | 'subject' | 'html'>, id: number) {
  const { html, message } = written({ html: typed })
  const nameFolded = fold(name)
  if (findNamesake(cx.db, nameFolded, id) !== undefined)
    fail(emailErrors.ERR_EMAIL_TEMPLATE_EXISTS, [{ field: 'name', message: name }])
  return { name, nameFolded, subject, html: html ?? '', message, words: searchable(`${name} ${subject} ${message}`) }
}

type Act = 'create' | 'update' | 'delete'

function note(cx: Cx, actor: Actor, act: Act, before: TemplateDetails | null, after: TemplateDetails | null) {
  const record = after ?? before
  if (!record) return
  const changes = changesBetween<ReturnType<typeof noted>>(before ? noted(before) : {}, after ? noted(after) : {})
  recordAct(cx, actor, { kind: 'emailTemplate', act, subject: { id: record.id, name: record.name }, changes })
}
const noted = ({ name, subject, preview, active, attachments }: TemplateDetails) => ({
  name,
  subject,
  message: preview,
  active,
  attachments: attachments.map((one) => one.name).join(', '),
})
