/** Receipts in groups: each concerns one member. A message counts as delivered or read when it is for all members. */
import type { Actor } from '../../actor'
import type { Receipt } from '../../channels/channel'
import { DELIVERED, PLAYED, READ } from '../../channels/contract'
import { setMember } from '../../contacts/groups/actions'
import { findGroup, listParticipants, membersAt } from '../../contacts/groups/queries'
import { fail } from '../../errors'
import type { Cx } from '../../platform/cx'
import { instant, instantOrNull } from '../../platform/formats'
import { getOrMake } from '../../platform/maps'
import { execute, getOnlyRow, getRow, getRows } from '../../platform/sql'
import { type Db, type Raw, statement } from '../../platform/sqlite'
import { DAY } from '../../platform/time'
import { messageAudience } from '../messages/audience'
import { type MessageReceipts, messageReceipts } from '../messages/contract'
import { endOfRange } from '../messages/ids'
import { findVisibleMessage } from '../messages/queries'
import type { StoredMessage } from '../messages/tables'

/** The expected recipients: those who were members when it was sent and still are, without the sending account. */
const EXPECTED = `FROM group_members m WHERE m.group_id = ? AND m.role <> 'left' AND m.since <= ?
  AND m.id NOT IN (SELECT member_id FROM group_connections WHERE group_id = m.group_id AND connection_id = ? AND member_id IS NOT NULL)`

type Subject = Pick<StoredMessage, 'id' | 'ticketId' | 'contactId' | 'connectionId' | 'createdAt' | 'ack'>
type Tally = { readonly of: number; readonly delivered: number; readonly read: number; readonly played: number }

/** The counts added by a receipt. */
export type Step = Omit<Tally, 'of'>
const nothing: Step = { delivered: 0, read: 0, played: 0 }

/** Stores a member's receipt; a late or repeated one changes nothing, and the earliest time stays. */
export function noteReceipt(cx: Cx, message: Subject, { participant, ack, at }: Receipt): Step {
  const memberId = participant && memberAt(cx, message, participant)
  if (!memberId) return nothing
  const known = receiptOf(cx.db, message.id, memberId)
  const time = Math.min(at ?? cx.now(), cx.now())
  execute(
    cx.db,
    `INSERT INTO message_receipts (message_id, member_id, delivered_at, read_at, played_at) VALUES (?, ?, ?, ?, ?)
     ON CONFLICT DO UPDATE SET delivered_at = min(delivered_at, excluded.delivered_at),
       read_at = ifnull(min(read_at, excluded.read_at), ifnull(read_at, excluded.read_at)),
       played_at = ifnull(min(played_at, excluded.played_at), ifnull(played_at, excluded.played_at))`,
    [message.id, memberId, time, ack >= READ ? time : null, ack >= PLAYED ? time : null],
  )
  return {
    delivered: Number(!known),
    read: Number(ack >= READ && !known?.read_at),
    played: Number(ack >= PLAYED && !known?.played_at),
  }
}

const receiptOf = (db: Db, messageId: number, memberId: number) =>
  getRow<Row>(
    db,
    'SELECT member_id, delivered_at, read_at, played_at FROM message_receipts WHERE message_id = ? AND member_id = ?',
    [messageId, memberId],
  )

/** Somebody who sends a receipt is a member even if we did not know; our own devices are ignored. */
function memberAt(cx: Cx, { contactId, connectionId }: Subject, participant: NonNullable<Receipt['participant']>) {
  const known = membersAt(cx.db, contactId, [participant])[0]?.id
  const id = known ?? setMember(cx.db, contactId, { addresses: [participant], role: 'member' }, cx.now())
  const own = statement(
    cx.db.$client,
    'SELECT member_id FROM group_connections WHERE group_id = ? AND connection_id = ?',
  )
  return own.pluck().get(contactId, connectionId) === id ? null : id
}

/**
 * How many members have it; null while the members are unknown. Somebody who received it and left may count in place of
 * another.
 */
export function tallyOf(db: Db, { id, contactId, createdAt, connectionId }: Subject): Tally | null {
  const expected = statement(db.$client, `SELECT count(*) ${EXPECTED}`).pluck()
  const of = Number(expected.get(contactId, createdAt, connectionId))
  if (of === 0 || !findGroup(db, contactId)) return null
  const counted = getOnlyRow<Omit<Tally, 'of'>>(
    db,
    'SELECT count(*) AS delivered, count(read_at) AS read, count(played_at) AS played FROM message_receipts WHERE message_id = ?',
    id,
  )
  const most = (n: number) => Math.min(n, of)
  return { of, delivered: most(counted.delivered), read: most(counted.read), played: most(counted.played) }
}

/**
 * The message's delivery status from all receipts. Members are checked only if there are enough receipts for a higher
 * one.
 */
export function groupAck(db: Db, message: Subject, { of, delivered, read }: Tally): number {
  if (message.ack < READ && read === of && isEverybody(db, message, 'read_at')) return READ
  const hasArrived = message.ack < DELIVERED && delivered === of && isEverybody(db, message, 'delivered_at')
  return hasArrived ? DELIVERED : message.ack
}

