/** Does what an integration's turn asks for, in the transaction that stores the turn. */
import type { Cx } from '../../platform/cx'
import { cut } from '../../platform/text'
import { findQueue } from '../../queues/queries'
import { writeLog } from '../../tickets/log/log'
import { moveTicket } from '../../tickets/moves/actions'
import { findTicket } from '../../tickets/queries'
import { postMessage } from '../../tickets/sending/send'
import { sendAutomatic, sendAutomaticMedia } from '../../tickets/sending/send-automatic'
import type { Ticket } from '../../tickets/tables'
import { close } from '../../tickets/ticket'
import { findUser } from '../../users/people'
import { backToMenu } from '../bot/bot'
import { handToPeople } from '../bot/perform'
import { tagAutomatically } from '../tags/ticket-tags'
import type { PreparedAction } from './prepare'
import { findIntegration } from './queries'
import { handedOver, integrationRunners, LONGEST_PAUSE } from './runner'
import { isTooFast, leave, turnDue } from './serve'
import { addTurn, endSession, findFirstTurn, findSession, saveSession } from './sessions'

/** Characters of one message. */
const MOST_TEXT = 10_000

/** What is left for later, and when; undefined once everything is done or the session has ended. */
export type Rest = { readonly actions: readonly PreparedAction[]; readonly at: number }

export function perform(cx: Cx, ticketId: number, actions: readonly PreparedAction[]): Rest | undefined {
  for (const [at, action] of actions.entries()) {
    if ('afterMs' in action && action.afterMs !== undefined && action.afterMs > 0) {
      const { afterMs, ...now } = action
      return { actions: [now, ...actions.slice(at + 1)], at: cx.now() + Math.min(afterMs, LONGEST_PAUSE) }
    }
    const ticket = findTicket(cx.db, ticketId)
    if (!ticket || performOne(cx, ticket, action) === 'ended') return undefined
  }
  return undefined
}

function performOne(cx: Cx, ticket: Ticket, action: PreparedAction): 'ended' | undefined {
  switch (action.do) {
    case 'say':
      sendAutomatic(cx, ticket, cut(action.text, MOST_TEXT).trim(), { choices: action.choices })
      return undefined
    case 'sendFile':
      sendAutomaticMedia(cx, ticket, { ...action, body: cut(action.caption, MOST_TEXT) })
      return undefined
    case 'tag': {
      const [left] = tagAutomatically(cx, ticket, action)
      if (left !== undefined) ignored(cx, ticket, `tag ${left}`)
      return undefined
    }
    case 'note':
      if (action.text.trim() !== '') leaveNote(cx, ticket, action.text)
      return undefined
    case 'transfer':
      transfer(cx, ticket, action)
      return 'ended'
    case 'close':
      closeTicket(cx, ticket, action)
      return 'ended'
    case 'menu':
      endSession(cx, ticket.id)
      if (!backToMenu(cx, ticket)) leave(cx, ticket)
      return 'ended'
    case 'switch':
      switchTo(cx, ticket, action)
      return 'ended'
    case 'stop':
      leave(cx, ticket)
      return 'ended'
  }
}

export const leaveNote = (cx: Cx, ticket: Ticket, text: string) =>
  postMessage(cx, ticket, {
    kind: 'note',
    body: cut(text, MOST_TEXT),
    media: null,
    quotedId: null,
    clientId: null,
    userId: null,
  })

type Target = { readonly queueId: number | null; readonly userId: number | null }

/** What does not exist is left out; people get the ticket all the same. */
function transfer(cx: Cx, ticket: Ticket, { queueId, userId }: Target) {
  const isQueue = queueId !== null && findQueue(cx.db, queueId) !== undefined
  const isUser = userId !== null && findUser(cx.db, userId)?.active === true
  if (queueId !== null && !isQueue) ignored(cx, ticket, `queue ${queueId}`)
  if (userId !== null && !isUser) ignored(cx, ticket, `user ${userId}`)
  endSession(cx, ticket.id)
  handToPeople(cx, ticket, isQueue ? queueId : ticket.queueId, isUser ? userId : null)
}

/** A message that waits already begins the other integration; otherwise the last one does. */
function switchTo(cx: Cx, ticket: Ticket, { integrationId, vars }: Extract<PreparedAction, { do: 'switch' }>) {
  const session = findSession(cx.db, ticket.id)
  const target = findIntegration(cx.db, integrationId)
  const runs = target && cx.membersOf(integrationRunners).some(({ type }) => type === target.type)
  if (!session || !target || !runs || target.pausedAt !== null) {
    ignored(cx, ticket, `integration ${integrationId}`)
    leave(cx, ticket)
    return
  }
  if (isTooFast(cx, session)) {
    writeLog(cx, ticket.id, { kind: 'chatbotSilent', userId: null, data: { cause: 'tooFast' } })
    leave(cx, ticket)
    return
  }
  saveSession(cx.db, {
    ...session,
    integrationId,
    state: JSON.stringify(handedOver(vars)),
    recent: [...session.recent, cx.now()],
    rest: null,
    restAt: null,
    wakeAt: null,
  })
  writeLog(cx, ticket.id, { kind: 'integrationStarted', userId: null, data: { integration: target.name } })
  if (!findFirstTurn(cx.db, ticket.id)) addTurn(cx, ticket.id, session.lastMessageId)
  cx.happened(turnDue({ ticketId: ticket.id }))
}

function closeTicket(cx: Cx, ticket: Ticket, { text, farewell = false }: { text: string; farewell?: boolean }) {
  if (text.trim() !== '') sendAutomatic(cx, ticket, cut(text, MOST_TEXT).trim())
  endSession(cx, ticket.id)
  const move = { want: 'close', farewell } as const
  moveTicket(cx, { ticket, change: close(ticket, cx.now()), move, actor: null }, () =>
    writeLog(cx, ticket.id, {
      kind: 'closed',
      userId: null,
      data: { fromUserId: ticket.userId, fromQueueId: ticket.queueId, cause: 'bot' },
    }),
  )
}

const ignored = (cx: Cx, ticket: Ticket, what: string) =>
  writeLog(cx, ticket.id, { kind: 'integrationIgnored', userId: null, data: { answer: what } })
