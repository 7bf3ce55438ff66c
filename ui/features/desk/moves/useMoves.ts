/**
 * Accept, return, resolve, reopen, transfer, mark as unread: the request of each move, and where the desk goes next.
 */
import { useAtom, useSetAtom } from 'jotai/react'
import type { TicketSummary, UpdateTicket } from '../../../../src/tickets/contract'
import { acceptedAtom } from '../../../shared/accepted'
import { useUser } from '../../../shared/session/useUser'
import { useSettings } from '../../../shared/settings/useSettings'
import { dialogAtom } from '../dialog'
import { goOnAtom, segmentAtom, tabAtom } from '../listState'
import { focusQueueChoice } from '../QueueChoice'
import { type Closing, closingBody, closingQuestions, type Farewell } from '../rules/closing'
import { needsQueue } from '../rules/lists'
import { isPersonKept, type TransferTarget, transferBody, transferred } from '../rules/moves'
import { useDesk } from '../useDesk'
import { useLateMoves } from './LateMovesProvider'
import { type TicketMove, useMoveTicket } from './useMoveTicket'
import { useUndoTransfer } from './useUndoTransfer'

export function useMoves() {
  const user = useUser()
  const desk = useDesk()
  const ask = useSetAtom(dialogAtom)
  const late = useLateMoves()
  const settings = useSettings()
  const showAttended = useShowAttended()
  const { move, moveLate } = useMoveTicket()
  const goOn = useSetAtom(goOnAtom)
  const offerUndo = useUndoTransfer()
  const noteAccepted = useSetAtom(acceptedAtom)
  const mine = { userId: user.id, user: { id: user.id, name: user.name } }

  /** A busy group always has new messages: its move is not delayed for undo. */
  const closeAs = (ticket: TicketSummary, how: Closing) => {
    if (!ticket.isGroup) return moveLate(closing(ticket, how))
    move(closing(ticket, how))
    goOn(desk.leave(ticket))
  }

  return {
    accept(ticket: TicketSummary, queueId?: number) {
      if (queueId === undefined && needsQueue(ticket, user))
        return focusQueueChoice(ticket) || ask({ what: 'queue', ticket })
      if (late.of(ticket.id)?.ticket.userId === user.id && late.takeBack(ticket.id)) {
        showAttended(ticket)
        return desk.open(ticket)
      }
      const body: UpdateTicket = { status: 'open', userId: user.id, ...(queueId === undefined ? {} : { queueId }) }
      const listBack = showAttended(ticket)
      const takeBack = () => {
        listBack()
        desk.leave(ticket)
      }
      move({ ticket, body, after: { status: 'open', isBot: false, ...mine }, takeBack })
      noteAccepted(ticket)
      desk.open(ticket)
    },
    giveBack(ticket: TicketSummary) {
      moveLate({
        ticket,
        body: { status: 'pending', userId: null },
        after: { status: 'pending', userId: null, user: null },
      })
    },
    /** After the dialog, if the settings require one. */
    close(ticket: TicketSummary, farewell: Farewell = 'with farewell') {
      const asks = closingQuestions(settings, ticket, farewell)
      if (asks.rating || asks.farewell || asks.confirm) return ask({ what: 'close', ticket, farewell })
      closeAs(ticket, { farewell, rating: 'usual' })
    },
    closeAs,
    reopen(ticket: TicketSummary) {
      if (late.takeBack(ticket.id)) return desk.open(ticket)
      move({
        ticket,
        body: { status: 'open', userId: user.id, reopen: true },
        after: { status: 'open', closedAt: null, ...mine },
        takeBack: showAttended(ticket),
      })
      desk.open(ticket)
    },
    transfer(ticket: TicketSummary, target: TransferTarget, takeBack?: () => void) {
      const moved = move({
        ticket,
        body: transferBody(target),
        after: transferred(ticket, target),
        ...(takeBack && { takeBack }),
      })
      offerUndo(moved, ticket, target)
      if (!isPersonKept(target) && target.user?.id !== user.id) goOn(desk.leave(ticket))
    },
    markUnread(ticket: TicketSummary) {
      move({ ticket, body: { isMarkUnread: true }, after: { isMarkUnread: true } })
      desk.leave(ticket)
    },
  }
}

const closing = (ticket: TicketSummary, how: Closing): TicketMove => ({
  ticket,
  body: closingBody(how),
  after: { status: 'closed', waitingSince: null },
})

/** Shows the tab to which the ticket has moved. Returns a function that goes back. */
function useShowAttended() {
  const [tab, setTab] = useAtom(tabAtom)
  const [segment, setSegment] = useAtom(segmentAtom)
  return (ticket: TicketSummary) => {
    setTab(ticket.isGroup ? 'group' : 'open')
    setSegment('open')
    return () => {
      setTab(tab)
      setSegment(segment)
    }
  }
}
