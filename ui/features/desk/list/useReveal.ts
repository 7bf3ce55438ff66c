import { useQueryClient } from '@tanstack/react-query'
import type { TicketSummary } from '../../../../src/tickets/contract'
import type { LoadedList } from '../../../shared/live/apply'
import { store } from '../../../shared/store'
import { choiceAtom, segmentAtom, tabAtom } from '../listState'
import { type ListKind, listOf } from '../rules/lists'

/** Shows the list with the ticket, unless the list on screen has it. */
export function useReveal(): (ticket: ListKind & Pick<TicketSummary, 'id'>) => void {
  const client = useQueryClient()
  return (ticket) => {
    const shown = client.getQueryData<LoadedList<TicketSummary>>(['tickets', 'list', store.get(choiceAtom)])
    if (shown?.items.some(({ id }) => id === ticket.id)) return
    const { tab, segment } = listOf(ticket)
    store.set(tabAtom, tab)
    if (tab !== 'closed') store.set(segmentAtom, segment)
  }
}
