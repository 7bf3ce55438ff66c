/** What a move changes in the counts beside the tabs, before the server counts again. */
import type { TicketCounters, TicketSummary } from '../../../../src/tickets/contract'

type Place = Pick<TicketSummary, 'status' | 'isGroup' | 'userId' | 'unreadMessages' | 'isMarkUnread'>
export type Moved = readonly [before: Place, after: Place]
/** For whom it is counted: everybody's open tickets or only one's own. */
export type Whose = { readonly showAll: boolean; readonly userId: number }
type Tab = Exclude<keyof TicketCounters, 'unread'>

export function countMove(counters: TicketCounters, [before, after]: Moved, whose: Whose): TicketCounters {
  const [left, joined] = [tabOf(before, whose), tabOf(after, whose)]
  const change = (tab: Tab) => counters[tab] + Number(tab === joined) - Number(tab === left)
  const unread = Number(joined !== null && isUnread(after)) - Number(left !== null && isUnread(before))
  return {
    open: change('open'),
    pending: change('pending'),
    groupOpen: change('groupOpen'),
    groupPending: change('groupPending'),
    unread: counters.unread + unread,
  }
}

/** Counted as on the server: waiting tickets are everybody's, open ones their owner's, groups have no owner. */
function tabOf({ status, isGroup, userId }: Place, whose: Whose): Tab | null {
  if (status === 'closed') return null
  if (isGroup) return status === 'open' ? 'groupOpen' : 'groupPending'
  if (status === 'pending') return 'pending'
  return whose.showAll || userId === whose.userId ? 'open' : null
}

/** Also the moves that can still be taken back: the screen shows them, the server does not know of them. */
export const countMoves = (counters: TicketCounters, moves: readonly Moved[], whose: Whose): TicketCounters =>
  moves.reduce((counted, move) => countMove(counted, move, whose), counters)

const isUnread = ({ unreadMessages, isMarkUnread }: Place): boolean => unreadMessages > 0 || isMarkUnread
