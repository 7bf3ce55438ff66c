/** Carries out the machine's effects, in the transaction of the input. */

import type { Connection } from '../../channels/connections/tables'
import type { Cx } from '../../platform/cx'
import { findQueue } from '../../queues/queries'
import { announceGiven, announceTicket } from '../../tickets/announce'
import { ticketWaiting } from '../../tickets/events'
import { writeLog } from '../../tickets/log/log'
import { moveTicket, saveTicket } from '../../tickets/moves/actions'
import { noteSent, outOfHoursText } from '../../tickets/moves/out-of-hours'
import { joinedFor } from '../../tickets/sending/one-message'
import { sendAutomatic, sendAutomaticFile } from '../../tickets/sending/send-automatic'
import type { Ticket } from '../../tickets/tables'
import { transfer } from '../../tickets/ticket'
import { accessibleQueues, findUser } from '../../users/people'
import type { BotEffect, BotStep } from './machine'
import { findFile } from './setup'

/** Moves the ticket to its new queue first, so that the people there see what is said. Returns the ticket. */
export function perform(cx: Cx, before: Ticket, connection: Connection, { state, effects }: BotStep): Ticket {
  const isServed = state.phase === 'asking' || effects.some((effect) => effect.do === 'giveOver')
  const ticket = placeTicket(cx, before, isServed, queueAfter(before, effects))
  for (const effect of joinedFor(cx.db, ticket.connectionId, effects)) {
    if (effect.do === 'say') sendAutomatic(cx, ticket, effect.text, effect)
    if (effect.do === 'sendFile') {
      const file = findFile(cx.db, effect.file, connection)
      if (file) sendAutomaticFile(cx, ticket, file, effect.caption)
    }
  }
  if (effects.some((effect) => effect.do === 'handOver') && effects.some((effect) => effect.do === 'say'))
    if (outOfHoursText(cx, ticket)) noteSent(cx, ticket.id)
  const named = effects.findLast((effect) => effect.do === 'handOver')?.userId ?? null
  return named === null ? ticket : (assignTo(cx, ticket, named) ?? ticket)
}

const queueAfter = (ticket: Ticket, effects: readonly BotEffect[]): number | null => {
  const last = effects.findLast(({ do: what }) => what === 'chooseQueue' || what === 'handOver' || what === 'giveOver')
  return last && 'queueId' in last ? last.queueId : ticket.queueId
}

/** Sets the queue and whether the bot serves the ticket. */
function placeTicket(cx: Cx, before: Ticket, isBot: boolean, queueId: number | null): Ticket {
  if (before.isBot === isBot && before.queueId === queueId) return before
  const after = saveTicket(cx, before.id, { isBot, queueId })
  if (queueId !== null && queueId !== before.queueId)
    writeLog(cx, after.id, {
      kind: 'queueSet',
      userId: null,
      data: { queueId, fromQueueId: before.queueId, cause: 'bot' },
    })
  const announced = announceTicket(cx, before, after)
  if (before.isBot && !isBot && after.status === 'pending') announceGiven(cx, after, announced, null)
  return after
}

/** Hands the ticket to people in a queue, to this person if possible. It is announced as waiting unless it is theirs. */
export function handToPeople(cx: Cx, before: Ticket, queueId: number | null, userId: number | null): Ticket {
  const placed = placeTicket(cx, before, false, queueId)
  const theirs = userId === null ? undefined : assignTo(cx, placed, userId)
  if (!theirs && placed.status === 'pending') cx.happened(ticketWaiting({ ticket: placed }))
  return theirs ?? placed
}

/** Hands the ticket to people, in its queue. */
export const leaveToPeople = (cx: Cx, ticket: Ticket): Ticket => placeTicket(cx, ticket, false, ticket.queueId)

/** Undefined if the person is absent or has no access to the queue; the ticket then waits for others. */
function assignTo(cx: Cx, before: Ticket, userId: number): Ticket | undefined {
  const user = findUser(cx.db, userId)
  if (!user?.active) return undefined
  const queueIds = accessibleQueues(cx.db, user)
  if (before.queueId !== null && queueIds?.includes(before.queueId) === false) return undefined
  const move = { want: 'transfer', userId, queueId: before.queueId, comment: '' } as const
  const change = transfer(before, move, { now: cx.now(), colleagueQueueIds: queueIds })
  return moveTicket(cx, { ticket: before, change, move, actor: null }, ({ after }) => {
    const queue = after.queueId === null ? null : (findQueue(cx.db, after.queueId)?.name ?? null)
    writeLog(cx, after.id, { kind: 'redirected', userId: null, data: { user: user.name, queue, cause: 'bot' } })
    writeLog(cx, after.id, { kind: 'receivedTransfer', userId, data: { fromUserId: null, fromQueueId: after.queueId } })
  })
}
