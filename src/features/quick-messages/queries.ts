import type { Actor } from '../../actor'
import { quoted } from '../../contacts/name-index'
import { fail } from '../../errors'
import { finder } from '../../platform/finder'
import { instant } from '../../platform/formats'
import { needleOf } from '../../platform/needle'
import { type Page, pageOf } from '../../platform/pages'
import { getOnlyValue, getRow, getRows, getValue } from '../../platform/sql'
import type { Condition, Db } from '../../platform/sqlite'
import { fold, likeEach } from '../../platform/text'
import { MOST_OFFERED, maySee, type OfferedQuickMessages, type Ownership, type QuickMessage } from './contract'
import { quickMessageErrors } from './errors'
import { quickMessages, type StoredQuickMessage } from './tables'

const missing = quickMessageErrors.ERR_NO_QUICK_MESSAGE_FOUND
const { findOrFail } = finder(quickMessages, missing)

export const ownedOf = ({ general, userId }: Pick<StoredQuickMessage, 'general' | 'userId'>): Ownership => ({
  geral: general,
  userId,
})

export function findVisible(db: Db, actor: Actor, id: number): StoredQuickMessage {
  const found = findOrFail(db, id)
  return maySee(actor, ownedOf(found)) ? found : fail(missing)
}

export type Filter = {
  readonly search: string
  readonly tagId: number | null
  readonly general: boolean | null
  readonly active: boolean | null
  readonly isDescending: boolean
}

export function listQuickMessages(db: Db, actor: Actor, filter: Filter, page: number): Page<QuickMessage> {
  const where = all([
    visibleTo(actor),
    ...containing(filter.search),
    ...(filter.tagId === null ? [] : [{ sql: 'q.tag_id = ?', params: [filter.tagId] }]),
    ...(filter.general === null ? [] : [{ sql: 'q.general = ?', params: [Number(filter.general)] }]),
    ...(filter.active === null ? [] : [{ sql: 'q.active = ?', params: [Number(filter.active)] }]),
  ])
  return pageOf(
    {
      rows: (from, most) => rowsOf(db, where, { from, most, isDescending: filter.isDescending }),
      count: () => countOf(db, where),
    },
    page,
  )
}

export function listOffered(db: Db, actor: Actor, search: string): OfferedQuickMessages {
  const where = all([visibleTo(actor), { sql: 'q.active = 1', params: [] }, ...containing(search)])
  const rows = rowsOf(db, where, { from: 0, most: MOST_OFFERED + 1 })
  return { records: rows.slice(0, MOST_OFFERED), hasMore: rows.length > MOST_OFFERED }
}

/** All messages the actor sees. Batches are small because texts are long and many exports may share one turn of the event loop. */
export async function* everyVisible(db: () => Db, actor: Actor): AsyncGenerator<readonly QuickMessage[]> {
  const most = 20
  for (let after = { shortcode: '', id: 0 }; ; await new Promise(setImmediate)) {
    const behind = { sql: `(q.shortcode_folded, q.id) > (? || '', ? + 0)`, params: [after.shortcode, after.id] }
    const rows = rowsOf(db(), all([visibleTo(actor), behind]), { from: 0, most })
    yield rows
    const last = rows.at(-1)
    if (!last || rows.length < most) return
    after = { shortcode: fold(last.shortcode), id: last.id }
  }
}

export const readQuickMessage = (db: Db, id: number): QuickMessage =>
  rowsOf(db, { sql: 'q.id = ?', params: [id] }, { from: 0, most: 1 })[0] ?? fail(missing)

export const countOwn = (db: Db, userId: number): number => countOf(db, { sql: 'q.user_id = ?', params: [userId] })

export const countAll = (db: Db): number => countOf(db, { sql: '1', params: [] })

/**
 * A message whose shortcode would clash. A general one clashes with everybody's; a private one with its author's and the
 * general ones.
 */
export const findNamesake = (
  db: Db,
  { shortcode, geral, userId }: Ownership & { readonly shortcode: string },
  except = 0,
): { readonly id: number; readonly general: boolean; readonly userId: number | null } | undefined => {
  const found = getRow<{ id: number; general: number; userId: number | null }>(
    db,
    `SELECT id, general, user_id AS userId FROM quick_messages
     WHERE shortcode_folded = ? AND id <> ? AND (? OR general = 1 OR user_id IS ?) ORDER BY id LIMIT 1`,
    [fold(shortcode), except, Number(geral), userId],
  )
  return found && { ...found, general: found.general === 1 }
}

