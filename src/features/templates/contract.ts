/** Templates of an official WhatsApp number: listed, created and deleted at Meta. */
import * as v from 'valibot'
import { CategoryChange, Template } from '../../channels/templates/contract'
import { defineEvent } from '../../platform/events'
import { Id, Instant } from '../../platform/formats'
import { definePermission } from '../../users/permissions'

/** Create and delete templates. Everybody who may use the connection may send them. */
export const manageTemplates = definePermission('templates-page:manage', ['admin', 'supervisor'])

/** `refreshedAt`: when they were last read from Meta. */
export const TemplatePage = v.object({ templates: v.array(Template), refreshedAt: v.nullable(Instant) })
export type TemplatePage = v.InferOutput<typeof TemplatePage>

/** What the bell lists. */
export const CategoryChanges = v.object({ changes: v.array(CategoryChange) })

/** Some of the connection's templates changed: to be fetched again. */
export const templatesChanged = defineEvent('templates.changed', v.object({ whatsappId: Id }))
