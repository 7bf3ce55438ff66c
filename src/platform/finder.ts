/** Queries that find a row by its id. */
import { eq, type InferSelectModel, sql } from 'drizzle-orm'
import type { SQLiteColumn, SQLiteTable } from 'drizzle-orm/sqlite-core'
import { type DefinedError, type ErrorCode, fail } from '../errors'
import { type Db, prepared } from './sqlite'

/** `const { find: findTag, findOrFail: findTagOrFail } = finder(tags, tagErrors.ERR_NO_TAG_FOUND)` */
export function finder<T extends SQLiteTable & { readonly id: SQLiteColumn }>(
  table: T,
  missing: ErrorCode | DefinedError,
) {
  const byId = (db: Db) =>
    db
      .select()
      .from<SQLiteTable>(table)
      .where(eq(table.id, sql.placeholder('id')))
      .prepare()
  const find = (db: Db, id: number) => prepared(db, byId).get({ id }) as InferSelectModel<T> | undefined // a row of it
  return { find, findOrFail: (db: Db, id: number): InferSelectModel<T> => find(db, id) ?? fail(missing) }
}
