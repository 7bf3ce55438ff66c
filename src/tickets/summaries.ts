/** A ticket as lists, headers and events show it; `lines.ts` writes a page of them. */
import type { SendingBlock } from '../contacts/groups/contract'
import { fail } from '../errors'
import { instant, instantOrNull } from '../platform/formats'
import { getOrMake } from '../platform/maps'
import { type Db, statement } from '../platform/sqlite'
import type { LastMessage, TicketStatus, TicketSummary } from './contract'
import { type Names, namesIn } from './names'

/** What many tickets of a company have alike. */
export type Alike = {
  status: TicketStatus
  is_group: number
  is_bot: number
  channel: TicketSummary['channel']
  connection_id: number
  queue_id: number | null
  user_id: number | null
  marked_unread: number
  sending_blocked: SendingBlock | null
}

type Row = Alike & {
  id: number
  uuid: string
  contact_id: number
  contact_name: string
  number: string | null
  picture_url: string | null
  last_message: string
  last_message_id: number | null
  last_kind: string | null
  last_from_me: number
  last_ack: number
  last_author: string | null
  last_deleted: number
  unread: number
  waiting_since: number | null
  created_at: number
  updated_at: number
  closed_at: number | null
}

const SUMMARY = `SELECT t.id, t.uuid, t.status, t.is_group, t.is_bot, t.channel, t.contact_id, c.name AS contact_name, c.number, c.picture_url, t.connection_id,
    t.queue_id, t.user_id, t.last_message, t.last_message_id, t.last_kind, t.last_from_me, t.last_ack, t.last_author, t.last_deleted, t.unread,
    t.marked_unread, t.sending_blocked, t.waiting_since, t.created_at, t.updated_at, t.closed_at
  FROM tickets t JOIN contacts c ON c.id = t.contact_id WHERE t.id = (? + 0)`

export function summarizeTicket(db: Db, id: number): TicketSummary {
  const row = statement(db.$client, SUMMARY).get(id) as Row | undefined // the columns are listed above
  if (!row) return fail('ERR_NO_TICKET_FOUND')
  return {
    id,
    uuid: row.uuid,
    ...alikeFields(row, namesIn(db)),
    contactId: row.contact_id,
    contact: { id: row.contact_id, name: row.contact_name, number: row.number, profilePicUrl: row.picture_url },
    tags: tagsOf(db, [id]).get(id) ?? [],
    lastMessage: row.last_message,
    last: lastOf(row),
    unreadMessages: row.unread,
    waitingSince: instantOrNull(row.waiting_since),
    createdAt: instant(row.created_at),
    updatedAt: instant(row.updated_at),
    closedAt: instantOrNull(row.closed_at),
  }
}

export const alikeFields = (row: Alike, names: Names) =>
  ({
    status: row.status,
    isGroup: row.is_group === 1,
    isBot: row.is_bot === 1,
    channel: row.channel,
    queueId: row.queue_id,
    queue: row.queue_id === null ? null : names.queue(row.queue_id),
    userId: row.user_id,
    user: row.user_id === null ? null : names.user(row.user_id),
    whatsappId: row.connection_id,
    whatsapp: names.connection(row.connection_id),
    isMarkUnread: row.marked_unread === 1,
    sendingBlocked: row.sending_blocked,
  }) satisfies Partial<TicketSummary>

function lastOf(row: Row): LastMessage | null {
  if (row.last_kind === null || row.last_message_id === null) return null
  return {
    id: row.last_message_id,
    body: row.last_message,
    fromMe: row.last_from_me === 1,
    ack: row.last_ack,
    mediaType: row.last_kind,
    author: row.last_author,
    isDeleted: row.last_deleted === 1,
  }
}

type Tags = ReadonlyMap<number, TicketSummary['tags']>
const noTags: Tags = new Map()

export function tagsOf(db: Db, ticketIds: readonly number[]): Tags {
  const anyTag = statement(db.$client, 'SELECT 1 FROM ticket_tags LIMIT 1').get()
  if (!anyTag) return noTags
  const found = statement(
    db.$client,
    'SELECT tt.ticket_id, g.id, g.name, g.color FROM ticket_tags tt JOIN tags g ON g.id = tt.tag_id WHERE tt.ticket_id IN (SELECT value FROM json_each(?)) ORDER BY g.name',
  ).all(JSON.stringify(ticketIds)) as { ticket_id: number; id: number; name: string; color: string }[] // the columns are listed
  const tags = new Map<number, TicketSummary['tags']>()
  for (const { ticket_id, ...tag } of found) getOrMake(tags, ticket_id, () => []).push(tag)
  return tags
}
