import { Elysia, t } from 'elysia'
import { type AppHttp, failures, written } from '../../platform/http'
import { After, Flag, IdList, isOn, readIds } from '../../platform/params'
import { reading } from '../../platform/sqlite'
import { TicketPage } from '../../tickets/contract'
import { writeBoard } from './board'

export const kanbanRoutes = (http: AppHttp) =>
  new Elysia({ prefix: '/ticket' }).use(http).get(
    '/kanban',
    ({ cx, actor, query, set }) => {
      const queueIds = readIds(query.queueIds, 'queueIds')
      const asked = { queueIds, showAll: isOn(query.showAll), after: query.after ?? null }
      return written<TicketPage>(
        set,
        reading(cx.db.$client, () => writeBoard(cx, actor, asked)),
      )
    },
    {
      detail: { summary: 'List the tickets of the kanban board' },
      signedIn: true,
      query: t.Object({ queueIds: IdList, showAll: Flag, after: After }),
      response: { 200: TicketPage, ...failures },
    },
  )
export type KanbanRoutes = ReturnType<typeof kanbanRoutes>