export const findText = (db: Db, id: number): string | undefined =>
  getValue<string>(db, 'SELECT message FROM quick_messages WHERE id = ?', id)

export const isTag = (db: Db, id: number): boolean => getRow(db, 'SELECT 1 FROM tags WHERE id = ?', id) !== undefined

export const tagIdsByName = (db: Db): ReadonlyMap<string, number> =>
  new Map(
    getRows<{ id: number; name: string }>(db, 'SELECT id, name FROM tags').map(({ id, name }) => [fold(name), id]),
  )

/** Shorter needles have no trigram and need a full scan. */
const TRIGRAM = 3

function containing(search: string): Condition[] {
  const needle = needleOf(search)
  const isLong = (word: string) => [...word].length >= TRIGRAM
  const long = needle.filter(isLong)
  const found = 'q.id IN (SELECT rowid FROM quick_message_search WHERE quick_message_search MATCH ?)'
  return [
    ...(long.length === 0 ? [] : [{ sql: found, params: [long.map(quoted).join(' AND ')] }]),
    ...likeEach(
      'q.words',
      needle.filter((word) => !isLong(word)),
    ),
  ]
}

const all = (conditions: readonly Condition[]): Condition => ({
  sql: conditions.map(({ sql }) => sql).join(' AND '),
  params: conditions.flatMap(({ params }) => params),
})

const countOf = (db: Db, { sql, params }: Condition): number =>
  getOnlyValue<number>(db, `SELECT count(*) FROM quick_messages q WHERE ${sql}`, params)

type Row = {
  id: number
  shortcode: string
  message: string
  general: number
  active: number
  sendOnlyMedia: number
  tagId: number | null
  tagName: string | null
  tagColor: string | null
  userId: number | null
  userName: string | null
  mediaName: string | null
  mediaType: string | null
  mediaSize: number | null
  updatedAt: number
}
type Piece = { readonly from: number; readonly most: number; readonly isDescending?: boolean }

const rowsOf = (db: Db, { sql, params }: Condition, { from, most, isDescending = false }: Piece): QuickMessage[] =>
  getRows<Row>(
    db,
    `SELECT q.id, q.shortcode, q.message, q.general, q.active, q.send_only_media AS sendOnlyMedia, q.tag_id AS tagId,
         t.name AS tagName, t.color AS tagColor, q.user_id AS userId, u.name AS userName, q.media ->> '$.name' AS mediaName,
         q.media ->> '$.mimetype' AS mediaType, q.media ->> '$.size' AS mediaSize, q.updated_at AS updatedAt
       FROM quick_messages q LEFT JOIN tags t ON t.id = q.tag_id LEFT JOIN users u ON u.id = q.user_id
       WHERE ${sql} ORDER BY q.shortcode_folded ${isDescending ? 'DESC' : ''}, q.id LIMIT (? + 0) OFFSET (? + 0)`,
    [...params, most, from],
  ).map(described)

const described = (row: Row): QuickMessage => ({
  id: row.id,
  shortcode: row.shortcode,
  message: row.message,
  geral: row.general === 1,
  status: row.active === 1,
  sendOnlyMedia: row.sendOnlyMedia === 1,
  tagId: row.tagId,
  tag: row.tagId === null ? null : { id: row.tagId, name: row.tagName ?? '', color: row.tagColor ?? '' },
  isMedia: row.mediaType !== null,
  mediaPath: row.mediaType === null ? null : `/quick-messages/${row.id}/file`,
  mediaName: row.mediaName,
  mediaType: row.mediaType,
  mediaSize: row.mediaSize,
  user: row.userId === null ? null : { id: row.userId, name: row.userName ?? '' },
  updatedAt: instant(row.updatedAt),
})

/** General and own messages, in SQL: the same rule as `maySee` in the contract. */
const visibleTo = ({ userId }: Pick<Actor, 'userId'>): Condition => ({
  sql: '(q.general = 1 OR q.user_id = ?)',
  params: [userId],
})

export const countPrivate = (db: Db, userId: number): number =>
  getOnlyValue<number>(db, 'SELECT count(*) FROM quick_messages WHERE general = 0 AND user_id = ?', userId)
