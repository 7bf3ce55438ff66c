/**
 * Moves of a ticket: load, apply the rule, save, log, announce. The row is checked inside the transaction, so of two
 * simultaneous moves one succeeds.
 */
import { eq, sql } from 'drizzle-orm'
import { type Actor, refuseSupport } from '../../actor'
import type { Address, ReadMark } from '../../channels/channel'
import { presentAccount } from '../../channels/connections/former-numbers'
import {
  channelOf,
  findConnection,
  findDefaultConnection,
  findVisibleConnection,
} from '../../channels/connections/queries'
import type { Connection } from '../../channels/connections/tables'
import { queueRead } from '../../channels/pending-updates/reads'
import { addressOver } from '../../channels/reach'
import { addressKey } from '../../contacts/address'
import { findGroup } from '../../contacts/groups/queries'
import type { Contact } from '../../contacts/tables'
import { AppError, fail } from '../../errors'
import type { Cx } from '../../platform/cx'
import { isStorageFull } from '../../platform/sqlite'
import { findQueue } from '../../queues/queries'
import { accessibleQueues, findActor, findUser } from '../../users/people'
import { can, mayUseConnection } from '../../users/permissions'
import { announceGiven, announceRead, announceTicket } from '../announce'
import type { CreateTicket } from '../contract'
import { ticketErrors } from '../errors'
import {
  type Moving,
  type TicketMove,
  ticketClosed,
  ticketMoved,
  ticketMoving,
  ticketOpened,
  ticketSeen,
  ticketWaiting,
} from '../events'
import { type LogData, writeLog } from '../log/log'
import { announceStep, writeStep } from '../log/steps'
import {
  findActiveTicket,
  findContactKnownTo,
  findVisibleConversation,
  findVisibleTicket,
  type TicketToRead,
} from '../queries'
import { postMessage } from '../sending/send'
import { type Ticket, tickets } from '../tables'
import { applyMove, type Change, type Move, mayUseQueue, type RuledMove } from '../ticket'
import { findActiveFor, holderOf } from './attending'
import { insertTicket } from './new-ticket'
import { placeBeforeTransfer } from './undo-transfer'

export function changeTicket(cx: Cx, actor: Actor, id: number, move: Move): Ticket {
  return cx.transaction((cx) => {
    if (move.want === 'undoTransfer')
      return moveTicket(cx, { ...placeBeforeTransfer(cx, actor, id), move, actor }, ({ after }) =>
        writeStep(cx, after, { kind: 'transferUndone', userId: actor.userId }),
      )
    const before = findVisibleTicket(cx.db, actor, id)
    checkTargets(cx, move)
    if (move.want === 'transfer') checkConnection(cx, actor, before, move)
    if (move.want === 'reopen') checkReopening(cx, actor, before)
    const change = decide(cx, before, move, actor)
    if (move.want === 'mark') return saveMark(cx, before, change)
    return moveTicket(cx, { ticket: before, change, move, actor }, (moved) => writeMove(cx, moved, move, actor))
  })
}

/** It has another attendant, or was transferred to a queue. A return to the queue is no news for its members. */
const isGiven = ({ before, after, move }: TicketMove): boolean =>
  after.status === 'open'
    ? after.userId !== null && after.userId !== before.userId
    : after.status === 'pending' && move.want === 'transfer' && after.queueId !== before.queueId

function saveMark(cx: Cx, before: Ticket, change: Change): Ticket {
  const after = saveTicket(cx, before.id, change)
  announceTicket(cx, before, after)
  return after
}

/**
 * The only way to move a ticket, whoever does it; in the caller's transaction. Messages caused by the move come before
 * it.
 */
export function moveTicket(cx: Cx, moving: Moving, writeInLog: (moved: TicketMove) => void): Ticket {
  const { ticket: before, change, move, actor } = moving
  cx.happened(ticketMoving(moving))
  if (move.want === 'transfer' && move.comment)
    postMessage(cx, before, { ...noteOf(move.comment), userId: actor?.userId ?? null })
  const after = saveTicket(cx, before.id, change)
  const moved: TicketMove = { before, after, move, actor }
  writeInLog(moved)
  const announced = announceTicket(cx, before, after)
  if (isGiven(moved)) announceGiven(cx, after, announced, actor?.userId ?? null)
  cx.happened(move.want === 'close' ? ticketClosed(moved) : ticketMoved(moved))
  if (move.want === 'transfer' && after.status === 'pending' && !after.isGroup)
    cx.happened(ticketWaiting({ ticket: after }))
  return after
}

