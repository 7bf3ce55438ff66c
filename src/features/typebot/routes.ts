import { Elysia, t } from 'elysia'
import { fail } from '../../errors'
import type { Cx } from '../../platform/cx'
import { type AppHttp, failures } from '../../platform/http'
import type { RouteServices } from '../../platform/module'
import { type Builder, findBuilder, listTypebots, listWorkspaces } from './builder'
import { Typebots, TypebotWorkspaces } from './contract'
import { typebotErrors } from './errors'

/** Requests to another server: more than anybody needs by hand. */
const A_MINUTE = 60

export const typebotRoutes = (http: AppHttp, services: Pick<RouteServices, 'encryptionFor' | 'outsideAllow'>) => {
  const deps = { encryption: services.encryptionFor('settings'), allowed: services.outsideAllow }
  const requireBuilder = (cx: Cx, left: AbortSignal): Builder =>
    findBuilder(cx, { ...deps, left }) ?? fail(typebotErrors.ERR_TYPEBOT_NOT_CONFIGURED)
  return new Elysia({ prefix: '/typebot' })
    .use(http)
    .get('/listworkspaces', ({ cx, request }) => listWorkspaces(requireBuilder(cx, request.signal)), {
      detail: { summary: 'List the workspaces of Typebot' },
      allowed: 'queues-page:change',
      rateLimit: A_MINUTE,
      response: { 200: TypebotWorkspaces, ...failures },
    })
    .get(
      '/listtypebots',
      ({ cx, request, query }) => listTypebots(requireBuilder(cx, request.signal), query.workspaceId),
      {
        detail: { summary: 'List the bots of a Typebot workspace' },
        allowed: 'queues-page:change',
        rateLimit: A_MINUTE,
        query: t.Object({ workspaceId: t.String({ minLength: 1, maxLength: 100 }) }),
        response: { 200: Typebots, ...failures },
      },
    )
}
