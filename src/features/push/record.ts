/** Turns what happens into notifications, in its transaction: one for each device of those it concerns. */
import type { Cx } from '../../platform/cx'
import { on, type Subscriber } from '../../platform/extensions'
import { execute } from '../../platform/sql'
import { DAY, HOUR, SECOND } from '../../platform/time'
import { isPaused } from '../../tenancy/standby'
import { ticketMoved, ticketOpened, ticketSeen, ticketWaiting } from '../../tickets/events'
import { messagePosted, messageReceived } from '../../tickets/messages/events'
import type { Ticket } from '../../tickets/tables'
import { canSee } from '../../tickets/visibility'
import { peopleAlerted, sessionsClosed } from '../../users/alerts'
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

function noteWaiting(cx: Cx, ticket: Ticket): void {
  if (!anyDevices(cx.db) || ticket.isGroup) return
  const { queueId } = ticket
  notifyPeople(cx, listServing(cx, ticket), { kind: 'waiting', tag: `queue.${queueId ?? 0}`, data: { queueId } })
}

function noteGiven(cx: Cx, ticket: Ticket, byUserId: number | null): void {
  if (ticket.userId === null || ticket.userId === byUserId || ticket.status !== 'open') return
  notifyPeople(cx, [ticket.userId], { kind: 'given', tag: tagOf(ticket), data: { ticketId: ticket.id, byUserId } })
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
    if (!ticket || ticket.userId === null || writer !== 'contact' || !isRecent || incoming.placeholder) return
    const data = { ticketId: ticket.id, messageId }
    notifyPeople(cx, [ticket.userId], { kind: 'own', tag: tagOf(ticket), data })
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
    const { kind, userIds, tag, path, title, body } = alert
    notifyPeople(cx, userIds, { kind, tag, data: { path, title, body } })
  }),
  on(ticketSeen, 'inTransaction', (cx, { ticketId, userId }) => countSeen(cx, ticketId, userId)),
  on(sessionsClosed, 'inTransaction', forgetDevices),
  deletedWithUser('push_devices'),
  deletedWithUser('push_settings'),
  deletedWithUser('push_silent_browsers'),
  deletedWithUser('push_awaited'),
]