/** Applies the rule; if somebody else has the ticket, the refusal carries their name. */
function decide(cx: Cx, before: Ticket, move: RuledMove, actor: Actor) {
  const holder = move.want === 'transfer' ? holderAfter(before, move) : null
  const colleagueQueueIds = holder === null ? null : queuesFor(cx, holder)
  try {
    return applyMove(before, move, actor, { now: cx.now(), colleagueQueueIds })
  } catch (error) {
    if (error instanceof AppError && isOfColleague.has(error.code)) fail(error.known, holderOf(cx.db, before))
    throw error
  }
}

const isOfColleague: ReadonlySet<string> = new Set(['ERR_OTHER_OPEN_TICKET', 'ERR_NO_PERMISSION'])

const holderAfter = ({ userId }: Ticket, move: Transfer): number | null =>
  move.userId === undefined ? userId : move.userId

/** Null: every queue. */
function queuesFor({ db }: Cx, userId: number): readonly number[] | null {
  const user = findUser(db, userId)
  return user ? accessibleQueues(db, user) : []
}

/**
 * Opens a conversation from our side. Fails while the contact has an active ticket at the same address, over whichever
 * connection.
 */
export function createTicket(cx: Cx, actor: Actor, input: CreateTicket): Ticket {
  return cx.transaction((cx) => {
    const contact = findContactKnownTo(cx.db, actor, input.contactId)
    if (contact.isGroup && findGroup(cx.db, contact.id)?.isCommunity) fail('ERR_GROUP_COMMUNITY')
    const connection =
      input.whatsappId === undefined ? usualConnection(cx, actor, contact) : findConnection(cx.db, input.whatsappId)
    if (!connection) return fail(input.whatsappId === undefined ? 'ERR_NO_DEF_WAPP_FOUND' : 'ERR_NO_WAPP_FOUND')
    if (!mayUseConnection(actor, connection.id)) fail('ERR_NO_WAPP_FOUND')
    refuseSecond(cx, actor, { contactId: contact.id, connectionId: connection.id })
    if (addressOver(cx.db, connection.id, contact.id) === undefined) fail('ERR_WAPP_INVALID_CONTACT')
    const queueId = input.queueId ?? (actor.queueIds.length === 1 ? (actor.queueIds[0] ?? null) : null)
    if (queueId === null && actor.queueIds.length > 0) fail('ERR_QUEUE_REQUIRED')
    if (queueId !== null && !findQueue(cx.db, queueId)) fail('ERR_NO_QUEUE_FOUND')
    if (queueId !== null && !mayUseQueue(actor, queueId)) fail('ERR_QUEUE_NOT_OF_USER')
    return openTicket(cx, actor, { connection, contact, queueId, userId: ownerOf(cx, actor, input.userId) })
  })
}

type Opening = Pick<Ticket, 'queueId' | 'userId'> & { readonly connection: Connection; readonly contact: Contact }

/** Opens it without asking whether there is another; in the caller's transaction. */
export function openTicket(cx: Cx, actor: Actor, opening: Opening): Ticket {
  const ticket = insertTicket(cx, { status: 'open', ...opening, at: cx.now() })
  writeLog(cx, ticket.id, { kind: 'created', userId: actor.userId, data: { connection: opening.connection.name } })
  writeLog(cx, ticket.id, { kind: 'started', userId: actor.userId })
  const announced = announceTicket(cx, null, ticket)
  announceStep(cx, ticket)
  announceGiven(cx, ticket, announced, actor.userId)
  cx.happened(ticketOpened({ ticket, userId: actor.userId }))
  return ticket
}

/** The user's own connection if usable, else the company's; the contact's last one where neither reaches them. */
function usualConnection({ db }: Cx, actor: Actor, { id: contactId, lastConnectionId }: Contact) {
  const usable = (id: number | null | undefined) =>
    id != null && mayUseConnection(actor, id) ? findConnection(db, id) : undefined
  const usual = usable(findUser(db, actor.userId)?.connectionId) ?? findDefaultConnection(db)
  const last = usable(lastConnectionId)
  const reaches = (one: Connection | undefined) => one && addressOver(db, one.id, contactId) !== undefined
  return !reaches(usual) && reaches(last) ? last : usual
}

