/** Our copy of Meta's templates: replaced when it is read, and kept current by Meta's reports in between. */
import { and, eq, notInArray } from 'drizzle-orm'
import * as v from 'valibot'
import type { Cx } from '../../platform/cx'
import { execute, getValue } from '../../platform/sql'
import type { Db } from '../../platform/sqlite'
import type { TemplateNews } from '../channel'
import { TemplateCategory } from './contract'
import { categoryChanges, messageTemplates, type StoredTemplate } from './tables'

/** As Meta lists it; parts of later versions are kept in the components. */
const RawTemplate = v.object({
  id: v.string(),
  name: v.string(),
  language: v.string(),
  category: v.string(),
  status: v.string(),
  rejected_reason: v.optional(v.nullable(v.string())),
  quality_score: v.optional(v.nullable(v.object({ score: v.optional(v.string()) }))),
  components: v.array(v.record(v.string(), v.unknown())),
})
export const TemplateList = v.object({
  data: v.array(v.unknown()),
  paging: v.optional(
    v.object({ cursors: v.optional(v.object({ after: v.optional(v.string()) })), next: v.optional(v.string()) }),
  ),
})

export type RawTemplate = v.InferOutput<typeof RawTemplate>

/** Undefined for one that we do not understand. */
export function readRaw(value: unknown): RawTemplate | undefined {
  const read = v.safeParse(RawTemplate, value)
  return read.success ? read.output : undefined
}

/** When they were last read from Meta; null: never. */
export const refreshedAt = (db: Db, connectionId: number): number | null =>
  getValue<number>(db, 'SELECT refreshed_at FROM template_refreshes WHERE connection_id = ?', connectionId) ?? null

/** Stores all templates of the account; those that are not among them are gone. */
export function replaceTemplates({ db, now }: Cx, connectionId: number, all: readonly RawTemplate[]) {
  const kept = all.map((raw) => storeTemplate(db, connectionId, raw, { now: now() }).id)
  db.delete(messageTemplates)
    .where(and(eq(messageTemplates.connectionId, connectionId), notInArray(messageTemplates.id, kept)))
    .run()
  execute(
    db,
    'INSERT INTO template_refreshes VALUES (?, ?) ON CONFLICT DO UPDATE SET refreshed_at = excluded.refreshed_at',
    [connectionId, now()],
  )
}

/** `expected` is the category in which we know it, or asked for it: another one is Meta's change. */
export function storeTemplate(
  db: Db,
  connectionId: number,
  raw: RawTemplate,
  { now, expected }: { readonly now: number; readonly expected?: TemplateCategory },
): StoredTemplate {
  const { name, language, status } = raw
  const before = findStored(db, connectionId, { name, language })
  const isSame = before?.status === status
  const values = {
    connectionId,
    templateId: raw.id,
    name,
    language,
    category: categoryOf(raw.category),
    status,
    // A list says why a template was rejected, a report also why it was paused.
    reason: reasonOf(raw.rejected_reason) ?? (isSame ? before.reason : null),
    quality: raw.quality_score?.score ?? null,
    components: JSON.stringify(raw.components),
    statusAt: isSame ? before.statusAt : now,
  }
  const stored = db
    .insert(messageTemplates)
    .values(values)
    .onConflictDoUpdate({
      target: [messageTemplates.connectionId, messageTemplates.name, messageTemplates.language],
      set: values,
    })
    .returning()
    .get()
  noteCategory(db, stored, { was: expected ?? before?.category, now })
  return stored
}

/** Returns false for a template that we do not know: all must be read again. */
export function noteTemplateNews({ db, now }: Cx, connectionId: number, news: TemplateNews): boolean {
  const before = findStored(db, connectionId, news)
  if (!before) {
    execute(db, 'DELETE FROM template_refreshes WHERE connection_id = ?', connectionId)
    return false
  }
  if (news.status === 'DELETED') {
    removeTemplate(db, before.id)
    return true
  }
  const { status = before.status, quality = before.quality } = news
  const isSame = before.status === status
  const category = news.category === undefined ? before.category : categoryOf(news.category)
  const after = {
    status,
    quality,
    category,
    reason: news.status === undefined ? before.reason : reasonOf(news.reason),
    statusAt: isSame ? before.statusAt : now(),
  }
  db.update(messageTemplates).set(after).where(eq(messageTemplates.id, before.id)).run()
  noteCategory(db, { id: before.id, category }, { was: before.category, now: now() })
  return true
}

/** A change back is none. */
function noteCategory(
  db: Db,
  { id, category }: Pick<StoredTemplate, 'id' | 'category'>,
  { was, now }: { readonly was: TemplateCategory | undefined; readonly now: number },
) {
  if (was === undefined || was === category) return
  db.insert(categoryChanges).values({ templateId: id, was, changedAt: now }).onConflictDoNothing().run()
  db.delete(categoryChanges)
    .where(and(eq(categoryChanges.templateId, id), eq(categoryChanges.was, category)))
    .run()
}

export const noteCategoryRead = (db: Db, id: number) =>
  db.delete(categoryChanges).where(eq(categoryChanges.templateId, id)).run()

export const removeTemplate = (db: Db, id: number) =>
  db.delete(messageTemplates).where(eq(messageTemplates.id, id)).run()

const findStored = (db: Db, connectionId: number, { name, language }: { name: string; language: string }) =>
  db
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

/** A category of a later version costs the most. */
const categoryOf = (category: string): TemplateCategory =>
  TemplateCategory.options.find((one) => one === category.toLowerCase()) ?? 'marketing'

const reasonOf = (reason: string | null | undefined): string | null => (reason && reason !== 'NONE' ? reason : null)
