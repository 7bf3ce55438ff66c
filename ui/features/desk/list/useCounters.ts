import { type QueryKey, useQuery, useQueryClient } from '@tanstack/react-query'
import { useAtomValue } from 'jotai/react'
import { useEffect } from 'react'
import {
  type TicketCounters,
  type TicketSummary,
  ticketDeleted,
  ticketRead,
  ticketUpdated,
} from '../../../../src/tickets/contract'
import { messageCreated } from '../../../../src/tickets/messages/contract'
import { on } from '../../../shared/live/bus'
import { useLive } from '../../../shared/live/LiveProvider'
import { useUser } from '../../../shared/session/useUser'
import { useLateMoves } from '../moves/LateMovesProvider'
import { countersQuery } from '../queries'
import { CountedPlaces, countMove } from '../rules/counters'
import { showAllAtom } from './state'

/** Beside the tabs. */
export const useCounters = (): TicketCounters | undefined => useCountersOf(useAtomValue(showAllAtom))

export function useCountersOf(showAll: boolean): TicketCounters | undefined {
  return useQuery(useCountersQuery()(showAll)).data
}

function useCountersQuery() {
  const late = useLateMoves()
  const { id: userId } = useUser()
  return (showAll: boolean) => countersQuery({ showAll, userId }, () => late.moves())
}

/** Updates the counts at once when a ticket moves; the server's own follow. */
export function useCountMove(): (before: TicketSummary, after: TicketSummary) => void {
  const client = useQueryClient()
  const { id: userId } = useUser()
  const query = useCountersQuery()
  return (before, after) => {
    for (const showAll of [true, false]) {
      const { queryKey } = query(showAll)
      // A response in flight was counted before the move.
      void client.cancelQueries({ queryKey, exact: true })
      client.setQueryData(queryKey, (counters) => counters && countMove(counters, [before, after], { showAll, userId }))
    }
  }
}

/** The counts are fetched at most once in this time. */
const PACE = 1_000

const counters: QueryKey = ['counters']
/** Fetches the counts again when a ticket has moved between lists. Mounted once, by the page. */
export const useCounterWatch = (): void => useAskAfterMoves(counters)

/** Fetches a query that counts tickets again, at the pace of the counts. `queryKey` must be a constant. */
export function useAskAfterMoves(queryKey: QueryKey): void {
  const { bus } = useLive()
  const client = useQueryClient()
  useEffect(() => {
    const places = new CountedPlaces()
    let timer: ReturnType<typeof setTimeout> | undefined
    const ask = () => {
      timer ??= setTimeout(() => {
        timer = undefined
        void client.invalidateQueries({ queryKey })
      }, PACE)
    }
    const seen = (ticket: TicketSummary) => {
      if (places.hasMoved(ticket)) ask()
    }
    const changed = ({ ticketId }: { readonly ticketId: number }) => {
      places.forget(ticketId)
      ask()
    }
    const handlers = [
      on(ticketUpdated, ({ ticket }) => seen(ticket)),
      on(messageCreated, ({ ticket }) => seen(ticket)),
      on(ticketDeleted, changed),
      on(ticketRead, changed),
    ]
    const stop = bus.listen((event) => {
      for (const handler of handlers) handler(event)
    })
    return () => {
      stop()
      clearTimeout(timer)
    }
  }, [bus, client, queryKey])
}
