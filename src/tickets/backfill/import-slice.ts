/**
 * Imports a backfill: contact → closed ticket → messages, each once, under its own time. Sends no event per message.
 */

import type { BackfillChat, BackfillMessage, BackfillSlice } from '../../channels/backfill'
import type { Address, MessageAction } from '../../channels/channel'
import { findImport } from '../../channels/connections/backfill'
import { findConnection } from '../../channels/connections/queries'
import type { Backfill, Connection } from '../../channels/connections/tables'
import { findContactIds, recogniseContact } from '../../contacts/actions'
import { isNameless } from '../../contacts/placeholder-name'
import { findContactOrFail } from '../../contacts/queries'
import type { Contact } from '../../contacts/tables'
import type { Cx } from '../../platform/cx'
import { execute, getRow, getValue } from '../../platform/sql'
import { type Db, isFileError } from '../../platform/sqlite'
import { announceTicket } from '../announce'
import { mergeAll } from '../merging/merge'
import { applyWaitingActions, receiveActions } from '../message-actions/receive-actions'
import { findKnown } from '../messages/identity'
import { shownAt } from '../messages/message'
import { findTicket } from '../queries'
import { storeMessage } from '../receiving/receive'
import { catchUp } from './catch-up'
import { createBackfillTicket, makePendingIfWaiting, updateTicketRow } from './ticket'

type Count = Pick<Backfill, 'contacts' | 'tickets' | 'messages' | 'skipped'>
/** Tickets that have changed and are not announced yet. */
export type UnannouncedIds = Set<number>

/**
 * Returns false if the import was stopped or the connection is gone. `broken` is called for each entry that cannot be
 * stored.
 */
export function importSlice(
  cx: Cx,
  connectionId: number,
  slice: BackfillSlice,
  { unannounced, broken }: { readonly unannounced: UnannouncedIds; broken(error: unknown): void },
): boolean {
  try {
    return takeTogether(cx, connectionId, slice, unannounced)
  } catch (error) {
    if (isFileError(error)) throw error
    return takeOneByOne(cx, connectionId, slice, { unannounced, broken })
  }
}

/** Skips a message that cannot be stored, and stores its neighbours. */
function takeOneByOne(
  cx: Cx,
  connectionId: number,
  slice: BackfillSlice,
  { unannounced, broken }: { readonly unannounced: UnannouncedIds; broken(error: unknown): void },
): boolean {
  let skipped = slice.skipped
  for (const chat of slice.chats)
    for (const entry of chat.entries)
      try {
        const one = { ...chat, entries: [entry], end: null }
        takeTogether(cx, connectionId, { ...slice, position: 0, skipped: 0, chats: [one] }, unannounced)
      } catch (error) {
        if (isFileError(error)) throw error
        skipped += 1
        broken(error)
      }
  const ends = slice.chats.map((chat) => ({ ...chat, entries: [] }))
  return takeTogether(cx, connectionId, { ...slice, skipped, chats: ends }, unannounced)
}

function takeTogether(cx: Cx, connectionId: number, slice: BackfillSlice, unannounced: UnannouncedIds): boolean {
  return cx.transaction((cx) => {
    const connection = findConnection(cx.db, connectionId)
    const run = connection && findImport(cx.db, connectionId)
    if (!connection || !run || run.state === 'stopped') return false
    const count: Count = { contacts: 0, tickets: 0, messages: 0, skipped: slice.skipped }
    for (const chat of slice.chats) takeChat(cx, connection, chat, { count, unannounced })
    noteProgress(cx.db, connectionId, slice, count)
    return true
  })
}

/** Runs in the transaction that stores the messages, so progress is exact. */
function noteProgress(db: Db, connectionId: number, { part, position, percent }: BackfillSlice, count: Count) {
  execute(
    db,
    `UPDATE history_imports SET state = 'running', reason = NULL, finished_at = NULL, percent = max(percent, ?),
       position = CASE WHEN part IS ? THEN max(position, ?) ELSE ? END, part = ?,
       contacts = contacts + ?, tickets = tickets + ?, messages = messages + ?, skipped = skipped + ? WHERE connection_id = ?`,
    [
      percent,
      part,
      position,
      position,
      part,
      count.contacts,
      count.tickets,
      count.messages,
      count.skipped,
      connectionId,
    ],
  )
}

function takeChat(
  cx: Cx,
  connection: Connection,
  chat: BackfillChat,
  { count, unannounced }: { count: Count; unannounced: UnannouncedIds },
): void {
  const fresh: (BackfillMessage | MessageAction)[] = []
  for (const entry of chat.entries) {
    const known = 'message' in entry ? findKnown(cx.db, connection.id, entry.message) : undefined
    if ('message' in entry && known) catchUp(cx, connection.id, known, entry)
    else fresh.push(entry) // actions too: repeating one has no effect
  }
  const contact = fresh.length > 0 ? contactOf(cx, chat, count) : knownContact(cx.db, chat.addresses)
  if (!contact) return
  const place = { connection, contact, chat, count }
  const messages = fresh.filter((entry) => 'message' in entry)
  const ticketId = messages.length > 0 ? storeAll(cx, place, messages) : backfillTicketOf(cx.db, place)
  // Actions come after their messages: within a part of the backfill they are in order.
  receiveActions(
    quietly(cx),
    connection.id,
    fresh.flatMap((entry) => ('message' in entry ? entry.reactions : entry)),
  )
  if (ticketId === null) return
  if (messages.length > 0) unannounced.add(ticketId)
  if (chat.end) finishChat(cx, place, { ticketId, unannounced, unread: chat.end.unread })
}

