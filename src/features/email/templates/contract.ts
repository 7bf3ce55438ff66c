/** Templates of e-mails: subject, formatted text and files, for everybody in the company. */
import * as v from 'valibot'
import { defineEvent, type Subject } from '../../../platform/events'
import { Id, Instant, list, Name, text } from '../../../platform/formats'
import { definePermission } from '../../../users/permissions'
import { EmailFile, MOST_EMAIL_FILES, SUBJECT_LENGTH } from '../contract'
import { HTML_LENGTH, htmlTo } from '../formatted/contract'

/** Create and change templates; everybody may use them. */
export const manageTemplates = definePermission('email-page:templates', ['admin', 'supervisor'])

export const MOST_TEMPLATES = 1_000
/** Offered while an e-mail is written; the search finds the others. */
export const MOST_OFFERED_TEMPLATES = 50

const TemplateSubject = v.pipe(
  text(SUBJECT_LENGTH),
  v.trim(),
  v.minLength(1, 'form.required'),
  v.regex(/^\P{Cc}*$/u, 'form.invalid'),
)

export const CreateTemplate = v.object({
  name: Name,
  subject: TemplateSubject,
  /** Sanitised. */
  html: v.pipe(htmlTo(HTML_LENGTH), v.minLength(1, 'form.required')),
  /** Only active ones are offered. */
  active: v.optional(v.boolean()),
  /** Its own, and those that were uploaded by `POST /emails/files`. */
  fileIds: v.optional(list(Id, { most: MOST_EMAIL_FILES })),
})
export type CreateTemplate = v.InferOutput<typeof CreateTemplate>
export const UpdateTemplate = v.partial(CreateTemplate)
export type UpdateTemplate = v.InferOutput<typeof UpdateTemplate>

export const Template = v.object({
  id: Id,
  name: v.string(),
  subject: v.string(),
  /** The first characters of its plain text. */
  preview: v.string(),
  active: v.boolean(),
  /** How many files it has. */
  files: v.number(),
  /** Who wrote it; null: deleted since. */
  user: v.nullable(v.object({ id: Id, name: v.string() })),
  updatedAt: Instant,
})
export type Template = v.InferOutput<typeof Template>

export const TemplateDetails = v.object({ ...Template.entries, html: v.string(), attachments: v.array(EmailFile) })
export type TemplateDetails = v.InferOutput<typeof TemplateDetails>

export const TemplatePage = v.object({ templates: v.array(Template), hasMore: v.boolean(), count: v.number() })
export const OfferedTemplates = v.object({ templates: v.array(Template), hasMore: v.boolean() })

/** A template's text, and copies of its files, which are the actor's until the e-mail is sent. */
export const StartedEmail = v.object({ subject: v.string(), html: v.string(), files: v.array(EmailFile) })
export type StartedEmail = v.InferOutput<typeof StartedEmail>

const subjectOf = (id: number): Subject => `emailTemplate ${id}`
const Changed = v.object({ template: Template })
const about = ({ template }: v.InferOutput<typeof Changed>) => [subjectOf(template.id)]
export const templateCreated = defineEvent('emailTemplate.create', Changed, { about })
export const templateUpdated = defineEvent('emailTemplate.update', Changed, { about })
export const templateDeleted = defineEvent('emailTemplate.delete', v.object({ id: Id }), {
  takesBack: ({ id }) => subjectOf(id),
})
