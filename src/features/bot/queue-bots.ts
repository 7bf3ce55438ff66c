/** What answers in a queue in place of its options, such as an integration. */
import type { Cx } from '../../platform/cx'
import { defineExtensionPoint } from '../../platform/extensions'
import type { Queue } from '../../queues/tables'
import type { ArrivalOnTicket } from '../../tickets/auto-responders'
import type { Ticket } from '../../tickets/tables'

export type QueueBot = {
  /** Whether it answers in this queue. */
  serves(cx: Cx, queue: Queue): boolean
  /** Begins with the message that led into the queue. The ticket is there, and counts as served by a bot. */
  begin(cx: Cx, ticket: Ticket, arrival: ArrivalOnTicket): void
}
export const queueBots = defineExtensionPoint<QueueBot>('bot.queue-bots')

export const findQueueBot = (cx: Cx, queue: Queue): QueueBot | undefined =>
  cx.membersOf(queueBots).find((one) => one.serves(cx, queue))
