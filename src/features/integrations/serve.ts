/** Begins an integration in a queue, and turns each message of the contact into a turn. */
import type { Cx } from '../../platform/cx'
import { defineDomainEvent, on, type Subscriber } from '../../platform/extensions'
import { getColumn } from '../../platform/sql'
import { MINUTE } from '../../platform/time'
import { queueChanged } from '../../queues/events'
import { findQueue } from '../../queues/queries'
import type { Queue } from '../../queues/tables'
import { hasFeature } from '../../tenancy/contract'
import type { ArrivalOnTicket, TicketAutoResponder } from '../../tickets/auto-responders'
import { type TicketMove, ticketClosed, ticketDeleted, ticketMoved } from '../../tickets/events'
import { writeLog } from '../../tickets/log/log'
import { outOfHoursText, sendOutOfHours } from '../../tickets/moves/out-of-hours'
import { isUnwanted } from '../../tickets/receiving/refuse-audio'
import type { Ticket } from '../../tickets/tables'
import { handToPeople, leaveToPeople } from '../bot/perform'
import type { QueueBot } from '../bot/queue-bots'
import { integrationDeleting, integrationPaused } from './actions'
import { announceIntegration } from './health'
import { findIntegration, findIntegrationOrFail } from './queries'
import { integrationRunners, queueIntegrations } from './runner'
import { addTurn, endSession, findServed, saveSession } from './sessions'
import type { IntegrationSession } from './tables'

/** A turn can be taken. */
export const turnDue = defineDomainEvent<{ readonly ticketId: number }>('integration.turnDue')

/** Against another bot at the other end: beyond it, people take over. */
export const MOST_IN_A_MINUTE = 20

/** Type and name of what answers in a queue. `id` 0: the queue's own. */
type Answering = {
  readonly id: number
  readonly type: string
  readonly name: string
  readonly pausedAt?: number | null
}

function answeringIn(cx: Cx, queue: Queue): Answering | undefined {
  const row = queue.integrationId === null ? undefined : findIntegration(cx.db, queue.integrationId)
  const found =
    row ??
    cx
      .membersOf(queueIntegrations)
      .map((one) => one.of(cx, queue))
      .find((one) => one !== undefined)
  return found && cx.membersOf(integrationRunners).some(({ type }) => type === found.type) ? found : undefined
}

export const integrationBot: QueueBot = {
  serves: (cx, queue) => hasFeature(cx.tenant.features, 'useIntegrations') && answeringIn(cx, queue) !== undefined,
  begin(cx, ticket, arrival) {
    const queue = ticket.queueId === null ? undefined : findQueue(cx.db, ticket.queueId)
    const answering = queue && answeringIn(cx, queue)
    if (!queue || !answering) return
    if (answering.pausedAt) return leavePaused(cx, ticket, answering.name)
    const session: IntegrationSession = {
      ticketId: ticket.id,
      integrationId: answering.id,
      queueId: queue.id,
      key: `ses_${Bun.randomUUIDv7().replaceAll('-', '')}`,
      beganAt: cx.now(),
      turn: 0,
      state: 'null',
      lastMessageId: null,
      recent: [],
      rest: null,
      restAt: null,
      wakeAt: null,
    }
    saveSession(cx.db, session)
    writeLog(cx, ticket.id, { kind: 'integrationStarted', userId: null, data: { integration: answering.name } })
    take(cx, session, arrival)
  },
}

/** One per message; a message that cannot be decrypted yet becomes one when it can. */
function take(cx: Cx, session: IntegrationSession, { incoming, messageId }: ArrivalOnTicket) {
  if (incoming.placeholder || session.lastMessageId === messageId) return
  const now = cx.now()
  const recent = [...session.recent.filter((at) => Math.abs(now - at) < MINUTE), now]
  saveSession(cx.db, { ...session, lastMessageId: messageId, recent, wakeAt: null })
  addTurn(cx, session.ticketId, messageId)
  cx.happened(turnDue({ ticketId: session.ticketId }))
}

