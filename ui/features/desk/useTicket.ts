import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useLive } from '../../shared/live/LiveProvider'
import { liveRowQuery } from '../../shared/live/live-query'
import { ticketInLists, ticketSpec } from './api'

export function useTicket(uuid: string) {
  const client = useQueryClient()
  const { bus } = useLive()
  return useQuery({ ...liveRowQuery(bus, ticketSpec(uuid)), initialData: () => ticketInLists(client, uuid) })
}

/** Whether the ticket does not exist or is no longer visible to the user. */
export function useIsGone(uuid: string | undefined): boolean {
  const client = useQueryClient()
  const { bus } = useLive()
  const { data, isLoadingError } = useQuery({
    ...liveRowQuery(bus, ticketSpec(uuid ?? '')),
    initialData: () => (uuid === undefined ? undefined : ticketInLists(client, uuid)),
    enabled: uuid !== undefined,
    select: (ticket) => ticket === null,
  })
  return data === true || isLoadingError
}
