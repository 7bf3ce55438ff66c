import { and, asc, desc, eq, type SQL } from 'drizzle-orm'
import { fail } from '../../errors'
import { instant, instantOrNull } from '../../platform/formats'
import type { Db } from '../../platform/sqlite'
import { HOUR } from '../../platform/time'
import { contentOf } from './content'
import type { CategoryChange, Template, TemplateCategory } from './contract'
import { templateErrors } from './errors'
import { categoryChanges, messageTemplates, type StoredTemplate } from './tables'

const selectWhere = (db: Db, condition: SQL | undefined) =>
  db
    .select({ template: messageTemplates, was: categoryChanges.was })
    .from(messageTemplates)
    .leftJoin(categoryChanges, eq(categoryChanges.templateId, messageTemplates.id))
    .where(condition)

export const listTemplates = (db: Db, connectionId: number): Template[] =>
  selectWhere(db, eq(messageTemplates.connectionId, connectionId))
    .orderBy(asc(messageTemplates.name), asc(messageTemplates.language))
    .all()
    .map(({ template, was }) => showTemplate(template, was))

export function findTemplateOrFail(db: Db, connectionId: number, name: string, language: string): Template {
  const found = selectWhere(
    db,
    and(
      eq(messageTemplates.connectionId, connectionId),
      eq(messageTemplates.name, name),
      eq(messageTemplates.language, language),
    ),
  ).get()
  return found ? showTemplate(found.template, found.was) : fail(templateErrors.ERR_NO_TEMPLATE_FOUND)
}

export function showTemplate(
  { connectionId, templateId: _, components, ...row }: StoredTemplate,
  categoryBefore: TemplateCategory | null,
): Template {
  const content = contentOf(JSON.parse(components) as Parameters<typeof contentOf>[0]) // written by mirror.ts
  return {
    ...row,
    whatsappId: connectionId,
    categoryBefore,
    statusAt: instant(row.statusAt),
    pausedUntil: instantOrNull(pausedUntil(row)),
    ...content,
  }
}

/** How long Meta pauses a template for low quality. The third time it disables it. */
const PAUSES: Readonly<Record<string, number>> = { FIRST_PAUSE: 3 * HOUR, SECOND_PAUSE: 6 * HOUR }

function pausedUntil({ status, statusAt, reason }: Pick<StoredTemplate, 'status' | 'statusAt' | 'reason'>) {
  const pause = status === 'PAUSED' ? PAUSES[reason ?? ''] : undefined
  return pause === undefined ? null : statusAt + pause
}

export const findStoredTemplate = (db: Db, connectionId: number, id: number): StoredTemplate =>
  db
    .select()
    .from(messageTemplates)
    .where(and(eq(messageTemplates.connectionId, connectionId), eq(messageTemplates.id, id)))
    .get() ?? fail(templateErrors.ERR_NO_TEMPLATE_FOUND)

/** Those that nobody has read, the latest first. */
export const listCategoryChanges = (db: Db): CategoryChange[] =>
  db
    .select()
    .from(categoryChanges)
    .innerJoin(messageTemplates, eq(messageTemplates.id, categoryChanges.templateId))
    .orderBy(desc(categoryChanges.changedAt), desc(categoryChanges.templateId))
    .all()
    .map(
      ({ message_templates: { id, connectionId, name, language, category }, template_category_changes: change }) => ({
        id,
        whatsappId: connectionId,
        name,
        language,
        was: change.was,
        category,
        at: instant(change.changedAt),
      }),
    )
