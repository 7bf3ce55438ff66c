import type { Cx } from '../../platform/cx'
import { writeLog } from '../../tickets/log/log'
import { joinedFor } from '../../tickets/sending/one-message'
import { noteTurn, storeCalls } from './health'
import { leaveNote, perform } from './perform'
import { failureNote } from './phrases'
import type { PreparedAction } from './prepare'
import { findIntegration } from './queries'
import type { FailedTurn, ServedTurn, TurnAnswer } from './run-turn'
import type { Call } from './runner'
import { cutToRoom, isMessage, roomFor } from './said'
import { isTooFast, leave } from './serve'
import {
  addTurn,
  endSession,
  findFirstTurn,
  findServed,
  findSession,
  removeTurn,
  type SessionTicket,
  saveSession,
} from './sessions'

/** Stores what came of a turn, in the caller's transaction. */
export function storeTurn(cx: Cx, taken: ServedTurn, result: TurnAnswer | FailedTurn) {
  if ('fault' in result) giveUp(cx, taken, result)
  else finish(cx, taken, result)
}

/** Ends the session of a ticket that no integration serves, and deletes its turns. */
export function clear(cx: Cx, ticketId: number) {
  endSession(cx, ticketId)
  // Without a session, too: its ticket may have been merged.
  for (let turn = findFirstTurn(cx.db, ticketId); turn; turn = findFirstTurn(cx.db, ticketId))
    removeTurn(cx.db, turn.id)
}

/** Undefined: people have taken the ticket meanwhile, or the turn was finished before; then the answer changes nothing. */
function stillServed(cx: Cx, { session, turn }: ServedTurn): SessionTicket | undefined {
  const served = findServed(cx.db, session.ticketId)
  if (!served) {
    clear(cx, session.ticketId)
    return undefined
  }
  return served.session.key === session.key && removeTurn(cx.db, turn.id) ? served : undefined
}

function finish(cx: Cx, taken: ServedTurn, { state, actions: wanted, wakeAt, calls, whenStored }: TurnAnswer) {
  const { ticketId, integrationId } = taken.session
  const actions = joinedFor(cx.db, taken.ticket.connectionId, wanted)
  const cut = cutToRoom(actions, roomFor(cx, ticketId, taken.turn.messageId))
  storeCalls(cx, integrationId, ticketId, cut ? [...calls, tooMany(cx, actions.filter(isMessage).length)] : calls)
  noteTurn(cx, integrationId, false)
  const served = stillServed(cx, taken)
  if (!served) return
  whenStored?.(cx)
  const isOvertaken = findFirstTurn(cx.db, ticketId) !== undefined
  const session = { ...served.session, turn: served.session.turn + 1, state, wakeAt: isOvertaken ? null : wakeAt }
  saveSession(cx.db, session)
  const done = cut ? [...cut, { do: 'stop' } as const] : actions
  const messages = done.filter(isMessage).length
  if (messages > 0)
    writeLog(cx, ticketId, { kind: 'integrationAnswered', userId: null, data: { messages, ms: msOf(calls) } })
  if (cut) writeLog(cx, ticketId, { kind: 'chatbotSilent', userId: null, data: { cause: 'tooManyMessages' } })
  keepRest(cx, ticketId, done)
}

const tooMany = (cx: Cx, messages: number): Call => ({
  at: cx.now(),
  ms: 0,
  status: null,
  what: `messages: ${messages}`,
  fault: 'tooManyMessages',
})

const msOf = (calls: readonly Call[]): number => Math.round(calls.reduce((sum, { ms }) => sum + ms, 0))

/** Does what can be done now, and stores what is left. */
function keepRest(cx: Cx, ticketId: number, actions: readonly PreparedAction[]) {
  const rest = perform(cx, ticketId, actions)
  const session = findSession(cx.db, ticketId)
  if (session)
    saveSession(cx.db, { ...session, rest: rest ? JSON.stringify(rest.actions) : null, restAt: rest?.at ?? null })
}

/** Nothing of the turn reaches the contact; people take over. */
function giveUp(cx: Cx, taken: ServedTurn, { fault, calls }: FailedTurn) {
  const { ticketId, integrationId } = taken.session
  storeCalls(cx, integrationId, ticketId, calls)
  noteTurn(cx, integrationId, true)
  const served = stillServed(cx, taken)
  if (!served) return
  const name = findIntegration(cx.db, integrationId)?.name ?? null
  writeLog(cx, ticketId, { kind: 'integrationFailed', userId: null, data: { integration: name, fault } })
  leaveNote(cx, served.ticket, failureNote(cx.tenant.language, name ?? 'Typebot', fault))
  leave(cx, served.ticket)
}

/** For when the pause before the rest of an answer is over, or a timer has run out. */
export function onTime(cx: Cx, ticketId: number) {
  const served = findServed(cx.db, ticketId)
  if (!served) return clear(cx, ticketId)
  const { session, ticket } = served
  const now = cx.now()
  if (session.rest !== null) {
    if ((session.restAt ?? 0) <= now) keepRest(cx, ticketId, JSON.parse(session.rest) as PreparedAction[]) // written by keepRest
  } else if (session.wakeAt !== null && session.wakeAt <= now) {
    if (isTooFast(cx, session)) {
      writeLog(cx, ticketId, { kind: 'chatbotSilent', userId: null, data: { cause: 'tooFast' } })
      leave(cx, ticket)
      return
    }
    saveSession(cx.db, { ...session, wakeAt: null, recent: [...session.recent.slice(-50), now] })
    addTurn(cx, ticketId, null)
  }
}
