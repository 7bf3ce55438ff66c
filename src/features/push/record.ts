/** Turns what happens into notifications, in its transaction: one for each device of those it concerns. */
import type { Incoming } from '../../channels/channel'
import type { Cx } from '../../platform/cx'
import { on, type Subscriber } from '../../platform/extensions'
import { execute, getValue } from '../../platform/sql'
import type { Db } from '../../platform/sqlite'
import { DAY, HOUR, SECOND } from '../../platform/time'
import { isPaused } from '../../tenancy/standby'
import { ticketMoved, ticketOpened, ticketSeen, ticketWaiting } from '../../tickets/events'
import { messagePosted, messageReceived } from '../../tickets/messages/events'
import type { Ticket } from '../../tickets/tables'
import { canSee } from '../../tickets/visibility'
import { alertsWithdrawn, peopleAlerted, sessionsClosed } from '../../users/alerts'
import { deletedWithUser } from '../../users/belongings'
import { findActor, listMemberIds } from '../../users/people'
import type { PushKind } from './contract'
import { countSeen } from './counters'
import { anyDevices, anySilent, findPushSettings, listDevicesOf, listNotified } from './queries'
import type { NoticeData } from './tables'
import { announceDevices } from './team'

/** Messages that follow one another in this time make one notification, and what is read meanwhile makes none. */
export const GATHERED = 2 * SECOND
/** How long a notification is worth sending. */
const LIFE: Readonly<Record<PushKind | 'test', number>> = {
  own: 4 * HOUR,
  given: 4 * HOUR,
  waiting: HOUR,
  mentions: DAY,
  groups: 4 * HOUR,
  chats: 4 * HOUR,
  reminders: 2 * HOUR,
  unseen: HOUR,
  test: HOUR,
}

type NewNotice = { readonly kind: PushKind | 'test'; readonly tag: string; readonly data: NoticeData }

/** Inside a transaction. The devices of people who muted the kind get nothing. */
export function notifyPeople(cx: Cx, userIds: readonly number[], notice: NewNotice): void {
  if (userIds.length === 0 || !anyDevices(cx.db) || isPaused(cx)) return
  const muted = new Map<number, boolean>()
  for (const { id, userId, heldUntil } of listDevicesOf(cx.db, userIds)) {
    const isMuted = muted.get(userId) ?? isMutedBy(cx, userId, notice.kind)
    muted.set(userId, isMuted)
    if (!isMuted) addNotice(cx, id, { ...notice, nextAt: Math.max(cx.now() + GATHERED, heldUntil) })
  }
}

const isMutedBy = ({ db }: Cx, userId: number, kind: NewNotice['kind']): boolean =>
  kind !== 'test' && findPushSettings(db, userId).muted.includes(kind)

/** Replaces the one with the same tag that was not sent yet. */
export function addNotice(cx: Cx, deviceId: number, { kind, tag, data, nextAt }: NewNotice & { nextAt: number }): void {
  const now = cx.now()
  execute(
    cx.db,
    `INSERT INTO push_notices (device_id, kind, tag, data, created_at, next_at, expires_at)
     VALUES (@deviceId, @kind, @tag, @data, @now, @nextAt, @expiresAt)
     ON CONFLICT (device_id, tag) DO UPDATE SET kind = excluded.kind, data = excluded.data, created_at = excluded.created_at,
       next_at = iif(tries = 0, min(next_at, excluded.next_at), excluded.next_at), expires_at = excluded.expires_at,
       revision = revision + 1, tries = 0`,
    { deviceId, kind, tag, data: JSON.stringify(data), now, nextAt, expiresAt: now + LIFE[kind] },
  )
}

const tagOf = ({ id }: Pick<Ticket, 'id'>) => `ticket.${id}`

/** Members of its queue; without one, everybody who sees it. */
function listServing(cx: Cx, ticket: Ticket): number[] {
  const people = ticket.queueId === null ? listNotified(cx.db) : listMemberIds(cx.db, ticket.queueId)
  return people.filter((id) => {
    const actor = findActor(cx.db, id, cx.tenant, '')
    return actor !== undefined && canSee(actor, ticket)
  })
}

/** Everybody may write in a group, not its attendant alone: whom the message answers, or who of us wrote there last, if it mentions the company. */
function findAddressee(db: Db, contactId: number, messageId: number, { mentions }: Incoming): number | undefined {
  const answered = getValue<number | null>(
    db,
    'SELECT q.user_id FROM messages m JOIN messages q ON q.id = m.quoted_id AND q.contact_id = m.contact_id WHERE m.id = ?',
    messageId,
  )
  if (answered != null) return answered
  if (!mentions?.some(({ isUs }) => isUs)) return undefined
  return getValue<number>(
    db,
    `SELECT user_id FROM (SELECT user_id FROM messages WHERE contact_id = ? ORDER BY created_at DESC, id DESC LIMIT ${LOOKED_BACK})
     WHERE user_id IS NOT NULL LIMIT 1`,
    contactId,
  )
}
/** Messages of a group. */
const LOOKED_BACK = 200

