/** Contacts that may be the same person. Triggers maintain the pairs, so listing them is one indexed read. */

import { findContactOrFail, summarizeContact } from '../../../contacts/queries'
import { fail } from '../../../errors'
import type { Cx } from '../../../platform/cx'
import { PAGE_SIZE, readCursor, writeCursor } from '../../../platform/pages'
import { execute, getRows, getValue } from '../../../platform/sql'
import type { Db } from '../../../platform/sqlite'
import { can } from '../../../users/permissions'
import { contactsKeptApart, type Duplicate, type DuplicatePage } from './contract'

type Row = { readonly older: number; readonly newer: number; readonly reason: Duplicate['reason'] }

const MOST_COUNTED = 1_000

/** Newest contacts first. */
export function listDuplicates(db: Db, after: string | null): DuplicatePage {
  const { value, id } = after === null ? { value: Number.MAX_SAFE_INTEGER, id: 0 } : readCursor(after)
  const found = getRows<Row>(
    db,
    `SELECT older_id AS older, newer_id AS newer, reason FROM contact_duplicates WHERE apart_at IS NULL
       AND (newer_id < (? + 0) OR (newer_id = (? + 0) AND older_id > (? + 0)))
     ORDER BY newer_id DESC, older_id LIMIT ${PAGE_SIZE + 1}`,
    [value, value, id],
  )
  const rows = found.slice(0, PAGE_SIZE)
  const last = rows.at(-1)
  const hasMore = found.length > rows.length
  const shown = (id: number) => summarizeContact(db, findContactOrFail(db, id))
  return {
    duplicates: rows.map(({ older, newer, reason }) => ({ reason, older: shown(older), newer: shown(newer) })),
    hasMore,
    next: hasMore && last ? writeCursor({ value: last.newer, id: last.older }) : null,
    count: countDuplicates(db),
  }
}

const countDuplicates = (db: Db): number =>
  Number(
    getValue(
      db,
      `SELECT count(*) FROM (SELECT 1 FROM contact_duplicates WHERE apart_at IS NULL LIMIT ${MOST_COUNTED})`,
    ),
  )

/** Marks the two as different people, so they are no longer suggested. */
export function keepApart(cx: Cx, contactIds: readonly [number, number]) {
  cx.transaction((cx) => {
    const [a, b] = contactIds
    if (a === b) fail('ERR_NO_CONTACT_FOUND')
    for (const id of contactIds) findContactOrFail(cx.db, id)
    execute(
      cx.db,
      `INSERT INTO contact_duplicates (older_id, newer_id, reason, apart_at) VALUES (?, ?, 'name', ?)
       ON CONFLICT DO UPDATE SET apart_at = excluded.apart_at`,
      [Math.min(a, b), Math.max(a, b), cx.now()],
    )
    cx.emit(contactsKeptApart({ contactIds: [a, b] }), (listener) => can(listener, 'contacts-page:mergeContacts'))
  })
}