/** Opening the conversation clears the unread count and sends read receipts for what the contact wrote. */
export function readConversation(cx: Cx, actor: Actor, conversation: TicketToRead) {
  const { unread, markedUnread, userId, isGroup } = conversation
  if (unread === 0 && !markedUnread) return
  if (userId !== actor.userId && !isGroup) return
  try {
    cx.transaction((cx) => {
      queueRead(cx, { ...conversation, marks: unreadMessages(cx, conversation) })
      cx.db.update(tickets).set({ unread: 0, markedUnread: false }).where(eq(tickets.id, conversation.id)).run()
      announceRead(cx, conversation)
      cx.happened(ticketSeen({ ticketId: conversation.id, userId: actor.userId }))
    })
  } catch (error) {
    if (!isStorageFull(error)) throw error // reading must work on a full disk, too: the ticket stays unread
  }
}

/** Excludes messages of a former number or connection, which the present one cannot mark as read. */
function unreadMessages(cx: Cx, conversation: TicketToRead): ReadMark[] {
  const account = presentAccount(cx.db, conversation.connectionId)
  const rows = cx.db.$client
    .prepare(
      'SELECT external_id, author_addresses, account, connection_id FROM messages WHERE ticket_id = ? AND from_me = 0 AND external_id IS NOT NULL ORDER BY created_at DESC, id DESC LIMIT ?',
    )
    .all(conversation.id, conversation.unread) as UnreadRow[] // the columns are listed
  const marks = rows
    .filter((row) => row.account === account && row.connection_id === conversation.connectionId)
    .map(({ external_id: externalId, author_addresses: author }) => {
      const addresses: readonly Address[] = author === null ? [] : JSON.parse(author) // written by insertMessage
      return { externalId, author: addresses[0] ?? null }
    })
  return marks.reverse()
}
type UnreadRow = {
  readonly external_id: string
  readonly author_addresses: string | null
  readonly account: number
  readonly connection_id: number
}

/** Who was with the bot waits for people from now on, unless a person has answered or accepted. */
const endOfBot = (now: number) => ({
  waitingSince: sql`iif(${tickets.isBot} = 1 AND ${tickets.waitingSince} IS NOT NULL, ${now}, ${tickets.waitingSince})`,
  botUntil: sql`iif(${tickets.isBot} = 1 AND ${tickets.acceptedAt} IS NULL, ${now}, ${tickets.botUntil})`,
})

export function saveTicket(cx: Cx, id: number, change: Change): Ticket {
  return (
    cx.db
      .update(tickets)
      .set({
        ...(change.isBot === false && endOfBot(cx.now())),
        ...change,
        ...(change.connectionId !== undefined && { channel: channelOf(cx.db, change.connectionId) }),
        updatedAt: sql`max(${tickets.updatedAt}, ${cx.now()})`,
      })
      .where(eq(tickets.id, id))
      .returning()
      .get() ?? fail('ERR_NO_TICKET_FOUND')
  )
}

/** The users, queues and connections in a move must exist in this company and be active. */
function checkTargets(cx: Cx, move: Move) {
  if ('queueId' in move && move.queueId !== null && !findQueue(cx.db, move.queueId)) fail('ERR_NO_QUEUE_FOUND')
  if (move.want === 'transfer' && move.userId != null && !findUser(cx.db, move.userId)?.active)
    fail('ERR_NO_USER_FOUND')
}

type Transfer = Extract<Move, { want: 'transfer' }>
type Wish = Exclude<RuledMove, { want: 'mark' }>

