/**
 * Moves a ticket: shown immediately, and reverted with the reason when the server refuses. Sent immediately, or late
 * (see `lateMoves`).
 */
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { useSetAtom } from 'jotai/react'
import type { TicketSummary, UpdateTicket } from '../../../../src/tickets/contract'
import { useText } from '../../../shared/i18n/useText'
import { toast } from '../../../shared/kit/toast'
import { changeLists } from '../../../shared/live/live-query'
import { contactName } from '../../contacts/names'
import { refusalText } from '../../messages/refusal'
import { changeTicket } from '../api'
import { goOnAtom } from '../listState'
import { answered } from '../rules/lists'
import { useDesk } from '../useDesk'
import { useLateMoves } from './LateMovesProvider'
import { useCountMove } from './useCounters'

export type TicketMove = {
  ticket: TicketSummary
  body: UpdateTicket
  after: Partial<TicketSummary>
  takeBack?: () => void
  /** The screen shows the move. */
  isShown?: true
}

export function useMoveTicket() {
  const client = useQueryClient()
  const t = useText()
  const desk = useDesk()
  const late = useLateMoves()
  const count = useCountMove()
  const goOn = useSetAtom(goOnAtom)
  const show = (ticket: TicketSummary) => changeLists(client, ['tickets'], { put: ticket })
  const begin = ({ ticket, after }: Pick<TicketMove, 'ticket' | 'after'>) => {
    const moved = { ...ticket, ...after }
    markOwn(ticket.id)
    show(moved)
    count(ticket, moved)
  }
  const { mutateAsync } = useMutation({
    scope: { id: 'move' },
    mutationFn: ({ ticket, body }: TicketMove) => changeTicket(ticket.id, body),
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
  /** The promise is for those who wait for the server; a refusal is reported here. */
  const send = (next: TicketMove): Promise<unknown> => {
    const sent = mutateAsync(next)
    sent.catch(() => undefined)
    return sent
  }
  /** A pending move of this ticket is sent first. */
  const move = (next: TicketMove): Promise<unknown> => {
    late.send(next.ticket.id)
    return send(next)
  }
  const moveLate = ({ ticket, body, after }: TicketMove) => {
    begin({ ticket, after })
    const wasHere = desk.leave(ticket)
    goOn(wasHere)
    late.add({
      ticket,
      after,
      body,
      send: (now) => void send({ ticket: now, body, after, isShown: true }),
      takeBack(now) {
        show(now)
        count({ ...now, ...after }, now)
      },
      goBack: () => void (wasHere && desk.open(ticket)),
      show,
    })
  }
  return { move, moveLate }
}

/** Tickets that this page has just moved itself: their rows do not flash. */
const moved = new Map<number, number>()
const MOMENT = 5_000

const markOwn = (ticketId: number): void => void moved.set(ticketId, Date.now())

export const isOwn = (ticketId: number): boolean =>
  Date.now() - (moved.get(ticketId) ?? Number.NEGATIVE_INFINITY) < MOMENT
