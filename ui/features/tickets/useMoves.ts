/** Accept, return, resolve, reopen, transfer: shown at once, taken back with the reason when the server refuses. Resolving and returning wait a little, see `late/lateMoves`. */
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { useAtom, useSetAtom } from 'jotai/react'
import type { TicketSummary, UpdateTicket } from '../../../src/tickets/contract'
import { useText } from '../../shared/i18n/useText'
import { toast } from '../../shared/kit/toast'
import { changeLists } from '../../shared/live/live-query'
import { useUser } from '../../shared/session/useUser'
import { changeTicket } from './api'
import { useLateMoves } from './late/LateMovesProvider'
import { useCountMove } from './list/useCounters'
import { markOwn } from './ownMoves'
import { refusalText } from './refusalText'
import { answered } from './rules/lists'
import { queueQuestionAtom, segmentAtom, tabAtom } from './state'
import { contactName } from './useContactName'
import { useDesk } from './useDesk'

type Move = {
  ticket: TicketSummary
  body: UpdateTicket
  after: Partial<TicketSummary>
  takeBack?: () => void
  /** The screen shows it as moved already. */
  isShown?: true
}
export type TransferTarget = {
  user: { id: number; name: string } | null
  queue: TicketSummary['queue']
  comment: string
}

export function useMoves() {
  const client = useQueryClient()
  const t = useText()
  const user = useUser()
  const desk = useDesk()
  const askQueue = useSetAtom(queueQuestionAtom)
  const late = useLateMoves()
  const showAttended = useShowAttended()
  const show = (ticket: TicketSummary) => changeLists(client, ['tickets'], { put: ticket })
  const count = useCountMove()
  const begin = ({ ticket, after }: Pick<Move, 'ticket' | 'after'>) => {
    const moved = { ...ticket, ...after }
    markOwn(ticket.id)
    show(moved)
    count(ticket, moved)
  }
  const { mutate } = useMutation({
    scope: { id: 'move' },
    mutationFn: ({ ticket, body }: Move) => changeTicket(ticket.id, body),
    onMutate: (move) => {
      if (!move.isShown) begin(move)
    },
    onSuccess: (answer) =>
      changeLists<TicketSummary>(client, ['tickets'], { patch: answer.id, with: (row) => answered(row, answer) }),
    onError: (failure, { ticket, after, takeBack }) => {
      show(ticket)
      count({ ...ticket, ...after }, ticket)
      takeBack?.()
      toast.error(t('tickets.moveRefused', { name: contactName(ticket), reason: refusalText(t, failure) }))
      void client.invalidateQueries({ queryKey: ['tickets', 'one', ticket.uuid] })
    },
  })
  const mine = { userId: user.id, user: { id: user.id, name: user.name } }
  /** A waiting move of this ticket is sent first. */
  const move = (next: Move) => {
    late.send(next.ticket.id)
    mutate(next)
  }
  const moveLate = ({ ticket, body, after }: Move) => {
    begin({ ticket, after })
    const wasHere = desk.leave(ticket)
    late.add({
      ticket,
      after,
      body,
      send: (now) => mutate({ ticket: now, body, after, isShown: true }),
      takeBack(now) {
        show(now)
        count({ ...now, ...after }, now)
      },
      goBack: () => void (wasHere && desk.open(ticket)),
      show,
    })
  }

  return {
    accept(ticket: TicketSummary, queueId?: number) {
      if (ticket.queueId === null && queueId === undefined && user.queueIds.length > 1) return askQueue(ticket)
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
      desk.open(ticket)
    },
    giveBack(ticket: TicketSummary) {
      moveLate({
        ticket,
        body: { status: 'pending', userId: null },
        after: { status: 'pending', userId: null, user: null },
      })
    },
    close(ticket: TicketSummary, farewell: 'with farewell' | 'silently' = 'with farewell') {
      const body: UpdateTicket = {
        status: 'closed',
        ...(farewell === 'silently' ? { sendFarewellMessage: false, amountUsedBotQueues: 0 } : {}),
      }
      const closing: Move = { ticket, body, after: { status: 'closed', waitingSince: null } }
      if (!ticket.isGroup) return moveLate(closing)
      move(closing)
      desk.leave(ticket)
    },
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
    transfer(ticket: TicketSummary, { user: to, queue, comment }: TransferTarget) {
      const place = { queueId: queue?.id ?? ticket.queueId, queue: queue ?? ticket.queue }
      move({
        ticket,
        body: {
          ...(to ? { status: 'open', userId: to.id } : { status: 'pending', userId: null }),
          ...(queue ? { queueId: queue.id } : {}),
          ...(comment ? { comment } : {}),
        },
        after: {
          ...place,
          status: to ? 'open' : 'pending',
          userId: to?.id ?? null,
          user: to && { id: to.id, name: to.name },
        },
      })
      if (to?.id !== user.id) desk.leave(ticket)
    },
    markUnread(ticket: TicketSummary) {
      move({ ticket, body: { isMarkUnread: true }, after: { isMarkUnread: true } })
      desk.leave(ticket)
    },
  }
}

/** Shows the tab to which the ticket has moved. Returns how to go back. */
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
