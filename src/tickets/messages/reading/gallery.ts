/** What was exchanged with a contact beside words: pictures and videos, files, links. Over all tickets, as far as they are read. */
import type { Actor } from '../../../actor'
import { type Cursor, writeCursor } from '../../../platform/pages'
import { type Db, statement } from '../../../platform/sqlite'
import { namesIn } from '../../names'
import type { OpenTicketToRead } from '../../queries'
import type { GalleryPage, Shelf } from '../contract'
import { ofConversation, sightOf } from '../queries'
import { columns, type Rare, type Row } from './message-fields'
import { shownAs } from './shown'

const PAGE_SIZE = 40

/** Each has an index with the same condition; the planner would rather walk the whole conversation. */
const shelves: Record<Shelf, { readonly index: string; readonly sql: string }> = {
  media: { index: 'messages_shelf_media', sql: "m.kind IN ('image', 'video')" },
  files: { index: 'messages_shelf_files', sql: "m.kind IN ('document', 'audio')" },
  links: {
    index: 'messages_shelf_links',
    sql: "m.kind = 'chat' AND (instr(m.body, '://') > 0 OR instr(m.body, 'www.') > 0)",
  },
}

/** Newest first. */
export function pageOfGallery(
  db: Db,
  actor: Actor,
  conversation: OpenTicketToRead,
  { shelf, after }: { readonly shelf: Shelf; readonly after: Cursor | null },
): GalleryPage {
  const sight = sightOf(db, actor)
  const of = ofConversation(conversation)
  const { index, sql } = shelves[shelf]
  const found = statement(
    db.$client,
    `SELECT ${columns} FROM messages m INDEXED BY ${index} ${sight.join}
     WHERE ${sql} AND m.is_deleted = 0 AND ${of.sql} ${sight.sql}
     ${after ? 'AND (m.created_at, m.id) < (? + 0, ? + 0)' : ''} ORDER BY m.created_at DESC, m.id DESC LIMIT ${PAGE_SIZE + 1}`,
  ).all(...of.params, ...sight.params, ...(after ? [after.value, after.id] : [])) as Stored[] // the columns are listed
  const rows = found.slice(0, PAGE_SIZE)
  const last = rows.at(-1)
  const hasMore = found.length > PAGE_SIZE
  return {
    messages: shownAs(
      db,
      rows.map((row) => ({ ...row, rare: row.rare === null ? null : (JSON.parse(row.rare) as Rare) })), // written by `rareJson`
      { names: namesIn(db), contactId: conversation.contactId, contact: conversation.contactName },
    ),
    hasMore,
    next: hasMore && last ? writeCursor({ value: last.createdAt, id: last.id }) : null,
  }
}

type Stored = Omit<Row, 'rare'> & { readonly rare: string | null }