type ImportTarget = {
  readonly connection: Connection
  readonly contact: Contact
  readonly chat: BackfillChat
  readonly count: Count
}

function storeAll(cx: Cx, place: ImportTarget, messages: readonly BackfillMessage[]): number | null {
  const { connection, contact, count } = place
  const ticketId = contact.active ? (backfillTicketOf(cx.db, place) ?? openBackfillTicket(cx, place, messages)) : null
  const ticket = ticketId === null ? undefined : findTicket(cx.db, ticketId)
  for (const { message, ack, isDeleted, edit } of messages) {
    // The same message twice within one slice.
    if (findKnown(cx.db, connection.id, message)) continue
    const createdAt = shownAt(beforeToday(cx.db, contact.id, message.sentAt), 0, cx.now())
    const stored = storeMessage(cx, { connection, contact, ticket, createdAt }, message)
    execute(cx.db, 'UPDATE messages SET imported = 1, ack = ?, is_deleted = ?, is_edited = ? WHERE id = ?', [
      ack,
      isDeleted ? 1 : 0,
      edit ? 1 : 0,
      stored.id,
    ])
    applyWaitingActions(quietly(cx), stored)
    count.messages += 1
  }
  if (ticketId !== null) updateTicketRow(cx.db, ticketId, contact.id)
  return ticketId
}

/** Messengers count in seconds: imported messages of the second in which the current conversation began come first. */
function beforeToday(db: Db, contactId: number, sentAt: number): number {
  const sql = 'SELECT 1 FROM messages WHERE contact_id = ? AND created_at = ? AND imported = 0'
  return getRow(db, sql, [contactId, sentAt]) === undefined ? sentAt : sentAt - 1
}

function openBackfillTicket(
  cx: Cx,
  { connection, contact, count }: ImportTarget,
  [oldest]: readonly BackfillMessage[],
): number {
  count.tickets += 1
  return createBackfillTicket(cx, connection, contact, oldest?.message.sentAt ?? cx.now())
}

function backfillTicketOf(
  db: Db,
  { contact, connection }: Pick<ImportTarget, 'contact' | 'connection'>,
): number | null {
  const id = getValue(
    db,
    'SELECT id FROM tickets WHERE contact_id = ? AND connection_id = ? AND imported = 1 ORDER BY id DESC LIMIT 1',
    [contact.id, connection.id],
  )
  return typeof id === 'number' ? id : null
}

/** The conversation's messages in this part are stored: announces them with one event. */
function finishChat(
  cx: Cx,
  { connection, contact }: ImportTarget,
  {
    ticketId,
    unread,
    unannounced,
  }: { readonly ticketId: number; readonly unread: number; readonly unannounced: UnannouncedIds },
) {
  const waits =
    unread > 0 && !connection.importClosed && makePendingIfWaiting(cx.db, { ticketId, contactId: contact.id, unread })
  const ticket = findTicket(cx.db, ticketId)
  if (ticket && (unannounced.delete(ticketId) || waits)) announceTicket(cx, null, ticket)
}

function contactOf(cx: Cx, { addresses, isGroup, name, entries }: BackfillChat, count: Count): Contact {
  const known = findContactIds(cx.db, addresses)
  if (known.length > 1) mergeAll(cx, known)
  if (known.length === 0) count.contacts += 1
  const before = knownContact(cx.db, addresses)
  const shown = !before || isNameless(before) ? (name ?? (isGroup ? null : pushNameIn(entries))) : null
  return recogniseContact(cx, { addresses, name: shown, isGroup })
}

const knownContact = (db: Db, addresses: readonly Address[]): Contact | undefined => {
  const id = findContactIds(db, addresses)[0]
  return id === undefined ? undefined : findContactOrFail(db, id)
}

function pushNameIn(entries: BackfillChat['entries']): string | null {
  const names = entries.flatMap((entry) => ('message' in entry ? (entry.message.pushName ?? []) : []))
  return names.at(-1) ?? null
}

type AddressName = { readonly address: Address; readonly name: string }

/** Names contacts that have no name yet, from the phone's address book. */
export function adoptNames(cx: Cx, people: readonly AddressName[], broken: (error: unknown) => void) {
  try {
    cx.transaction((cx) => {
      for (const one of people) adoptName(cx, one)
    })
  } catch (error) {
    if (isFileError(error)) throw error
    if (people.length <= 1) broken(error)
    else for (const one of people) adoptNames(cx, [one], broken)
  }
}

/** Names a contact that has no name yet. */
export function adoptName(cx: Cx, { address, name }: AddressName) {
  const contact = knownContact(cx.db, [address])
  if (contact && isNameless(contact)) recogniseContact(cx, { addresses: [address], name, isGroup: false })
}

/** A `cx` that emits no events. */
function quietly(cx: Cx): Cx {
  const quiet: Cx = { ...cx, emit() {}, happened() {}, transaction: (run) => run(quiet) }
  return quiet
}