/** The contact must be reachable over the new connection, and must not have an active ticket there. */
function checkConnection(cx: Cx, actor: Actor, ticket: Ticket, move: Transfer) {
  const { connectionId } = move
  if (connectionId === undefined || connectionId === ticket.connectionId) return
  if (!can(actor, 'ticket-options:transferWhatsapp')) fail('ERR_NO_PERMISSION')
  findVisibleConnection(cx.db, actor, connectionId)
  if (ticket.isGroup) fail(ticketErrors.ERR_TRANSFER_GROUP)
  if (addressOver(cx.db, connectionId, ticket.contactId)?.kind !== 'phone')
    fail(ticketErrors.ERR_TRANSFER_HIDDEN_NUMBER)
  const other = findActiveTicket(cx.db, ticket.contactId, connectionId)
  if (other) fail('ERR_OTHER_OPEN_TICKET', holderOf(cx.db, other))
  const holder = holderAfter(ticket, move)
  const person = holder === null ? undefined : findActor(cx.db, holder, cx.tenant, '')
  if (person && !mayUseConnection(person, connectionId)) fail(ticketErrors.ERR_CONNECTION_NOT_OF_USER)
}

/** Nothing could be sent over a deleted connection. */
function checkReopening(cx: Cx, actor: Actor, ticket: Ticket) {
  if (ticket.status === 'closed' && !findConnection(cx.db, ticket.connectionId)) fail('ERR_NO_WAPP_FOUND')
  refuseSecond(cx, actor, ticket)
}

type Conversation = Pick<Ticket, 'contactId' | 'connectionId'>

/** A person known by two channels may have a ticket on each. */
function refuseSecond({ db }: Cx, actor: Actor, { contactId, connectionId }: Conversation) {
  const address = addressOver(db, connectionId, contactId)
  const other = findActiveFor(db, actor, contactId, (ticket) => {
    const there = addressOver(db, ticket.connectionId, contactId)
    return ticket.connectionId === connectionId || !address || !there || addressKey(there) === addressKey(address)
  })
  if (other) fail('ERR_OTHER_OPEN_TICKET', holderOf(db, other.ticket))
}

/** Only users who see everybody's tickets may open one for a colleague. */
function ownerOf(cx: Cx, actor: Actor, wantedUserId: number | undefined): number {
  if (wantedUserId === undefined || wantedUserId === actor.userId || !can(actor, 'tickets-manager:showall')) {
    refuseSupport(actor)
    return actor.userId
  }
  return findUser(cx.db, wantedUserId)?.active ? wantedUserId : fail('ERR_NO_USER_FOUND')
}

const noteOf = (body: string) => ({ kind: 'note', body, media: null, quotedId: null, clientId: null }) as const

function writeMove(cx: Cx, { before, after }: TicketMove, move: Wish, { userId }: Actor) {
  const from: LogData = { fromUserId: before.userId, fromQueueId: before.queueId }
  switch (move.want) {
    case 'accept':
      if (before.queueId !== after.queueId)
        writeLog(cx, after.id, { kind: 'queueSet', userId, data: { queueId: after.queueId } })
      return writeStep(cx, after, { kind: 'started', userId, data: from })
    case 'return':
      return writeLog(cx, after.id, { kind: 'returned', userId, data: from })
    case 'close':
      return writeLog(cx, after.id, { kind: 'closed', userId, data: from })
    case 'reopen':
      return writeLog(cx, after.id, { kind: 'reopened', userId })
    case 'transfer':
      writeStep(cx, after, {
        kind: 'transferred',
        userId,
        data: { ...from, fromStatus: before.status, ...nameTargets(cx, before, after) },
      })
      return after.userId === null || after.userId === before.userId
        ? undefined
        : writeLog(cx, after.id, { kind: 'receivedTransfer', userId: after.userId, data: from })
  }
}

function nameTargets({ db }: Cx, before: Ticket, { userId, queueId, connectionId }: Ticket): LogData {
  const connection = connectionId === before.connectionId ? undefined : findConnection(db, connectionId)?.name
  return {
    user: userId === null ? null : (findUser(db, userId)?.name ?? null),
    queue: queueId === null ? null : (findQueue(db, queueId)?.name ?? null),
    ...(connection !== undefined && { connection, fromConnectionId: before.connectionId }),
  }
}

/** Marks several conversations as read; those of colleagues and waiting ones stay unread. */
export function readSeveral(cx: Cx, actor: Actor, ticketIds: readonly number[]): void {
  const conversations = ticketIds.map((id) => findVisibleConversation(cx.db, actor, id))
  for (const conversation of conversations) readConversation(cx, actor, conversation)
}
