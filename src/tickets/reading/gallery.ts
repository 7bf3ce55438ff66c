/** The gallery of a contact: pictures and videos, files, links. Over all tickets that the user may read. */
import type { Actor } from '../../actor'
import { type Cursor, writeCursor } from '../../platform/pages'
import { getRow, getRows } from '../../platform/sql'
import type { Db } from '../../platform/sqlite'
import { namesIn } from '../lists/names'
import type { GalleryPage, Shelf } from '../messages/contract'
import { ofConversation, visibilityClause } from '../messages/queries'
import type { OpenTicketToRead } from '../queries'
import { columns, type Rare, type Row } from './message-fields'
import { shownAs } from './shown'

const PAGE_SIZE = 40
/** The most rows read for one page if some may be hidden, because reading blocks the event loop. */
export const MOST_READ = 20_000

/** Each has an index with the same condition; without the hint, the planner would scan the whole conversation. */
const shelves: Record<Shelf, { readonly index: string; readonly sql: string }> = {
  media: { index: 'messages_shelf_media', sql: "m.kind IN ('image', 'video')" },
  files: { index: 'messages_shelf_files', sql: "m.kind IN ('document', 'audio')" },
  links: {
    index: 'messages_shelf_links',
    sql: "m.kind = 'chat' AND (instr(m.body, '://') > 0 OR instr(m.body, 'www.') > 0)",
  },
}

/** Newest first. A page may hold fewer entries than fit, even none, although more follow. */
export function pageOfGallery(
  db: Db,
  actor: Actor,
  conversation: OpenTicketToRead,
  { shelf, after }: { readonly shelf: Shelf; readonly after: Cursor | null },
): GalleryPage {
  const sight = visibilityClause(actor)
  const of = ofConversation(conversation)
  const { index, sql } = shelves[shelf]
  const from = `FROM messages m INDEXED BY ${index}`
  const older = after ? 'AND (m.created_at, m.id) < (? + 0, ? + 0)' : ''
  const behind = after ? [after.value, after.id] : []
  const end =
    sight.sql === ''
      ? undefined
      : getRow<Cursor>(
          db,
          `SELECT m.created_at AS value, m.id ${from} WHERE ${sql} AND m.is_deleted = 0 AND m.contact_id = (? + 0) ${older}
           ORDER BY m.created_at DESC, m.id DESC LIMIT 1 OFFSET ${MOST_READ}`,
          [conversation.contactId, ...behind],
        )
  const found = getRows<StoredRow>(
    db,
    `SELECT ${columns} ${from} ${sight.join}
     WHERE ${sql} AND m.is_deleted = 0 AND ${of.sql} ${sight.sql} ${older}
     ${end ? 'AND (m.created_at, m.id) >= (? + 0, ? + 0)' : ''} ORDER BY m.created_at DESC, m.id DESC LIMIT ${PAGE_SIZE + 1}`,
    [...of.params, ...sight.params, ...behind, ...(end ? [end.value, end.id] : [])],
  )
  const rows = found.slice(0, PAGE_SIZE)
  const last = rows.at(-1)
  const next = found.length > PAGE_SIZE && last ? { value: last.createdAt, id: last.id } : end
  return {
    messages: shownAs(
      db,
      rows.map((row) => ({ ...row, rare: row.rare === null ? null : (JSON.parse(row.rare) as Rare) })), // written by `rareJson`
      { names: namesIn(db), contactId: conversation.contactId, contact: conversation.contactName },
    ),
    hasMore: next !== undefined,
    next: next ? writeCursor(next) : null,
  }
}

type StoredRow = Omit<Row, 'rare'> & { readonly rare: string | null }
