import type { KanbanRoutes } from '../../../src/features/kanban/routes'
import type { TicketSummary } from '../../../src/tickets/contract'
import { client, unwrap } from '../../shared/client'
import type { LiveListSpec } from '../../shared/live/live-query'
import { store } from '../../shared/store'
import { ticketPartsAtom } from '../../shared/ticketParts'
import { flag } from '../desk/rules/lists'
import { type BoardChoice, liveBoard } from './spec'

const { ticket } = client<KanbanRoutes>()

export const boardSpec = (
  choice: BoardChoice,
  userId: number,
  moved: () => readonly TicketSummary[],
): LiveListSpec<TicketSummary> => ({
  ...liveBoard(store.get(ticketPartsAtom), choice, userId, moved),
  fetchPage: async ({ after }, signal) => {
    const query = {
      showAll: flag(choice.showAll),
      ...(choice.queueIds === null ? {} : { queueIds: JSON.stringify(choice.queueIds) }),
      ...(after === undefined ? {} : { after }),
    }
    const { tickets, hasMore, next } = await unwrap(ticket.kanban.get({ query, fetch: { signal } }))
    return { items: tickets, hasMore, next: next ?? undefined }
  },
})
