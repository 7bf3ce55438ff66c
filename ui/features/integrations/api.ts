import { queryOptions } from '@tanstack/react-query'
import type {
  CreateIntegration,
  QueueIntegration,
  TestSession,
  UpdateIntegration,
} from '../../../src/features/integrations/contract'
import type { IntegrationRoutes } from '../../../src/features/integrations/routes'
import { client, unwrap } from '../../shared/client'
import { liveCrud } from '../../shared/live/liveCrud'
import { integrationsSpec } from './spec'

const { 'queue-integration': routes } = client<IntegrationRoutes>()

export const integrations = liveCrud<QueueIntegration, never, UpdateIntegration>({
  ...integrationsSpec,
  routes: {
    async list({ page, signal }) {
      const query = { pageNumber: String(page) }
      const { queueIntegrations, hasMore } = await unwrap(routes.get({ query, fetch: { signal } }))
      return { items: queueIntegrations, hasMore }
    },
    update: (id, body) => unwrap(routes({ id }).put(body)),
    remove: (id) => unwrap(routes({ id }).delete()),
  },
})

/** These answer with the signing secret, which is shown once. */
export const createIntegration = (body: CreateIntegration) => unwrap(routes.post(body))
export const replaceSecret = (id: number) => unwrap(routes({ id }).secret.post())

/** Refetched whenever the integration's latest calls change. */
export const callsQuery = ({ id, lastAt, recent }: QueueIntegration) =>
  queryOptions({
    queryKey: ['integration-calls', id, lastAt, recent],
    queryFn: ({ signal }) => unwrap(routes({ id }).calls.get({ fetch: { signal } })),
    placeholderData: (before) => before,
  })

export const callNow = (id: number) => unwrap(routes({ id }).test.post())
export const testSession = (body: TestSession) => unwrap(routes.testSession.post(body))
