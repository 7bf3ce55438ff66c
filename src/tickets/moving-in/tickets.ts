/** Takes over the tickets of another product: how each stands, who attends it, and since when. */
import { connectionFor } from '../../channels/connections/moved'
import { findDefaultConnection } from '../../channels/connections/queries'
import type { Connection } from '../../channels/connections/tables'
import type { Move } from '../../moving-in/mover'
import type { SourceRows } from '../../moving-in/source'
import type { Cx } from '../../platform/cx'
import { getOrMake } from '../../platform/maps'
import { execute, getOnlyRow, getRow, getTuples } from '../../platform/sql'
import { type Db, statement } from '../../platform/sqlite'
import { cut } from '../../platform/text'
import { findActiveTicket, findTicket } from '../queries'
import type { Ticket } from '../tables'
import { isTouched, writeMovedLog } from './past-log'

type TicketRow = SourceRows['tickets']

export async function moveTickets(move: Move): Promise<void> {
  const context: Context = {
    move,
    merges: mergesByTheirs(move.cx.db),
    hasHistory: hasHistory(move),
  }
  await move.inSlices('tickets', move.source.rows('tickets', move.company.id), (slice) => {
    for (const row of slice) takeTicket(context, row)
  })
}

type Context = {
  readonly move: Move
  /** Merges that made a contact of theirs part of another one, by its id there. */
  readonly merges: ReadonlyMap<string, readonly number[]>
  /** What happened to each ticket is told by rows of their own. */
  readonly hasHistory: boolean
}

export const hasHistory = ({ source, company }: Move): boolean =>
  source.count('trackings', company.id) + source.count('ticketLogs', company.id) > 0

function mergesByTheirs(db: Db): ReadonlyMap<string, readonly number[]> {
  const found = new Map<string, number[]>()
  const rows = getTuples<[theirs: string, id: number]>(
    db,
    `SELECT j.value, m.id FROM contact_merges m, json_each(m.moved, '$.movedIn') j WHERE m.undone_at IS NULL`,
  )
  for (const [theirs, id] of rows) getOrMake(found, theirs, () => []).push(id)
  return found
}

function takeTicket(context: Context, row: TicketRow) {
  const { move } = context
  const { cx, ids, report } = move
  if (ids.has('tickets', row.id)) {
    const known = ids.find('tickets', row.id)
    const ticket = known === undefined ? undefined : findTicket(cx.db, known)
    if (ticket) bringUpToDate(move, ticket, row)
    return report.merged('tickets', 'alreadyHere')
  }
  const contactId = ids.find('contacts', row.contactId)
  if (contactId === undefined) return report.skipped('tickets', 'noContact', nameOf(row))
  const standing = standingOf(move, row)
  const connection = connectionOf(move, row, standing.status !== 'closed')
  if (standing.status !== 'closed' && connection.isDeleted) report.noted('tickets', 'noConnection', nameOf(row))
  const isOpen = standing.status !== 'closed' && !connection.isDeleted && makeRoom(move, { contactId, connection, row })
  const ticket = insertTicket(cx, { row, contactId, connection, ...(isOpen ? standing : { ...standing, ...CLOSED }) })
  const { id } = ticket
  ids.add('tickets', row.id, id)
  for (const mergeId of context.merges.get(row.contactId ?? '') ?? []) noteTicketOfMerged(cx.db, mergeId, id)
  writeBeginning(context, { ticket, row, connection, isOpen })
  // Ours has a number of its own, which is what the contact is told from now on.
  if (row.protocol) report.noted('tickets', 'noCounterpart', `${nameOf(row)}: ${row.protocol}`)
  report.imported('tickets')
}

const nameOf = ({ id, uuid }: TicketRow): string => (uuid ? `${id} ${uuid}` : id)

type TicketConnection = Pick<Connection, 'id' | 'name' | 'channel'> & { readonly isDeleted: boolean }

/** An active ticket whose connection is gone goes on over the default one, as it did there. */
function connectionOf(move: Move, { connectionId }: TicketRow, isActive: boolean): TicketConnection {
  const { db } = move.cx
  const known = readConnection(db, connectionFor(move, connectionId))
  const other = isActive && known.isDeleted ? findDefaultConnection(db) : undefined
  return other ? { ...other, isDeleted: false } : known
}

