import { and, asc, eq } from 'drizzle-orm'
import { fail } from '../../errors'
import { instant } from '../../platform/formats'
import type { Db } from '../../platform/sqlite'
import { contentOf } from './content'
import type { Template } from './contract'
import { templateErrors } from './errors'
import { messageTemplates, type StoredTemplate } from './tables'

export const listTemplates = (db: Db, connectionId: number): Template[] =>
  db
    .select()
    .from(messageTemplates)
    .where(eq(messageTemplates.connectionId, connectionId))
    .orderBy(asc(messageTemplates.name), asc(messageTemplates.language))
    .all()
    .map(showTemplate)

export function findTemplateOrFail(db: Db, connectionId: number, name: string, language: string): Template {
  const found = db
    .select()
    .from(messageTemplates)
    .where(
      and(
        eq(messageTemplates.connectionId, connectionId),
        eq(messageTemplates.name, name),
        eq(messageTemplates.language, language),
      ),
    )
    .get()
  return found ? showTemplate(found) : fail(templateErrors.ERR_NO_TEMPLATE_FOUND)
}

export function showTemplate({
  connectionId,
  templateId: _,
  components,
  isNamed,
  statusAt,
  ...row
}: StoredTemplate): Template {
  const content = contentOf(JSON.parse(components) as Parameters<typeof contentOf>[0], isNamed) // written by mirror.ts
  return {
    ...row,
    whatsappId: connectionId,
    statusAt: instant(statusAt),
    ...content,
    isUnsupported: content.isUnsupported || row.category === 'authentication',
  }
}

export const findStoredTemplate = (db: Db, connectionId: number, id: number): StoredTemplate =>
  db
    .select()
    .from(messageTemplates)
    .where(and(eq(messageTemplates.connectionId, connectionId), eq(messageTemplates.id, id)))
    .get() ?? fail(templateErrors.ERR_NO_TEMPLATE_FOUND)
