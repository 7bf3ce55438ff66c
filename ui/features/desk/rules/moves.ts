/** Effects of a ticket's move on the counters beside the tabs before the server recounts, and transfers. */
import { type TicketCounters, type TicketSummary, ticketTab, type UpdateTicket } from '../../../../src/tickets/contract'
import type { UserOption } from '../../../../src/users/contract'
import { queueFor, seesQueue } from '../../../../src/users/permissions'

type TicketState = Pick<TicketSummary, 'status' | 'isBot' | 'isGroup' | 'userId' | 'unreadMessages' | 'isMarkUnread'>
export type StateChange = readonly [before: TicketState, after: TicketState]
/** Whose open tickets are counted: everybody's or the user's own. */
export type Whose = { readonly showAll: boolean; readonly userId: number }
type Tab = Exclude<keyof TicketCounters, 'unread' | 'late' | 'groupLate'>

export function countMove(counters: TicketCounters, [before, after]: StateChange, whose: Whose): TicketCounters {
  const [left, joined] = [tabOf(before, whose), tabOf(after, whose)]
  const change = (tab: Tab) => counters[tab] + Number(tab === joined) - Number(tab === left)
  const counts = (tab: Tab | null) => tab !== null && tab !== 'bot'
  const unread = Number(counts(joined) && isUnread(after)) - Number(counts(left) && isUnread(before))
  return {
    ...counters, // the server counts the late ones
    open: change('open'),
    pending: change('pending'),
    bot: change('bot'),
    groupOpen: change('groupOpen'),
    groupPending: change('groupPending'),
    unread: counters.unread + unread,
  }
}

/** Counted as on the server: waiting tickets are everybody's, open ones their owner's, groups have no owner. */
function tabOf(ticket: TicketState, whose: Whose): Tab | null {
  const { status, isGroup, userId } = ticket
  if (status === 'closed') return null
  if (isGroup) return status === 'open' ? 'groupOpen' : 'groupPending'
  if (status === 'pending') return ticketTab(ticket) === 'bot' ? 'bot' : 'pending'
  return whose.showAll || userId === whose.userId ? 'open' : null
}

/** Includes moves that can still be undone: the screen shows them, the server does not know of them. */
export const countMoves = (counters: TicketCounters, moves: readonly StateChange[], whose: Whose): TicketCounters =>
  moves.reduce((counted, move) => countMove(counted, move, whose), counters)

const isUnread = ({ unreadMessages, isMarkUnread }: TicketState): boolean => unreadMessages > 0 || isMarkUnread

type ChosenTarget = {
  user: Pick<UserOption, 'profile' | 'queueIds' | 'allQueues' | 'hiddenQueueIds'> | null
  queueId: number | null
  /** The current queue, if none is chosen. */
  connectionId?: number | null
  ticket: { queueId: number | null }
}

/** Whether the chosen transfer is possible; the server checks the same. */
export function transferFault({ user, queueId, connectionId = null, ticket }: ChosenTarget): 'target' | 'queue' | null {
  if (!user && queueId === null && connectionId === null) return 'target'
  const queue = queueId ?? ticket.queueId
  if (!user || queue === null) return null
  return seesQueue({ ...user, allUserChat: user.allQueues }, queueFor(user, queue)) ? null : 'queue'
}

export type TransferTarget = {
  user: { id: number; name: string } | null
  queue: { id: number; name: string; color: string } | null
  connection?: { id: number; name: string; complationMessage: string } | null
  /** Only a queue was chosen: the attendant keeps the ticket, if they are in it. */
  keepsPerson?: boolean
  comment: string
}

export const targetName = ({ user, queue, connection }: TransferTarget): string =>
  [user?.name, queue?.name, connection?.name].filter(Boolean).join(' · ')

/** Whether the attendant keeps the ticket. They do when only the connection changes. */
export const isPersonKept = ({ user, queue, keepsPerson = false }: TransferTarget): boolean =>
  user === null && (queue === null || keepsPerson)

/** Without a status: `open` with the user's own id would mean accepting, which only a waiting ticket allows. */
export const transferBody = (target: TransferTarget): UpdateTicket => ({
  ...(isPersonKept(target) ? {} : { userId: target.user?.id ?? null }),
  ...(target.queue ? { queueId: target.queue.id } : {}),
  ...(target.connection ? { whatsappId: target.connection.id } : {}),
  ...(target.comment ? { comment: target.comment } : {}),
})

/** The optimistic ticket until the server answers, which alone knows each user's queues. */
export function transferred(ticket: TicketSummary, target: TransferTarget): Partial<TicketSummary> {
  const { user, queue, connection } = target
  return {
    queueId: queue?.id ?? ticket.queueId,
    queue: queue ?? ticket.queue,
    isBot: false,
    ...(connection && {
      whatsappId: connection.id,
      whatsapp: { id: connection.id, name: connection.name, farewellMessage: connection.complationMessage },
    }),
    ...(!isPersonKept(target) && {
      status: user ? 'open' : 'pending',
      userId: user?.id ?? null,
      user: user && { id: user.id, name: user.name },
    }),
  }
}
