/** A page of search hits, and the tickets that contain what was said. */
import type { Actor } from '../../actor'
import type { MessageKind, MessageOrigin } from '../../channels/contract'
import type { Cx } from '../../platform/cx'
import type { Period } from '../../platform/days'
import { instant } from '../../platform/formats'
import { getOrMake } from '../../platform/maps'
import { readCursor, writeCursor } from '../../platform/pages'
import { type Condition, statement, within } from '../../platform/sqlite'
import { type ListFilter, narrowedTo } from '../lists/filter'
import { namesIn } from '../lists/names'
import { summarizeTicket } from '../lists/summaries'
import type { MessageHit, MessageHits } from './contract'
import { type FoundMessage, findMessages } from './find'
import { parseSearchTerms, type SearchTerms, snippetOf } from './search-terms'

const PAGE_SIZE = 30

type HitsRequest = { readonly filter: ListFilter; readonly said: Period | null; readonly after: string | null }

export async function pageOfHits(cx: Cx, actor: Actor, { filter, said, after }: HitsRequest): Promise<MessageHits> {
  const wanted = parseSearchTerms(filter.search)
  if (!wanted) return { hits: [], hasMore: false, next: null }
  const { found, next } = await findMessages(cx, actor, {
    wanted,
    narrowed: narrowing(actor, filter, said),
    before: after === null ? END : readCursor(after).value,
    most: PAGE_SIZE,
    foldsBots: true,
  })
  const written = next === null ? null : writeCursor({ value: next, id: 0 })
  return { hits: hitsOf(cx, found, wanted), hasMore: written !== null, next: written }
}

const END = Number.MAX_SAFE_INTEGER

/** More are not listed. */
const MOST_MATCHES = 1000

/** The tickets of the newest messages with these words. */
export async function ticketsContaining(cx: Cx, actor: Actor, filter: ListFilter): Promise<ReadonlySet<number>> {
  const wanted = parseSearchTerms(filter.search)
  if (!wanted) return new Set()
  const { found } = await findMessages(cx, actor, {
    wanted,
    narrowed: narrowing(actor, filter, null),
    before: END,
    most: MOST_MATCHES,
    foldsBots: false,
  })
  return new Set(found.flatMap(({ ticketId, isOfTicket }) => (isOfTicket ? ticketId : [])))
}

/** Null: messages of any ticket, including those shown only in another ticket's conversation. */
function narrowing(actor: Actor, filter: ListFilter, said: Period | null): Condition | null {
  const conditions = [
    ...(isNarrowed(filter) ? [narrowedTo(actor, filter, undefined)] : []),
    ...(said ? [within('m.created_at', said)] : []),
  ]
  if (conditions.length === 0) return null
  return {
    sql: conditions.map(({ sql }) => sql).join(' AND '),
    params: conditions.flatMap(({ params }) => params),
  }
}

const isNarrowed = ({ queueIds, connectionIds, userIds, chosen, created, moved, unreadOnly }: ListFilter): boolean =>
  unreadOnly || [queueIds, connectionIds, userIds, chosen, created, moved].some((filter) => filter !== null)

type Row = {
  readonly fromMe: 0 | 1
  readonly kind: MessageKind
  readonly author: string | null
  readonly userId: number | null
  readonly createdAt: number
  readonly origin: string | null
}

function hitsOf(cx: Cx, found: readonly FoundMessage[], wanted: SearchTerms): MessageHit[] {
  const { db } = cx
  const names = namesIn(db)
  const tickets = new Map<number, MessageHit['ticket']>()
  const message = statement(
    db.$client,
    `SELECT from_me AS fromMe, kind, author, user_id AS userId, created_at AS createdAt, extra -> '$.origin' AS origin FROM messages WHERE id = (? + 0)`,
  )
  return found.flatMap(({ id, ticketId, text, repeats }) => {
    const row = message.get(id) as Row | undefined // the columns are listed
    if (!row) return []
    const { fromMe, kind, author, userId, createdAt, origin } = row
    return {
      messageId: id,
      ticketId,
      ticket: getOrMake(tickets, ticketId, () => ticketOf(cx, ticketId)),
      fromMe: fromMe === 1,
      mediaType: kind,
      author: userId === null ? author : names.user(userId).name,
      origin: origin === null ? null : (JSON.parse(origin) as MessageOrigin), // written by insertMessage
      ...snippetOf(text, wanted),
      repeats,
      createdAt: instant(createdAt),
    }
  })
}

function ticketOf(cx: Cx, ticketId: number): MessageHit['ticket'] {
  const { id, uuid, status, isGroup, contactId, contact, queue, channel } = summarizeTicket(cx, ticketId)
  return { id, uuid, status, isGroup, contactId, contact, queue, channel }
}
