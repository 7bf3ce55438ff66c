/** Follows conversations that nobody opens, and takes the steps of their queue. */
import type { Actor } from '../../actor'
import { findConnection, listConnections } from '../../channels/connections/queries'
import { recogniseContact } from '../../contacts/actions'
import { openingHoursOf } from '../../hours/queries'
import { admit, isCold } from '../../outbound/rate/limiter'
import type { Cx } from '../../platform/cx'
import { on, type Subscriber } from '../../platform/extensions'
import { execute } from '../../platform/sql'
import { HOUR, MINUTE } from '../../platform/time'
import { findQueue } from '../../queues/queries'
import { isPaused } from '../../tenancy/standby'
import { languageOf } from '../../texts/languages'
import { ticketMoved, ticketWaiting } from '../../tickets/events'
import { writeLog } from '../../tickets/log/log'
import { messageReceived } from '../../tickets/messages/events'
import { findTicket } from '../../tickets/queries'
import { sendUnattended } from '../../tickets/sending/send-unattended'
import type { Ticket } from '../../tickets/tables'
import { canSee } from '../../tickets/visibility'
import { peopleAlerted } from '../../users/alerts'
import { deletedWithUser } from '../../users/belongings'
import { findActor, listMemberIds } from '../../users/people'
import { escalationRaised, MOST_SENT_A_DAY } from './contract'
import { isNight } from './night'
import { ownMessage } from './own-texts'
import {
  anyEscalations,
  escalationsIn,
  findNumber,
  findPending,
  listAlerts,
  listDue,
  listSent,
  listSupervisors,
  type Pending,
  todayOf,
} from './queries'
import { type EscalationStep, minutesOf, planSteps } from './steps'

/** Conversations per run. */
const PER_RUN = 20
/** One whose steps are all taken is looked at again after this, so that it leaves the table once it is seen. */
const FORGET_AFTER = 12 * HOUR
/** A message that the rate limiter holds back is tried again after this. */
const TRY_AGAIN = MINUTE

/** SQL: when `escalateDue` is next due. */
export const NEXT_ESCALATION = 'SELECT min(due_at) FROM escalations'

/** Seen is opened, which clears its unread messages, or answered. */
const isUnseen = ({ status, isBot, isGroup, unread, waitingSince }: Ticket): boolean =>
  status !== 'closed' && !isBot && !isGroup && unread > 0 && waitingSince !== null

/** Begins to count, if the queue escalates. */
function begin(cx: Cx, ticket: Pick<Ticket, 'id' | 'queueId'>): void {
  const escalation = ticket.queueId === null ? undefined : escalationsIn(cx.db).get(ticket.queueId)
  if (!escalation) return
  const now = cx.now()
  const { next } = planSteps(escalation, openingHoursOf(cx, ticket.queueId), { since: now, done: [] }, now)
  if (next === null) return
  execute(
    cx.db,
    `INSERT INTO escalations (ticket_id, since, due_at) VALUES (@id, @now, @next)
     ON CONFLICT DO UPDATE SET since = @now, done = '[]', due_at = @next`,
    { id: ticket.id, now, next },
  )
  execute(cx.db, 'DELETE FROM escalation_alerts WHERE ticket_id = ?', ticket.id)
}

function forget(cx: Cx, ticketId: number): void {
  execute(cx.db, 'DELETE FROM escalations WHERE ticket_id = ?', ticketId)
  execute(cx.db, 'DELETE FROM escalation_alerts WHERE ticket_id = ?', ticketId)
}

/** Takes due steps. Returns whether more are due. */
export function escalateDue(cx: Cx, publicUrl: string | null): boolean {
  if (isPaused(cx)) return false
  const due = listDue(cx.db, cx.now(), PER_RUN)
  for (const pending of due) cx.transaction((cx) => escalate(cx, pending, publicUrl))
  return due.length === PER_RUN
}

function escalate(cx: Cx, pending: Pending, publicUrl: string | null): void {
  const { ticketId, since } = pending
  const now = cx.now()
  const ticket = findTicket(cx.db, ticketId)
  const escalation = ticket?.queueId == null ? undefined : escalationsIn(cx.db).get(ticket.queueId)
  if (!ticket || !escalation || !isUnseen(ticket)) {
    forget(cx, ticketId)
    return
  }
  const hours = openingHoursOf(cx, ticket.queueId)
  const { due } = planSteps(escalation, hours, pending, now)
  const done = [...pending.done]
  let again: number | null = null
  for (const step of due) {
    const minutes = minutesOf(escalation, step) ?? 0
    const isTaken = takeStep(cx, ticket, { step, minutes, publicUrl })
    if (isTaken) done.push(step)
    else again = now + TRY_AGAIN
  }
  const { next } = planSteps(escalation, hours, { since, done }, now)
  execute(cx.db, 'UPDATE escalations SET done = ?, due_at = ? WHERE ticket_id = ?', [
    JSON.stringify(done),
    again ?? next ?? now + FORGET_AFTER,
    ticketId,
  ])
}

type Taking = { readonly step: EscalationStep; readonly minutes: number; readonly publicUrl: string | null }

