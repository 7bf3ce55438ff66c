/** The conversation whose messages are being moved in: what is known of it, so that no message needs a query. */
import { addressKey } from '../../contacts/address'
import { addressesOf } from '../../contacts/queries'
import { getOnlyValue, getRow, getTuples, getValue } from '../../platform/sql'
import type { Db } from '../../platform/sqlite'
import { highestIdOf } from '../messages/ids'

/** A ticket as its messages need it. */
export type MovedTicket = {
  readonly id: number
  readonly contactId: number
  readonly connectionId: number
  readonly queueId: number
  /** Whether figures count its messages. */
  readonly isCounted: boolean
}

export type Conversation = {
  readonly contactId: number
  readonly name: string
  readonly isGroup: boolean
  /** Its first address, as messages store it. */
  readonly chat: string | null
  readonly isNew: boolean
  /** The highest id so far. */
  lastId: number
  /** What the contact called itself last. */
  pushName: string | null
  readonly known: KnownMessages
}

/** Ids kept in memory for one conversation; beyond that, the file is asked. */
const MOST_KEPT = 100_000

type MessageKey = { readonly connectionId: number; readonly fromMe: boolean; readonly externalId: string }

/** Messages of a conversation by the messenger's id, and those of this run by the other product's. */
class KnownMessages {
  readonly #db: Db
  readonly #contactId: number
  readonly #ids = new Map<string, number>()
  readonly #theirs = new Map<string, number>()
  #isWhole: boolean

  constructor(db: Db, contactId: number) {
    this.#db = db
    this.#contactId = contactId
    const rows = getTuples<[id: number, connectionId: number, fromMe: number, externalId: string]>(
      db,
      `SELECT id, connection_id, from_me, external_id FROM messages
       WHERE contact_id = (? + 0) AND external_id IS NOT NULL LIMIT ${MOST_KEPT}`,
      contactId,
    )
    this.#isWhole = rows.length < MOST_KEPT
    for (const [id, connectionId, fromMe, externalId] of rows)
      this.#ids.set(keyOf({ connectionId, fromMe: fromMe === 1, externalId }), id)
  }

  find(key: MessageKey): number | undefined {
    const id = this.#ids.get(keyOf(key))
    if (id !== undefined || this.#isWhole) return id
    return getValue<number>(
      this.#db,
      'SELECT id FROM messages WHERE connection_id = (? + 0) AND external_id = ? AND from_me = ? AND contact_id = (? + 0)',
      [key.connectionId, key.externalId, Number(key.fromMe), this.#contactId],
    )
  }

  /** The message that a quote or reaction names, whoever wrote it. */
  findOfEither(connectionId: number, externalId: string): number | undefined {
    return (
      this.find({ connectionId, externalId, fromMe: false }) ?? this.find({ connectionId, externalId, fromMe: true })
    )
  }

  findTheirs(theirs: string): number | undefined {
    return this.#theirs.get(theirs)
  }

  add(key: MessageKey | null, theirs: string, id: number) {
    if (this.#ids.size >= MOST_KEPT) {
      this.#ids.clear()
      this.#isWhole = false
    }
    if (this.#theirs.size >= MOST_KEPT) this.#theirs.clear()
    if (key) this.#ids.set(keyOf(key), id)
    this.#theirs.set(theirs, id)
  }
}

const keyOf = ({ connectionId, fromMe, externalId }: MessageKey): string =>
  `${connectionId}${fromMe ? '>' : '<'}${externalId}`

/** Undefined if there is no such contact any more. */
export function openConversation(db: Db, contactId: number): Conversation | undefined {
  const contact = getRow<{ name: string; isGroup: number }>(
    db,
    'SELECT name, is_group AS isGroup FROM contacts WHERE id = (? + 0)',
    contactId,
  )
  if (!contact) return undefined
  const [first] = addressesOf(db, contactId)
  return {
    contactId,
    name: contact.name,
    isGroup: contact.isGroup === 1,
    chat: first ? addressKey(first) : null,
    isNew: getValue(db, 'SELECT 1 FROM messages WHERE contact_id = (? + 0) LIMIT 1', contactId) === undefined,
    lastId: highestIdOf(db, contactId),
    pushName: null,
    known: new KnownMessages(db, contactId),
  }
}

type TicketRow = {
  readonly id: number
  readonly contactId: number
  readonly connectionId: number
  readonly queueId: number | null
  readonly isCounted: number
}

export function findMovedTicket(db: Db, id: number): MovedTicket | undefined {
  const row = getRow<TicketRow>(
    db,
    `SELECT id, contact_id AS contactId, connection_id AS connectionId, queue_id AS queueId,
       is_group = 0 AND imported = 0 AND NOT EXISTS (SELECT 1 FROM figures_due WHERE tickets.id < below) AS isCounted
     FROM tickets WHERE id = (? + 0)`,
    id,
  )
  return row && { ...row, queueId: row.queueId ?? 0, isCounted: row.isCounted === 1 }
}

/** A connection for messages whose own is unknown; null without any. */
export const firstConnection = (db: Db): number | null =>
  getOnlyValue<number | null>(db, 'SELECT min(id) FROM connections')
