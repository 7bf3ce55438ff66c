/** Reactions to messages: one per author; the company counts as one author. */
import type { MessageAction } from '../../channels/channel'
import { addressKey } from '../../contacts/address'
import { contactOfMember, memberNameOf } from '../../contacts/groups/queries'
import { getOrMake } from '../../platform/maps'
import { execute, getRow, getRows } from '../../platform/sql'
import type { Db } from '../../platform/sqlite'
import type { Names } from '../lists/names'
import type { Reaction } from './contract'

/** The company or the contact; in groups, a member's address. */
const US = 'us'
const THEM = 'them'

type Row = {
  readonly author: string
  readonly name: string | null
  readonly user_id: number | null
  readonly emoji: string | null
  readonly external_id: string
  readonly at: number
}

/** Returns false if it is a repetition, or older than the author's latest one. */
export function storeReaction(db: Db, messageId: number, action: Extract<MessageAction, { do: 'react' }>): boolean {
  const authors = authorsOf(action)
  const known = knownOf(db, messageId, authors)
  if (known && (known.external_id === action.externalId || known.at > action.at)) return false
  const name = action.isGroup && action.author ? memberNameOf(db, action.author.addresses, action.author.name) : null
  // Our own reactions come back in a backfill, which does not say which attendant reacted.
  const own =
    action.fromMe && known?.emoji === action.emoji ? { userId: known.user_id, externalId: known.external_id } : {}
  const reaction = { name: action.fromMe ? null : name, userId: null, ...action, ...own }
  write(db, messageId, known?.author ?? authors[0] ?? THEM, { ...reaction, isConfirmed: true })
  return true
}

/** Stores our own reaction; the messenger has not confirmed it yet. */
export function setOwnReaction(
  db: Db,
  messageId: number,
  reaction: {
    readonly emoji: string | null
    readonly externalId: string
    readonly userId: number
    readonly at: number
  },
) {
  write(db, messageId, US, { ...reaction, name: null, isConfirmed: false })
}

export const ownReaction = (db: Db, messageId: number): string | null => knownOf(db, messageId, [US])?.emoji ?? null

/** When it last changed; 0 if there never was one. */
export const ownReactedAt = (db: Db, messageId: number): number => knownOf(db, messageId, [US])?.at ?? 0

export function confirmOwnReaction(db: Db, messageId: number, emoji: string | null) {
  execute(db, 'UPDATE reactions SET confirmed = ? WHERE message_id = ? AND author = ?', [emoji, messageId, US])
}

/**
 * The messenger refused our reaction: the previous one returns, unless we have changed it since. A reaction that was
 * confirmed before a phone asked for it again has no known previous one.
 */
export function takeBackOwnReaction(db: Db, messageId: number, externalId: string) {
  execute(
    db,
    `UPDATE reactions SET emoji = nullif(confirmed, emoji), confirmed = nullif(confirmed, emoji)
     WHERE message_id = ? AND author = ? AND external_id = ?`,
    [messageId, US, externalId],
  )
  noteWhether(db, messageId)
}

/** Emojis and names beyond these limits are counted but not listed. */
const MOST_EMOJIS = 30
const MOST_NAMES = 30

type ReactionRow = Pick<Row, 'author' | 'name' | 'user_id'> & {
  readonly message_id: number
  readonly emoji: string
  readonly nth: number
  readonly count: number
}

/** Our own name for the member of group `?`, else their current name, else the one at the time of the reaction. */
const presentName = `coalesce(iif(c.name_by = 'person', c.name, NULL), m.name, r.name)`
const memberWhoReacted = `LEFT JOIN group_members m ON m.group_id = (? + 0)
       AND (m.lid = iif(r.author GLOB 'lid:*', substr(r.author, 5), NULL) OR m.phone = iif(r.author GLOB 'phone:*', substr(r.author, 7), NULL))
     ${contactOfMember}`

/** The reactions to these messages, earliest first. */
export function reactionsTo(
  db: Db,
  messageIds: readonly number[],
  words: { readonly names: Names; readonly contactId: number; readonly contact: string },
): ReadonlyMap<number, Reaction[]> {
  const found = new Map<number, Reaction[]>()
  if (messageIds.length === 0) return found
  const rows = getRows<ReactionRow>(
    db,
    `SELECT r.message_id, r.author, ${presentName} AS name, r.user_id, r.emoji, r.nth, r.count FROM (
       SELECT *, dense_rank() OVER (PARTITION BY message_id ORDER BY count DESC, emoji) AS place FROM (
         SELECT *, row_number() OVER (PARTITION BY message_id, emoji ORDER BY author <> '${US}', at, author) AS nth,
           count(*) OVER (PARTITION BY message_id, emoji) AS count
         FROM reactions WHERE message_id IN (SELECT value FROM json_each(?)) AND emoji IS NOT NULL)) r
     ${memberWhoReacted}
     WHERE r.nth <= ${MOST_NAMES} AND r.place <= ${MOST_EMOJIS} ORDER BY r.at, r.author`,
    [JSON.stringify(messageIds), words.contactId],
  )
  for (const { message_id, author: by, name, user_id, emoji, nth, count } of rows) {
    const fromMe = by === US
    const ours = user_id === null ? null : words.names.user(user_id).name
    const more = nth === MOST_NAMES ? count - nth : 0
    const reaction = { emoji, fromMe, author: fromMe ? ours : (name ?? words.contact), ...(more > 0 && { more }) }
    getOrMake(found, message_id, () => []).push(reaction)
  }
  return found
}

/** All keys this author may be stored under; use the first for new rows. */
export function authorsOf({
  fromMe,
  isGroup,
  author,
}: Pick<MessageAction, 'fromMe' | 'isGroup' | 'author'>): readonly string[] {
  if (fromMe) return [US]
  return isGroup && author ? author.addresses.map(addressKey) : [THEM]
}

/** One author may be stored under several keys. */
const knownOf = (db: Db, messageId: number, authors: readonly string[]): Row | undefined =>
  getRow<Row>(
    db,
    'SELECT author, name, user_id, emoji, external_id, at FROM reactions WHERE message_id = ? AND author IN (SELECT value FROM json_each(?))',
    [messageId, JSON.stringify(authors)],
  )

type WrittenReaction = Pick<Row, 'name' | 'emoji' | 'at'> & {
  readonly userId: number | null
  readonly externalId: string
  readonly isConfirmed: boolean
}

function write(db: Db, messageId: number, author: string, reaction: WrittenReaction) {
  const { name, userId, emoji, isConfirmed, externalId, at } = reaction
  execute(
    db,
    `INSERT INTO reactions (message_id, author, name, user_id, emoji, confirmed, external_id, at) VALUES (?, ?, ?, ?, ?, ?, ?, ?)
     ON CONFLICT DO UPDATE SET name = excluded.name, user_id = excluded.user_id, emoji = excluded.emoji, external_id = excluded.external_id,
       at = excluded.at, confirmed = CASE WHEN ? THEN excluded.confirmed ELSE confirmed END`,
    [messageId, author, name, userId, emoji, isConfirmed ? emoji : null, externalId, at, isConfirmed ? 1 : 0],
  )
  noteWhether(db, messageId)
}

function noteWhether(db: Db, messageId: number) {
  execute(
    db,
    'UPDATE messages SET has_reactions = EXISTS (SELECT 1 FROM reactions WHERE message_id = messages.id AND emoji IS NOT NULL) WHERE id = ?',
    messageId,
  )
}
