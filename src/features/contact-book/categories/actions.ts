import { eq } from 'drizzle-orm'
import type { Actor } from '../../../actor'
import { type Act, changesBetween, recordAct } from '../../../audit/record'
import { findCategoryOrFail } from '../../../contacts/queries'
import { type Category, contactCategories } from '../../../contacts/tables'
import { fail } from '../../../errors'
import type { Cx } from '../../../platform/cx'
import { execute } from '../../../platform/sql'
import type { Db } from '../../../platform/sqlite'
import { fold } from '../../../platform/text'
import {
  type CreateCategory,
  categoryCreated,
  categoryDeleted,
  categoryUpdated,
  MOST_CATEGORIES,
  type UpdateCategory,
} from './contract'
import { categoryErrors } from './errors'
import { listCategories, showCategory } from './queries'

export function createCategory(cx: Cx, actor: Actor, { descricao, active = true }: CreateCategory): Category {
  return cx.transaction((cx) => {
    const others = listCategories(cx.db)
    if (others.length >= MOST_CATEGORIES) fail(categoryErrors.ERR_CATEGORY_LIMIT, { most: MOST_CATEGORIES })
    requireDistinct(others, descricao)
    const category = cx.db.insert(contactCategories).values({ description: descricao, active }).returning().get()
    record(cx, actor, 'create', category)
    cx.emit(categoryCreated({ category: showCategory(category) }), () => true)
    return category
  })
}

export function changeCategory(cx: Cx, actor: Actor, id: number, input: UpdateCategory): Category {
  return cx.transaction((cx) => {
    const before = findCategoryOrFail(cx.db, id)
    const { descricao: description = before.description, active = before.active } = input
    requireDistinct(
      listCategories(cx.db).filter((other) => other.id !== id),
      description,
    )
    cx.db.update(contactCategories).set({ description, active }).where(eq(contactCategories.id, id)).run()
    const after = findCategoryOrFail(cx.db, id)
    record(cx, actor, 'update', after, before)
    cx.emit(categoryUpdated({ category: showCategory(after) }), () => true)
    return after
  })
}

/** Contacts updated per transaction; yields to the event loop in between. */
const ROWS_PER_TRANSACTION = 500

/** If the process dies meanwhile, the category remains on the other contacts and can be deleted again. */
export async function deleteCategory(cx: Cx, actor: Actor, id: number) {
  findCategoryOrFail(cx.db, id)
  while (cx.transaction(({ db }) => clearSome(db, id)) === ROWS_PER_TRANSACTION) await new Promise(setImmediate)
  cx.transaction((cx) => {
    record(cx, actor, 'delete', findCategoryOrFail(cx.db, id))
    cx.db.delete(contactCategories).where(eq(contactCategories.id, id)).run()
    cx.emit(categoryDeleted({ categoryId: id }), () => true)
  })
}

/** Returns the number of contacts updated. */
const clearSome = (db: Db, categoryId: number): number =>
  execute(
    db,
    `UPDATE contacts SET category_id = NULL WHERE id IN (SELECT id FROM contacts WHERE category_id = ? LIMIT ${ROWS_PER_TRANSACTION})`,
    categoryId,
  ).changes

function requireDistinct(others: readonly Category[], description: string) {
  if (others.some((other) => fold(other.description) === fold(description)))
    fail(categoryErrors.ERR_DUPLICATED_CATEGORY, [{ field: 'descricao', message: description }])
}

function record(cx: Cx, actor: Actor, act: Act['act'], category: Category, before?: Category) {
  const { id, description: name, active } = category
  const changes = before
    ? changesBetween({ description: before.description, active: before.active }, { description: name, active })
    : []
  recordAct(cx, actor, { kind: 'contactCategory', act, subject: { id, name }, changes })
}