function readConnection(db: Db, id: number): TicketConnection {
  const { isDeleted, ...connection } = getOnlyRow<Omit<TicketConnection, 'isDeleted'> & { isDeleted: number }>(
    db,
    'SELECT id, name, channel, deleted_at IS NOT NULL AS isDeleted FROM connections WHERE id = (? + 0)',
    id,
  )
  return { ...connection, isDeleted: isDeleted === 1 }
}

type Standing = Pick<Ticket, 'status' | 'isBot' | 'userId' | 'queueId' | 'unread'>
const CLOSED = { status: 'closed', isBot: false, unread: 0 } as const

/** Nobody attends a ticket that waits; an open one has an attendant, or it waits. */
function standingOf({ ids }: Pick<Move, 'ids'>, row: TicketRow): Standing {
  const userId = ids.find('users', row.userId) ?? null
  const queueId = ids.find('queues', row.queueId) ?? null
  if (row.status === 'closed') return { ...CLOSED, userId, queueId }
  const unread = Math.min(Math.max(0, row.unread ?? 0), MOST_UNREAD)
  if (row.status === 'open' && userId !== null) return { status: 'open', isBot: false, userId, queueId, unread }
  // In a queue it waits for people; without one, the bot begins again with the contact's next message.
  const isBot = row.isBot && queueId === null && row.startedAt === null
  return { status: 'pending', isBot, userId: null, queueId, unread }
}
const MOST_UNREAD = 9999

type Opening = { readonly contactId: number; readonly connection: TicketConnection; readonly row: TicketRow }

/** One active ticket for each contact and connection: the one that changed last. False: another one stays. */
function makeRoom({ cx, report }: Move, { contactId, connection, row }: Opening): boolean {
  const other = findActiveTicket(cx.db, contactId, connection.id)
  if (!other) return true
  report.noted('tickets', 'oneOpenTicket', nameOf(row))
  if (other.updatedAt >= changedAt(cx, row) || isTouched(cx.db, other.id)) return false
  closeMoved(cx, other, other.updatedAt)
  return true
}

function closeMoved(cx: Cx, ticket: Ticket, at: number) {
  execute(
    cx.db,
    `UPDATE tickets SET status = 'closed', is_bot = 0, unread = 0, marked_unread = 0, waiting_since = NULL, closed_at = ? WHERE id = ?`,
    [at, ticket.id],
  )
  writeMovedLog(cx.db, ticket.id, { kind: 'closed', userId: null }, at)
}

const changedAt = (cx: Cx, { updatedAt, lastMessageAt, createdAt }: TicketRow): number =>
  Math.min(updatedAt ?? lastMessageAt ?? createdAt ?? cx.now(), cx.now())

type NewTicket = Standing & Opening
type InsertedTicket = Pick<Ticket, 'id' | 'createdAt' | 'acceptedAt' | 'closedAt'>

function insertTicket(cx: Cx, { row, contactId, connection, ...standing }: NewTicket): InsertedTicket {
  const { db } = cx
  const now = cx.now()
  const updatedAt = changedAt(cx, row)
  const createdAt = Math.min(row.createdAt ?? row.startedAt ?? updatedAt, now)
  const acceptedAt = row.startedAt && Math.min(row.startedAt, now)
  const closedAt = standing.status === 'closed' ? Math.max(createdAt, Math.min(row.closedAt ?? updatedAt, now)) : null
  const { lastInsertRowid } = statement(
    db.$client,
    `INSERT INTO tickets (uuid, status, is_group, is_bot, channel, contact_id, connection_id, queue_id, user_id, last_message, last_message_at, unread, created_at, updated_at, accepted_at, closed_at)
     VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)`,
  ).run(
    uuidFor(db, row.uuid),
    standing.status,
    row.isGroup ? 1 : 0,
    standing.isBot ? 1 : 0,
    connection.channel,
    contactId,
    connection.id,
    standing.queueId,
    standing.userId,
    cut(row.lastMessage ?? '', PREVIEW_LENGTH),
    Math.min(row.lastMessageAt ?? updatedAt, now),
    standing.unread,
    createdAt,
    Math.max(updatedAt, createdAt),
    acceptedAt,
    closedAt,
  )
  return { id: Number(lastInsertRowid), createdAt, acceptedAt, closedAt }
}
const PREVIEW_LENGTH = 200

