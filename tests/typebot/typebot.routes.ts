import type { RouteExamples } from '../api/module-files'

const admins = ['admin'] as const

/** No Typebot is configured, so the walks reach no other server. */
export const routeExamples: RouteExamples = {
  'GET /api/typebot/listworkspaces': {
    opens: 'session',
    for: admins,
    example: () => ({ path: '/api/typebot/listworkspaces' }),
  },
  'GET /api/typebot/listtypebots': {
    opens: 'session',
    for: admins,
    example: () => ({ path: '/api/typebot/listtypebots?workspaceId=wsp' }),
  },
}
