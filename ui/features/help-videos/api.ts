import type { CreateHelp, Help, UpdateHelp } from '../../../src/features/help-videos/contract'
import type { HelpRoutes } from '../../../src/features/help-videos/routes'
import { client, unwrap } from '../../shared/client'
import { liveCrud } from '../../shared/live/liveCrud'
import { helpsSpec } from './spec'

const { helps: routes } = client<HelpRoutes>()

export const helps = liveCrud<Help, CreateHelp, UpdateHelp>({
  ...helpsSpec,
  routes: {
    list: ({ signal }) => unwrap(routes.list.get({ fetch: { signal } })),
    create: (body) => unwrap(routes.post(body)),
    update: (id, body) => unwrap(routes({ id }).put(body)),
    remove: (id) => unwrap(routes({ id }).delete()),
  },
})

/** The new order is sent to all pages, including this one. */
export const orderHelps = (ids: readonly number[]) => unwrap(routes.order.post({ ids: [...ids] }))
