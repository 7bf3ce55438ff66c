import { and, desc, eq, gte, or } from 'drizzle-orm'
import type { Actor } from '../actor'
import { fail } from '../errors'
import type { Cx } from '../platform/cx'
import { finder } from '../platform/finder'
import { instant, instantOrNull } from '../platform/formats'
import { getOnlyValue, getRows } from '../platform/sql'
import type { Db } from '../platform/sqlite'
import { DAY } from '../platform/time'
import type { Language } from '../texts/languages'
import type { ImportSummary } from './contract'
import { BROKEN, brokenTexts, importErrors, repairTexts } from './errors'
import { imports, type StoredImport } from './tables'
import { type ImportTarget, importTargets } from './target'

export const { find: findImport, findOrFail: findImportOrFail } = finder(imports, importErrors.ERR_NO_IMPORT_FOUND)

export const targetOf = (cx: Cx, name: string): ImportTarget =>
  cx.membersOf(importTargets).find((one) => one.name === name) ?? fail(importErrors.ERR_NO_IMPORT_FOUND)

/** Visible to its owner and to admins only, because it shows the file's content. */
export const seesImport = (
  { userId, profile }: Pick<Actor, 'userId' | 'profile'>,
  { userId: owner }: Pick<ImportSummary, 'userId'>,
): boolean => userId === owner || profile === 'admin'

/** Finds an import of one of these targets that the actor may see, or fails. */
export function findOf(cx: Cx, actor: Actor, targets: readonly string[], id: number): StoredImport {
  const found = findImportOrFail(cx.db, id)
  return targets.includes(found.target) && seesImport(actor, found) ? found : fail(importErrors.ERR_NO_IMPORT_FOUND)
}

/** The oldest running import, which is processed next. */
export const nextUnderWay = (db: Db): number | null =>
  getOnlyValue<number | null>(db, `SELECT min(id) FROM imports WHERE state = 'running'`)

/** The running import of a target, whoever its owner is. */
export function findUnderWay(db: Db, target: string): ImportSummary | undefined {
  const found = db
    .select()
    .from(imports)
    .where(and(eq(imports.state, 'running'), eq(imports.target, target)))
    .get()
  return found && summarize(found)
}

/** A person's own imports, running or of the last day, newest first. */
const SHOWN = 20
export const listOwn = (db: Db, userId: number, now: number): ImportSummary[] =>
  db
    .select()
    .from(imports)
    .where(and(eq(imports.userId, userId), or(eq(imports.state, 'running'), gte(imports.finishedAt, now - DAY))))
    .orderBy(desc(imports.id))
    .limit(SHOWN)
    .all()
    .map(summarize)

export const summarize = ({
  id,
  target,
  subjectId,
  fileName,
  state,
  total,
  done,
  createdAt,
  ...rest
}: StoredImport): ImportSummary => ({
  id,
  target,
  subjectId,
  fileName,
  state,
  total,
  done,
  created: rest.created,
  updated: rest.updated,
  skipped: rest.skipped,
  failed: rest.failed,
  userId: rest.userId,
  userName: rest.userName,
  createdAt: instant(createdAt),
  finishedAt: instantOrNull(rest.finishedAt),
})

export type ImportErrorRow = { readonly line: number; readonly value: string; readonly reason: string }

/** Counts row errors. */
export const countErrors = (db: Db, id: number): number =>
  getOnlyValue<number>(db, 'SELECT count(*) FROM import_errors WHERE import_id = ?', id)

/** The words of a row's problems. */
export function reasonsIn(
  cx: Cx,
  { target }: Pick<StoredImport, 'target'>,
  language: Language,
): (problems: readonly string[]) => string {
  const texts: ImportTarget['problems'] = { ...targetOf(cx, target).problems, ...repairTexts, [BROKEN]: brokenTexts }
  return (problems) => problems.map((one) => texts[one]?.[language] ?? one).join(' ')
}

/** Row errors on lines after `after`. */
export function listErrors(
  cx: Cx,
  { id, target }: Pick<StoredImport, 'id' | 'target'>,
  { after, most, language }: { readonly after: number; readonly most: number; readonly language: Language },
): ImportErrorRow[] {
  const rows = getRows<{ line: number; value: string; problem: string }>(
    cx.db,
    'SELECT line, value, problem FROM import_errors WHERE import_id = ? AND line > ? ORDER BY line LIMIT ?',
    [id, after, most],
  )
  const reasonOf = reasonsIn(cx, { target }, language)
  return rows.map(({ line, value, problem }) => ({ line, value, reason: reasonOf(problem.split(' ')) }))
}
