import { type Category, contactCategories } from '../../../contacts/tables'
import { getValue } from '../../../platform/sql'
import type { Db } from '../../../platform/sqlite'
import { fold } from '../../../platform/text'
import type { ContactCategory } from './contract'

export const showCategory = ({ id, description, active }: Category): ContactCategory => ({
  id,
  descricao: description,
  active,
})

/** Sorted by description. There are few enough to read them all. */
export const listCategories = (db: Db): Category[] =>
  db
    .select()
    .from(contactCategories)
    .all()
    .sort((a, b) => fold(a.description).localeCompare(fold(b.description)) || a.id - b.id)

const COUNTED = 10_000

/** Number of contacts with the category, at most 10,000. */
export const countContactsOf = (db: Db, categoryId: number): number =>
  Number(
    getValue(
      db,
      `SELECT count(*) FROM (SELECT 1 FROM contacts INDEXED BY contacts_category WHERE category_id = ? LIMIT ${COUNTED})`,
      categoryId,
    ),
  )