/** False: it has to be tried again. */
function takeStep(cx: Cx, ticket: Ticket, { step, minutes, publicUrl }: Taking): boolean {
  const people = listPeople(cx, ticket, step)
  if (step === 'whatsapp') return writeToPeople(cx, ticket, people, { minutes, publicUrl })
  if (people.length === 0) return true
  const userIds = people.map(({ userId }) => userId)
  cx.happened(peopleAlerted({ kind: 'unseen', userIds, ticketId: ticket.id, minutes }))
  if (step === 'supervisor') for (const person of people) ring(cx, ticket, person, minutes)
  log(cx, ticket, { step, minutes, people })
  return true
}

/** Only those who may see the conversation. The queue is told of one without an attendant alone. */
function listPeople(cx: Cx, ticket: Ticket, step: EscalationStep): Actor[] {
  const { queueId } = ticket
  if (queueId === null || (step === 'queue' && ticket.userId !== null)) return []
  const ids = step === 'queue' ? listMemberIds(cx.db, queueId) : listSupervisors(cx.db, queueId)
  return ids.flatMap((id) => {
    const actor = findActor(cx.db, id, cx.tenant, '')
    return actor && canSee(actor, ticket) ? actor : []
  })
}

function ring(cx: Cx, ticket: Ticket, actor: Actor, minutes: number): void {
  const { userId } = actor
  execute(
    cx.db,
    `INSERT INTO escalation_alerts (user_id, ticket_id, minutes, raised_at) VALUES (?, ?, ?, ?)
     ON CONFLICT DO UPDATE SET minutes = excluded.minutes, raised_at = excluded.raised_at`,
    [userId, ticket.id, minutes, cx.now()],
  )
  const [alert] = listAlerts(cx.db, actor, ticket.id)
  if (alert) cx.emit(escalationRaised({ alert }), (listener) => listener.userId === userId && canSee(listener, ticket))
}

/** To numbers of their own, without a word of the customer; at night to nobody. False if the rate limiter says later. */
function writeToPeople(
  cx: Cx,
  ticket: Ticket,
  people: readonly Actor[],
  { minutes, publicUrl }: Omit<Taking, 'step'>,
): boolean {
  const connectionId = findSender(cx, ticket)
  const now = cx.now()
  if (connectionId === undefined || isNight(cx.tenant.timeZone, now)) return true
  const queue = ticket.queueId === null ? undefined : findQueue(cx.db, ticket.queueId)
  const body = ownMessage(languageOf(cx.tenant.language), { queue: queue?.name ?? '', minutes, publicUrl })
  const told: Actor[] = []
  for (const person of people) {
    const number = findNumber(cx.db, person.userId)
    if (number === null || listSent(cx.db, person.userId, now).length >= MOST_SENT_A_DAY) continue
    const { id: contactId } = recogniseContact(cx, {
      addresses: [{ kind: 'phone', value: number }],
      name: person.name,
      isGroup: false,
    })
    if (admit(cx, connectionId, isCold(cx.db, contactId, connectionId))) {
      if (told.length === 0) return false
      break // those who were told are not told again
    }
    sendUnattended(cx, { contactId, connectionId, queueId: null, kind: 'chat', body, media: null, extra: null })
    noteSent(cx, person.userId)
    told.push(person)
  }
  if (told.length > 0) log(cx, ticket, { step: 'whatsapp', minutes, people: told })
  return true
}

/** The conversation's own linked phone, or another one: official numbers cannot write first. */
function findSender(cx: Cx, { connectionId }: Ticket): number | undefined {
  const own = findConnection(cx.db, connectionId)
  return [own, ...listConnections(cx.db)].find((one) => one?.channel === 'whatsapp' && one.status === 'CONNECTED')?.id
}

/** Only those of the last day count. */
function noteSent({ db, now }: Cx, userId: number): void {
  const sent = [...listSent(db, userId, now()), now()]
  execute(db, 'UPDATE escalation_numbers SET sent = ? WHERE user_id = ?', [JSON.stringify(sent), userId])
}

type LogFacts = { readonly step: EscalationStep; readonly minutes: number; readonly people: readonly Actor[] }

function log(cx: Cx, { id }: Ticket, { step, minutes, people }: LogFacts): void {
  writeLog(cx, id, {
    kind: 'escalated',
    userId: null,
    data: { step, minutes, people: people.map(({ name }) => name).join(', ') },
  })
  if (step !== 'queue') count(cx, step)
}

const count = (cx: Cx, step: 'supervisor' | 'whatsapp'): void =>
  void execute(
    cx.db,
    `INSERT INTO escalation_days (day, ${step}) VALUES (?, 1) ON CONFLICT DO UPDATE SET ${step} = ${step} + 1`,
    todayOf(cx),
  )

export const escalationSubscribers: readonly Subscriber[] = [
  on(messageReceived, 'inTransaction', (cx, { ticket, writer, isRecent }) => {
    if (!ticket || writer !== 'contact' || !isRecent || ticket.isGroup || ticket.isBot || ticket.status === 'closed')
      return
    if (escalationsIn(cx.db).size === 0) return
    // Counted from the first message that nobody has seen: `ticket` is as it was before this one.
    if (ticket.unread === 0 || !findPending(cx.db, ticket.id)) begin(cx, ticket)
  }),
  on(ticketWaiting, 'inTransaction', (cx, { ticket }) => begin(cx, ticket)),
  on(ticketMoved, 'inTransaction', (cx, { before, after }) => {
    if (before.queueId === after.queueId || !anyEscalations(cx.db)) return
    forget(cx, after.id)
    if (isUnseen(after)) begin(cx, after)
  }),
  deletedWithUser('escalation_alerts'),
  deletedWithUser('escalation_numbers'),
]
