import { createLazyRoute } from '@tanstack/react-router'
import { TicketsPage } from '../features/desk/TicketsPage'

export const Route = createLazyRoute('/private/tickets/{-$ticketId}')({ component: TicketsPage })