/** After the bot, which leaves a queue to the integration. */
export const integrationResponder: TicketAutoResponder = {
  name: 'integration',
  stage: 'onTicket',
  step: 'bot',
  answer(cx, arrival) {
    const { ticket, contact, incoming } = arrival
    if (incoming.fromMe || ticket.isGroup || !ticket.isBot || incoming.kind === 'call') return 'pass'
    const served = findServed(cx.db, ticket.id) // reread: the bot may just have left
    if (!served || isUnwanted(contact, incoming)) return 'pass'
    if (outOfHoursText(cx, served.ticket) !== undefined && !knowsHours(cx, served.session)) {
      endHere(cx, served.ticket)
      sendOutOfHours(cx, served.ticket)
    } else if (isTooFast(cx, served.session)) {
      writeLog(cx, ticket.id, { kind: 'chatbotSilent', userId: null, data: { cause: 'tooFast' } })
      endHere(cx, served.ticket)
    } else take(cx, served.session, arrival)
    return 'answered'
  },
}

const knowsHours = (cx: Cx, { integrationId }: IntegrationSession): boolean => {
  const type = findIntegration(cx.db, integrationId)?.type
  const runner = cx.membersOf(integrationRunners).find((one) => one.type === type)
  return runner?.knowsHours?.(cx, integrationId) ?? false
}

/** People take over, and the conversation says why. */
function leavePaused(cx: Cx, ticket: Ticket, name: string) {
  writeLog(cx, ticket.id, { kind: 'integrationFailed', userId: null, data: { integration: name, fault: 'paused' } })
  leaveToPeople(cx, ticket)
}

/** While a message is received, which then announces the waiting ticket. */
function endHere(cx: Cx, ticket: Ticket) {
  endSession(cx, ticket.id)
  leaveToPeople(cx, ticket)
}

export const isTooFast = ({ now }: Cx, { recent }: IntegrationSession): boolean =>
  recent.filter((at) => Math.abs(now() - at) < MINUTE).length >= MOST_IN_A_MINUTE

/** Ends the integration: the ticket waits for people in its queue. */
export function leave(cx: Cx, ticket: Ticket): Ticket {
  endSession(cx, ticket.id)
  return handToPeople(cx, ticket, ticket.queueId, null)
}

const endMoved = (cx: Cx, { after }: TicketMove) => endSession(cx, after.id)

/** The queue's choice must exist, and shows in the list. */
function checkChoice(cx: Cx, { before, queue }: { readonly before: Queue | null; readonly queue: Queue }) {
  const then = before?.integrationId ?? null
  if (then === queue.integrationId) return
  if (queue.integrationId !== null) findIntegrationOrFail(cx.db, queue.integrationId)
  for (const id of [then, queue.integrationId]) if (id !== null) announceIntegration(cx, id)
}

/** What it served waits for people. */
function endSessionsOf(cx: Cx, { id }: { readonly id: number }): number[] {
  const served = getColumn<number>(cx.db, 'SELECT ticket_id FROM integration_sessions WHERE integration_id = ?', id)
  return served.filter((ticketId) => {
    const found = findServed(cx.db, ticketId)
    if (found) leave(cx, found.ticket)
    else endSession(cx, ticketId)
    return found !== undefined
  })
}

function endPaused(cx: Cx, { id }: { readonly id: number }) {
  const name = findIntegration(cx.db, id)?.name ?? ''
  for (const ticketId of endSessionsOf(cx, { id }))
    writeLog(cx, ticketId, { kind: 'integrationFailed', userId: null, data: { integration: name, fault: 'paused' } })
}

export const integrationSubscribers: readonly Subscriber[] = [
  on(ticketMoved, 'inTransaction', endMoved),
  on(ticketClosed, 'inTransaction', endMoved),
  on(ticketDeleted, 'inTransaction', (cx, { ticket }) => endSession(cx, ticket.id)),
  on(queueChanged, 'inTransaction', checkChoice),
  on(integrationDeleting, 'inTransaction', (cx, gone) => void endSessionsOf(cx, gone)),
  on(integrationPaused, 'inTransaction', endPaused),
]
