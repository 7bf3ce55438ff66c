/** Runs one action on several tickets in sequence; refused ones stay selected, and the first reason is shown. */
import { useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { MOST_READ_AT_ONCE, type TicketSummary, type UpdateTicket } from '../../../../src/tickets/contract'
import { useText } from '../../../shared/i18n/useText'
import { toast } from '../../../shared/kit/toast'
import { changeLists } from '../../../shared/live/live-query'
import { useUser } from '../../../shared/session/useUser'
import { refusalText } from '../../messages/refusal'
import { changeTicket, readTickets, undoTransfer } from '../api'
import { useLateMoves } from '../moves/LateMovesProvider'
import { type Closing, closingBody } from '../rules/closing'
import { answered, needsQueue } from '../rules/lists'
import { type TransferTarget, targetName, transferBody } from '../rules/moves'

type BulkOutcome = 'accepted' | 'closed' | 'wasRead'

export function useSeveral(onDone: () => void) {
  const t = useText()
  const client = useQueryClient()
  const late = useLateMoves()
  const user = useUser()
  const [isBusy, setBusy] = useState(false)

  const show = (answer: TicketSummary) =>
    changeLists<TicketSummary>(client, ['tickets'], { patch: answer.id, with: (row) => answered(row, answer) })
  const move = async (ticket: TicketSummary, body: UpdateTicket) => {
    late.send(ticket.id)
    show(await changeTicket(ticket.id, body))
  }
  const reportRefused = (failures: readonly unknown[]) => {
    if (failures.length > 0)
      toast.error(t('desk.several.refused', { count: failures.length, reason: refusalText(t, failures[0]) }))
  }
  /** Returns the tickets on which it succeeded. */
  const each = async (tickets: readonly TicketSummary[], action: (ticket: TicketSummary) => Promise<unknown>) => {
    const done: TicketSummary[] = []
    const failures: unknown[] = []
    for (const ticket of tickets)
      await action(ticket).then(
        () => done.push(ticket),
        (failure: unknown) => failures.push(failure),
      )
    void client.invalidateQueries({ queryKey: ['counters'] })
    reportRefused(failures)
    return done
  }
  const run = async (
    tickets: readonly TicketSummary[],
    bodyOf: (ticket: TicketSummary) => UpdateTicket,
    report: (done: readonly TicketSummary[]) => void,
  ) => {
    setBusy(true)
    const done = await each(tickets, (ticket) => move(ticket, bodyOf(ticket)))
    setBusy(false)
    if (done.length > 0) report(done)
    onDone()
  }
  const say =
    (what: BulkOutcome) =>
    ({ length: count }: readonly TicketSummary[]) =>
      void toast.success(t(`desk.several.${what}`, { count }))
  const giveBack = async (tickets: readonly TicketSummary[]) => {
    const { length: count } = await each(tickets, async ({ id }) =>
      changeLists<TicketSummary>(client, ['tickets'], { put: await undoTransfer(id) }),
    )
    if (count > 0) toast.success(t('desk.several.undone', { count }))
  }
  return {
    isBusy,
    /** `queueId` for tickets without one. */
    accept: (tickets: readonly TicketSummary[], queueId: number | null) =>
      run(
        tickets,
        (ticket) => ({
          status: 'open',
          userId: user.id,
          ...(queueId !== null && needsQueue(ticket, user) ? { queueId } : {}),
        }),
        say('accepted'),
      ),
    close: (tickets: readonly TicketSummary[], how: Closing) => run(tickets, () => closingBody(how), say('closed')),
    transfer: (tickets: readonly TicketSummary[], target: TransferTarget) =>
      run(
        tickets,
        () => transferBody(target),
        (done) =>
          toast.undo(
            t('desk.several.transferred', { count: done.length, target: targetName(target) }),
            () => void giveBack(done),
          ),
      ),
    async read(tickets: readonly TicketSummary[]) {
      setBusy(true)
      const ids = tickets.map(({ id }) => id)
      const parts = Array.from({ length: Math.ceil(ids.length / MOST_READ_AT_ONCE) }, (_, n) =>
        ids.slice(n * MOST_READ_AT_ONCE, (n + 1) * MOST_READ_AT_ONCE),
      )
      try {
        for (const part of parts) await readTickets(part)
        say('wasRead')(tickets)
        onDone()
      } catch (failure) {
        toast.failure(failure)
      }
      setBusy(false)
    },
  }
}
