import { type QueryKey, useQuery, useQueryClient } from '@tanstack/react-query'
import { useAtomValue } from 'jotai/react'
import type { TicketCounters, TicketSummary } from '../../../../src/tickets/contract'
import { useAskAfterMoves } from '../../../shared/live/useAskAfterMoves'
import { useUser } from '../../../shared/session/useUser'
import { countersQuery } from '../api'
import { showAllAtom } from '../listState'
import { countMove } from '../rules/moves'
import { useLateMoves } from './LateMovesProvider'

/** Counters beside the tabs. Polled slowly: time alone makes a wait too long. */
export function useCounters(): TicketCounters | undefined {
  const query = useCountersQuery()(useAtomValue(showAllAtom))
  return useQuery({ ...query, refetchInterval: 60_000 }).data
}

export function useCountersOf(showAll: boolean): TicketCounters | undefined {
  return useQuery(useCountersQuery()(showAll)).data
}

function useCountersQuery() {
  const late = useLateMoves()
  const { id: userId } = useUser()
  return (showAll: boolean) => countersQuery({ showAll, userId }, () => late.moves())
}

/** Updates the counters immediately when a ticket moves; the server's follow. */
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

const counters: QueryKey = ['counters']
/** Refetches the counters after a ticket has moved between lists. Mounted once, by the page. */
export const useCounterWatch = (): void => useAskAfterMoves(counters)