/** Links of theirs keep working. Old rows have none. */
function uuidFor(db: Db, theirs: string | null): string {
  const uuid = theirs?.toLowerCase() ?? ''
  const isUsable = UUID.test(uuid) && getRow(db, 'SELECT 1 FROM tickets WHERE uuid = ?', uuid) === undefined
  return isUsable ? uuid : crypto.randomUUID()
}
const UUID = /^[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}$/

type Beginning = {
  readonly ticket: InsertedTicket
  readonly row: TicketRow
  readonly connection: TicketConnection
  readonly isOpen: boolean
}

/** An active ticket has an entry of today, so that nothing that closes idle tickets takes it for older than it is here. */
function writeBeginning({ move, hasHistory }: Context, { ticket, row, connection, isOpen }: Beginning) {
  const { cx, source, ids } = move
  const { id } = ticket
  writeMovedLog(cx.db, id, { kind: 'created', userId: null, data: { connection: connection.name } }, ticket.createdAt)
  const userId = ids.find('users', row.userId) ?? null
  if (!hasHistory && ticket.acceptedAt !== null)
    writeMovedLog(cx.db, id, { kind: 'started', userId }, ticket.acceptedAt)
  if (!hasHistory && ticket.closedAt !== null) writeMovedLog(cx.db, id, { kind: 'closed', userId }, ticket.closedAt)
  if (isOpen) writeMovedLog(cx.db, id, { kind: 'movedIn', userId: null, data: { from: source.family } }, cx.now())
}

/** When the merge is undone, it goes with the contact that it belongs to. */
const noteTicketOfMerged = (db: Db, mergeId: number, ticketId: number) =>
  void execute(db, `UPDATE contact_merges SET moved = json_insert(moved, '$.ticketIds[#]', ?) WHERE id = ?`, [
    ticketId,
    mergeId,
  ])

/** A newer dump: what happened to it there since, unless it went on here. */
function bringUpToDate(move: Move, ticket: Ticket, row: TicketRow) {
  const { cx } = move
  if (isTouched(cx.db, ticket.id)) return
  const standing = standingOf(move, row)
  const updatedAt = Math.max(ticket.updatedAt, changedAt(cx, row))
  if (standing.status !== 'closed' && ticket.status === 'closed' && !reopenMoved(move, ticket, row)) return
  if (standing.status === 'closed' && ticket.status !== 'closed')
    closeMoved(cx, ticket, Math.min(row.closedAt ?? updatedAt, cx.now()))
  execute(
    cx.db,
    `UPDATE tickets SET (status, is_bot, user_id, queue_id, unread, updated_at, accepted_at) = (${STATE}) WHERE id = @id
       AND (status, is_bot, user_id, queue_id, unread, updated_at, accepted_at) IS NOT (${STATE})`,
    {
      status: standing.status,
      isBot: standing.isBot ? 1 : 0,
      userId: standing.userId,
      queueId: standing.queueId,
      unread: standing.unread,
      updatedAt,
      startedAt: row.startedAt,
      id: ticket.id,
    },
  )
}

const STATE =
  "@status, @isBot, ifnull(@userId, iif(status = 'closed', user_id, NULL)), @queueId, @unread, @updatedAt, ifnull(accepted_at, @startedAt)"

/** Some products have one ticket for each contact, for ever. False: another one is active, or its connection is gone. */
function reopenMoved(move: Move, ticket: Ticket, row: TicketRow): boolean {
  const { db, now } = move.cx
  const connection = readConnection(db, ticket.connectionId)
  if (connection.isDeleted || !makeRoom(move, { contactId: ticket.contactId, connection, row })) return false
  execute(db, 'UPDATE tickets SET closed_at = NULL WHERE id = ?', ticket.id)
  writeMovedLog(db, ticket.id, { kind: 'reopened', userId: null }, changedAt(move.cx, row))
  writeMovedLog(db, ticket.id, { kind: 'movedIn', userId: null, data: { from: move.source.family } }, now())
  return true
}