function isEverybody(db: Db, message: Subject, what: 'delivered_at' | 'read_at'): boolean {
  const { id, contactId, createdAt, connectionId } = message
  const missing = statement(
    db.$client,
    `SELECT 1 ${EXPECTED} AND (SELECT ${what} FROM message_receipts WHERE message_id = ? AND member_id = m.id) IS NULL LIMIT 1`,
  )
  return missing.get(contactId, createdAt, connectionId, id) === undefined
}

/**
 * Large groups are announced in this many steps; otherwise one message would push everything else out of the replay
 * buffer.
 */
const STEPS = 24

/** Announces visible changes: each receipt in a small group, steps in a large one. */
export function announceTally(cx: Cx, message: Subject, after: Tally, added: Step) {
  const step = (n: number) => Math.floor((n * STEPS) / Math.max(STEPS, after.of))
  const looksDifferent = (['delivered', 'read', 'played'] as const).some(
    (what) => step(after[what] - added[what]) !== step(after[what]) || (added[what] > 0 && after[what] === after.of),
  )
  const { id: messageId, ticketId } = message
  if (looksDifferent) cx.emit(messageReceipts({ ticketId, messageId, ...after }), messageAudience(cx.db, message))
}

type Row = {
  readonly member_id: number
  readonly delivered_at: number
  readonly read_at: number | null
  readonly played_at: number | null
}

/** How long receipts are kept; the message's own delivery status stays. */
const RECEIPTS_LIFE = 90 * DAY
const FORGOTTEN_AT_ONCE = 500

/** When the oldest receipt of each file was stored; later ones do not change it. */
const oldestIn = new WeakMap<Raw, number>()

/** When the first receipts are due to be forgotten. */
export function nextForgotten({ db }: Cx): number {
  return getOrMake(oldestIn, db.$client, () => oldestOfAll(db)) + RECEIPTS_LIFE + 1
}

function oldestOfAll(db: Db): number {
  let oldest = Infinity
  for (let one = oldestFrom(db, 0); one; one = oldestFrom(db, endOfRange(one.id)))
    oldest = Math.min(oldest, one.createdAt)
  return oldest
}

/** Within the ids of one group, rows are ordered by age. */
export function forgetReceipts({ db, now }: Cx): boolean {
  oldestIn.delete(db.$client)
  const forget = statement(db.$client, 'DELETE FROM message_receipts WHERE message_id = ?')
  let forgotten = 0
  let oldest = oldestFrom(db, 0)
  while (oldest && forgotten < FORGOTTEN_AT_ONCE) {
    const isOld = now() - oldest.createdAt > RECEIPTS_LIFE
    if (isOld) {
      forget.run(oldest.id)
      forgotten += 1
    }
    oldest = oldestFrom(db, isOld ? oldest.id : endOfRange(oldest.id))
  }
  return forgotten === FORGOTTEN_AT_ONCE
}

const oldestFrom = (db: Db, id: number) =>
  getRow<Pick<StoredMessage, 'id' | 'createdAt'>>(
    db,
    `SELECT id, created_at AS createdAt FROM messages
     WHERE id = (SELECT min(message_id) FROM message_receipts WHERE message_id >= (? + 0))`,
    id,
  )

/** The members who received, read and played it, and when; empty in single chats. */
export function readReceipts({ db, now: clock }: Cx, actor: Actor, messageId: number): MessageReceipts {
  const now = clock()
  const message = findVisibleMessage(db, actor, messageId)
  if (!message.fromMe) return fail('ERR_NO_MESSAGE_FOUND')
  const facts = findGroup(db, message.contactId)
  if (!facts || now - message.createdAt > RECEIPTS_LIFE) return { ack: message.ack, participants: [] }
  const rows = getRows<Row>(
    db,
    'SELECT member_id, delivered_at, read_at, played_at FROM message_receipts WHERE message_id = ?',
    messageId,
  )
  const expected = statement(db.$client, `SELECT m.id ${EXPECTED}`).pluck()
  const ids = expected.all(message.contactId, message.createdAt, message.connectionId) as number[] // ids are integers
  const receipts = new Map(rows.map((row) => [row.member_id, row]))
  const meant = new Set([...ids, ...receipts.keys()])
  const people = listParticipants(db, message.contactId, facts.addressing, { withLeft: true })
  return {
    ack: message.ack,
    participants: people
      .filter(({ id }) => meant.has(id))
      .map(({ id, contactId, name, number, profilePicUrl }) => {
        const row = receipts.get(id)
        return {
          id,
          contactId,
          name,
          number,
          profilePicUrl,
          deliveredAt: row ? instant(row.delivered_at) : null,
          readAt: instantOrNull(row?.read_at ?? null),
          playedAt: instantOrNull(row?.played_at ?? null),
        }
      }),
  }
}
