/** The connections over which a ticket's contact can be reached. */
import { queryOptions, useMutation, useQueryClient } from '@tanstack/react-query'
import { useRouter } from '@tanstack/react-router'
import type { TicketSummary } from '../../../src/tickets/contract'
import type { TicketRoutes } from '../../../src/tickets/routes'
import { client, unwrap } from '../../shared/client'
import { toast } from '../../shared/kit/toast'

const { tickets } = client<TicketRoutes>()

export const doorsQuery = ({ id }: Pick<TicketSummary, 'id'>) =>
  queryOptions({
    queryKey: ['tickets', 'doors', id],
    queryFn: ({ signal }) => unwrap(tickets({ id }).doors.get({ fetch: { signal } })),
    staleTime: 30_000,
  })

/** Goes on over another connection, and leads to the ticket there. */
export function useContinueOver({ id }: Pick<TicketSummary, 'id'>) {
  const router = useRouter()
  const cache = useQueryClient()
  return useMutation({
    mutationFn: (whatsappId: number) => unwrap(tickets({ id }).doors.post({ whatsappId })),
    onSuccess: ({ uuid }) => {
      void cache.invalidateQueries({ queryKey: ['tickets', 'doors'] })
      return router.navigate({ to: '/tickets/{-$ticketId}', params: { ticketId: uuid } })
    },
    onError: toast.failure,
  })
}