function noteWaiting(cx: Cx, ticket: Ticket): void {
  if (!anyDevices(cx.db) || ticket.isGroup) return
  const { queueId } = ticket
  notifyPeople(cx, listServing(cx, ticket), { kind: 'waiting', tag: `queue.${queueId ?? 0}`, data: { queueId } })
}

function noteGiven(cx: Cx, ticket: Ticket, byUserId: number | null): void {
  if (ticket.userId === null || ticket.userId === byUserId || ticket.status !== 'open') return
  notifyPeople(cx, [ticket.userId], { kind: 'given', tag: tagOf(ticket), data: { ticketId: ticket.id, byUserId } })
}

function withdrawAlerts({ db }: Cx, { tag, userIds, subject }: Parameters<typeof alertsWithdrawn>[0]): void {
  if (!anyDevices(db)) return
  execute(
    db,
    `DELETE FROM push_notices WHERE tag = @tag AND (@subject IS NULL OR data ->> '$.subject' = @subject)
       AND (@userIds IS NULL OR device_id IN (SELECT id FROM push_devices WHERE user_id IN (SELECT value FROM json_each(@userIds))))`,
    { tag, subject, userIds: userIds && JSON.stringify(userIds) },
  )
}

/** Who signs out takes along the devices of that session; who is signed out by others loses all. */
function forgetDevices(cx: Cx, { userId, sessionId, because }: Parameters<typeof sessionsClosed>[0]): void {
  if (because === 'expedient') return
  const tables = [...(anyDevices(cx.db) ? ['push_devices'] : []), ...(anySilent(cx.db) ? ['push_silent_browsers'] : [])]
  const values = { userId, sessionId: sessionId ?? null }
  const forgotten = tables.reduce((sum, table) => sum + execute(cx.db, forgetFrom(table), values).changes, 0)
  if (forgotten > 0) announceDevices(cx, userId)
}
const forgetFrom = (table: string) =>
  `DELETE FROM ${table} WHERE user_id = @userId AND session_id = ifnull(@sessionId, session_id)`

export const pushSubscribers: readonly Subscriber[] = [
  on(messageReceived, 'inTransaction', (cx, { ticket, writer, isRecent, incoming, messageId }) => {
    if (!ticket || writer !== 'contact' || !isRecent || incoming.placeholder) return
    const data = { ticketId: ticket.id, messageId }
    if (ticket.userId !== null) notifyPeople(cx, [ticket.userId], { kind: 'own', tag: tagOf(ticket), data })
    if (ticket.isGroup && anyDevices(cx.db)) {
      const userId = findAddressee(cx.db, ticket.contactId, messageId, incoming)
      if (userId !== undefined && userId !== ticket.userId)
        notifyPeople(cx, [userId], { kind: 'groups', tag: tagOf(ticket), data })
    }
  }),
  on(messagePosted, 'inTransaction', (cx, { ticket, message, userId }) => {
    const mentioned = (message.extra?.colleagues ?? []).map(({ id }) => id).filter((id) => id !== userId)
    if (mentioned.length === 0) return
    const data = { ticketId: ticket.id, messageId: message.id, byUserId: userId }
    notifyPeople(cx, mentioned, { kind: 'mentions', tag: tagOf(ticket), data })
  }),
  on(ticketMoved, 'inTransaction', (cx, { before, after, actor }) => {
    if (after.userId !== before.userId) noteGiven(cx, after, actor?.userId ?? null)
  }),
  on(ticketOpened, 'inTransaction', (cx, { ticket, userId }) => {
    if (userId !== null) noteGiven(cx, ticket, userId)
  }),
  on(ticketWaiting, 'inTransaction', (cx, { ticket }) => noteWaiting(cx, ticket)),
  on(peopleAlerted, 'inTransaction', (cx, alert) => {
    if (alert.kind === 'unseen') {
      const { ticketId, minutes, userIds } = alert
      return notifyPeople(cx, userIds, { kind: 'unseen', tag: tagOf({ id: ticketId }), data: { ticketId, minutes } })
    }
    const { kind, userIds, tag, path, title, body, subject } = alert
    notifyPeople(cx, userIds, { kind, tag, data: { path, title, body, ...(subject !== undefined && { subject }) } })
  }),
  on(alertsWithdrawn, 'inTransaction', withdrawAlerts),
  on(ticketSeen, 'inTransaction', (cx, { ticketId, userId }) => countSeen(cx, ticketId, userId)),
  on(sessionsClosed, 'inTransaction', forgetDevices),
  deletedWithUser('push_devices'),
  deletedWithUser('push_settings'),
  deletedWithUser('push_silent_browsers'),
  deletedWithUser('push_awaited'),
]
