/** The connections over which a ticket's contact can be reached. */
import { queryOptions, useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { useRouter } from '@tanstack/react-router'
import type { Door, TicketSummary } from '../../../src/tickets/contract'
import { messageCreated } from '../../../src/tickets/messages/contract'
import type { TicketRoutes } from '../../../src/tickets/routes'
import { client, unwrap } from '../../shared/client'
import { toast } from '../../shared/kit/toast'
import { useEvent } from '../../shared/live/useEvent'

const { tickets } = client<TicketRoutes>()

export const doorsQuery = ({ id }: Pick<TicketSummary, 'id'>) =>
  queryOptions({
    queryKey: ['tickets', 'doors', id],
    queryFn: ({ signal }) => unwrap(tickets({ id }).doors.get({ fetch: { signal } })),
    staleTime: 30_000,
  })

/** Undefined while they are read. What the contact writes may open a window. */
export function useDoors(ticket: Pick<TicketSummary, 'id' | 'contactId'>): readonly Door[] | undefined {
  const { data, refetch } = useQuery(doorsQuery(ticket))
  useEvent(messageCreated, ({ message, ticket: { contactId } }) => {
    if (contactId === ticket.contactId && !message.fromMe) void refetch()
  })
  return data
}

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
