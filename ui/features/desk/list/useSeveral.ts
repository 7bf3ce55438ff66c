/** One act on several tickets, one after the other; those that were refused stay, and the first reason is said. */
import { useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { MOST_READ_AT_ONCE, type TicketSummary, type UpdateTicket } from '../../../../src/tickets/contract'
import { useText } from '../../../shared/i18n/useText'
import { toast } from '../../../shared/kit/toast'
import { changeLists } from '../../../shared/live/live-query'
import { useUser } from '../../../shared/session/useUser'
import { refusalText } from '../../messages/refusal'
import { changeTicket, readTickets } from '../api'
import { useLateMoves } from '../moves/LateMovesProvider'
import { type Closing, closingBody } from '../rules/closing'
import { answered, needsQueue } from '../rules/lists'
import { type TransferTarget, transferBody } from '../rules/moves'

type Done = 'accepted' | 'closed' | 'transferred' | 'wasRead'

export function useSeveral(onDone: () => void) {
  const t = useText()
  const client = useQueryClient()
  const late = useLateMoves()
  const user = useUser()
  const [isBusy, setBusy] = useState(false)

  const move = async (ticket: TicketSummary, body: UpdateTicket) => {
    late.send(ticket.id)
    const answer = await changeTicket(ticket.id, body)
    changeLists<TicketSummary>(client, ['tickets'], { patch: answer.id, with: (row) => answered(row, answer) })
  }
  const tell = (done: Done, count: number, failures: readonly unknown[]) => {
    if (count > 0) toast.success(t(`desk.several.${done}`, { count }))
    if (failures.length > 0)
      toast.error(t('desk.several.refused', { count: failures.length, reason: refusalText(t, failures[0]) }))
    onDone()
  }
  const run = async (
    done: Done,
    tickets: readonly TicketSummary[],
    bodyOf: (ticket: TicketSummary) => UpdateTicket,
  ) => {
    setBusy(true)
    const failures: unknown[] = []
    for (const ticket of tickets) await move(ticket, bodyOf(ticket)).catch((failure: unknown) => failures.push(failure))
    setBusy(false)
    void client.invalidateQueries({ queryKey: ['counters'] })
    tell(done, tickets.length - failures.length, failures)
  }
  return {
    isBusy,
    /** `queueId` for those that have none. */
    accept: (tickets: readonly TicketSummary[], queueId: number | null) =>
      run('accepted', tickets, (ticket) => ({
        status: 'open',
        userId: user.id,
        ...(queueId !== null && needsQueue(ticket, user) ? { queueId } : {}),
      })),
    close: (tickets: readonly TicketSummary[], how: Closing) => run('closed', tickets, () => closingBody(how)),
    transfer: (tickets: readonly TicketSummary[], target: TransferTarget) =>
      run('transferred', tickets, () => transferBody(target)),
    async read(tickets: readonly TicketSummary[]) {
      setBusy(true)
      const ids = tickets.map(({ id }) => id)
      const parts = Array.from({ length: Math.ceil(ids.length / MOST_READ_AT_ONCE) }, (_, n) =>
        ids.slice(n * MOST_READ_AT_ONCE, (n + 1) * MOST_READ_AT_ONCE),
      )
      try {
        for (const part of parts) await readTickets(part)
        tell('wasRead', ids.length, [])
      } catch (failure) {
        toast.failure(failure)
      }
      setBusy(false)
    },
  }
}
